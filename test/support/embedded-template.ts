import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { madeOnce } from './made-once.js'
import { v8Options } from './v8-options.js'

const run = promisify(execFile)
const program = fileURLToPath(new URL('make-embedded.mjs', import.meta.url))
const built = ['database', 'migrate'].map((name) =>
  fileURLToPath(new URL(`../../dist/parts/db/${name}.js`, import.meta.url)),
)

/**
 * An embedded database that has been migrated and has nothing in it. To make and migrate one takes longer than most
 * tests that need one, so they begin with a copy of the run's. What a first start does with an empty folder has tests
 * of its own.
 */
export async function copyMigratedFolder(to: string): Promise<void> {
  const template = await madeOnce('embedded', async (folder) => {
    await run(process.execPath, [...v8Options, program, folder, ...built])
  })
  cpSync(path.join(template, 'db'), to, { recursive: true })
}

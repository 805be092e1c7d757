import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { madeOnce } from './made-once.js'
import { v8Options } from './v8-options.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * An embedded database with nothing in it. To make one takes longer than most tests that need one, so they begin with a
 * copy of the run's. What a first start does with an empty folder has tests of its own.
 */
export async function copyEmptyDatabase(to: string): Promise<void> {
  const template = await madeOnce('embedded', async (folder) => {
    const script = `
      import { PGlite } from '@electric-sql/pglite'
      await (await PGlite.create({ dataDir: process.argv[1] })).close()`
    const options = [...v8Options, '--input-type=module', '--eval', script]
    await run(process.execPath, [...options, folder], { cwd: root })
  })
  cpSync(template, to, { recursive: true })
}

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { madeOnce } from '../run/made-once.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The folder of a release of what is built, as `npm run release` makes it, without what needs the network. */
export function madeRelease(): Promise<string> {
  return madeOnce('release', async (folder) => {
    const program = ['--import', './scripts/typescript/register.mjs', 'scripts/release/main.ts']
    const options = ['--built', '--without', 'wheel,image', '--out', folder]
    await promisify(execFile)(process.execPath, [...program, ...options], { cwd: root })
  })
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beginRun } from '../support/run/run.js'

/**
 * Begins a run as far as a killed one leaves traces: folders with something in them, a process that works in one of
 * them, one that has only been told of one, and a PostgreSQL if the third argument says so. It prints what there is.
 */
const [memory = '', disk = '', database] = process.argv.slice(2)
await beginRun(true, { memory, disk })
const { scratchFolder } = await import('../support/run/scratch-folder.js')

const folder = path.join(scratchFolder, 'some')
mkdirSync(folder)
writeFileSync(path.join(folder, 'file'), 'text')
const waiting = ['-e', 'process.stdout.write("."); setInterval(() => undefined, 60_000)']
const children = [
  spawn(process.execPath, waiting, {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  }),
  spawn(process.execPath, waiting, { cwd: '/', stdio: ['ignore', 'pipe', 'ignore'], detached: true }),
]
await Promise.all(children.map(({ stdout }) => once(stdout, 'data')))
if (database !== undefined) {
  const { startPostgresServer } = await import('../support/postgres/postgres-server.js')
  await startPostgresServer([])
}
process.stdout.write(`${JSON.stringify({ scratchFolder, children: children.map(({ pid }) => pid) })}\n`)
process.stdin.once('end', () => process.exit()).resume()

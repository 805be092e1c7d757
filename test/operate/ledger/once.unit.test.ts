import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { expectReadable, oncePerRestore } from '../../../server/operate/ledger/once.js'
import { ConfigError } from '../../../server/platform/config/config-error.js'
import { system } from '../../../base/files/drafts.js'
import { identity } from '../../../base/files/process-identity.js'

/** Tests that processes which start together do the work of a restore once. */

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'postseal-ledger-'))
const lockOf = (folder: string) => path.join(folder, 'replaying.lock')
const patient = { maxTicks: 100_000, tickMs: 5 }

function starts(folder: string, limits = patient) {
  const [done, told]: string[][] = [[], []]
  const log = { warn: (_details: unknown, text?: string) => told?.push(text ?? '') }
  const start = (name: string, work = () => Promise.resolve()) =>
    oncePerRestore(
      folder,
      { name, log },
      async () => {
        done?.push(name)
        await work()
      },
      limits,
    )
  return { done, told, start }
}

test('processes that start together do it once for each restore, and none forgets what another one did', async () => {
  const folder = newFolder()
  writeFileSync(path.join(folder, 'replayed.json'), '["earlier"]')
  const { done, told, start } = starts(folder)
  const names = ['2030-01-31', '2030-01-31T09:00', 'a/b', 'A/b', 'earlier']
  await Promise.all([...names, ...names, ...names].map((name) => start(name)))
  await Promise.all(names.map((name) => start(name)))
  expect(done?.toSorted()).toEqual(['2030-01-31', '2030-01-31T09:00', 'A/b', 'a/b'])
  expect(told).toEqual([])
  expect(existsSync(lockOf(folder))).toBe(false)
})

test('whoever waits for its turn finds it done', async () => {
  const folder = newFolder()
  const { done, start } = starts(folder)
  let end: () => void = () => undefined
  const first = start('r', () => new Promise((resolve) => (end = resolve)))
  await expect.poll(() => done, { timeout: 60_000 }).toEqual(['r'])
  const second = start('r')
  end()
  await Promise.all([first, second])
  expect(done).toEqual(['r'])
})

test('what fails is not done, and leaves no turn behind', async () => {
  const { done, start } = starts(newFolder())
  await expect(start('r', () => Promise.reject(new Error('the database is gone')))).rejects.toThrow(/gone/)
  await start('r')
  expect(done).toEqual(['r', 'r'])
})

test('the turn of a killed process ends at once here, and elsewhere when it is silent', async () => {
  const folder = newFolder()
  const { done, told, start } = starts(folder)
  // No process has this start.
  writeFileSync(lockOf(folder), `${system()} ${process.pid} 1\n`)
  await start('here')
  writeFileSync(lockOf(folder), 'another1 4711 5\n')
  const waiting = start('elsewhere')
  expect(done).toEqual(['here'])
  utimesSync(lockOf(folder), 1, 1)
  await waiting
  expect(done).toEqual(['here', 'elsewhere'])
  expect(told).toEqual([])
  expect(readdirSync(folder).filter((name) => !name.startsWith('replayed-'))).toEqual([])
})

test('nobody waits for ever for a process that replays', async () => {
  const folder = newFolder()
  const { done, told, start } = starts(folder, { maxTicks: 3, tickMs: 1 })
  const theirs = `${system()} ${identity(process.ppid)}`
  writeFileSync(lockOf(folder), theirs)
  await start('r')
  expect(done).toEqual(['r'])
  expect(told).toEqual([
    'another process has been replaying the ledger for a long time: this process replays it as well',
  ])
  expect(existsSync(lockOf(folder))).toBe(true)
})

test('a ledger that is not there, or does not answer, is refused where it is to be read', async () => {
  const folder = newFolder()
  await expectReadable(folder)
  await expect(expectReadable(path.join(folder, 'none'))).rejects.toThrow(ConfigError)
  // To open it waits for a writer.
  const silent = path.join(folder, 'replayed.json')
  execFileSync('mkfifo', [silent])
  try {
    await expect(expectReadable(folder, 2)).rejects.toThrow(/cannot be read: the disk does not answer/)
  } finally {
    await (await open(silent, 'r+')).close()
  }
})

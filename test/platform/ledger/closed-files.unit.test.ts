import {
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { compact } from '../../../server/platform/ledger/compact.js'
import type { LedgerLine } from '../../../server/platform/ledger/entries.js'
import { Ledger } from '../../../server/platform/ledger/ledger.js'
import { lookAt } from '../../../server/platform/ledger/look.js'
import { linesIn } from '../../../server/platform/ledger/read.js'
import {
  age,
  at,
  compactAll,
  filesIn,
  inHours,
  newFolder,
  read,
  revoked,
  writeFile,
} from '../../support/ledger/ledger-files.js'

/** Which files compaction takes, beside those who write and read them, and what it clears away. */

const bytesIn = (folder: string) =>
  filesIn(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0)
const many = (count: number, of: string) =>
  Array.from({ length: count }, (_, index) => ({ id: `${of}-${index}` }))

test('a process whose file is taken for compaction writes on in a new one, and nothing is lost', async () => {
  const folder = newFolder()
  const ledger = await Ledger.open(folder)
  await ledger.append(at(1), [revoked('a')])
  let stop = false
  const compacting = (async () => {
    while (!stop) {
      await compact(folder, { ...compactAll, now: inHours(30) })
    }
  })()
  for (let index = 0; index < 200; index += 1) await ledger.append(at(2), [revoked(`b${index}`)])
  stop = true
  await compacting
  await ledger.close()
  const { lines, problems } = await read(folder)
  expect(problems).toEqual([])
  expect(new Set(lines.map(({ id }) => id)).size).toBe(201)
})

test('files are compacted when there are enough that are not compacted yet, or once a day', async () => {
  const folder = newFolder()
  await writeFile(folder, ...many(400, 'a'))
  const fromBytes = bytesIn(folder)
  const soon = { ...compactAll, fromBytes, now: inHours(2) }
  // Somebody may still write.
  expect(await compact(folder, { ...soon, now: new Date() })).toBeUndefined()
  expect(await compact(folder, { ...soon, fromBytes: fromBytes + 1 })).toBeUndefined()
  expect(await compact(folder, soon)).toMatchObject({ files: 1 })

  // A small file has others read for it only when a day has passed.
  await writeFile(folder, { id: 'small' })
  expect(await compact(folder, soon)).toBeUndefined()
  expect(await compact(folder, { ...soon, fromBytes: 0 })).toBeUndefined()
  expect(await compact(folder, { ...soon, fromBytes: 0, now: inHours(23) })).toBeUndefined()
  expect(await compact(folder, { ...soon, now: inHours(25) })).toMatchObject({ files: 2 })
  expect(await compact(folder, { ...soon, now: inHours(100) })).toBeUndefined()

  // A quarter of what is compacted is enough.
  await writeFile(folder, ...many(150, 'b'))
  expect(await compact(folder, soon)).toBeUndefined()
  expect(await compact(folder, { ...soon, fromBytes: fromBytes / 4 })).toMatchObject({ files: 2 })
  expect((await read(folder)).lines).toHaveLength(551)
})

test('a file that is small waits for a day where nothing is compacted yet, and the own one for ever', async () => {
  const folder = newFolder()
  const own = await writeFile(folder, { id: 'a' })
  const options = { keepDays: 36_500, fromBytes: 1_000_000, now: inHours(25) }
  expect(await compact(folder, { ...options, now: inHours(23) })).toBeUndefined()
  expect(await compact(folder, { ...options, currentFile: own })).toBeUndefined()
  expect(await compact(folder, options)).toMatchObject({ files: 1 })
})

test('what two compactions have left is brought together within a day', async () => {
  const folder = newFolder()
  await writeFile(folder, { id: 'a', at: at(1) })
  await compact(folder, { ...compactAll, now: inHours(2) })
  const [first = ''] = filesIn(folder)
  renameSync(path.join(folder, first), path.join(folder, 'away'))
  await writeFile(folder, { id: 'a', at: at(2) })
  await compact(folder, { ...compactAll, now: inHours(2) })
  renameSync(path.join(folder, 'away'), path.join(folder, first))
  expect(await compact(folder, { ...compactAll, now: inHours(2) })).toBeUndefined()
  expect(await compact(folder, { ...compactAll, now: inHours(25) })).toMatchObject({
    files: 2,
    linesAfter: 2,
  })
})

test('of compactions at the same time each reads files that no other one reads', async () => {
  const folder = newFolder()
  for (let file = 0; file < 20; file += 1) await writeFile(folder, ...many(50, String(file)))
  // A compaction leaves alone a file that another one has just renamed. With a later present it would take the file.
  age(folder, 2)
  const done = await Promise.all([1, 2, 3, 4].map(() => compact(folder, compactAll)))
  expect(done.reduce((sum, each) => sum + (each?.files ?? 0), 0)).toBe(20)
  expect(done.reduce((sum, each) => sum + (each?.linesBefore ?? 0), 0)).toBe(20 * 51)
  const { lines, problems } = await read(folder)
  expect(problems).toEqual([])
  expect(new Set(lines.map(({ id }) => id)).size).toBe(1000)
})

test('a file that another compaction has taken is taken over when its process must be gone', async () => {
  const folder = newFolder()
  for (const id of ['a', 'b']) {
    const file = await writeFile(folder, { id })
    renameSync(file, file.replace('.ledger', '.closing'))
  }
  age(folder, 100)
  expect(await compact(folder, compactAll)).toBeUndefined()
  const options = { ...compactAll, now: inHours(2) }
  // To each of the two the other's renaming is two hours ago, so both may take a file: its lines are then there twice.
  const done = await Promise.all([compact(folder, options), compact(folder, options)])
  expect(done.reduce((sum, each) => sum + (each?.files ?? 0), 0)).toBeGreaterThanOrEqual(2)
  expect(new Set((await read(folder)).lines.map(({ id }) => id))).toEqual(new Set(['a', 'b']))
})

test('compaction removes what killed processes have left, and what none can use any more', async () => {
  const folder = newFolder()
  const left = [
    '1-compacted-a.ledger.new',
    '2-log-b.ledger.new',
    '.probe-c',
    '.compacting-d',
    '.compacting-e',
  ]
  for (const name of left) {
    if (name.startsWith('.compacting')) mkdirSync(path.join(folder, name))
    else writeFileSync(path.join(folder, name), '')
  }
  writeFileSync(path.join(folder, '.compacting-d', '0'), '')
  writeFileSync(path.join(folder, '.compacting-e', '0'), '')
  writeFileSync(path.join(folder, 'replayed.json'), '[]')
  await compact(folder, compactAll)
  expect(readdirSync(folder)).toHaveLength(6)
  // A slow compaction writes to the files in its folder.
  const time = inHours(3)
  utimesSync(path.join(folder, '.compacting-e', '0'), time, time)
  await compact(folder, { ...compactAll, now: inHours(3) })
  expect(readdirSync(folder).sort()).toEqual(['.compacting-e', 'replayed.json'])
})

test('a reader misses nothing of files that are renamed and compacted meanwhile', async () => {
  const changes: readonly [string, (folder: string, last: string) => unknown][] = [
    ['taken', (_folder, last) => renameSync(last, last.replace('.ledger', '.closing'))],
    ['compacted', (folder) => compact(folder, { ...compactAll, now: inHours(2) })],
  ]
  for (const [name, change] of changes) {
    const folder = newFolder()
    for (const id of ['a', 'b', 'c'])
      renameSync(await writeFile(folder, { id }), path.join(folder, `${id}-log-x.ledger`))
    const lines: LedgerLine[] = []
    for await (const line of linesIn(folder, () => undefined)) {
      if (lines.length === 0) await change(folder, path.join(folder, 'c-log-x.ledger'))
      lines.push(line)
    }
    const ids = lines.flatMap(({ kind, id }) => (kind === 'k' ? [id] : []))
    expect([...new Set(ids)].sort(), name).toEqual(['a', 'b', 'c'])
  }
})

test('whoever reads beside compactions sees each line that was written before', async () => {
  const folder = newFolder()
  let stop = false
  let written = 0
  const working = (async () => {
    while (!stop) {
      for (let file = 0; file < 3; file += 1) await writeFile(folder, { id: String(written + file) })
      written += 3
      await compact(folder, { ...compactAll, now: inHours(30) })
    }
  })()
  try {
    for (let index = 0; index < 40; index += 1) {
      const before = written
      const { lines, problems } = await read(folder)
      expect(problems).toEqual([])
      const ids = new Set(lines.map(({ id }) => id))
      for (let id = 0; id < before; id += 1) expect(ids).toContain(String(id))
      const look = await lookAt(folder)
      expect(look.kinds.get('k') ?? 0).toBeGreaterThanOrEqual(before)
      expect(look.files.flatMap((file) => file.problems)).toEqual([])
    }
  } finally {
    stop = true
    await working
  }
})

test('a file that is listed and not there for good is told of', async () => {
  const folder = newFolder()
  const file = await writeFile(folder, { id: 'a' })
  rmSync(file)
  symlinkSync('nowhere', file)
  expect((await read(folder)).problems).toEqual([{ file, line: 1, kind: 'unreadable' }])
})

import {
  appendFileSync,
  createReadStream,
  fstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { compact } from '../../../server/platform/ledger/compact.js'
import type { LedgerEntry, LedgerLine } from '../../../server/platform/ledger/entries.js'
import { Ledger } from '../../../server/platform/ledger/ledger.js'
import { encodeLine } from '../../../server/platform/ledger/line.js'
import { lookAt } from '../../../server/platform/ledger/look.js'
import {
  addresses,
  age,
  at,
  compactAll,
  filesIn,
  inHours,
  newFolder,
  read,
  suppressed,
  writeFile,
} from '../../support/ledger/ledger-files.js'

/** Tests how compaction changes the lines of files. */

const erased = (address: string): LedgerEntry => ({
  kind: 'erasure',
  workspaceId: 'w',
  address,
  id: '#x',
  state: { project_id: null, environment: null, deletion_id: 'd' },
})
const who = (address: string) => addresses.hide('w', address).who
const bySubject = (lines: readonly LedgerLine[]) =>
  new Map(lines.map((line) => [`${line.kind} ${line.who}`, line]))

test('compaction keeps the last line of each subject, and forgets addresses that were erased', async () => {
  const folder = newFolder()
  const ledger = await Ledger.open(folder)
  ledger.useAddresses(addresses)
  await ledger.append(at(9), [suppressed('last@example.com', true)])
  await ledger.append(at(3), [suppressed('last@example.com'), suppressed('ann@example.com')])
  await ledger.append(at(4), [suppressed('bob@example.com'), suppressed('bob@example.com', true)])
  await ledger.append(at(5), [erased('ann@example.com')])
  await ledger.close()
  const before = (await read(folder)).lines
  expect(before.find(({ kind }) => kind === 'erasure')).not.toHaveProperty('sealed')
  expect(before.find(({ who }) => who === addresses.hide('w', 'ann@example.com').who)).toHaveProperty(
    'sealed',
  )
  age(folder, 2)
  expect(await compact(folder, { ...compactAll, atOnceBytes: 200 })).toEqual({
    files: 1,
    linesBefore: 7,
    linesAfter: 5,
    lost: 0,
    problems: [],
  })
  expect(filesIn(folder)).toEqual(readdirSync(folder))
  const { lines } = await read(folder)
  const states = bySubject(lines)
  expect(states.get(`suppression ${who('last@example.com')}`)).toMatchObject({ gives: true, at: at(9) })
  expect(states.get(`suppression ${who('bob@example.com')}`)).toMatchObject({ gives: true })
  expect(states.get(`suppression ${who('ann@example.com')}`)).not.toHaveProperty('sealed')
  // Nothing new has come, so there is nothing to do.
  expect(await compact(folder, compactAll)).toBeUndefined()
})

test('whoever comes back after an erasure keeps the address that was sealed since', async () => {
  const folder = newFolder()
  const ledger = await Ledger.open(folder)
  ledger.useAddresses(addresses)
  await ledger.append(at(1), [suppressed('ann@example.com'), suppressed('bob@example.com')])
  await ledger.append(at(2), [erased('ann@example.com'), erased('bob@example.com')])
  await ledger.append(at(3), [suppressed('ann@example.com')])
  await ledger.close()
  await compact(folder, { ...compactAll, now: inHours(2) })
  const states = bySubject((await read(folder)).lines)
  expect(states.get(`suppression ${who('ann@example.com')}`)).toMatchObject({
    at: at(3),
    sealed: expect.any(String) as string,
  })
  expect(states.get(`suppression ${who('bob@example.com')}`)).not.toHaveProperty('sealed')
})

test('compaction leaves out what is too old, and says from when on it knows', async () => {
  const folder = newFolder()
  await writeFile(folder, { at: '2001-01-01T00:00:00.000000Z', id: 'old' }, { at: at(1), id: 'new' })
  expect(await compact(folder, { keepDays: 30, fromBytes: 0, now: inHours(2) })).toMatchObject({ files: 1 })
  const { lines } = await read(folder)
  expect(lines.map(({ id }) => id)).toEqual(['new'])
  const day = 86_400_000
  const since = new Date((await lookAt(folder)).since ?? '').getTime()
  // The time that compaction is told is in two hours.
  expect(Date.now() - 30 * day - since).toBeLessThan(day)
  expect(since).toBeLessThan(Date.now())
})

test('each file is read once, and so is each part of what does not fit in memory', async () => {
  const folder = newFolder()
  for (let file = 0; file < 4; file += 1)
    await writeFile(
      folder,
      ...Array.from({ length: 2000 }, (_, index) => ({ at: at(file), id: `${file % 3}-${index}` })),
    )
  const probe = await open(onlyFile(folder), 'r')
  const reads = vi.spyOn(Object.getPrototypeOf(probe) as FileHandle, 'createReadStream')
  await probe.close()
  const done = await compact(folder, { ...compactAll, atOnceBytes: 60_000, now: inHours(2) })
  const parts = reads.mock.calls.length - 4
  reads.mockRestore()
  expect(parts).toBeGreaterThan(5)
  expect(parts).toBeLessThan(20)
  expect(done).toMatchObject({ files: 4, linesBefore: 8004, linesAfter: 6001 })
  expect(readdirSync(folder)).toHaveLength(1)
  const { lines, problems } = await read(folder)
  expect(problems).toEqual([])
  expect(new Set(lines.map(({ id }) => id)).size).toBe(6000)
  expect(lines.filter(({ id }) => id?.startsWith('0-')).every((line) => line.at === at(3))).toBe(true)
})

test('of damaged files the lines that can be read are kept, and how many were lost', async () => {
  const folder = newFolder()
  const first = await writeFile(folder, ...['a', 'b', 'c', 'd', 'e'].map((id) => ({ id })))
  const lines = readFileSync(first, 'utf8').split('\n')
  // One line is damaged, and two are missing.
  lines[1] = lines[1]?.replace('"id":"a"', '"id":"x"') ?? ''
  lines.splice(3, 2)
  writeFileSync(first, lines.join('\n'))
  const second = await writeFile(folder, { id: 'f' })
  appendFileSync(second, 'garbage\nno end')
  const done = await compact(folder, { ...compactAll, now: inHours(2) })
  expect(done).toMatchObject({ files: 2, lost: 4 })
  expect(done?.problems.map(({ kind }) => kind).sort()).toEqual(['damaged', 'damaged', 'missing'])

  const found = await read(folder)
  expect(found.problems).toEqual([])
  const gaps = found.lines.filter(({ kind }) => kind === 'gap')
  expect(gaps.map(({ state }) => (state as { lost: number }).lost).sort()).toEqual([1, 3])
  expect(new Set(gaps.map(({ id }) => id)).size).toBe(2)
  expect(found.lines.flatMap(({ kind, id }) => (kind === 'k' ? [id] : [])).sort()).toEqual(['b', 'e', 'f'])
  expect(await lookAt(folder)).toMatchObject({ lost: 4, files: [{ problems: [] }] })
  // They stay apart, and it is nothing new.
  await writeFile(folder, { id: 'g' })
  await compact(folder, { ...compactAll, now: inHours(50) })
  expect((await lookAt(folder)).lost).toBe(4)
})

test('a damaged file that a killed compaction has left is told of once', async () => {
  const folder = newFolder()
  const file = await writeFile(folder, { id: 'a' })
  appendFileSync(file, 'garbage\n')
  const content = readFileSync(file)
  await compact(folder, { ...compactAll, now: inHours(2) })
  // It was killed before it removed what it had read.
  writeFileSync(file, content)
  renameSync(file, file.replace('.ledger', '.closing'))
  expect(await compact(folder, { ...compactAll, now: inHours(30) })).toMatchObject({ files: 2 })
  const { lines } = await read(folder)
  expect(lines.map(({ kind }) => kind).sort()).toEqual(['gap', 'k'])
})

test('files of a newer version, and those that cannot be read, stay and are not compacted for', async () => {
  const folder = newFolder()
  const newer = encodeLine({ n: 1, at: at(1), kind: 'begin', state: { format: 99 } })
  writeFileSync(path.join(folder, '1-log-newer.ledger'), newer)
  const broken = await writeFile(folder, { id: 'broken' })
  const probe = await open(broken, 'r')
  const { ino } = fstatSync(probe.fd)
  const disk = vi
    .spyOn(Object.getPrototypeOf(probe) as FileHandle, 'createReadStream')
    .mockImplementation(function (this: FileHandle) {
      const stream = createReadStream('', { encoding: 'utf8', fd: this })
      if (fstatSync(this.fd).ino !== ino) return stream
      return stream.destroy(Object.assign(new Error('broken'), { code: 'EIO' }))
    })
  await probe.close()
  expect(await compact(folder, { ...compactAll, now: inHours(2) })).toMatchObject({ files: 0 })
  expect(readdirSync(folder)).toHaveLength(2)
  expect(await compact(folder, { ...compactAll, now: inHours(50) })).toBeUndefined()
  const before = await read(folder)
  expect(before.problems.map(({ kind }) => kind).sort()).toEqual(['newer', 'unreadable'])

  // What can be read again is compacted with others.
  disk.mockRestore()
  await writeFile(folder, { id: 'other' })
  expect(await compact(folder, { ...compactAll, now: inHours(50) })).toMatchObject({ files: 2 })
  const { lines, problems } = await read(folder)
  expect(lines.map(({ id }) => id).sort()).toEqual(['broken', 'other'])
  expect(problems.map(({ kind }) => kind)).toEqual(['newer'])
})

const onlyFile = (folder: string) => path.join(folder, filesIn(folder)[0] ?? '')

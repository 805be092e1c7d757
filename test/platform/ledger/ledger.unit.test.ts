import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { ledgerAddresses } from '../../../server/platform/auth/ledger-addresses.js'
import { compact } from '../../../server/platform/ledger/compact.js'
import type { LedgerEntry, LedgerLine } from '../../../server/platform/ledger/entries.js'
import { Ledger } from '../../../server/platform/ledger/ledger.js'
import { linesIn, type LedgerProblem } from '../../../server/platform/ledger/read.js'
import { LedgerWriter } from '../../../server/platform/ledger/writer.js'

/** The files of a ledger: written, read, broken, taken away and compacted. */

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'postseal-ledger-'))
const at = (second: number) => `2030-01-31T09:00:${String(second).padStart(2, '0')}.000000Z`
const revoked = (id: string): LedgerEntry => ({ kind: 'api_key_revoked', workspaceId: 'w', id, state: {} })
const suppressed = (address: string, gives = false): LedgerEntry => ({
  kind: 'suppression',
  workspaceId: 'w',
  address,
  state: { reason: 'manual', note: null, suppressed_at: null, project_id: null },
  gives,
})
const addresses = ledgerAddresses(new Uint8Array(32).fill(7))

async function read(folder: string): Promise<{ lines: LedgerLine[]; problems: LedgerProblem[] }> {
  const problems: LedgerProblem[] = []
  const lines: LedgerLine[] = []
  for await (const line of linesIn(folder, (problem) => problems.push(problem))) lines.push(line)
  return { lines: lines.filter(({ kind }) => kind !== 'begin'), problems }
}

const filesIn = (folder: string) => readdirSync(folder).filter((name) => /\.(ledger|closing)$/.test(name))
const old = (folder: string) => {
  for (const name of filesIn(folder)) utimesSync(path.join(folder, name), 1, 1)
}
const compactAll = { keepDays: 36_500, fromBytes: 0 }

test('a ledger keeps what it was told in files for its owner alone, with no address in clear', async () => {
  const folder = path.join(newFolder(), 'new', 'ledger')
  const ledger = await Ledger.open(folder)
  expect(readdirSync(folder)).toEqual([])
  ledger.useAddresses(addresses)
  await Promise.all([
    ledger.append(at(1), [revoked('a'), suppressed('ann@example.com')]),
    ledger.append(at(2), [revoked('b')]),
  ])
  expect(ledger.state).toMatchObject({ waiting: 0, lost: 0, failing: undefined })
  await ledger.close()

  const { lines, problems } = await read(folder)
  expect(problems).toEqual([])
  expect(lines.map(({ n, kind, id }) => [n, kind, id])).toEqual([
    [2, 'api_key_revoked', 'a'],
    [3, 'suppression', undefined],
    [4, 'api_key_revoked', 'b'],
  ])
  const [file = ''] = filesIn(folder)
  expect(readFileSync(path.join(folder, file), 'utf8')).not.toContain('ann@')
  const [, { sealed = '', who } = {}] = lines
  expect(addresses.reveal('w', sealed)).toBe('ann@example.com')
  expect(addresses.reveal('other', sealed)).toBeUndefined()
  expect(ledgerAddresses(randomBytes(32)).reveal('w', sealed)).toBeUndefined()
  expect(who).toBe(addresses.hide('w', 'ann@example.com').who)
})

test('whatever a killed process leaves at the end of its file, all before it is read', async () => {
  const folder = newFolder()
  const writer = new LedgerWriter(folder, {})
  await writer.write(
    [1, 2, 3].map((second) => ({ at: at(second), kind: 'k', id: String(second), state: {} })),
  )
  await writer.close()
  const [name = ''] = filesIn(folder)
  const file = path.join(folder, name)
  const whole = readFileSync(file)
  const begins = [...whole.entries()].flatMap(([index, byte]) => (byte === 10 ? [index + 1] : []))
  for (let end = 0; end < whole.length; end += 1) {
    writeFileSync(file, whole.subarray(0, end))
    const complete = begins.filter((begin) => begin <= end).length
    const { lines, problems } = await read(folder)
    // A line that lacks nothing but its end was written whole.
    const isWhole = begins.includes(end + 1)
    expect(lines).toHaveLength(Math.max(0, complete - 1 + (isWhole && complete > 0 ? 1 : 0)))
    expect(problems.every(({ kind }) => kind === 'torn')).toBe(true)
  }
})

test('a damaged line, a missing line and a newer format are told with their places', async () => {
  const folder = newFolder()
  const writer = new LedgerWriter(folder, {})
  await writer.write(
    [1, 2, 3, 4].map((second) => ({ at: at(second), kind: 'k', id: String(second), state: {} })),
  )
  await writer.close()
  const [name = ''] = filesIn(folder)
  const file = path.join(folder, name)
  const lines = readFileSync(file, 'utf8').split('\n')
  lines[1] = lines[1]?.replace('"id":"1"', '"id":"9"') ?? ''
  lines.splice(3, 1)
  writeFileSync(file, lines.join('\n'))
  const found = await read(folder)
  expect(found.lines.map(({ id }) => id)).toEqual(['2', '4'])
  expect(found.problems).toEqual([
    { file, line: 2, kind: 'damaged' },
    { file, line: 4, kind: 'missing' },
  ])

  writeFileSync(path.join(folder, '2-log-x.ledger'), Buffer.alloc(5_000_000, 'x'))
  expect((await read(folder)).problems.map(({ kind }) => kind)).toEqual(['torn', 'damaged', 'missing'])
})

test('lines that the disk refuses wait, and the change goes on', async () => {
  const folder = newFolder()
  const ledger = await Ledger.open(folder)
  const told: string[] = []
  ledger.useNotices({ warn: (_details, text) => told.push(text), info: (_details, text) => told.push(text) })
  // The folder is gone, as a disk is that is no longer mounted.
  renameSync(folder, `${folder}.away`)
  await ledger.append(at(1), [revoked('a')])
  expect(ledger.state).toMatchObject({ waiting: 1, failing: { error: { code: 'ENOENT' } } })
  await ledger.append(at(2), [revoked('b')])
  expect(ledger.state.waiting).toBe(2)
  renameSync(`${folder}.away`, folder)
  await expect.poll(() => ledger.state, { timeout: 60_000 }).toMatchObject({ waiting: 0, failing: undefined })
  await ledger.close()
  expect((await read(folder)).lines.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(told).toEqual([
    'the ledger cannot be written: its lines wait in memory',
    'the ledger is written again',
  ])
})

test('of more lines than may wait the first are given up, and the ledger says how many', async () => {
  const folder = newFolder()
  const ledger = await Ledger.open(folder)
  renameSync(folder, `${folder}.away`)
  for (let index = 0; index < 30; index += 1)
    await ledger.append(
      at(index),
      Array.from({ length: 1000 }, (_, each) => revoked(`${index}-${each}`)),
    )
  expect(ledger.state).toMatchObject({ waiting: 20_000, lost: 10_000 })
  renameSync(`${folder}.away`, folder)
  await expect.poll(() => ledger.state.waiting, { timeout: 60_000 }).toBe(0)
  await ledger.close()
  const { lines, problems } = await read(folder)
  expect(problems).toEqual([])
  expect(lines.filter(({ kind }) => kind === 'gap').map(({ state }) => state)).toMatchObject([
    { lost: 10_000 },
  ])
  expect(lines[0]?.id).toBe('10-0')
  expect(lines.filter(({ kind }) => kind === 'api_key_revoked')).toHaveLength(20_000)
})

test('a recipient import pushes out lines of its own workspace, and nothing else', async () => {
  const folder = newFolder()
  const ledger = await Ledger.open(folder)
  ledger.useAddresses(addresses)
  renameSync(folder, `${folder}.away`)
  const suppressedIn = (workspaceId: string, address: string) => ({ ...suppressed(address), workspaceId })
  await ledger.append(at(1), [revoked('first'), suppressedIn('small', 'ann@example.com')])
  for (let index = 0; index < 201; index += 1)
    await ledger.append(
      at(2),
      Array.from({ length: 100 }, (_, each) => suppressedIn('large', `${index}-${each}@example.com`)),
    )
  await ledger.append(at(3), [revoked('last')])
  expect(ledger.state).toMatchObject({ waiting: 19_903, lost: 200 })
  renameSync(`${folder}.away`, folder)
  await expect.poll(() => ledger.state.waiting, { timeout: 60_000 }).toBe(0)
  await ledger.close()
  const { lines } = await read(folder)
  expect(lines.filter(({ kind }) => kind === 'api_key_revoked').map(({ id }) => id)).toEqual([
    'first',
    'last',
  ])
  expect(lines.filter(({ ws }) => ws === 'small')).toHaveLength(1)
  const { who } = addresses.hide('large', '2-0@example.com')
  expect(lines.find(({ ws }) => ws === 'large')?.who).toBe(who)
  expect(lines.filter(({ ws }) => ws === 'large')).toHaveLength(19_900)
  expect(lines.filter(({ kind }) => kind === 'gap').map(({ state }) => state)).toMatchObject([{ lost: 200 }])
})

test('what the disk refuses to be told of its own gap, it is told with the next line', async () => {
  const folder = newFolder()
  const ledger = await Ledger.open(folder)
  renameSync(folder, `${folder}.away`)
  for (let index = 0; index < 21; index += 1)
    await ledger.append(
      at(1),
      Array.from({ length: 1000 }, (_, each) => revoked(`${index}-${each}`)),
    )
  const write = Reflect.get(LedgerWriter.prototype, 'write')
  const spy = vi.spyOn(LedgerWriter.prototype, 'write').mockImplementation(function (
    this: LedgerWriter,
    lines,
  ) {
    if (lines[0]?.kind !== 'gap') return write.call(this, lines)
    spy.mockRestore()
    return Promise.reject(new Error('full once more'))
  })
  renameSync(`${folder}.away`, folder)
  await expect.poll(() => ledger.state.waiting, { timeout: 60_000 }).toBe(0)
  await ledger.append(at(2), [revoked('next')])
  await ledger.close()
  const { lines } = await read(folder)
  expect(lines.filter(({ kind }) => kind === 'gap').map(({ state }) => state)).toMatchObject([{ lost: 1000 }])
})

test('a folder that can never be there is refused at the start', async () => {
  const file = path.join(newFolder(), 'file')
  writeFileSync(file, '')
  await expect(Ledger.open(file)).rejects.toThrow(/a part of its path is a file.*POSTSEAL_LEDGER/)
  await expect(Ledger.open(path.join(file, 'ledger'))).rejects.toThrow(/POSTSEAL_LEDGER/)
  await expect(Ledger.open('ledger')).rejects.toThrow(/its path is relative/)
})

test('a disk that is not there yet keeps nobody from the start, and has the lines when it is', async () => {
  const disk = path.join(newFolder(), 'disk')
  const folder = path.join(newFolder(), 'link', 'ledger')
  symlinkSync(disk, path.dirname(folder))
  const ledger = await Ledger.open(folder)
  expect(ledger.state).toMatchObject({ waiting: 0, failing: { error: { code: 'ENOENT' } } })
  const told: string[] = []
  ledger.useNotices({ warn: (_details, text) => told.push(text), info: (_details, text) => told.push(text) })
  await ledger.append(at(1), [revoked('a')])
  expect(ledger.state.waiting).toBe(1)
  mkdirSync(disk)
  await expect.poll(() => ledger.state, { timeout: 60_000 }).toMatchObject({ waiting: 0, failing: undefined })
  await ledger.close()
  expect((await read(folder)).lines.map(({ id }) => id)).toEqual(['a'])
  expect(told).toEqual([
    'the ledger cannot be written: its lines wait in memory',
    'the ledger is written again',
  ])
})

test('a disk that comes back is seen without a line for it', async () => {
  const disk = path.join(newFolder(), 'disk')
  const link = path.join(newFolder(), 'link')
  symlinkSync(disk, link)
  const ledger = await Ledger.open(path.join(link, 'ledger'))
  expect(ledger.state.failing).toBeDefined()
  mkdirSync(disk)
  await expect.poll(() => ledger.state.failing, { timeout: 60_000 }).toBeUndefined()
  await ledger.close()
  expect(readdirSync(path.join(disk, 'ledger'))).toEqual([])
})

test('a process whose file is taken for compaction writes on in a new one, and nothing is lost', async () => {
  const folder = newFolder()
  const ledger = await Ledger.open(folder)
  await ledger.append(at(1), [revoked('a')])
  let stop = false
  const compacting = (async () => {
    while (!stop) {
      old(folder)
      await compact(folder, compactAll)
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

test('compaction keeps the last line of each subject, and forgets addresses that were erased', async () => {
  const folder = newFolder()
  const ledger = await Ledger.open(folder)
  ledger.useAddresses(addresses)
  await ledger.append(at(9), [suppressed('last@example.com', true)])
  await ledger.append(at(3), [suppressed('last@example.com'), suppressed('ann@example.com')])
  await ledger.append(at(4), [suppressed('bob@example.com'), suppressed('bob@example.com', true)])
  await ledger.append(at(5), [
    {
      kind: 'erasure',
      workspaceId: 'w',
      address: 'ann@example.com',
      id: '#x',
      state: { project_id: null, environment: null, deletion_id: 'd' },
    },
  ])
  await ledger.close()
  const before = (await read(folder)).lines
  expect(before.find(({ kind }) => kind === 'erasure')).not.toHaveProperty('sealed')
  expect(before.find(({ who }) => who === addresses.hide('w', 'ann@example.com').who)).toHaveProperty(
    'sealed',
  )
  old(folder)
  expect(await compact(folder, { ...compactAll, fromBytes: 1_000_000 })).toBeUndefined()
  expect(await compact(folder, { ...compactAll, atOnceBytes: 200 })).toEqual({
    files: 1,
    linesBefore: 7,
    linesAfter: 5,
  })
  const { lines } = await read(folder)
  const who = (address: string) => addresses.hide('w', address).who
  const states = new Map(lines.map((line) => [`${line.kind} ${line.who}`, line]))
  expect(states.get(`suppression ${who('last@example.com')}`)).toMatchObject({ gives: true, at: at(9) })
  expect(states.get(`suppression ${who('bob@example.com')}`)).toMatchObject({ gives: true })
  expect(states.get(`suppression ${who('ann@example.com')}`)).not.toHaveProperty('sealed')
  // Nothing new has come, so there is nothing to do.
  expect(await compact(folder, compactAll)).toBeUndefined()
})

test('compaction leaves out what is too old, says from when on it knows, and leaves damaged files alone', async () => {
  const folder = newFolder()
  const writer = new LedgerWriter(folder, {})
  const now = new Date().toISOString()
  await writer.write([
    { at: '2001-01-01T00:00:00.000000Z', kind: 'k', id: 'old', state: {} },
    { at: now, kind: 'k', id: 'new', state: {} },
  ])
  await writer.close()
  const other = new LedgerWriter(folder, {})
  await other.write([{ at: now, kind: 'k', id: 'damaged', state: {} }])
  await other.close()
  const damaged = filesIn(folder).find((name) =>
    readFileSync(path.join(folder, name), 'utf8').includes('damaged'),
  )
  appendFileSync(path.join(folder, damaged ?? ''), 'garbage\n')
  old(folder)
  expect(await compact(folder, { keepDays: 30, fromBytes: 0 })).toMatchObject({ files: 1 })
  const { lines, problems } = await read(folder)
  expect(lines.map(({ id }) => id).sort()).toEqual(['damaged', 'new'])
  expect(problems.map(({ kind }) => kind)).toEqual(['damaged'])
})

test('a disk that does not answer holds nobody up for long, and has the lines when it does', async () => {
  const folder = newFolder()
  const ledger = await Ledger.open(folder)
  const told: string[] = []
  ledger.useNotices({ warn: (_details, text) => told.push(text), info: (_details, text) => told.push(text) })
  let answer: () => void = () => undefined
  const silent = new Promise<void>((resolve) => (answer = resolve))
  const write = vi.spyOn(LedgerWriter.prototype, 'write').mockImplementationOnce(() => silent)
  const [first, second] = [ledger.append(at(1), [revoked('a')]), ledger.append(at(2), [revoked('b')])]
  await Promise.all([first, second])
  expect(ledger.state).toMatchObject({
    waiting: 2,
    failing: { error: { message: 'the disk does not answer' } },
  })
  answer()
  await ledger.append(at(3), [revoked('c')])
  await expect.poll(() => ledger.state.waiting, { timeout: 60_000 }).toBe(0)
  await ledger.close()
  write.mockRestore()
  expect((await read(folder)).lines.map(({ id }) => id)).toEqual(['b', 'c'])
  expect(told).toEqual([
    'the ledger cannot be written: its lines wait in memory',
    'the ledger is written again',
  ])
})

import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { ledgerAddresses } from '../../../server/platform/auth/ledger-addresses.js'
import { Ledger } from '../../../server/platform/ledger/ledger.js'
import { LedgerWriter } from '../../../server/platform/ledger/writer.js'
import {
  addresses,
  at,
  filesIn,
  newFolder,
  read,
  revoked,
  suppressed,
} from '../../support/ledger/ledger-files.js'

/** The files of a ledger: written, read and broken, on disks that fail. */

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
    { file, line: 4, kind: 'missing', lost: 1 },
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

test('a disk that is full has no file of the tries to begin one', async () => {
  const folder = newFolder()
  const probe = await open(path.join(folder, 'probe'), 'w')
  const full = vi
    .spyOn(Object.getPrototypeOf(probe) as FileHandle, 'datasync')
    .mockRejectedValue(Object.assign(new Error('full'), { code: 'ENOSPC' }))
  await probe.close()
  const writer = new LedgerWriter(folder, {})
  const line = { at: at(1), kind: 'k', id: '1', state: {} }
  for (let index = 0; index < 3; index += 1) await expect(writer.write([line])).rejects.toThrow('full')
  expect(readdirSync(folder)).toEqual(['probe'])
  full.mockRestore()
  await writer.write([line])
  await writer.close()
  expect((await read(folder)).lines).toHaveLength(1)
})

test('a file is left when it is old: with its next line, or when somebody looks', async () => {
  const folder = newFolder()
  const line = { at: at(1), kind: 'k', id: '1', state: {} }
  const young = new LedgerWriter(folder, {})
  await young.write([line])
  await young.leaveOld()
  await young.write([line])
  expect(young.path).toBeDefined()
  expect(filesIn(folder)).toHaveLength(1)
  await young.close()
  const old = new LedgerWriter(folder, {}, 0)
  await old.write([line])
  expect(old.path).toBeUndefined()
  await old.write([line])
  expect(filesIn(folder)).toHaveLength(3)

  const clock = vi.spyOn(performance, 'now')
  const ledger = await Ledger.open(folder)
  await ledger.append(at(1), [revoked('a')])
  await ledger.leaveOldFile()
  expect(ledger.currentFile).toBeDefined()
  clock.mockReturnValue(performance.now() + 90_000_000)
  // Beside a write it does nothing, since whoever writes looks as well.
  const written = ledger.append(at(2), [revoked('b')])
  await ledger.leaveOldFile()
  await written
  expect(ledger.currentFile).toBeUndefined()
  await ledger.append(at(3), [revoked('c')])
  // The turn ends in which the write does.
  await new Promise((resolve) => setImmediate(resolve))
  clock.mockReturnValue(performance.now() + 90_000_000)
  await ledger.leaveOldFile()
  expect(ledger.currentFile).toBeUndefined()
  await ledger.append(at(4), [revoked('d')])
  clock.mockRestore()
  await ledger.close()
  const { lines, problems } = await read(folder)
  expect(problems).toEqual([])
  expect(lines.flatMap(({ id }) => (/[a-d]/.test(id ?? '') ? [id] : [])).sort()).toEqual(['a', 'b', 'c', 'd'])
})

import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import request from 'supertest'
import { expect, test, vi } from 'vitest'
import { batchPauseMs, maxSharedBytes } from '../../../server/operate/sink/kept/message-files.js'
import { MessageStore } from '../../../server/operate/sink/kept/store.js'
import type { StoredMessage } from '../../../server/operate/sink/kept/stored-message.js'
import { idOf, mounted, send, useSink } from './support.js'
import type { ListBody } from './support.js'

const rig = useSink()
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const envelope = { from: 'shop@shop.example', to: ['ada@example.com'] }

/** A message whose bytes no other one has; some look like lines of the file. */
const rawOf = (name: string) =>
  Buffer.from(`Subject: ${name}\r\n\r\n+3 {"id":"${name}"}\n\n\nsecret-${name}\r\n`)

async function open(keep = 100): Promise<MessageStore> {
  const store = await MessageStore.open(rig.folder(), keep, log)
  rig.onEnd(() => store.close())
  return store
}

/** Adds messages at the same time: the first one gets files of its own, the others share a file. */
const addAll = (store: MessageStore, names: readonly string[]) =>
  Promise.all(names.map((name) => store.add(envelope, rawOf(name))))

const readAll = (store: MessageStore, messages: readonly StoredMessage[]) =>
  Promise.all(messages.map(async (one) => (await store.beginning(one, one.size))?.toString()))

async function files(ending: string): Promise<string[]> {
  const names = (await readdir(rig.folder())).filter((name) => name.endsWith(ending))
  return names.map((name) => join(rig.folder(), name))
}

async function batchFile(): Promise<string> {
  const found = await files('.batch')
  expect(found).toHaveLength(1)
  return found[0] as string
}

test('messages that arrive together share a file that only the owner may read, also after a restart', async () => {
  const names = ['a', 'b', 'c', 'd']
  const first = await open()
  const added = await addAll(first, names)
  expect(await files('.eml')).toHaveLength(1)
  await addAll(first, ['e', 'f'])
  expect((await stat(await batchFile())).mode & 0o777).toBe(0o600)
  const expected = [...names, 'e', 'f'].map((name) => rawOf(name).toString())
  const all = (store: MessageStore) => readAll(store, store.olderThan(undefined, 10).reverse())
  expect((await all(first)).sort()).toEqual([...expected].sort())
  await first.close()

  const second = await open()
  expect((await all(second)).sort()).toEqual([...expected].sort())
  expect(added.map(({ id }) => second.find(id))).toEqual(added)
})

test('a message soon after a batch is appended, and one after a pause has files of its own', async () => {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  rig.onEnd(() => Promise.resolve(clock.mockRestore()))
  const store = await open()
  await addAll(store, ['a', 'b'])
  // Reading the folder takes longer than what is left of the writing.
  expect(await files('.eml')).toHaveLength(1)
  now += batchPauseMs - 1
  await addAll(store, ['c'])
  expect(await files('.eml')).toHaveLength(1)
  now += batchPauseMs
  const [d] = (await addAll(store, ['d'])) as [StoredMessage]
  expect(store.placeOf(d).start).toBeUndefined()
  expect(await files('.eml')).toHaveLength(2)
  const expected = ['a', 'b', 'c', 'd'].map((name) => rawOf(name).toString())
  expect((await readAll(store, store.olderThan(undefined, 10))).sort()).toEqual(expected)
})

test('a deleted message is overwritten, for good, and the file goes with its last message', async () => {
  const first = await open()
  const [alone, b, c, d] = (await addAll(first, ['a', 'b', 'c', 'd'])) as [
    StoredMessage,
    StoredMessage,
    StoredMessage,
    StoredMessage,
  ]
  await first.remove([c.id])
  const path = await batchFile()
  const content = await readFile(path, 'latin1')
  expect([content.includes('secret-c'), content.includes(c.id)]).toEqual([false, false])
  expect(await readAll(first, [b, c, d])).toEqual([rawOf('b').toString(), undefined, rawOf('d').toString()])
  await first.close()

  const second = await open()
  expect(second.olderThan(undefined, 10).map(({ id }) => id)).toEqual([d.id, b.id, alone.id])
  expect(await readAll(second, [b, d])).toEqual([rawOf('b').toString(), rawOf('d').toString()])
  await second.remove([b.id, d.id])
  expect(await files('.batch')).toEqual([])
})

test('messages that are deleted at the same time are all overwritten, and the others are not', async () => {
  const store = await open()
  const names = Array.from({ length: 12 }, (_, index) => `name-${index}-`)
  const added = await addAll(store, ['alone', ...names])
  const inFile = added.slice(1)
  // Some are neighbours, and some come in the other order.
  const leaving = [3, 4, 5, 9, 8, 0].map((index) => inFile[index]?.id ?? '')
  await Promise.all(leaving.map((id) => store.remove([id])))
  const content = await readFile(await batchFile(), 'latin1')
  for (const [index, name] of names.entries()) {
    const stays = !leaving.includes(inFile[index]?.id ?? '')
    expect([content.includes(`secret-${name}`), content.includes(inFile[index]?.id ?? '')]).toEqual([
      stays,
      stays,
    ])
  }
  await store.close()
  const again = await open()
  expect(again.size).toBe(names.length + 1 - leaving.length)
})

test('a file that is emptied while it takes more is given up', async () => {
  const store = await open()
  const [, b, c] = (await addAll(store, ['a', 'b', 'c'])) as [StoredMessage, StoredMessage, StoredMessage]
  const adding = addAll(store, ['d', 'e', 'f'])
  const [added] = await Promise.all([adding, store.remove([b.id, c.id])])
  expect(await readAll(store, added)).toEqual(['d', 'e', 'f'].map((name) => rawOf(name).toString()))
  await store.clear()
  expect(await readdir(rig.folder())).toEqual([])
  const [again] = await addAll(store, ['g', 'h']).then((both) => both.slice(1))
  expect(await readAll(store, again ? [again] : [])).toEqual([rawOf('h').toString()])
})

test('messages beyond the limit go from the shared file as well', async () => {
  const store = await open(2)
  await addAll(store, ['a', 'b', 'c', 'd', 'e'])
  await store.settled()
  expect(store.size).toBe(2)
  const kept = await readAll(store, store.olderThan(undefined, 10))
  const content = await readFile(await batchFile(), 'latin1')
  for (const name of ['b', 'c', 'd', 'e']) {
    expect(content.includes(`secret-${name}`)).toBe(kept.includes(rawOf(name).toString()))
  }
})

test('a batch that a killed process left half written is cut off, and nothing else', async () => {
  const first = await open()
  const added = await addAll(first, ['a', 'b', 'c'])
  await first.close()
  const path = await batchFile()
  const whole = await readFile(path)
  const half = [
    '+',
    '+5 {"id":"snk_01kbf3yq0ge8gvk2c5m7x9t3ea"',
    `${whole.toString('latin1').split('\n')[0]}\n\nSubject: half`,
    '+x nonsense\n\nabc',
  ]
  for (const end of half) {
    await writeFile(path, Buffer.concat([whole, Buffer.from(end)]))
    const store = await open()
    expect(added.map(({ id }) => store.find(id)?.id)).toEqual(added.map(({ id }) => id))
    expect(await readFile(path)).toEqual(whole)
  }
  await writeFile(path, whole.subarray(0, -1))
  expect((await open()).size).toBe(1)
  expect(await files('.batch')).toEqual([])
})

test('messages are kept although the files were deleted under the sink', async () => {
  const store = await open()
  await addAll(store, ['a', 'b', 'c'])
  await rm(await batchFile())
  const added = await addAll(store, ['d', 'e', 'f'])
  expect(await readAll(store, added)).toEqual(['d', 'e', 'f'].map((name) => rawOf(name).toString()))
})

test('a large message has files of its own', async () => {
  const store = await open()
  const large = Buffer.alloc(maxSharedBytes + 1, 'x')
  const [, , stored] = await Promise.all([
    store.add(envelope, rawOf('a')),
    store.add(envelope, rawOf('b')),
    store.add(envelope, large),
  ])
  expect((await store.beginning(stored, stored.size))?.equals(large)).toBe(true)
  expect(store.placeOf(stored).start).toBeUndefined()
  expect(await files('.batch')).toHaveLength(1)
})

test('where nothing can be written, every message is refused, and later ones are kept', async () => {
  const store = await open()
  await addAll(store, ['a'])
  await rm(rig.folder(), { recursive: true })
  const refused = await Promise.allSettled(['b', 'c', 'd'].map((name) => store.add(envelope, rawOf(name))))
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(store.size).toBe(1)
  await mkdir(rig.folder())
  const added = await addAll(store, ['e', 'f'])
  expect(await readAll(store, added)).toEqual(['e', 'f'].map((name) => rawOf(name).toString()))
})

test('mail in a shared file is shown, downloaded and deleted as any other', async () => {
  const sink = await rig.start()
  const subjects = Array.from({ length: 12 }, (_, index) => `Number ${index}`)
  const raw = (subject: string) => `From: a@shop.example\r\nSubject: ${subject}\r\n\r\nHi ${subject}\r\n`
  const ids = await Promise.all(
    subjects.map(async (subject) => idOf(await send(sink.port, 'ada@example.com', raw(subject)))),
  )
  expect(await files('.batch')).not.toEqual([])
  const inbox = request(mounted(sink))
  const { data } = (await inbox.get('/sink/messages')).body as ListBody
  const bySubject = new Map(data.map(({ id, subject }) => [id, subject]))
  expect(ids.map((id) => bySubject.get(id))).toEqual(subjects)
  for (const [index, id] of ids.entries()) {
    const { body } = await inbox.get(`/sink/messages/${id}/raw`).responseType('blob')
    expect(String(body)).toBe(raw(subjects[index] ?? ''))
  }
  await inbox.delete('/sink/messages').expect(204)
  expect(await readdir(rig.folder())).toEqual([])
})

test('the oldest messages go where all have too many recipients to keep them in memory', async () => {
  const first = await open()
  const to = Array.from({ length: 40_000 }, (_, order) => `reader-${order}@example.com`)
  const names = ['a', 'b', 'c']
  for (const name of names) await first.add({ from: 'shop@shop.example', to }, rawOf(name))
  await first.add(envelope, rawOf('d'))
  const kept = async (store: MessageStore) => readAll(store, store.olderThan(undefined, 10).reverse())
  const expected = ['b', 'c', 'd'].map((name) => rawOf(name).toString())
  expect(await kept(first)).toEqual(expected)
  await first.close()

  const second = await open()
  expect(await kept(second)).toEqual(expected)
  await second.clear()
  for (const name of names) await second.add(envelope, rawOf(name))
  expect(second.size).toBe(3)
})

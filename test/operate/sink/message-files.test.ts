import { writeSync } from 'node:fs'
import {
  mkdir,
  open as openFile,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
  type FileHandle,
} from 'node:fs/promises'
import { join } from 'node:path'
import request from 'supertest'
import { expect, test, vi } from 'vitest'
import { MessageStore } from '../../../server/operate/sink/kept/store.js'
import type { StoredMessage } from '../../../server/operate/sink/kept/stored-message.js'
import { idOf, mounted, send, useSink } from './support.js'
import type { ListBody } from './support.js'

const rig = useSink()
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const envelope = { from: 'shop@shop.example', to: ['ada@example.com'] }

/** A message whose bytes no other one has; some look like records of the file. */
const rawOf = (name: string) =>
  Buffer.from(`Subject: ${name}\r\n\r\n{"read":"${name}"}\n\n\nsecret-${name}\r\n`)

async function open(keep = 100): Promise<MessageStore> {
  const store = await MessageStore.open(rig.folder(), keep, log)
  rig.onEnd(() => store.close())
  return store
}

/** Adds messages at the same time. */
const addAll = (store: MessageStore, names: readonly string[]) =>
  Promise.all(names.map((name) => store.add(envelope, rawOf(name))))

const readAll = (store: MessageStore, messages: readonly StoredMessage[]) =>
  Promise.all(messages.map(async (one) => (await store.beginning(one, one.size))?.toString()))

/** The bytes of all kept messages, oldest first. */
const contentOf = (store: MessageStore) => readAll(store, store.olderThan(undefined, 100).reverse())

const textOf = (names: readonly string[]) => names.map((name) => rawOf(name).toString())

async function files(): Promise<string[]> {
  return (await readdir(rig.folder())).map((name) => join(rig.folder(), name))
}

async function onlyFile(): Promise<string> {
  const found = await files()
  expect(found).toHaveLength(1)
  return found[0] as string
}

/** All that is on disk. */
async function onDisk(): Promise<string> {
  return (await Promise.all((await files()).map((path) => readFile(path, 'latin1')))).join('')
}

test('messages share a file that only the owner may read, also after a restart', async () => {
  await rm(rig.folder(), { recursive: true })
  const first = await open()
  const added = await addAll(first, ['a', 'b', 'c', 'd'])
  added.push(...(await addAll(first, ['e'])))
  expect((await stat(await onlyFile())).mode & 0o777).toBe(0o600)
  expect((await stat(rig.folder())).mode & 0o777).toBe(0o700)
  const names = ['a', 'b', 'c', 'd', 'e']
  expect((await contentOf(first)).sort()).toEqual(textOf(names))
  await first.close()

  const second = await open()
  expect(added.map(({ id }) => second.find(id))).toEqual(added)
  await addAll(second, ['f'])
  expect((await contentOf(second)).sort()).toEqual(textOf([...names, 'f']))
  await onlyFile()
})

test('a file that is long takes no more, and a large message is kept whole', async () => {
  const store = await open()
  const large = Buffer.alloc(3 * 1024 * 1024, 'x\n')
  const [, stored] = await Promise.all([
    store.add(envelope, rawOf('a')),
    store.add(envelope, large),
    store.add(envelope, rawOf('b')),
  ])
  await addAll(store, ['c', 'd'])
  expect(await files()).toHaveLength(2)
  const whole = async (from: MessageStore) => (await from.beginning(stored, stored.size))?.equals(large)
  expect(await whole(store)).toBe(true)
  await store.close()
  const again = await open()
  expect([again.size, await whole(again)]).toEqual([5, true])
})

test('a deleted message is gone from the disk, and the file goes with its last message', async () => {
  const first = await open()
  const [a, b, c, d] = (await addAll(first, ['a', 'b', 'c', 'd'])) as [
    StoredMessage,
    StoredMessage,
    StoredMessage,
    StoredMessage,
  ]
  const before = await onlyFile()
  await first.remove([c.id])
  const content = await onDisk()
  expect([content.includes('secret-c'), content.includes(c.id)]).toEqual([false, false])
  expect((await stat(await onlyFile())).mode & 0o777).toBe(0o600)
  // Whoever still has the place of a message finds no other bytes there.
  expect(await onlyFile()).not.toBe(before)
  expect(await readAll(first, [b, c, d])).toEqual([rawOf('b').toString(), undefined, rawOf('d').toString()])
  await first.close()

  const second = await open()
  expect(second.olderThan(undefined, 10).map(({ id }) => id)).toEqual([d.id, b.id, a.id])
  expect(await contentOf(second)).toEqual(textOf(['a', 'b', 'd']))
  await second.remove([a.id, b.id, d.id])
  expect(await files()).toEqual([])
})

test('messages that are deleted at the same time are all gone, and the others are not', async () => {
  const store = await open()
  const names = Array.from({ length: 12 }, (_, index) => `name-${index}-`)
  const added = await addAll(store, names)
  // Some are neighbours, and some come in the other order.
  const leaving = [3, 4, 5, 9, 8, 0].map((index) => added[index]?.id ?? '')
  await Promise.all(leaving.map((id) => store.remove([id])))
  const content = await onDisk()
  for (const [index, name] of names.entries()) {
    const stays = !leaving.includes(added[index]?.id ?? '')
    expect([content.includes(`secret-${name}`), content.includes(added[index]?.id ?? '')]).toEqual([
      stays,
      stays,
    ])
  }
  await store.close()
  expect((await open()).size).toBe(names.length - leaving.length)
})

test('a file that is emptied while it takes more keeps that', async () => {
  const store = await open()
  const [b, c] = (await addAll(store, ['b', 'c'])) as [StoredMessage, StoredMessage]
  const adding = addAll(store, ['d', 'e', 'f'])
  const [added] = await Promise.all([adding, store.remove([b.id, c.id])])
  expect(await readAll(store, added)).toEqual(textOf(['d', 'e', 'f']))
  expect(await onDisk()).not.toContain('secret-b')
  await store.clear()
  expect(await files()).toEqual([])
  const again = await addAll(store, ['g', 'h'])
  expect(await readAll(store, again)).toEqual(textOf(['g', 'h']))
})

test('messages beyond the limit go with their file, and at once where another one is deleted', async () => {
  const store = await open(2)
  await addAll(store, ['a', 'b', 'c', 'd', 'e'])
  await store.settled()
  const kept = store.olderThan(undefined, 10)
  expect(await contentOf(store)).toHaveLength(2)
  await store.close()
  const again = await open(2)
  expect(again.olderThan(undefined, 10)).toEqual(kept)
  await again.remove([kept[0]?.id ?? ''])
  const [left] = await contentOf(again)
  const content = await onDisk()
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    expect(content.includes(`secret-${name}`)).toBe(left === rawOf(name).toString())
  // 12 MB go through an inbox of two messages.
  for (let count = 0; count < 40; count += 1) await again.add(envelope, Buffer.alloc(300_000, 'x'))
  await again.settled()
  expect((await onDisk()).length).toBeLessThan(3 * 1024 * 1024)
})

test('a record that a killed process left half written is cut off, and nothing else', async () => {
  const first = await open()
  const added = await addAll(first, ['a', 'b', 'c'])
  await first.close()
  const path = await onlyFile()
  const whole = await readFile(path)
  const line = whole.toString('latin1').split('\n')[0]
  const half = [
    '{',
    '{"id":"snk_01kbf3yq0ge8gvk2c5m7x9t3ea"',
    `${line}\n`,
    `${line}\nSubject: half`,
    'x\n\nabc',
  ]
  for (const end of half) {
    await writeFile(path, Buffer.concat([whole, Buffer.from(end)]))
    const store = await open()
    expect(added.map(({ id }) => store.find(id)?.id)).toEqual(added.map(({ id }) => id))
    expect(await readFile(path)).toEqual(whole)
  }
  await writeFile(path, whole.subarray(0, -1))
  expect((await open()).size).toBe(2)
  await writeFile(path, whole.subarray(0, 20))
  expect((await open()).size).toBe(0)
  expect(await files()).toEqual([])
})

test('a process that is killed while it deletes a message has either file, and not both', async () => {
  const first = await open()
  const [, b] = await addAll(first, ['a', 'b', 'c'])
  const before = await onlyFile()
  const whole = await readFile(before)
  await writeFile(`${before}.tmp`, whole.subarray(0, 50))
  expect((await open()).size).toBe(3)
  expect(await onlyFile()).toBe(before)
  await first.remove([b?.id ?? ''])
  const after = await onlyFile()
  // The old file is deleted after the new one is there.
  await writeFile(before, whole)
  const second = await open()
  expect(await contentOf(second)).toEqual(textOf(['a', 'c']))
  expect(await onlyFile()).toBe(after)
})

test('an opened message stays opened, after a restart and where its file is written anew', async () => {
  const first = await open()
  const [a, b] = (await addAll(first, ['a', 'b', 'c'])) as [StoredMessage, StoredMessage]
  first.markRead(a.id)
  first.markRead(b.id)
  await first.close()
  const second = await open()
  expect([second.isRead(a.id), second.unread]).toEqual([true, 1])
  await second.remove([b.id])
  expect(await onDisk()).not.toContain(b.id)
  await second.close()
  const third = await open()
  expect([third.isRead(a.id), third.unread]).toEqual([true, 1])
  await addAll(third, ['d'])
  expect(await contentOf(third)).toEqual(textOf(['a', 'c', 'd']))
})

test('messages are kept although the files were deleted under the sink', async () => {
  const store = await open()
  await addAll(store, ['a', 'b', 'c'])
  await rm(await onlyFile())
  const added = await addAll(store, ['d', 'e', 'f'])
  expect(await readAll(store, added)).toEqual(textOf(['d', 'e', 'f']))
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
  expect(await readAll(store, added)).toEqual(textOf(['e', 'f']))
})

test.each([[[]], [['a', 'b']]])('a full disk leaves nothing of a message behind, after %j', async (names) => {
  const store = await open()
  await addAll(store, names)
  const probe = await openFile(join(rig.folder(), 'probe'), 'w')
  const prototype = Object.getPrototypeOf(probe) as typeof probe
  await probe.close()
  await rm(join(rig.folder(), 'probe'))
  const before = await onDisk()
  const full = vi.spyOn(prototype, 'write').mockImplementation(function (this: FileHandle, content: unknown) {
    writeSync(this.fd, content as Buffer, 0, 90)
    return Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  })
  await expect(store.add(envelope, rawOf('c'))).rejects.toMatchObject({ code: 'ENOSPC' })
  full.mockRestore()
  expect(await onDisk()).toBe(before)
  await addAll(store, ['d'])
  await store.close()
  expect(await contentOf(await open())).toEqual(textOf([...names, 'd']))
})

test('mail is shown, downloaded and deleted', async () => {
  const sink = await rig.start()
  const subjects = Array.from({ length: 12 }, (_, index) => `Number ${index}`)
  const raw = (subject: string) => `From: a@shop.example\r\nSubject: ${subject}\r\n\r\nHi ${subject}\r\n`
  const ids = await Promise.all(
    subjects.map(async (subject) => idOf(await send(sink.port, 'ada@example.com', raw(subject)))),
  )
  await onlyFile()
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

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newUuid, toTypeId } from '../../../server/platform/db/ids.js'
import { MessageStore } from '../../../server/operate/sink/kept/store.js'
import { useSink } from './support.js'

/** Tests that the start takes over the files of versions before the files of records. */

const rig = useSink()
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

const message = (raw: string) => ({
  id: toTypeId('snk', newUuid()),
  received_at: '2026-11-20T10:00:00.000Z',
  envelope: { from: 'shop@shop.example', to: ['jörg@example.com'] },
  size: Buffer.byteLength(raw, 'latin1'),
})
type Message = ReturnType<typeof message>

const put = (name: string, content: string | Buffer) => writeFile(join(rig.folder(), name), content)

async function putPair(raw: string): Promise<Message> {
  const one = message(raw)
  await put(`${one.id}.eml`, Buffer.from(raw, 'latin1'))
  await put(`${one.id}.json`, JSON.stringify(one))
  return one
}

/** A batch of messages; of the deleted ones there are spaces and zeros. */
function batch(
  messages: readonly Message[],
  raws: readonly string[],
  deleted: readonly number[] = [],
): Buffer {
  const lines = messages.map((one, index) => {
    const line = `+${one.size} ${JSON.stringify(one)}\n`
    return deleted.includes(index) ? `-${one.size} `.padEnd(Buffer.byteLength(line) - 1) + '\n' : line
  })
  const bytes = raws.map((raw, index) => (deleted.includes(index) ? '\0'.repeat(raw.length) : raw))
  return Buffer.concat([Buffer.from(`${lines.join('')}\n`), Buffer.from(bytes.join(''), 'latin1')])
}

async function open(keep = 100): Promise<MessageStore> {
  const store = await MessageStore.open(rig.folder(), keep, log)
  rig.onEnd(() => store.close())
  return store
}

async function contentOf(store: MessageStore): Promise<(string | undefined)[]> {
  const messages = store.olderThan(undefined, 100).reverse()
  return Promise.all(messages.map(async (one) => (await store.beginning(one, one.size))?.toString('latin1')))
}

test('messages of an older version are taken over once, opened or not, and their files go', async () => {
  const raws = ['alone\n\n+3 x\n', 'b\xff\0\n\n', 'c-deleted', 'd', 'e\n', 'f']
  const [raw0 = '', ...others] = raws
  const alone = await putPair(raw0)
  const inBatches = others.map(message)
  const [b, c, d, e, f] = inBatches as [Message, Message, Message, Message, Message]
  const content = Buffer.concat([
    batch([b, c, d], others.slice(0, 3), [1]),
    batch([e], others.slice(3, 4)),
    batch([f, message('never whole')], ['f']),
  ])
  await put(`${b.id}.batch`, content)
  for (const { id } of [alone, d, message('gone')]) await put(`${id}.read`, '')
  await put('notes.json', 'not ours')
  const expected = [alone, b, d, e]

  const first = await open()
  expect(first.olderThan(undefined, 100).reverse()).toEqual(expected)
  expect(await contentOf(first)).toEqual(['alone\n\n+3 x\n', 'b\xff\0\n\n', 'd', 'e\n'])
  expect(expected.map(({ id }) => first.isRead(id))).toEqual([true, false, true, false])
  await first.remove([b.id])
  await first.close()
  const names = await readdir(rig.folder())
  expect(names.map((name) => name.replace(/^snk_\w{26}/, ''))).toEqual(['notes.json', '.mail'])

  // An interrupted start comes upon the files again.
  await put(`${b.id}.batch`, batch([d, e], ['d', 'e\n']))
  const second = await open()
  expect(await contentOf(second)).toEqual(['alone\n\n+3 x\n', 'd', 'e\n'])
  expect(await readFile(join(rig.folder(), 'notes.json'), 'utf8')).toBe('not ours')
})

test('halves of messages that a killed process left are no messages', async () => {
  const whole = await putPair('whole')
  const [noRaw, cutRaw, cutSidecar, noSidecar] = Array.from({ length: 4 }, () => message('damaged'))
  await put(`${noRaw?.id}.json`, JSON.stringify(noRaw))
  await put(`${cutRaw?.id}.json`, JSON.stringify(cutRaw))
  await put(`${cutRaw?.id}.eml`, 'cut')
  await put(`${cutSidecar?.id}.json`, '{"id":"snk_')
  await put(`${cutSidecar?.id}.eml`, 'damaged')
  await put(`${noSidecar?.id}.eml`, 'damaged')
  await put(`${message('half').id}.eml.tmp`, 'half')
  const store = await open()
  expect(store.olderThan(undefined, 100)).toEqual([whole])
  expect(await readdir(rig.folder())).toHaveLength(1)
})

test('the newest messages of an older version are taken over where there are too many', async () => {
  for (let count = 0; count < 5; count += 1) await putPair(`number ${count}`)
  const store = await open(2)
  expect(await contentOf(store)).toEqual(['number 3', 'number 4'])
})

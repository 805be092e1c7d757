import { expect, test, vi } from 'vitest'
import { newUuid } from '../../server/db/ids.js'
import { composedMessages, type ComposableMessage } from '../../server/delivery/compose/composed.js'
import type { MessageContent } from '../../server/delivery/compose/content.js'
import type { MessageKey } from '../../server/delivery/compose/load.js'
import { contentOf } from '../support/content.js'

const workspaceId = newUuid()
const newKey = (): ComposableMessage => ({ workspaceId, messageId: newUuid(), environment: 'live' })
const sign = vi.fn((message: Buffer) => Promise.resolve(message))

const contentWith = (key: MessageKey, text = 'It works.') => contentOf({ ...key, text })

test('a message is loaded and composed once for all who ask at the same time, and for who asks next', async () => {
  const load = vi.fn((key: MessageKey) => Promise.resolve(contentWith(key)))
  const composed = composedMessages(load, sign)
  const key = newKey()
  const [first, ...others] = await Promise.all(Array.from({ length: 50 }, () => composed(key)))
  expect(first?.toString()).toContain('It works.')
  for (const other of [...others, await composed(key)]) expect(other).toBe(first)
  expect(load).toHaveBeenCalledTimes(1)
  expect(sign).toHaveBeenCalledTimes(1)
})

test('what is gone is nothing, and asked for again', async () => {
  const load = vi.fn(() => Promise.resolve(undefined))
  const composed = composedMessages(load, sign)
  const key = newKey()
  expect(await composed(key)).toBeUndefined()
  expect(await composed(key)).toBeUndefined()
  expect(load).toHaveBeenCalledTimes(2)
})

test('a failure reaches all who wait, and is not kept', async () => {
  const load = vi
    .fn((key: MessageKey) => Promise.resolve<MessageContent | undefined>(contentWith(key)))
    .mockRejectedValueOnce(new Error('the database is away'))
  const composed = composedMessages(load, sign)
  const key = newKey()
  const asked = [composed(key), composed(key)]
  for (const each of asked) await expect(each).rejects.toThrow('the database is away')
  expect(await composed(key)).toBeInstanceOf(Buffer)
})

test('no more is kept than fits, and what does not fit arrives all the same', async () => {
  const load = vi.fn((key: MessageKey) => Promise.resolve(contentWith(key, 'x'.repeat(3000))))
  const composed = composedMessages(load, sign, 10_000)
  const [first, ...others] = Array.from({ length: 5 }, newKey)
  if (first === undefined) throw new Error('no keys')
  await composed(first)
  await composed(first)
  expect(load).toHaveBeenCalledTimes(1)
  for (const key of others) await composed(key)
  expect(load).toHaveBeenCalledTimes(5)
  await composed(first)
  expect(load).toHaveBeenCalledTimes(6)

  // More at a time than there is room for.
  const together = await Promise.all(Array.from({ length: 20 }, () => composed(newKey())))
  for (const message of together) expect(message?.length).toBeGreaterThan(3000)
  const tiny = composedMessages(load, sign, 100)
  expect((await tiny(newKey()))?.length).toBeGreaterThan(3000)
})

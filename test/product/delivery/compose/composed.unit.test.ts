import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newUuid, newWorkspaceId } from '../../../../server/platform/db/ids.js'
import {
  ComposedMessages,
  type ComposableMessage,
} from '../../../../server/product/delivery/compose/composed.js'
import type { MessageContent } from '../../../../server/product/delivery/compose/content.js'
import type { MessageKey } from '../../../../server/product/delivery/compose/load.js'
import { contentOf, noLinks } from '../../../support/mail/content.js'

const workspaceId = newWorkspaceId()
const newKey = (): ComposableMessage => ({
  workspaceId,
  messageId: newUuid(),
  environment: 'live',
  logId: newUuid(),
})
const sign = vi.fn((message: Buffer) => Promise.resolve(message))

const contentWith = (key: MessageKey, text = 'It works.') => contentOf({ ...key, text })

test('a message is loaded and composed once for all who ask at the same time, and for who asks next', async () => {
  const load = vi.fn((key: MessageKey) => Promise.resolve(contentWith(key)))
  const composed = new ComposedMessages(load, sign, noLinks)
  const key = newKey()
  const [first, ...others] = await Promise.all(Array.from({ length: 50 }, () => composed.get(key)))
  expect(first?.bytes.toString()).toContain('It works.')
  for (const other of [...others, await composed.get(key)]) expect(other).toBe(first)
  expect(load).toHaveBeenCalledTimes(1)
  expect(sign).toHaveBeenCalledTimes(1)
})

test('what is gone is nothing, and asked for again', async () => {
  const load = vi.fn(() => Promise.resolve(undefined))
  const composed = new ComposedMessages(load, sign, noLinks)
  const key = newKey()
  expect(await composed.get(key)).toBeUndefined()
  expect(await composed.get(key)).toBeUndefined()
  expect(load).toHaveBeenCalledTimes(2)
})

test('a failure reaches all who wait, and is not kept', async () => {
  const load = vi
    .fn((key: MessageKey) => Promise.resolve<MessageContent | undefined>(contentWith(key)))
    .mockRejectedValueOnce(new Error('the database is away'))
  const composed = new ComposedMessages(load, sign, noLinks)
  const key = newKey()
  const asked = [composed.get(key), composed.get(key)]
  for (const each of asked) await expect(each).rejects.toThrow('the database is away')
  expect((await composed.get(key))?.bytes).toBeInstanceOf(Buffer)
})

test('no more is kept than fits, and what does not fit arrives all the same', async () => {
  const load = vi.fn((key: MessageKey) => Promise.resolve(contentWith(key, 'x'.repeat(3000))))
  const composed = new ComposedMessages(load, sign, noLinks, 10_000)
  const [first, ...others] = Array.from({ length: 5 }, newKey)
  if (first === undefined) throw new Error('no keys')
  await composed.get(first)
  await composed.get(first)
  expect(load).toHaveBeenCalledTimes(1)
  for (const key of others) await composed.get(key)
  expect(load).toHaveBeenCalledTimes(5)
  await composed.get(first)
  expect(load).toHaveBeenCalledTimes(6)

  // More at a time than there is room for.
  const together = await Promise.all(Array.from({ length: 20 }, () => composed.get(newKey())))
  for (const message of together) expect(message?.bytes.length).toBeGreaterThan(3000)
  const tiny = new ComposedMessages(load, sign, noLinks, 100)
  expect((await tiny.get(newKey()))?.bytes.length).toBeGreaterThan(3000)
})

describe('what is kept', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const load = (key: MessageKey) => Promise.resolve(contentWith(key))
  /** Time enough for what is not in use to be dropped. */
  const later = () => vi.advanceTimersByTimeAsync(2000)

  test('is counted by the memory that holds it', async () => {
    const composed = new ComposedMessages(load, sign, noLinks)
    const messages = [await composed.get(newKey()), await composed.get(newKey())]
    const held = new Set(messages.map((message) => message?.bytes.buffer))
    expect(held.size).toBe(2)
    expect(composed.bytes).toBe([...held].reduce((sum, buffer) => sum + (buffer?.byteLength ?? NaN), 0))
    // Nothing else is in that memory.
    expect(composed.bytes).toBe(messages.reduce((sum, message) => sum + (message?.bytes.length ?? NaN), 0))
  })

  test('is gone soon after its last delivery has ended, and not before', async () => {
    const composed = new ComposedMessages(load, sign, noLinks)
    const key = newKey()
    const ends = [1, 2].map(() => {
      composed.begin(key.messageId)
      return () => composed.end(key.messageId)
    })
    await composed.get(key)
    ends[0]?.()
    await later()
    expect(composed.bytes).toBeGreaterThan(0)
    ends[1]?.()
    expect(composed.bytes).toBeGreaterThan(0)
    await later()
    expect(composed.bytes).toBe(0)
  })

  test('stays for a delivery that begins in time', async () => {
    const composed = new ComposedMessages(load, sign, noLinks)
    const [first, other] = [newKey(), newKey()]
    for (const key of [first, other]) {
      composed.begin(key.messageId)
      await composed.get(key)
      composed.end(key.messageId)
    }
    composed.begin(first.messageId)
    await later()
    expect(composed.bytes).toBe((await composed.get(first))?.bytes.length)
  })

  test('is not what is composed for a delivery that has been given up', async () => {
    let give: () => void = () => undefined
    const slowly = vi.fn(async (key: MessageKey) => {
      await new Promise<void>((resolve) => (give = resolve))
      return contentWith(key)
    })
    const composed = new ComposedMessages(slowly, sign, noLinks)
    const key = newKey()
    composed.begin(key.messageId)
    const asked = composed.get(key)
    composed.end(key.messageId)
    await later()
    give()
    expect((await asked)?.bytes.toString()).toContain('It works.')
    expect(composed.bytes).toBe(0)
  })
})

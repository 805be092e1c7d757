import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runInNewContext } from 'node:vm'
import type { Attachment, SendMessageRequest } from '../../../sdk-ts/src/index.js'
import { toBase64 } from '../../../sdk-ts/src/arguments/base64.js'
import { clientOf, disconnect, json, letter, skipWaits } from '../support.js'

/** Bytes of every value, and no regular ones. */
const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 7919) >> 3)

const pdf: Attachment = { filename: 'receipt.pdf', content_type: 'application/pdf', content: bytesOf(5) }
const logo: Attachment = { filename: 'logo.png', content: 'iVBORw0KGgo', content_id: 'logo' }

describe('base64', () => {
  // RFC 4648, section 10, up to five bytes.
  test.each([
    ['', ''],
    ['f', 'Zg=='],
    ['fo', 'Zm8='],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg=='],
    ['fooba', 'Zm9vYmE='],
  ])('of %j is %j', (text, base64) => {
    expect(toBase64(new TextEncoder().encode(text))).toBe(base64)
  })

  test.each([0, 1, 2, 3, 4, 5, 255, 256, 1_000_000, 1_048_576])('of %d bytes is what Node says', (length) => {
    const bytes = bytesOf(length)
    // Not toEqual: it would print megabytes.
    expect(toBase64(bytes) === Buffer.from(bytes).toString('base64')).toBe(true)
  })

  test('needs nothing that only Node has', () => {
    vi.stubGlobal('Buffer', undefined)
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(toBase64(Uint8Array.of(1))).toBe('AQ==')
  })

  test('has both signs of its alphabet', () => {
    expect(toBase64(Uint8Array.of(0xfb, 0xff, 0xff))).toBe('+///')
  })
})

async function sent(content: Attachment['content']): Promise<unknown> {
  const { client, seen } = clientOf([json({ id: 'msg_1' }, 202)])
  await client.messages.send({ ...letter, attachments: [{ filename: 'a', content }] })
  return (seen[0]?.body as SendMessageRequest).attachments?.[0]?.content
}

describe('the content of an attachment', () => {
  test('may be bytes', async () => {
    expect(await sent(Uint8Array.of(1, 2, 3, 4))).toBe('AQIDBA==')
  })

  test('may be a Buffer, whose own JSON would be another', async () => {
    expect(await sent(Buffer.from('Hello'))).toBe('SGVsbG8=')
  })

  test('may be a part of a larger buffer', async () => {
    expect(await sent(Uint8Array.of(9, 1, 2, 3, 9).subarray(1, 4))).toBe('AQID')
  })

  test('may come from another realm, as in the sandbox of a test runner', async () => {
    expect(await sent(runInNewContext('Uint8Array.of(1, 2, 3)') as Uint8Array)).toBe('AQID')
  })

  test('may be a text, which is sent as it stands', async () => {
    expect(await sent('JVBERi0xLjcK')).toBe('JVBERi0xLjcK')
    expect(await sent('not base64')).toBe('not base64')
  })
})

test('the rest of an attachment is sent as it was given, and stays as it was', async () => {
  skipWaits()
  const { client, seen } = clientOf([disconnect, json({ id: 'msg_1' }, 202)])
  const message = { ...letter, attachments: [pdf, { ...logo, field_of_version_2: 1 }] }
  const before = structuredClone(message)
  await client.messages.send(message)
  expect(message).toEqual(before)
  for (const { body } of seen) {
    expect(body).toEqual({
      ...letter,
      attachments: [
        { ...pdf, content: Buffer.from(bytesOf(5)).toString('base64') },
        { ...logo, field_of_version_2: 1 },
      ],
    })
  }
  expect(seen).toHaveLength(2)
})

test('the messages of a batch have attachments too', async () => {
  const { client, seen } = clientOf([json({ data: [], accepted: 2, rejected: 0 })])
  const items = [
    { idempotency_key: 'a', message: { ...letter, attachments: [pdf] } },
    { idempotency_key: 'b', message: letter },
  ]
  const before = structuredClone(items)
  await client.messages.sendBatch({ items })
  expect(items).toEqual(before)
  const content = Buffer.from(bytesOf(5)).toString('base64')
  expect(seen[0]?.body).toEqual({
    items: [
      { idempotency_key: 'a', message: { ...letter, attachments: [{ ...pdf, content }] } },
      { idempotency_key: 'b', message: letter },
    ],
  })
})

test('a message without attachments is sent without the field', async () => {
  const { client, seen } = clientOf([json({ id: 'msg_1' }, 202)])
  await client.messages.send(letter)
  expect(seen[0]?.body).toEqual(letter)
})

import { randomUUID } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { messageFor } from '../../../support/messages/messages.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant } from '../../../support/workspace/tenant.js'

/** Tests that the body of a batch is taken or refused as a whole. */

let service: TestService
let key: string
let project: string
beforeAll(async () => {
  service = await sharedApi()
  const tenant = await addTenant(service)
  project = tenant.liveProject
  key = await tenant.key({ project })
})

interface Item {
  idempotency_key: string
  message: unknown
}

const path = '/v1/messages/batch'
const item = (fields: object = {}, name: string = randomUUID()): Item => ({
  idempotency_key: name,
  message: messageFor(project, fields),
})
const countOf = async (subject: string) =>
  Number(
    (await service.sql.query('select count(*) from messages where subject = $1', [subject])).rows[0].count,
  )

describe('the envelope is refused as a whole', () => {
  const refused = async (body: unknown, detail: string) => {
    const reply = await call(service.url, 'POST', path, { key, body })
    expect(reply.status, reply.text).toBe(422)
    expect(reply.body.error.code).toBe('validation_failed')
    expect(reply.body.error.details[0].path).toBe(detail)
  }
  test.each<[string, () => unknown, string]>([
    ['without items', () => ({}), '/body/items'],
    ['with no item', () => ({ items: [] }), '/body/items'],
    ['with 101 items', () => ({ items: Array.from({ length: 101 }, () => item()) }), '/body/items'],
    [
      'with an item without a key',
      () => ({ items: [{ message: messageFor(project) }] }),
      '/body/items/0/idempotency_key',
    ],
    ['with an empty key', () => ({ items: [item({}, '')] }), '/body/items/0/idempotency_key'],
    [
      'with a key that is too long',
      () => ({ items: [item({}, 'x'.repeat(256))] }),
      '/body/items/0/idempotency_key',
    ],
    [
      'with a key that no header could carry',
      () => ({ items: [item({}, 'schlüssel')] }),
      '/body/items/0/idempotency_key',
    ],
    ['with an unknown field of an item', () => ({ items: [{ ...item(), extra: 1 }] }), '/body/items/0/extra'],
    [
      'with a key twice',
      () => ({ items: [item({}, 'same'), item(), item({}, 'same')] }),
      '/body/items/2/idempotency_key',
    ],
  ])('%s', async (_name, body, detail) => {
    const before = await countOf('Reset your password')
    await refused(body(), detail)
    expect(await countOf('Reset your password')).toBe(before)
  })
})

describe('a compressed body', () => {
  const compressed = (raw: Buffer, encoding: string) =>
    call(service.url, 'POST', path, {
      key,
      raw,
      headers: { 'Content-Encoding': encoding, 'Content-Type': 'application/json' },
    })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('of %s is read', async (encoding, compress) => {
    const reply = await compressed(compress(JSON.stringify({ items: [item()] })), encoding)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.accepted).toBe(1)
  })

  test('may be 10 MB when decoded and no more', async () => {
    const envelope = JSON.stringify({ items: [item({ text: '' }, 'x'.repeat(36))] })
    const filled = (bytes: number) =>
      Buffer.from(envelope.replace('"text":""', `"text":"${'a'.repeat(bytes - envelope.length)}"`))
    const fits = filled(10_000_000)
    expect(fits.length).toBe(10_000_000)
    expect((await compressed(gzipSync(fits), 'gzip')).body).toMatchObject({ accepted: 1 })
    const large = await compressed(gzipSync(filled(10_000_001)), 'gzip')
    expect(large.status).toBe(413)
    expect(large.body.error.code).toBe('payload_too_large')
  })

  test('that would swell to a hundred times the limit is refused without being swallowed', async () => {
    // What is compressed in parts unpacks to all of them (RFC 1952, section 2.2); as a whole it would take seconds.
    const bomb = Buffer.concat(Array<Buffer>(1000).fill(gzipSync(Buffer.alloc(1_000_000, ' '))))
    const before = process.memoryUsage().arrayBuffers
    const reply = await compressed(bomb, 'gzip')
    expect(reply.status).toBe(413)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200_000_000)
  })

  test('that is not what it says is refused', async () => {
    const reply = await compressed(Buffer.from('{"items":[]}'), 'gzip')
    expect(reply.status).toBe(400)
    expect(reply.body.error.code).toBe('malformed_request')
  })
})

test('a body that is nested without end is refused as a whole', async () => {
  const nested = '['.repeat(100_000) + ']'.repeat(100_000)
  for (const [of, raw] of [
    [path, `{"items":[{"idempotency_key":"a","message":${nested}}]}`],
    ['/v1/messages', `{"text":${nested}}`],
  ] as const) {
    const reply = await call(service.url, 'POST', of, { key, raw })
    expect([reply.status, reply.body.error.code, reply.body.error.details[0].code]).toEqual([
      422,
      'validation_failed',
      'depth',
    ])
  }
})

import { randomUUID } from 'node:crypto'
import { request as httpRequest, type ClientRequest } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { addressTokens } from '../../../../server/platform/auth/address-tokens.js'
import { loadServiceKey } from '../../../../server/platform/auth/service-key.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** Files of suppressions, as they come and as they should not. */

type Import = components['schemas']['SuppressionImport']

/** The connections that the service has to its database. */
const connections = 3

let service: TestService
let tenant: Tenant
let key: string
beforeAll(async () => {
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api', POSTSEAL_DATABASE_CONNECTIONS: String(connections) },
  })
  tenant = await addTenant(service)
  key = await tenant.key()
})
afterAll(() => service.stop())

const path = '/v1/suppressions/import'
const importFile = (raw: string | Buffer, headers: Record<string, string> = {}, as = key) =>
  call(service.url, 'POST', path, { key: as, raw, headers: { 'Content-Type': 'text/csv', ...headers } })
const codeOf = ({ status, body }: ApiReply) => [status, body.error?.code as unknown]
/** Lines of a domain of their own, and how many of them are suppressed. */
const someLines = (many: number) => {
  const domain = `${randomUUID()}.example`
  const emails = Array.from({ length: many }, (_, index) => `a${index}@${domain}`)
  return { domain, text: emails.map((email) => `${email}\r\n`).join('') }
}
async function suppressed(domain: string, of = tenant): Promise<number> {
  const { rows } = await service.sql.query(
    'select from suppressions where workspace_id = $1 and address like $2',
    [of.workspaceId, `%@${domain}`],
  )
  return rows.length
}
async function rowOf(email: string): Promise<Record<string, unknown> | undefined> {
  const { body } = await call(
    service.url,
    'GET',
    `/v1/suppressions/export?email=${encodeURIComponent(email)}`,
    { key },
  )
  return (body as { data: Record<string, unknown>[] }).data[0]
}

describe('a file', () => {
  test('is imported line by line, and a bad line costs itself only', async () => {
    const file = [
      '\ufeffName;E-Mail;Reason;Note;Suppressed At',
      'Ada;ADA@Import.example;hard_bounce;"Called; twice";2020-02-03T04:05:06+01:00',
      'Bob;bob@import.example;;;',
      '',
      'Eve;nobody;;;',
      'Eve;eve@import.example;gone;;',
      'Eve;eve@import.example;erasure;;',
      'Eve;eve@import.example;complaint;"one\r\ntwo";',
      'Bob;BOB@import.example;manual;;',
    ].join('\r\n')
    const { status, body } = await importFile(file)
    expect(status).toBe(200)
    const { rejected_lines, ...counts } = body as Import
    expect(counts).toEqual({ imported: 3, already_present: 1, rejected: 3 })
    expect(rejected_lines.map(({ line, code }) => [line, code])).toEqual([
      [5, 'email'],
      [6, 'reason'],
      [7, 'erasure'],
    ])
    expect(JSON.stringify(rejected_lines)).not.toMatch(/nobody|import\.example/)
    expect(await rowOf('ada@import.example')).toMatchObject({
      email: 'ada@import.example',
      reason: 'hard_bounce',
      note: 'Called; twice',
      suppressed_at: '2020-02-03T03:05:06.000Z',
    })
    expect(await rowOf('bob@import.example')).toMatchObject({ reason: 'import', note: null })
    expect(await rowOf('eve@import.example')).toMatchObject({ reason: 'complaint', note: 'one two' })

    const again = await importFile(file)
    expect(again.body).toMatchObject({ imported: 0, already_present: 4, rejected: 3 })
    const { rows } = await service.sql.query(
      `select from events where workspace_id = $1 and type = 'suppression.added'`,
      [tenant.workspaceId],
    )
    expect(rows).toEqual([])
  })

  test('changes nothing about what is suppressed, and brings nobody back who was erased', async () => {
    const erased = `${randomUUID()}@gone.example`
    const token = addressTokens(loadServiceKey(service.config).derive('erasure'))(
      tenant.workspaceId,
      null,
      erased,
    )
    await service.sql.query(
      `insert into suppressions (workspace_id, id, address, reason) values ($1, gen_random_uuid(), $2, 'erasure')`,
      [tenant.workspaceId, token],
    )
    const { body: first } = await call(service.url, 'POST', '/v1/compliance/suppressions', {
      key,
      body: { email: 'known@gone.example', reason: 'complaint' },
    })
    const { body } = await importFile(`known@gone.example,manual\n${erased.toUpperCase()}\n`)
    expect(body).toMatchObject({ imported: 0, already_present: 2 })
    expect(await rowOf('known@gone.example')).toEqual(first)
    expect(await suppressed('gone.example')).toBe(1)
  })

  test('with the same lines twice at once is imported once', async () => {
    const { domain, text } = someLines(1200)
    const replies = await Promise.all(
      [text, text.split('\r\n').reverse().join('\r\n')].map((each) => importFile(each)),
    )
    const imports = replies.map(({ body }) => body as Import)
    expect(imports.map(({ imported, already_present }) => imported + already_present)).toEqual([1200, 1200])
    expect(imports.reduce((sum, { imported }) => sum + imported, 0)).toBe(1200)
    expect(await suppressed(domain)).toBe(1200)
  })

  test('of bad lines only has as many as anybody reads in its reply', async () => {
    const { body } = await importFile('x\n'.repeat(10_050))
    const { rejected, rejected_lines } = body as Import
    expect([rejected, rejected_lines.length, rejected_lines.at(-1)?.line]).toEqual([10_050, 10_000, 10_000])
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('may be compressed by %s', async (encoding, compress) => {
    const { domain, text } = someLines(600)
    const { body } = await importFile(compress(text), { 'Content-Encoding': encoding })
    expect(body).toMatchObject({ imported: 600 })
    expect(await suppressed(domain)).toBe(600)
  })
})

describe('what is not taken', () => {
  test.each<[string, [number, string], string | Buffer, Record<string, string>]>([
    ['JSON', [415, 'unsupported_media_type'], '{}', { 'Content-Type': 'application/json' }],
    [
      'another charset',
      [415, 'unsupported_media_type'],
      'a',
      { 'Content-Type': 'text/csv; charset=windows-1252' },
    ],
    ['another encoding', [415, 'unsupported_media_type'], 'a', { 'Content-Encoding': 'zstd' }],
    ['nothing', [422, 'validation_failed'], '', {}],
    ['a broken encoding', [400, 'malformed_request'], 'no gzip', { 'Content-Encoding': 'gzip' }],
  ])('%s', async (_name, code, raw, headers) => {
    expect(codeOf(await importFile(raw, headers))).toEqual(code)
  })

  test.each(['text/csv;charset=UTF-8', 'text/csv; header=present; charset="utf-8"'])(
    'but %s is',
    async (type) => {
      expect((await importFile('x', { 'Content-Type': type })).status).toBe(200)
    },
  )

  const limit = 10_000_000
  /** A line, and so much in one more that the file is of this size. */
  const fileOf = (bytes: number) => {
    const { domain, text } = someLines(1)
    return { domain, raw: Buffer.from(text.padEnd(bytes, 'x')) }
  }

  test('more than 10 MB, of which nothing is read where the head says so', async () => {
    const fits = fileOf(limit)
    expect((await importFile(fits.raw)).body).toMatchObject({ imported: 1, rejected: 1 })
    const tooLarge = fileOf(limit + 1)
    expect(codeOf(await importFile(tooLarge.raw))).toEqual([413, 'payload_too_large'])
    expect(await suppressed(tooLarge.domain)).toBe(0)
  })

  test('more than 10 MB, however small it was made; what came before is imported', async () => {
    const { domain, text } = someLines(500)
    const bomb = gzipSync(Buffer.from(text.padEnd(limit + 1, 'x')))
    expect(bomb.length).toBeLessThan(50_000)
    const reply = await importFile(bomb, { 'Content-Encoding': 'gzip' })
    expect(codeOf(reply)).toEqual([413, 'payload_too_large'])
    expect(await suppressed(domain)).toBe(500)
  })

  test('more than 1,000,000 lines, however little they say; what came before is imported', async () => {
    const { domain, text } = someLines(500)
    const fits = await importFile(text + '\n'.repeat(999_500))
    expect(fits.body).toMatchObject({ imported: 500, rejected: 0 })
    const more = someLines(500)
    const refused = await importFile(more.text + '\n'.repeat(999_501))
    expect([refused.status, refused.body.error.details]).toEqual([
      422,
      [
        expect.objectContaining({
          path: '/body',
          rule: 'too_many',
          message: 'must have at most 1,000,000 lines: send those from line 1,000,001 on in another file',
        }),
      ],
    ])
    expect([await suppressed(domain), await suppressed(more.domain)]).toEqual([500, 500])
  })

  test('what breaks off; what came before is imported, and the rest with the next try', async () => {
    const { domain, text } = someLines(1500)
    const whole = gzipSync(text)
    const headers = { 'Content-Encoding': 'gzip', 'Idempotency-Key': randomUUID() }
    const broken = await importFile(whole.subarray(0, -8), headers)
    expect(codeOf(broken)).toEqual([400, 'malformed_request'])
    const before = await suppressed(domain)
    expect(before).toBeGreaterThanOrEqual(500)
    // An error has let go of the key.
    const { body } = await importFile(whole, headers)
    expect(body).toMatchObject({ imported: 1500 - before, already_present: before })
  })
})

describe('a client that', () => {
  /** More than are held back for the end of a record, and not as many as make whole batches. */
  const many = 1700

  /** Begins an upload that is longer than what it sends. */
  function begin(text: string, headers: Record<string, string> = {}): ClientRequest {
    const request = httpRequest(`${service.url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'text/csv', ...headers },
    })
    request.on('error', () => undefined)
    request.write(text)
    return request
  }

  test('hangs up leaves what it has sent, and the service in order', async () => {
    const { domain, text } = someLines(many)
    const name = randomUUID()
    const request = begin(text.slice(0, -100), { 'Idempotency-Key': name })
    await until(async () => (await suppressed(domain)) >= 500, 'the first batch')
    request.destroy()
    const aborted = (line: string) => line.includes('importSuppressions') && line.includes('"aborted":true')
    await until(() => service.logs.some(aborted), 'the end of the request')
    // Nobody waits for the one who has gone.
    const { body } = await importFile(text, { 'Idempotency-Key': name })
    const { imported, already_present } = body as Import
    expect([already_present >= 500, imported + already_present]).toEqual([true, many])
  })

  test('takes its time keeps no connection to the database and no transaction', async () => {
    const files = Array.from({ length: connections + 1 }, () => someLines(many))
    const requests = files.map(({ text }) => begin(text, { 'Idempotency-Key': randomUUID() }))
    for (const { domain } of files) {
      await until(async () => (await suppressed(domain)) >= 500, 'its first batch')
    }
    const { rows } = await service.sql.query(
      `select state from pg_stat_activity where datname = current_database() and application_name = 'postseal'
       and state like 'idle in transaction%'`,
    )
    expect(rows).toEqual([])
    expect((await importFile('quick@slow.example\n')).status).toBe(200)
    const replies = requests.map(
      (request) =>
        new Promise<number | undefined>((resolve) => {
          request.once('response', (response) => {
            response.resume()
            resolve(response.statusCode)
          })
          request.end()
        }),
    )
    expect(await Promise.all(replies)).toEqual(files.map(() => 200))
    for (const { domain } of files) expect(await suppressed(domain)).toBe(many)
  })
})

describe('an idempotency key', () => {
  test('answers the same bytes as before, however they come, and does nothing', async () => {
    const { domain, text } = someLines(3)
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await importFile(text, headers)
    await service.sql.query('delete from suppressions where address like $1', [`%@${domain}`])
    for (const again of [
      await importFile(text, headers),
      await importFile(gzipSync(text), { ...headers, 'Content-Encoding': 'gzip' }),
    ]) {
      expect(again.body).toEqual(first.body)
      expect(again.headers['idempotent-replayed']).toBe('true')
    }
    expect(await suppressed(domain)).toBe(0)
  })

  test('is a conflict with other bytes, of which nothing is imported', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    await importFile(someLines(3).text, headers)
    const other = someLines(600)
    expect(codeOf(await importFile(other.text, headers))).toEqual([409, 'idempotency_conflict'])
    expect(await suppressed(other.domain)).toBe(0)
    // Nor is what does not read as a file at all.
    const bomb = { ...headers, 'Content-Encoding': 'gzip' }
    expect(codeOf(await importFile('no gzip', bomb))).toEqual([400, 'malformed_request'])
  })

  test('lets one of many at once import', async () => {
    const { domain, text } = someLines(600)
    const headers = { 'Idempotency-Key': randomUUID() }
    const replies = await Promise.all(Array.from({ length: 5 }, () => importFile(text, headers)))
    expect(replies.filter((reply) => reply.headers['idempotent-replayed'] === undefined)).toHaveLength(1)
    for (const { body } of replies) expect(body).toMatchObject({ imported: 600, already_present: 0 })
    expect(await suppressed(domain)).toBe(600)
  })
})

test('a project key and one without the scope are refused', async () => {
  const ofProject = await tenant.key({ project: tenant.liveProject })
  expect(codeOf(await importFile('a@b.example', {}, ofProject))).toEqual([403, 'wrong_credential_kind'])
  const reader = await tenant.key({ scopes: ['reports:read'] })
  expect(codeOf(await importFile('a@b.example', {}, reader))).toEqual([403, 'insufficient_scope'])
})

test('what is imported is the importer’s workspace’s only', async () => {
  const other = await addTenant(service)
  const { domain, text } = someLines(3)
  await importFile(text, {}, await other.key())
  expect([await suppressed(domain), await suppressed(domain, other)]).toEqual([0, 3])
})

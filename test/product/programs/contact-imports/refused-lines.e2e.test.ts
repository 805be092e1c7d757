import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  countsOf,
  ended,
  imported,
  importFile,
  refusalOf,
  storedParts,
  type ContactImport,
  type Importer,
} from '../../../support/audience/contact-imports.js'
import { sentStatements, type SentStatement } from '../../../../server/platform/db/connection/client.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** Files of which hardly a line is a contact. */

let service: TestService
let tenant: Tenant
let importer: Importer
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await addTenant(service)
  importer = await importerOf(tenant)
})

const importerOf = async (of: Tenant): Promise<Importer> => ({
  url: service.url,
  key: await of.key(),
  project: of.testProject,
})
const header = 'email,name\n'
const bad = (count: number) => 'a\n'.repeat(count)
const good = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `m${from + index}@example.com,Ada\n`).join('')

/** Some kilobytes that are a large file. */
const hostile = gzipSync(header + bad(999_000))
const zipped = { 'Content-Encoding': 'gzip' }

describe('an import ends', { timeout: 120_000 }, () => {
  test('after 10,000 refused lines in a row, and says from which line the rest can be sent', async () => {
    const file = header + good(3) + bad(11_000) + good(5, 10)
    const found = await imported(importer, file)
    expect(found).toMatchObject({ status: 'failed', error: { code: 'too_many_refused' } })
    const line = found.error?.line ?? NaN
    expect(found.error?.message).toContain(`from line ${line} on`)
    // Whole batches of lines: what is counted is what was looked at, and nothing else.
    expect(countsOf(found)).toEqual({ lines: line - 2, created: 3, rejected: line - 5 })
    expect(line - 5).toBeGreaterThanOrEqual(10_000)
    expect(line - 5).toBeLessThan(10_500)
    const read = file.split('\n').slice(0, line - 1)
    expect(found.bytes_read).toBe(Buffer.byteLength(`${read.join('\n')}\n`))
    await until(async () => (await storedParts(service, tenant.workspaceId)) === 0, 'the end of the file')

    const rest = [header.trim(), ...file.split('\n').slice(line - 1)].join('\n')
    const left = 11_008 - found.lines
    expect(countsOf(await imported(importer, rest))).toEqual({ lines: left, created: 5, rejected: left - 5 })
  })

  test('where more than half of 20,000 lines are refused', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => good(1, index) + bad(2))
    const found = await imported(importer, header + lines.join(''))
    expect(found).toMatchObject({ status: 'failed', error: { code: 'too_many_refused' } })
    expect(found.lines).toBeGreaterThanOrEqual(20_000)
    expect(found.lines).toBeLessThan(20_500)
    expect(found.created + found.rejected).toBe(found.lines)
  })

  test('after a few lines of a large file, whoever sends many of them', { timeout: 60_000 }, async () => {
    const neighbor = await importerOf(await addTenant(service))
    const replies = await Promise.all(
      Array.from({ length: 7 }, () => importFile(importer, hostile, {}, zipped)),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 202))
    expect(countsOf(await imported(neighbor, header + good(2)))).toEqual({ lines: 2, created: 2 })
    for (const { body } of replies) {
      const { lines, error } = await ended(importer, (body as ContactImport).id)
      expect(error?.code).toBe('too_many_refused')
      expect(lines).toBeLessThan(10_500)
    }
  })
})

describe('an import goes on', () => {
  test('through 9,999 refused lines in a row, of a file that is good otherwise', async () => {
    const found = await imported(importer, header + good(10_000) + bad(9_999) + good(1_000, 10_000))
    expect([found.status, found.error]).toEqual(['completed', null])
    expect(countsOf(found)).toEqual({ lines: 20_999, created: 11_000, rejected: 9_999 })
  })

  test('to the end of a small file, be it that none of its lines is a contact', async () => {
    const found = await imported(importer, header + bad(5_000))
    expect([found.status, countsOf(found)]).toEqual(['completed', { lines: 5_000, rejected: 5_000 }])
  })
})

describe('a file of more than a million lines is refused while it arrives', () => {
  test.each([
    ['of LF alone', '\n'.repeat(20_000_000)],
    ['of CR alone', '\r'.repeat(20_000_000)],
    ['of short lines', bad(5_000_000)],
  ])('%s', async (_what, lines) => {
    const reply = await importFile(importer, gzipSync(header + lines), {}, zipped)
    expect(refusalOf(reply)).toEqual([422, '/body', expect.stringContaining('line 1,000,001')])
    expect(await storedParts(service, tenant.workspaceId)).toBe(0)
  })
})

test('an address that comes in every line takes few statements, and each line in its order', async () => {
  const sent: string[] = []
  const listen = (message: unknown) => sent.push((message as SentStatement).sql)
  sentStatements.subscribe(listen)
  const rows = Array.from({ length: 5_000 }, (_, n) => `ada@example.com,Ada ${n % 3 === 2 ? n - 1 : n}\n`)
  const found = await imported(importer, header + rows.join(''))
  sentStatements.unsubscribe(listen)
  expect(countsOf(found)).toEqual({ lines: 5_000, created: 1, updated: 3_333, unchanged: 1_666 })
  const { rows: contacts } = await service.sql.query<{ name: string }>(
    'select name from contacts where workspace_id = $1',
    [tenant.workspaceId],
  )
  expect(contacts).toEqual([{ name: 'Ada 4999' }])
  // Ten batches.
  expect(sent.filter((sql) => /update contacts set|insert into contacts/.test(sql)).length).toBeLessThan(25)
})

test('bytes that say little take little room', async () => {
  await service.sql.query(
    `update contact_imports set due_at = now() + interval '1 hour' where due_at is not null`,
  )
  const { status } = await importFile(importer, gzipSync(header + ','.repeat(90_000_000)), {}, zipped)
  expect(status).toBe(202)
  const { rows } = await service.sql.query<{ bytes: number }>(
    'select sum(length(content))::integer as bytes from contact_import_parts where workspace_id = $1',
    [tenant.workspaceId],
  )
  expect(rows[0]?.bytes).toBeLessThan(1_000_000)
})

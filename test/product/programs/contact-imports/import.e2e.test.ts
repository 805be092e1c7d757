import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { call } from '../../../support/api/api.js'
import { markErased } from '../../../support/erasure/erased.js'
import {
  countsOf,
  ended,
  imported,
  importFile,
  linesOf,
  refusalOf,
  storedParts,
  type ContactImport,
  type Importer,
} from '../../../support/audience/contact-imports.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** Files of contacts, from the request to the contacts that they make. */

type Schemas = components['schemas']

let service: TestService
let tenant: Tenant
let importer: Importer
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await addTenant(service)
  importer = { url: service.url, key: await tenant.key(), project: tenant.testProject }
})

async function contact(email: string, of = importer): Promise<Schemas['Contact'] | undefined> {
  const path = `/v1/contacts?project_id=${of.project}&email=${encodeURIComponent(email)}`
  const { body } = await call(of.url, 'GET', path, { key: of.key })
  return (body as Schemas['ContactList']).data[0]
}
async function contacts(): Promise<number> {
  const { rows } = await service.sql.query('select from contacts where workspace_id = $1', [
    tenant.workspaceId,
  ])
  return rows.length
}
const parts = () => storedParts(service, tenant.workspaceId)

describe('a file', () => {
  test('makes contacts with what its columns say, and names each line that it cannot take', async () => {
    const file = linesOf([
      'E-Mail,First name,Last name,Company size,VIP,properties,unsubscribed_at',
      'Ada@Example.com,Ada,Lovelace,12,yes,"{""plan"":""pro"",""seats"":5}",',
      'grace@example.com,Grace,,,,,2026-01-14 09:30:00',
      'nobody,,,,,,',
      ',,,,,,',
      'eve@example.com,,,twelve,,,',
      'mal@example.com,,,,,"{""plan"":[]}",',
      '"open@example.com,,,,,,',
      'late@example.com,,,,,,2999-01-01',
      'last@example.com',
    ])
    const found = await imported(importer, `\ufeff${file}`, {
      columns: ['properties.size:number=company size', 'properties.vip:boolean=VIP'],
    })
    expect(found).toMatchObject({
      status: 'completed',
      bytes_read: found.bytes,
      list_id: null,
      consent: null,
    })
    expect(countsOf(found)).toEqual({ lines: 8, created: 3, rejected: 5 })
    expect(found.columns.map(({ target }) => target)).toEqual([
      'email',
      'first_name',
      'last_name',
      'properties.size:number',
      'properties.vip:boolean',
      'properties',
      'unsubscribed_at',
    ])
    expect(found.first_lines.map(({ line, code, column }) => [line, code, column])).toEqual([
      [4, 'email', 'E-Mail'],
      [6, 'number', 'Company size'],
      [7, 'properties', 'properties'],
      [8, 'quote', null],
      [9, 'time', 'unsubscribed_at'],
    ])
    expect(await contact('ada@example.com')).toMatchObject({
      email: 'Ada@Example.com'.replace('Example', 'example'),
      name: 'Ada Lovelace',
      properties: { first_name: 'Ada', last_name: 'Lovelace', size: 12, vip: true, plan: 'pro', seats: 5 },
      unsubscribed_at: null,
    })
    expect((await contact('grace@example.com'))?.unsubscribed_at).toBe('2026-01-14T09:30:00.000Z')
    expect(await parts()).toBe(0)
  })

  test('may have the names of what every object has, and texts that nothing can store', async () => {
    const file = linesOf([
      'email,constructor,flag,properties',
      'ada@example.com,x,constructor,',
      'eve@example.com,x,yes,"{""toString"":""\\ud800""}"',
      'grace@example.com,x,yes,"{""valueOf"":""\\ud83d\\ude00""}"',
    ])
    const found = await imported(importer, file, { columns: 'properties.flag:boolean=flag' })
    expect(found.first_lines.map(({ line, code }) => [line, code])).toEqual([
      [2, 'boolean'],
      [3, 'text'],
    ])
    expect((await contact('grace@example.com'))?.properties).toEqual({
      constructor: 'x',
      flag: true,
      valueOf: '\u{1f600}',
    })
  })

  test('changes nothing the second time, and only what it says the next', async () => {
    const first = 'email,name,plan,age\nada@example.com,Ada,pro,36\ngrace@example.com,Grace,free,85\n'
    expect(countsOf(await imported(importer, first))).toEqual({ lines: 2, created: 2 })
    const before = await contact('ada@example.com')
    expect(countsOf(await imported(importer, first))).toEqual({ lines: 2, unchanged: 2 })
    expect(await contact('ada@example.com')).toEqual(before)
    const next = 'email,name,plan\nADA@example.com,,team\ngrace@example.com,,\n'
    expect(countsOf(await imported(importer, next))).toEqual({ lines: 2, updated: 1, unchanged: 1 })
    expect(await contact('ada@example.com')).toMatchObject({
      name: 'Ada',
      properties: { plan: 'team', age: '36' },
    })
  })

  test('that was exported here is taken by another project as it was', async () => {
    await imported(importer, 'email,name,note\nada@example.com,"=1+1","a;-b"\n')
    const exported = await call(service.url, 'GET', '/v1/contacts/export', {
      key: importer.key,
      headers: { Accept: 'text/csv' },
    })
    const other = { ...importer, project: tenant.liveProject }
    expect(countsOf(await imported(other, exported.text))).toEqual({ lines: 1, created: 1 })
    const [one, two] = [await contact('ada@example.com'), await contact('ada@example.com', other)]
    expect([two?.name, two?.properties]).toEqual([one?.name, one?.properties])
    expect(two?.properties).toEqual({ note: 'a;-b' })
  })

  test('of addresses alone needs no header, and may be compressed', async () => {
    const file = gzipSync('ada@example.com\ngrace@example.com\n')
    const { body } = await importFile(importer, file, {}, { 'Content-Encoding': 'gzip' })
    const found = await ended(importer, (body as ContactImport).id)
    expect([found.columns, found.bytes]).toEqual([[{ header: '', target: 'email' }], 34])
    expect(await contacts()).toBe(2)
  })

  test('with an address several times takes each line in its order', async () => {
    const rows = [
      'email,plan,team',
      'a@example.com,one,',
      'a@example.com,two,x',
      'A@example.com,,y',
      'a@example.com,,y',
    ]
    expect(countsOf(await imported(importer, rows.join('\n')))).toEqual({
      lines: 4,
      created: 1,
      updated: 3,
    })
    expect((await contact('a@example.com'))?.properties).toEqual({ plan: 'two', team: 'y' })
  })

  test('never opts anybody in, and keeps the first opt-out', async () => {
    await imported(importer, 'email,unsubscribed_at\nada@example.com,2026-01-14T09:30:00Z\n')
    const found = await imported(importer, 'email,unsubscribed_at,plan\nada@example.com,,pro\n')
    expect(countsOf(found)).toEqual({ lines: 1, updated: 1 })
    await imported(importer, 'email,unsubscribed_at\nada@example.com,2026-02-01\n')
    expect((await contact('ada@example.com'))?.unsubscribed_at).toBe('2026-01-14T09:30:00.000Z')
  })

  test('makes nothing of an address that was erased', async () => {
    await imported(importer, 'ada@example.com\n')
    const erased = { email: 'ada@example.com' }
    const deletion = await call(service.url, 'POST', '/v1/compliance/deletions', {
      key: await tenant.session('admin'),
      body: erased,
    })
    expect(deletion.status).toBeLessThan(300)
    const found = await imported(importer, 'email\nada@example.com\ngrace@example.com\n')
    expect(countsOf(found)).toEqual({ lines: 2, created: 1, rejected: 1 })
    expect(found.first_lines).toMatchObject([{ line: 2, code: 'erased' }])
    expect(await contact('ada@example.com')).toBeUndefined()
  })

  test('makes nothing of an address that was erased in the project, and bounces in the workspace', async () => {
    const email = 'bounced@example.com'
    await markErased(service, tenant, email, importer.project)
    const suppressed = await call(service.url, 'POST', '/v1/compliance/suppressions', {
      key: await tenant.key(),
      body: { email },
    })
    expect(suppressed.status).toBeLessThan(300)
    const found = await imported(importer, `email\n${email}\n`)
    expect(found.first_lines).toMatchObject([{ line: 2, code: 'erased' }])
    expect(await contact(email)).toBeUndefined()
  })
})

describe('the report', () => {
  test('has every line that was not imported, as CSV and as lines of JSON', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) =>
      index % 2 === 0 ? `a${index}@example.com` : `bad${index}`,
    )
    const found = await imported(importer, linesOf(['email', ...rows]))
    expect(countsOf(found)).toEqual({ lines: 3000, created: 1500, rejected: 1500 })
    expect(found.first_lines).toHaveLength(20)
    const path = `/v1/contact-imports/${found.id}/lines`
    const json = await call(service.url, 'GET', path, {
      key: importer.key,
      headers: { Accept: 'application/x-ndjson' },
    })
    const listed = json.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Schemas['ContactImportLine'])
    expect(listed.map(({ line }) => line)).toEqual(Array.from({ length: 1500 }, (_, index) => 3 + 2 * index))
    expect(listed.slice(0, 20)).toEqual(found.first_lines)
    const csv = await call(service.url, 'GET', path, { key: importer.key, headers: { Accept: 'text/csv' } })
    expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
      'line,code,column,message',
      '3,email,email,This is not an e-mail address.',
    ])
    expect(csv.text.trim().split('\r\n')).toHaveLength(1501)
  })
})

describe('what is refused at once', () => {
  test.each([
    ['no column for the address', 'name,plan\nAda,pro\n', {}, '/body'],
    ['data in the first line', 'ada@example.com,Ada\n', {}, '/body'],
    ['two columns for one thing', 'email,E-Mail\na@example.com,b@example.com\n', {}, '/body'],
    ['a header that is no name', 'email,年齢\na@example.com,3\n', {}, '/body'],
    ['a column that is not there', 'email\na@example.com\n', { columns: ['name=Full'] }, '/query/columns/0'],
    ['a target that is none', 'email\na@example.com\n', { columns: ['age=email'] }, '/query/columns/0'],
    ['UTF-16', Buffer.from('email\na@example.com\n', 'utf16le'), {}, '/body'],
  ] as const)('%s', async (_what, file, query, path) => {
    const reply = await importFile(importer, file, query)
    expect(refusalOf(reply)).toEqual([422, path, expect.any(String)])
    expect([await parts(), await contacts()]).toEqual([0, 0])
  })

  test('an eleventh import while ten are running, and one that has ended cannot be cancelled', async () => {
    // They wait, as those of a busy service do.
    await service.sql.query(
      `insert into contact_imports (workspace_id, id, project_id, environment, layout, bytes, next_byte, next_line,
         due_at)
       select $1, gen_random_uuid(), gen_random_uuid(), 'test', '{}', 1, 0, 1, now() + interval '1 hour'
       from generate_series(1, 10)`,
      [tenant.workspaceId],
    )
    const reply = await importFile(importer, 'a@example.com\n')
    expect([reply.status, reply.body.error?.code]).toEqual([409, 'invalid_state'])
    await service.sql.query('delete from contact_imports where workspace_id = $1', [tenant.workspaceId])
    const { id } = await imported(importer, 'a@example.com\n')
    const cancelled = await call(service.url, 'POST', `/v1/contact-imports/${id}/cancel`, {
      key: importer.key,
    })
    expect([cancelled.status, cancelled.body.error?.code]).toEqual([409, 'invalid_state'])
  })
})

describe('an import that is running', () => {
  /** A file with so many lines that its import takes some turns. */
  const many = linesOf([
    'email,plan',
    ...Array.from({ length: 40_000 }, (_, index) => `m${index}@example.com,pro`),
  ])

  test('tells its progress, and ends where it is cancelled', async () => {
    const { body } = await importFile(importer, many)
    const { id, bytes } = body as ContactImport
    const look = async () =>
      (await call(service.url, 'GET', `/v1/contact-imports/${id}`, { key: importer.key }))
        .body as ContactImport
    const half = await until(async () => {
      const found = await look()
      return found.lines > 0 ? found : undefined
    }, 'the first lines')
    expect([half.status, bytes]).toEqual(['running', Buffer.byteLength(many)])
    expect(half.bytes_read).toBeLessThan(bytes)
    const cancelled = await call(service.url, 'POST', `/v1/contact-imports/${id}/cancel`, {
      key: importer.key,
    })
    expect(cancelled.body).toMatchObject({ status: 'cancelled' })
    const after = cancelled.body as unknown as ContactImport
    expect(await contacts()).toBe(after.created)
    await until(async () => (await parts()) === 0, 'the end of the file')
    expect(await look()).toEqual(after)
  })

  test('ends where the workspace may have no more contacts, and says so', async () => {
    await service.sql.query(`update workspaces set limits = '{"contacts": 700}' where id = $1`, [
      tenant.workspaceId,
    ])
    const found = await imported(importer, many)
    expect(found).toMatchObject({
      status: 'failed',
      created: 500,
      error: {
        code: 'too_many_contacts',
        message: 'The file would give the workspace more than 700 contacts.',
      },
    })
    expect(await contacts()).toBe(500)
    await until(async () => (await parts()) === 0, 'the end of the file')
  })
})

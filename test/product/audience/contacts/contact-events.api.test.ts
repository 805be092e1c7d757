import { beforeAll, describe, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { fromTypeId } from '../../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { contactCalls, refusal } from '../../../support/audience/contact-calls.js'
import { expectOfThisTest } from '../../../support/time/instants.js'
import { untilWaiting } from '../../../support/database/lock-waits.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

type Contact = components['schemas']['Contact']
type ContactEvent = components['schemas']['ContactEvent']

let service: TestService
let tenant: Tenant
let key: string

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key({ scopes: ['contacts:*'] })
})

const { put, get, contact } = contactCalls(() => ({ service, tenant, key }))

const recordByAddress = (
  fields: Record<string, unknown>,
  { by = key, headers = {} }: { by?: string; headers?: Record<string, string> } = {},
): Promise<ApiReply> => {
  const body = { project_id: tenant.liveProject, name: 'signed_up', ...fields }
  return call(service.url, 'POST', '/v1/contacts/events', { key: by, body, headers })
}

describe('events', () => {
  const record = (id: string, body: Record<string, unknown>) =>
    call(service.url, 'POST', `/v1/contacts/${id}/events`, { key, body })

  test('are recorded with what is said of them, and listed newest record first', async () => {
    const { id } = await contact('events@example.com')
    const stranger = await contact('stranger@example.com')
    await record(stranger.id, { name: 'order_placed' })
    const past = await record(id, {
      name: 'order_placed',
      properties: { total: 49.9, paid: true, coupon: null },
      at: '2019-05-01T12:00:00.500+02:00',
    })
    expect(past.status, past.text).toBe(201)
    expect(past.body).toMatchObject({
      contact_id: id,
      name: 'order_placed',
      properties: { total: 49.9, paid: true, coupon: null },
      at: '2019-05-01T10:00:00.500Z',
    })
    const now = (await record(id, { name: 'logged.in' })).body as ContactEvent
    expect(now.at).toBe(now.created_at)
    expectOfThisTest(now.at)

    const path = `/v1/contacts/${id}/events`
    expect((await get(path)).body.data).toEqual([now, past.body])
    expect((await get(`${path}?name=order_placed`)).body.data).toEqual([past.body])
    expect((await get(`${path}?name=order`)).body.data).toEqual([])
    const page = (await get(`${path}?limit=1`)).body
    expect([page.data, page.has_more]).toEqual([[now], true])
    expect((await get(`${path}?limit=1&cursor=${page.next_cursor as string}`)).body.data).toEqual([past.body])
    expect((await get(`${path}?until=2020-01-01T00:00:00Z`)).body.data).toEqual([])
  })

  test('may be an hour ahead at most', async () => {
    const { id } = await contact('ahead@example.com')
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    expect((await record(id, { name: 'soon', at: inMinutes(59) })).status).toBe(201)
    const refused = await record(id, { name: 'late', at: inMinutes(62) })
    expect(refusal(refused)).toEqual([422, 'validation_failed', '/body/at'])
  })

  test.each([
    ['its id', ({ id }: Contact) => record(id, { name: 'late' })],
    ['its address', ({ email }: Contact) => recordByAddress({ email, name: 'late' })],
  ])('by %s are not left behind by a contact that is being deleted', async (_what, recordLate) => {
    const leaving = await contact('leaving@example.com')
    const { id } = leaving
    const client = await service.sql.connect()
    try {
      await client.query('begin')
      await client.query('delete from contacts where id = $1', [fromTypeId('con', id)])
      const recording = recordLate(leaving)
      await untilWaiting(service.sql, 'the request to wait')
      await client.query('commit')
      expect((await recording).status).toBe(404)
    } finally {
      client.release()
    }
    const left = 'select from contact_events where contact_id = $1'
    expect((await service.sql.query(left, [fromTypeId('con', id)])).rowCount).toBe(0)
  })

  test.each<Record<string, unknown>>([
    { name: 'two words' },
    { name: '' },
    {},
    { name: 'x', at: 'yesterday' },
    { name: 'x', properties: { a: {} } },
  ])('are refused where they are %j', async (body) => {
    const { data } = (await get('/v1/contacts?limit=1')).body as { data: Contact[] }
    expect((await record(data[0]?.id ?? '', body)).status).toBe(422)
  })
})

describe('events by an address', () => {
  const eventsOf = async (id: string) => (await get(`/v1/contacts/${id}/events`)).body.data as ContactEvent[]
  /** Counts the workspace's contacts and events, which a reply does not show. */
  const countRows = async (): Promise<unknown> => {
    const { rows } = await service.sql.query(
      `select (select count(*) from contacts where workspace_id = $1) as contacts,
         (select count(*) from contact_events where workspace_id = $1) as events,
         (select count(*) from automation_inbox where workspace_id = $1) as signals`,
      [tenant.workspaceId],
    )
    return rows
  }

  test('are of the contact that has it, in any form of it', async () => {
    const { id } = await contact('Forms@Bücher.example', { name: 'Ada' })
    const at = '2019-05-01T10:00:00.500Z'
    const properties = { total: 49.9, coupon: null }
    const first = await recordByAddress({ email: 'Forms@Bücher.example', properties, at })
    expect(first.status, first.text).toBe(201)
    expect(first.body).toMatchObject({ contact_id: id, name: 'signed_up', properties, at })
    const second = await recordByAddress({ email: 'FORMS@BÜCHER.example' })
    const third = await recordByAddress({ email: 'forms@xn--bcher-kva.example' })
    expect(second.body).toMatchObject({ contact_id: id, properties: {}, at: second.body.created_at })
    expect(await eventsOf(id)).toEqual([third.body, second.body, first.body])
    expect((await get(`/v1/contacts/${id}`)).body).toMatchObject({
      email: 'Forms@xn--bcher-kva.example',
      name: 'Ada',
    })
  })

  test('are of the contact of the project that is named', async () => {
    const project_id = await tenant.project()
    const email = 'both@example.com'
    const here = await contact(email)
    const there = (await put({ project_id, email })).body as Contact
    const recorded = await recordByAddress({ project_id, email })
    expect(recorded.body.contact_id).toBe(there.id)
    expect(await eventsOf(here.id)).toEqual([])
  })

  test('are refused where the project has no such contact, and nothing is made', async () => {
    const other = await tenant.project()
    const stranger = await addTenant(service)
    await put({ project_id: other, email: 'elsewhere@example.com' })
    const outside = { project_id: stranger.liveProject, email: 'outside@example.com' }
    expect((await put(outside, await stranger.key())).status).toBe(201)
    const before = await countRows()
    for (const email of ['unknown@example.com', 'elsewhere@example.com', 'outside@example.com']) {
      expect(refusal(await recordByAddress({ email })).slice(0, 2)).toEqual([404, 'not_found'])
    }
    expect(refusal(await recordByAddress(outside)).slice(0, 2)).toEqual([403, 'project_not_allowed'])
    expect(await countRows()).toEqual(before)
  })

  test('are refused of an address that was erased', async () => {
    const email = 'forgotten@example.com'
    await contact(email)
    expect((await recordByAddress({ email })).status).toBe(201)
    const erased = await call(service.url, 'POST', '/v1/compliance/deletions', {
      key,
      body: { email, project_id: tenant.liveProject },
    })
    expect(erased.status, erased.text).toBeLessThan(300)
    const before = await countRows()
    expect(refusal(await recordByAddress({ email })).slice(0, 2)).toEqual([404, 'not_found'])
    expect(await countRows()).toEqual(before)
  })

  test('are refused for projects that the key is not for', async () => {
    const email = 'held@example.com'
    await contact(email)
    const ofProject = await tenant.key({ project: tenant.liveProject })
    const ofLive = await tenant.key({ restrictions: { environment: 'live' } })
    const ofTest = { project_id: tenant.testProject, email }
    const codeBy = async (by: string) => refusal(await recordByAddress(ofTest, { by })).slice(0, 2)
    expect(await codeBy(ofProject)).toEqual([403, 'project_not_allowed'])
    expect(await codeBy(ofLive)).toEqual([403, 'environment_not_allowed'])
    for (const by of [ofProject, ofLive]) expect((await recordByAddress({ email }, { by })).status).toBe(201)
  })

  test('are recorded once for an idempotency key', async () => {
    const email = 'once@example.com'
    const { id } = await contact(email)
    const headers = { 'Idempotency-Key': 'sign-up-1' }
    const first = await recordByAddress({ email }, { headers })
    const again = await recordByAddress({ email }, { headers })
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
    expect(await eventsOf(id)).toEqual([first.body])
    const other = await recordByAddress({ email, name: 'signed_out' }, { headers })
    expect(refusal(other).slice(0, 2)).toEqual([409, 'idempotency_conflict'])
  })

  test.each<[Record<string, unknown>, string]>([
    [{ name: 'two words' }, '/body/name'],
    [{ email: 'nobody' }, '/body/email'],
    [{ at: new Date(Date.now() + 86_400_000).toISOString() }, '/body/at'],
    [{ project_id: undefined }, '/body/project_id'],
  ])('are refused where they are %j', async (fields, path) => {
    await put({ email: 'wrong@example.com' })
    const reply = await recordByAddress({ email: 'wrong@example.com', ...fields })
    expect(refusal(reply)).toEqual([422, 'validation_failed', path])
  })
})

import { entriesFor } from '../../support/workspace/audit.js'
import { randomUUID } from 'node:crypto'
import knex, { type Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toTypeId } from '../../../server/platform/db/ids.js'
import { haltWhereRatesAreHigh } from '../../../server/product/workspace/halting/halt-by-rate.js'
import { haltSending, resumeSending } from '../../../server/product/workspace/halting/halting.js'
import { call, type ApiReply } from '../../support/api/api.js'
import { expectOfThisTest } from '../../support/time/instants.js'
import { messageFor, send, settled } from '../../support/messages/messages.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'
import { until } from '../../support/time/until.js'

/** Tests the halts of a workspace's sending, what they stop, and how sending goes on. */

let service: TestService
let db: Knex
let tenant: Tenant
let key: string

beforeAll(async () => {
  service = await startTestService({ delivery: { pollMs: 20 } })
  db = knex({ client: 'pg', connection: service.config.databaseUrl ?? '', pool: { min: 0, max: 2 } })
})
afterAll(async () => {
  await db.destroy()
  await service.stop()
})
beforeEach(async () => {
  tenant = await addTenant(service)
  key = await tenant.key()
})

const status = async (as = key) =>
  (await call(service.url, 'GET', '/v1/sending-status', { key: as })).body as {
    status: string
    reason: string | null
    note: string | null
    halted_at: string | null
    window: Record<'settled' | 'bounced' | 'complained' | 'bounce_rate' | 'complaint_rate', number> & {
      since: string
    }
  }
const sends = (headers: Record<string, string> = {}, project = tenant.liveProject): Promise<ApiReply> =>
  call(service.url, 'POST', '/v1/messages', { key, body: messageFor(project), headers })

/** Counts some mail some hours ago. */
async function counted(hoursAgo: number, settledOnes: number, bounced = 0, complained = 0): Promise<void> {
  await service.sql.query(
    `insert into sending_totals (workspace_id, hour, counted_by, settled, bounced, complained)
     values ($1, date_trunc('hour', now(), 'UTC') - make_interval(hours => $2), $3, $4, $5, $6)`,
    [tenant.workspaceId, hoursAgo, randomUUID(), settledOnes, bounced, complained],
  )
}

/** Waits until something is counted. */
const untilCounted = (what: object) =>
  until(
    async () => {
      const { window } = await status()
      return Object.entries(what).every(([name, value]) => window[name as 'settled'] === value) && window
    },
    `the count of ${JSON.stringify(what)}`,
  )

describe('the status', () => {
  test('of a workspace that has sent nothing', async () => {
    const before = Date.now()
    const { window, ...rest } = await status()
    expect(rest).toEqual({
      status: 'active',
      reason: null,
      note: null,
      links_ended_at: null,
      held: null,
      halted_at: null,
    })
    expect(window).toMatchObject({ settled: 0, bounced: 0, complained: 0, bounce_rate: 0, complaint_rate: 0 })
    const hours = (before - Date.parse(window.since)) / 3_600_000
    expect(hours).toBeGreaterThan(22.99)
    expect(hours).toBeLessThanOrEqual(24)
  })

  test('counts live recipients that were delivered to or refused for good', async () => {
    await send(service.url, key, tenant.liveProject, {
      to: [
        'ada@example.com',
        'grace@example.com',
        'bounce@example.com',
        // Neither is settled.
        'defer+always@example.com',
      ].map((email) => ({ email })),
    })
    const test = await send(service.url, key, tenant.testProject, { to: [{ email: 'bounce@example.com' }] })
    await settled(service.url, key, test)
    const window = await untilCounted({ settled: 3 })
    expect(window).toMatchObject({ bounced: 1, complained: 0, bounce_rate: 0.333333 })
  })

  test('is the same for each project, and for people', async () => {
    await counted(1, 1000, 7, 1)
    const asked = [await tenant.key({ project: tenant.testProject }), key, await tenant.session('member')]
    for (const as of asked) {
      expect((await status(as)).window).toMatchObject({ settled: 1000, bounced: 7, complained: 1 })
    }
    expect((await status()).window).toMatchObject({ bounce_rate: 0.007, complaint_rate: 0.001 })
  })

  test('looks back 24 hours', async () => {
    await counted(24, 1000, 999)
    await counted(23, 10, 1)
    await counted(0, 10, 1)
    expect((await status()).window).toMatchObject({ settled: 20, bounced: 2, bounce_rate: 0.1 })
  })
})

describe('while sending is halted', () => {
  test('sends are refused, and what was accepted is answered again', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await sends(headers)
    expect(first.status).toBe(202)
    await haltSending(db, tenant.workspaceId, 'operator', 'Too many complaints by mail.')
    expect(await status()).toMatchObject({
      status: 'halted',
      reason: 'operator',
      note: 'Too many complaints by mail.',
      halted_at: expect.stringMatching(/^\d{4}-/) as string,
    })

    for (const project of [tenant.liveProject, tenant.testProject]) {
      const refused = await sends({}, project)
      expect({ status: refused.status, code: refused.body.error.code as unknown }).toEqual({
        status: 423,
        code: 'sending_halted',
      })
      expect(refused.body.error.message).toContain('GET /v1/sending-status')
    }
    const replay = await sends(headers)
    expect(replay.status).toBe(202)
    expect(replay.headers['idempotent-replayed']).toBe('true')
    expect(replay.body).toEqual(first.body)
    expect((await call(service.url, 'GET', '/v1/messages', { key })).body.data).toHaveLength(1)
  })

  test('each item of a batch is refused, but for what was accepted before', async () => {
    const item = (name: string) => ({ idempotency_key: name, message: messageFor(tenant.liveProject) })
    const batch = (...names: string[]) =>
      call(service.url, 'POST', '/v1/messages/batch', { key, body: { items: names.map(item) } })
    const first = await batch('before')
    await haltSending(db, tenant.workspaceId, 'operator', null)
    const { body } = await batch('before', 'meanwhile')
    expect(body).toMatchObject({ accepted: 1, rejected: 1 })
    expect(body.data[0]).toEqual({ ...first.body.data[0], replayed: true })
    expect(body.data[1].error).toMatchObject({ status: 423, code: 'sending_halted' })
    // Nothing is left of the refused one, its key neither.
    await resumeSending(db, tenant.workspaceId)
    expect((await batch('meanwhile')).body.data[0].replayed).toBeUndefined()
  })

  test('another workspace sends', async () => {
    await haltSending(db, tenant.workspaceId, 'operator', null)
    const other = await addTenant(service)
    const message = await send(service.url, await other.key(), other.liveProject)
    const { body } = await settled(service.url, await other.key(), message)
    expect(body.status).toBe('delivered')
  })

  test('the queue waits, can be cancelled, and flows when sending is resumed', async () => {
    const later = { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() }
    const waiting = await send(service.url, key, tenant.liveProject, later)
    const cancelled = await send(service.url, key, tenant.liveProject, later)
    await haltSending(db, tenant.workspaceId, 'operator', null)
    // An hour later.
    await service.sql.query('update delivery_queue set due_at = now() where workspace_id = $1', [
      tenant.workspaceId,
    ])
    // Many looks at the queue later, as another workspace's mail shows.
    const other = await addTenant(service)
    for (let sent = 0; sent < 5; sent += 1) {
      const theirs = await other.key()
      await settled(service.url, theirs, await send(service.url, theirs, other.liveProject))
    }
    const { body } = await call(service.url, 'GET', `/v1/messages/${waiting}`, { key })
    expect(body.status).toBe('scheduled')
    const cancel = await call(service.url, 'POST', `/v1/messages/${cancelled}/cancel`, { key })
    expect(cancel.status, cancel.text).toBe(200)

    expect(await resumeSending(db, tenant.workspaceId)).toBe(true)
    expect(await resumeSending(db, tenant.workspaceId)).toBe(false)
    await until(async () => {
      const reply = await call(service.url, 'GET', `/v1/messages/${waiting}`, { key })
      return reply.body.status === 'delivered'
    }, 'the delivery')
    expect(await status()).toMatchObject({ status: 'active', reason: null, note: null, halted_at: null })
    expect((await sends()).status).toBe(202)
  })
})

describe('a workspace is halted by itself', () => {
  test.each<[string, [settled: number, bounced: number, complained: number], string | undefined]>([
    ['bounces pass 5 %', [500, 26, 0], 'bounce_rate'],
    ['bounces are 5 %', [500, 25, 0], undefined],
    ['complaints pass 0.3 %', [1000, 0, 4], 'complaint_rate'],
    ['complaints are 0.3 %', [1000, 0, 3], undefined],
    ['both pass', [500, 30, 10], 'bounce_rate'],
    ['there are too few deliveries', [499, 499, 499], undefined],
    ['there is nothing', [0, 0, 0], undefined],
  ])('where %s', async (_name, [of, bounced, complained], reason) => {
    // Counted by two processes in two hours.
    await counted(1, of - 200, bounced, 0)
    await counted(0, 200, 0, complained)
    expect(await haltWhereRatesAreHigh(db, tenant.workspaceId)).toBe(reason)
    expect(await status()).toMatchObject({ status: reason === undefined ? 'active' : 'halted', note: null })
    expect((await status()).reason).toBe(reason ?? null)
    // Once.
    expect(await haltWhereRatesAreHigh(db, tenant.workspaceId)).toBeUndefined()
    const recorded = await entriesFor(service, tenant.workspaceId, 'service.halt_sending')
    expect(recorded.map(({ resource_type: type }) => type)).toEqual(reason === undefined ? [] : ['workspace'])
  })

  test('not for what is older than a day', async () => {
    await counted(24, 1000, 1000)
    expect(await haltWhereRatesAreHigh(db, tenant.workspaceId)).toBeUndefined()
  })

  test('not for what another workspace did', async () => {
    await counted(0, 1000, 1000)
    expect(await haltWhereRatesAreHigh(db, (await addTenant(service)).workspaceId)).toBeUndefined()
  })

  test('when a live bounce is recorded, with a warning that names the workspace alone', async () => {
    // Too many already; only a live bounce makes the service look.
    await counted(0, 500, 26)
    const test = await send(service.url, key, tenant.testProject, { to: [{ email: 'bounce@example.com' }] })
    await settled(service.url, key, test)
    expect((await status()).status).toBe('active')

    await send(service.url, key, tenant.liveProject, { to: [{ email: 'bounce@example.com' }] })
    await until(async () => (await status()).status === 'halted', 'the halt')
    expect(await status()).toMatchObject({ reason: 'bounce_rate', window: { settled: 501, bounced: 27 } })
    expect((await sends()).status).toBe(423)
    const id = toTypeId('ws', tenant.workspaceId)
    const warnings = service.logs.filter((line) => line.includes('sending is halted') && line.includes(id))
    expect(warnings).toHaveLength(1)
    expect(JSON.parse(warnings[0] ?? '')).toMatchObject({
      level: 40,
      workspace_id: id,
      reason: 'bounce_rate',
    })
    expect(warnings[0]).not.toContain('@')
  })

  test('not again for what is past when it was resumed', async () => {
    await counted(1, 500, 100)
    await haltWhereRatesAreHigh(db, tenant.workspaceId)
    await resumeSending(db, tenant.workspaceId)
    const { window } = await status()
    expect(window).toMatchObject({ settled: 0, bounced: 0 })
    expectOfThisTest(window.since)

    await send(service.url, key, tenant.liveProject, { to: [{ email: 'bounce@example.com' }] })
    await untilCounted({ settled: 1, bounced: 1 })
    expect((await status()).status).toBe('active')
    expect((await status()).window.since).toBe(window.since)
  })

  test('the operator’s word replaces the reason and not the time', async () => {
    await counted(0, 500, 100)
    await haltWhereRatesAreHigh(db, tenant.workspaceId)
    const before = await status()
    await haltSending(db, tenant.workspaceId, 'operator', 'Clean the list first.')
    expect(await status()).toEqual({ ...before, reason: 'operator', note: 'Clean the list first.' })
  })
})

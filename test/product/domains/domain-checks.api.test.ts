import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../support/api/api.js'
import { startDns, type TestDns } from '../../support/domains/dns.js'
import { insertDomain, insertKeyedDomain, publish, unpublish } from '../../support/domains/domains.js'
import { messageFor } from '../../support/messages/messages.js'
import { limitOf } from '../../support/api/rate-limits.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'

/** Tests the findings of a domain's checks, and how they change the domain and its keys. */

type Domain = components['schemas']['Domain']

let dns: TestDns
let service: TestService
let tenant: Tenant
let session: string
let key: string

beforeAll(async () => {
  dns = await startDns()
  service = await startTestService({
    env: { POSTSEAL_DNS_SERVERS: dns.server, POSTSEAL_REQUIRE_VERIFIED_DOMAINS: 'true' },
    rateLimits: { checksPerMinute: 10 },
  })
})
afterAll(async () => {
  await service.stop()
  await dns.close()
})
beforeEach(async () => {
  tenant = await addTenant(service)
  ;[session, key] = await Promise.all([tenant.session('admin'), tenant.key()])
  for (const name of Object.keys(dns.zone)) delete dns.zone[name]
})

const call_ = (method: string, path: string, as: string, more = {}): Promise<ApiReply> =>
  call(service.url, method, `/v1/domains${path}`, { key: as, ...more })
const read = async (id: string) => (await call_('GET', `/${id}`, key)).body as Domain
const add = async (name: string) => read(await insertKeyedDomain(service, tenant.workspaceId, name))
const check = async ({ id }: { id: string }): Promise<Domain> => {
  const reply = await call_('POST', `/${id}/check`, key)
  expect(reply.status, reply.text).toBe(200)
  return reply.body as Domain
}
const rotate = (id: string) => call_('POST', `/${id}/rotate-dkim`, session)
const events = async () => {
  const { body } = await call(service.url, 'GET', '/v1/events?limit=100', { key })
  return (body.data as { type: string; data: Record<string, unknown> }[])
    .filter(({ type }) => type.startsWith('domain.'))
    .reverse()
}
const typesOf = async () => (await events()).map(({ type }) => type)
const trySend = async (name: string) => {
  const body = messageFor(tenant.liveProject, { from_email: `a@${name}` })
  return (await call(service.url, 'POST', '/v1/messages', { key, body })).status
}
/** As if the domain had been degraded so much longer ago. */
const timePasses = ({ id }: Domain, interval: string) =>
  service.sql.query(
    `update domains set degraded_since = (degraded_since at time zone 'UTC' - $2::interval) at time zone 'UTC'
     where id = $1`,
    [fromTypeId('dom', id), interval],
  )
const selectors = ({ dkim_keys }: Domain) =>
  dkim_keys.map((each) => `${each.selector.split('-')[0]} ${each.status}`)

test('a domain is verified, degraded, failed and verified again, each with its event', async () => {
  const added = await add('life.example')
  const empty = await check(added)
  expect(empty).toMatchObject({ status: 'pending', checked_at: expect.any(String) })
  expect(empty.records[0]).toMatchObject({ kind: 'dkim', status: 'missing', found: [] })
  expect(empty.records[0]?.advice).toBeTruthy()
  expect(await trySend('life.example')).toBe(422)

  publish(dns.zone, added)
  const verified = await check(added)
  expect(verified).toMatchObject({
    status: 'verified',
    verified_at: verified.checked_at,
    degraded_since: null,
  })
  expect(verified.records[0]).toMatchObject({ status: 'ok', problem: null })
  // It may be sent from at once, though it was asked for a moment ago.
  expect(await trySend('life.example')).toBe(202)
  expect((await check(added)).verified_at).toBe(verified.verified_at)

  unpublish(dns.zone, added, 'dkim')
  const degraded = await check(added)
  expect(degraded).toMatchObject({ status: 'degraded', degraded_since: degraded.checked_at })
  expect(Date.parse(degraded.fails_at ?? '') - Date.parse(degraded.degraded_since ?? '')).toBe(24 * 3600_000)
  expect(await trySend('life.example')).toBe(202)
  expect((await check(added)).degraded_since).toBe(degraded.degraded_since)

  await timePasses(added, '24 hours')
  const failed = await check(added)
  expect(failed).toMatchObject({ status: 'failed', fails_at: null, degraded_since: expect.any(String) })

  publish(dns.zone, added)
  expect(await check(added)).toMatchObject({ status: 'verified', degraded_since: null, fails_at: null })

  const all = await events()
  expect(all.map(({ type, data }) => [type, data['previous_status'], data['status']])).toEqual([
    ['domain.verified', 'pending', 'verified'],
    ['domain.degraded', 'verified', 'degraded'],
    ['domain.failed', 'degraded', 'failed'],
    ['domain.verified', 'failed', 'verified'],
  ])
  const [record] = degraded.records
  const broken = { kind: 'dkim', name: record?.name, problem: record?.problem, advice: record?.advice }
  expect(all.map(({ data }) => data['records'])).toEqual([[], [broken], [broken], []])
  expect(all.map(({ data }) => data['fails_at'])).toEqual([null, degraded.fails_at, null, null])
  for (const { data } of all) expect(data).toMatchObject({ domain_id: added.id, name: 'life.example' })
})

test('where the DNS gives no answer nothing changes', async () => {
  const added = await add('silent.example')
  publish(dns.zone, added)
  await check(added)
  unpublish(dns.zone, added, 'dkim')
  const degraded = await check(added)
  await timePasses(added, '48 hours')

  const name = added.records[0]?.name ?? ''
  dns.zone[name] = { fails: 'SERVFAIL' }
  const unknown = await check(added)
  expect(unknown.records[0]).toMatchObject({ status: 'unknown' })
  expect(unknown.status).toBe('degraded')
  expect(Date.parse(unknown.checked_at ?? '')).toBeGreaterThan(Date.parse(degraded.checked_at ?? ''))

  delete dns.zone[name]
  expect((await check(added)).status).toBe('failed')
  dns.zone[name] = { fails: 'SERVFAIL' }
  expect((await check(added)).status).toBe('failed')
  expect(await typesOf()).toEqual(['domain.verified', 'domain.degraded', 'domain.failed'])
})

test('checks at the same time record one event', async () => {
  const added = await add('once.example')
  publish(dns.zone, added)
  const all = await Promise.all(Array.from({ length: 8 }, () => check(added)))
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['verified']))
  expect(await typesOf()).toEqual(['domain.verified'])
})

test('a check that began before the last recorded one changes nothing', async () => {
  const added = await add('late.example')
  publish(dns.zone, added)
  await check(added)
  const name = added.records[0]?.name ?? ''
  // Recorded by somebody whose look began after that of the next check.
  await service.sql.query("update domains set checked_at = now() + interval '1 minute' where id = $1", [
    fromTypeId('dom', added.id),
  ])
  delete dns.zone[name]
  expect((await check(added)).status).toBe('verified')
  expect(await typesOf()).toEqual(['domain.verified'])
})

test('checks are counted by what they found, and name no tenant', async () => {
  const { text } = await call(service.url, 'GET', '/metrics')
  const lines = text.split('\n').filter((line) => line.startsWith('postseal_domain_checks_total'))
  expect(lines.map((line) => line.replace(/ \d+$/, '')).sort()).toEqual([
    'postseal_domain_checks_total{outcome="broken"}',
    'postseal_domain_checks_total{outcome="sound"}',
    'postseal_domain_checks_total{outcome="unknown"}',
  ])
})

test('a repeated request does not ask the DNS again', async () => {
  const added = await add('repeated.example')
  const headers = { 'Idempotency-Key': randomUUID() }
  const first = await call_('POST', `/${added.id}/check`, key, { headers })
  publish(dns.zone, added)
  dns.asked.length = 0
  const again = await call_('POST', `/${added.id}/check`, key, { headers })
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.body).toEqual(first.body)
  expect(dns.asked).toEqual([])
})

test('a domain the operator vouches for stays verified, and its records say how it is', async () => {
  const id = await insertDomain(service.sql, tenant.workspaceId, 'vouched.example')
  await service.sql.query('update domains set vouched_at = now() where id = $1', [fromTypeId('dom', id)])
  const checked = await check({ id })
  expect(checked).toMatchObject({ status: 'verified', vouched: true })
  // It had no key yet.
  expect(checked.dkim_keys).toMatchObject([{ algorithm: 'rsa', status: 'active' }])
  expect(checked.records[0]).toMatchObject({ kind: 'dkim', status: 'missing' })
  expect(await typesOf()).toEqual([])
})

describe('rotation', () => {
  test('publishes the new key before the old one retires', async () => {
    const body = { name: 'turn.example', ed25519: true }
    const added = (await call_('POST', '', session, { body })).body as Domain
    publish(dns.zone, added)
    await check(added)

    const rotated = (await rotate(added.id)).body as Domain
    expect(selectors(rotated)).toEqual(['ps1 active', 'ps2 pending', 'ps1e active', 'ps2e pending'])
    expect(rotated.status).toBe('verified')
    expect(rotated.records.filter(({ kind }) => kind === 'dkim').map(({ status }) => status)).toEqual([
      'ok',
      'unchecked',
      'ok',
      'unchecked',
    ])
    expect(Date.parse(rotated.next_check_at) - Date.now()).toBeLessThan(5 * 60_000)
    const again = await rotate(added.id)
    expect([again.status, again.body.error.code]).toEqual([409, 'invalid_state'])

    // Not published: nothing is lost by it.
    const waiting = await check(added)
    expect([waiting.status, selectors(waiting)]).toEqual(['verified', selectors(rotated)])

    publish(dns.zone, { records: rotated.records.filter(({ selector }) => selector?.startsWith('ps2-')) })
    const turned = await check(added)
    expect(selectors(turned)).toEqual(['ps1 retiring', 'ps2 active', 'ps1e active', 'ps2e pending'])
    const [old] = turned.dkim_keys
    const week = Date.parse(old?.retires_at ?? '') - Date.now()
    expect(week).toBeGreaterThan(6.9 * 24 * 3600_000)
    expect(week).toBeLessThan(7.1 * 24 * 3600_000)

    // A record that was taken away too soon does not spoil the domain; that of the key which signs does.
    delete dns.zone[`${old?.selector}._domainkey.turn.example`]
    expect((await check(added)).status).toBe('verified')
    delete dns.zone[`${turned.dkim_keys[1]?.selector}._domainkey.turn.example`]
    expect((await check(added)).status).toBe('degraded')
  })

  test('ends with the old key gone, and the next one has the next number', async () => {
    const added = await add('gone.example')
    publish(dns.zone, added)
    await check(added)
    const rotated = (await rotate(added.id)).body as Domain
    publish(dns.zone, rotated)
    unpublish(dns.zone, added, 'dkim')
    // The owner has put the new record in the place of the old one: the new key signs from this check on.
    const turned = await check(added)
    expect([turned.status, selectors(turned)]).toEqual(['verified', ['ps1 retiring', 'ps2 active']])
    expect(turned.records.slice(0, 2)).toMatchObject([
      { status: 'missing', need: 'recommended' },
      { status: 'ok', need: 'required' },
    ])

    const rows = () =>
      service.sql.query('select * from dkim_keys where workspace_id = $1', [tenant.workspaceId])
    await service.sql.query(
      "update dkim_keys set retires_at = now() where status = 'retiring' and workspace_id = $1",
      [tenant.workspaceId],
    )
    const shown = await read(added.id)
    expect(selectors(shown)).toEqual(['ps2 active'])
    expect(shown.records.filter(({ kind }) => kind === 'dkim')).toHaveLength(1)
    expect((await rows()).rowCount).toBe(2)
    await check(added)
    expect((await rows()).rowCount).toBe(1)
    expect(selectors((await rotate(added.id)).body as Domain)).toEqual(['ps2 active', 'ps3 pending'])
  })

  test('of two at once one is made', async () => {
    const added = await add('both.example')
    const replies = await Promise.all([rotate(added.id), rotate(added.id)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(selectors(await read(added.id))).toEqual(['ps1 active', 'ps2 pending'])
  })
})

describe('a workspace has ten checks a minute', () => {
  const ask = (id: string, as = key) => call_('POST', `/${id}/check`, as)

  test('beyond that it is told when to ask again, and nothing is looked up', async () => {
    const added = await add('often.example')
    const other = await tenant.key()
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => [ask(added.id), ask(added.id, other)]).flat(),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    dns.asked.length = 0
    const refused = await ask(added.id, session)
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited'])
    expect(refused.body.error.message).toMatch(/^This workspace has made its 10 checks of this minute\./)
    expect(limitOf(refused)).toMatchObject({ policy: 'checks', left: 0, max: 10, window: 60 })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(dns.asked).toEqual([])
    // All else goes on.
    expect((await call_('GET', `/${added.id}`, key)).status).toBe(200)
    expect(limitOf(await call_('GET', `/${added.id}`, key)).policy).toBe('requests')
  })

  test('and what a key may not check counts for the key', async () => {
    const added = await add('forbidden.example')
    const reader = await tenant.key({ scopes: ['reports:read'] })
    const refused = await ask(added.id, reader)
    expect([refused.status, limitOf(refused).policy]).toEqual([403, 'requests'])
    expect(limitOf(await ask(added.id)).left).toBe(9)
  })
})

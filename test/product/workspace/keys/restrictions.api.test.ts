import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, type ApiReply } from '../../../support/api/api.js'
import { messageFor } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { firstTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Tests the restrictions of a key: addresses, the environment, sender domains. */

let service: TestService
let tenant: Tenant

beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_TRUSTED_PROXIES: '127.0.0.0/8,::1' } })
  tenant = firstTenant(service)
})
afterAll(() => service.stop())

describe('held to addresses', () => {
  const from = async (ranges: string[], client: string | undefined, url = service.url) => {
    const key = await tenant.key({ restrictions: { ipCidrs: ranges } })
    const headers: Record<string, string> = client === undefined ? {} : { 'X-Forwarded-For': client }
    const reply = await call(url, 'GET', '/v1/messages', { key, headers })
    return reply.status === 200 ? 'allowed' : (reply.body.error.code as string)
  }

  test.each([
    ['its address', ['203.0.113.7'], '203.0.113.7', true],
    ['another address', ['203.0.113.7'], '203.0.113.8', false],
    ['the first of a range', ['203.0.113.0/24'], '203.0.113.0', true],
    ['the last of a range', ['203.0.113.0/24'], '203.0.113.255', true],
    ['the one after a range', ['203.0.113.0/24'], '203.0.114.0', false],
    ['a range written by an address inside it', ['203.0.113.99/24'], '203.0.113.1', true],
    ['the second of two ranges', ['10.0.0.0/8', '198.51.100.0/31'], '198.51.100.1', true],
    ['an IPv6 address', ['2001:db8::1'], '2001:db8::1', true],
    ['an IPv6 address written otherwise', ['2001:db8::1'], '2001:0DB8:0:0:0:0:0:1', true],
    ['an IPv6 range', ['2001:db8::/32'], '2001:db8:ffff::1', true],
    ['outside an IPv6 range', ['2001:db8::/32'], '2001:db9::1', false],
    ['IPv4 in its IPv6 form', ['203.0.113.0/24'], '::ffff:203.0.113.9', true],
    ['IPv4 in its IPv6 form outside', ['203.0.113.0/24'], '::ffff:203.0.114.9', false],
    ['IPv6 where only IPv4 is allowed', ['0.0.0.0/0'], '2001:db8::1', false],
    ['IPv4 where only IPv6 is allowed', ['::/0'], '203.0.113.7', false],
    ['what is no address', ['0.0.0.0/0', '::/0'], 'unknown', false],
  ])('%s', async (_name, ranges, client, allowed) => {
    expect(await from(ranges, client)).toBe(allowed ? 'allowed' : 'ip_not_allowed')
  })

  test('the address is the connection’s where no proxy speaks', async () => {
    expect(await from(['127.0.0.1'], undefined)).toBe('allowed')
    expect(await from(['203.0.113.7'], undefined)).toBe('ip_not_allowed')
  })

  test('a client cannot put an address before the one that the proxy added', async () => {
    expect(await from(['203.0.113.7'], '203.0.113.7, 198.51.100.1')).toBe('ip_not_allowed')
    expect(await from(['198.51.100.1'], '203.0.113.7, 198.51.100.1')).toBe('allowed')
  })

  test.each([
    ['no proxy is trusted', {}],
    ['another proxy is trusted', { POSTSEAL_TRUSTED_PROXIES: '192.0.2.1' }],
  ])('X-Forwarded-For is not believed where %s', async (_name, env) => {
    const untrusting = await startTestService({ env, beside: service })
    try {
      expect(await from(['203.0.113.7'], '203.0.113.7', untrusting.url)).toBe('ip_not_allowed')
      expect(await from(['127.0.0.1'], '203.0.113.7', untrusting.url)).toBe('allowed')
    } finally {
      await untrusting.stop()
    }
  })
})

function sends(key: string, project: string, from: string): Promise<ApiReply> {
  const body = messageFor(project, { from_email: from })
  return call(service.url, 'POST', '/v1/messages', { key, body })
}

describe('held to an environment', () => {
  test.each(['live', 'test'] as const)('%s, a workspace key sends for no other', async (environment) => {
    const key = await tenant.key({ restrictions: { environment } })
    const [own, other] =
      environment === 'live'
        ? [tenant.liveProject, tenant.testProject]
        : [tenant.testProject, tenant.liveProject]
    expect((await sends(key, own, 'a@shop.example')).status).toBe(202)
    const refused = await sends(key, other, 'a@shop.example')
    expect(refused.status).toBe(403)
    expect(refused.body.error.code).toBe('environment_not_allowed')
  })

  test('a workspace key reads what is of it only', async () => {
    const everything = await tenant.key()
    for (const project of [tenant.liveProject, tenant.testProject])
      await sends(everything, project, 'a@shop.example')
    const key = await tenant.key({ restrictions: { environment: 'test' } })
    for (const path of ['/v1/messages', '/v1/message-logs', '/v1/events', '/v1/projects']) {
      const { data } = (await call(service.url, 'GET', path, { key })).body as {
        data: { environment: string }[]
      }
      expect(data.length, path).toBeGreaterThan(0)
      expect(new Set(data.map((row) => row.environment)), path).toEqual(new Set(['test']))
    }
  })
})

describe('held to sender domains', () => {
  test.each([
    ['the domain', 'a@shop.example', true],
    ['the domain in capitals', 'a@SHOP.Example', true],
    ['the second domain', 'a@mail.example', true],
    ['a subdomain', 'a@eu.shop.example', false],
    ['a domain that ends alike', 'a@myshop.example', false],
    ['a domain that begins alike', 'a@shop.example.com', false],
    ['the domain in the local part', '"a@shop.example"@evil.example', false],
    ['the domain after a percent', 'a%shop.example@evil.example', false],
  ])('%s', async (_name, from, allowed) => {
    const key = await tenant.key({
      project: tenant.liveProject,
      restrictions: { senderDomains: ['shop.example', 'mail.example'] },
    })
    const reply = await sends(key, tenant.liveProject, from)
    if (allowed) expect(reply.status, reply.text).toBe(202)
    else expect(['sender_not_allowed', 'validation_failed']).toContain(reply.body.error.code)
    expect(reply.status === 202).toBe(allowed)
  })
})

describe('held to sender domains, what others send', () => {
  const refused = [403, 'sender_not_allowed']
  const outcomeOf = ({ status, body }: ApiReply) => [status, body?.error?.code]
  const keys = async () => ({
    own: await tenant.key({ restrictions: { senderDomains: ['shop.example'] } }),
    others: await tenant.key({ restrictions: { senderDomains: ['other.example'] } }),
  })

  async function scheduled(key: string): Promise<string> {
    const later = new Date(Date.now() + 86_400_000).toISOString()
    const body = messageFor(tenant.testProject, { from_email: 'a@shop.example', scheduled_at: later })
    return (await call(service.url, 'POST', '/v1/messages', { key, body })).body.id as string
  }

  test('is neither rescheduled nor cancelled, one by one or together', async () => {
    const { own, others } = await keys()
    const id = await scheduled(own)
    const path = `/v1/messages/${id}`
    const body = { scheduled_at: new Date(Date.now() + 2 * 86_400_000).toISOString() }
    expect(outcomeOf(await call(service.url, 'PATCH', path, { key: others, body }))).toEqual(refused)
    expect(outcomeOf(await call(service.url, 'POST', `${path}/cancel`, { key: others }))).toEqual(refused)
    const all = { message_ids: [id] }
    const many = await call(service.url, 'POST', '/v1/messages/cancel', { key: others, body: all })
    expect(many.body).toMatchObject({ cancelled: 0, data: [{ error: { code: 'sender_not_allowed' } }] })
    expect((await call(service.url, 'GET', path, { key: own })).body.status).toBe('scheduled')
    expect((await call(service.url, 'PATCH', path, { key: own, body })).status).toBe(200)
    const cancelled = await call(service.url, 'POST', '/v1/messages/cancel', { key: own, body: all })
    expect(cancelled.body.cancelled).toBe(1)
  })

  test('has lists that are neither changed nor deleted', async () => {
    const { own, others } = await keys()
    const body = { project_id: tenant.testProject, name: 'News', from_email: 'a@shop.example' }
    const { id } = (await call(service.url, 'POST', '/v1/subscriber-lists', { key: own, body })).body
    const path = `/v1/subscriber-lists/${id as string}`
    const change = { name: 'Mine', from_email: 'a@other.example' }
    expect(outcomeOf(await call(service.url, 'PATCH', path, { key: others, body: change }))).toEqual(refused)
    expect(outcomeOf(await call(service.url, 'DELETE', path, { key: others }))).toEqual(refused)
    expect((await call(service.url, 'PATCH', path, { key: own, body: { name: 'Ours' } })).status).toBe(200)
    expect((await call(service.url, 'DELETE', path, { key: own })).status).toBe(204)
  })
})

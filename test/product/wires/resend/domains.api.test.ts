import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { insertDomain, publish, unpublish } from '../../../support/domains/domains.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { wireCalls, type WireCall } from '../../../support/wires/wire-calls.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Domains, as Resend's packages ask for them. */

let dns: TestDns
let service: TestService
let tenant: Tenant
let key: string
let resend: WireCall

beforeAll(async () => {
  dns = await startDns()
  service = await startTestService({
    env: {
      POSTSEAL_ROLES: 'api',
      POSTSEAL_DNS_SERVERS: dns.server,
      // Where mail stays in the sink, a domain needs no return path.
      POSTSEAL_TRANSPORT: 'smtp://127.0.0.1:1',
      POSTSEAL_ALLOW_HTTP: 'true',
      POSTSEAL_HOSTNAME: 'mail.postseal.example',
      POSTSEAL_RETURN_PATH_DOMAIN: 'bounce.postseal.example',
      POSTSEAL_SENDING_ADDRESSES: '192.0.2.25',
    },
  })
  tenant = await addTenant(service)
  key = await tenant.key()
  const wire = wireCalls('resend', service.url)
  resend = (method, path, request = {}) => wire(method, path, { key, ...request })
})
afterAll(async () => {
  await service.stop()
  await dns.close()
})

interface Shown {
  readonly status: string
  readonly records: { readonly record: string; readonly status: string; readonly name: string }[]
}
const read = async (id: string) => (await resend('GET', `/domains/${id}`)).body as Shown
const statusOf = ({ status, records }: Shown, kind: string) => [
  status,
  records.find(({ record }) => record === kind)?.status,
]

describe('a domain', () => {
  test('is added with the records to publish, checked, listed and deleted', async () => {
    const body = { name: 'Shop.example', region: 'eu-west-1', custom_return_path: 'mail' }
    const added = await resend('POST', '/domains', { body })
    const { id, records, ...rest } = added.body as Record<string, unknown> & Shown & { id: string }
    expect([added.status, rest]).toEqual([
      201,
      {
        name: 'shop.example',
        status: 'not_started',
        created_at: expect.any(String),
        region: 'self-hosted',
        capabilities: { sending: 'enabled', receiving: 'disabled' },
      },
    ])
    const dkim = { record: 'DKIM', type: 'TXT', ttl: 'Auto', status: 'not_started' }
    expect(records).toContainEqual({
      ...dkim,
      name: expect.stringMatching(/\._domainkey\.shop\.example$/),
      value: expect.stringMatching(/^v=DKIM1/),
    })
    expect(records).toContainEqual({
      ...dkim,
      record: 'SPF',
      type: 'CNAME',
      name: 'mail.shop.example',
      value: service.config.returnPathDomain,
    })
    // The other records of the return path are the operator's.
    expect(records).toHaveLength(2)
    expect(await read(id)).toMatchObject({ object: 'domain', id, records })

    const verify = async () => {
      const { status, body: reply } = await resend('POST', `/domains/${id}/verify`)
      expect([status, reply]).toEqual([200, { object: 'domain', id }])
      return read(id)
    }
    expect(statusOf(await verify(), 'DKIM')).toEqual(['pending', 'pending'])
    const domain = (await call(service.url, 'GET', `/v1/domains/${id}`, { key }))
      .body as components['schemas']['Domain']
    publish(dns.zone, domain)
    expect(statusOf(await verify(), 'DKIM')).toEqual(['verified', 'verified'])
    unpublish(dns.zone, domain, 'dkim')
    expect(statusOf(await verify(), 'DKIM')).toEqual(['partially_failed', 'failed'])

    const list = await resend('GET', '/domains?limit=1')
    expect(list.body).toMatchObject({ object: 'list', has_more: false, data: [{ id, name: 'shop.example' }] })
    const deleted = await resend('DELETE', `/domains/${id}`)
    expect([deleted.status, deleted.body]).toEqual([200, { object: 'domain', id, deleted: true }])
    expect((await resend('GET', `/domains/${id}`)).status).toBe(404)
  })

  test('that the return path is below of shows the records of the return path', async () => {
    const parent = service.config.returnPathDomain.split('.').slice(1).join('.')
    const id = await insertDomain(service.sql, tenant.workspaceId, parent)
    const { records } = await read(id)
    expect(records.filter(({ record }) => record === 'SPF')).toContainEqual(
      expect.objectContaining({ type: 'MX', priority: 10, value: service.config.hostname }),
    )
  })

  test('is refused with a wrong name or label, and for a key of a project', async () => {
    for (const [fields, field] of [
      [{}, 'name'],
      [{ name: 'no domain' }, 'name'],
      [{ name: 'a.example', custom_return_path: '-' }, 'custom_return_path'],
    ] as const) {
      const { status, body } = await resend('POST', '/domains', { body: fields })
      expect([status, body.message]).toEqual([422, expect.stringContaining(field)])
    }
    const ofProject = await tenant.key({ project: tenant.liveProject })
    const refused = await resend('POST', '/domains', { key: ofProject, body: { name: 'a.example' } })
    expect([refused.status, refused.body.name]).toEqual([401, 'restricted_api_key'])
  })

  test.each([
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/verify'],
  ])('that is not there is not found by %s %s', async (method, more) => {
    for (const id of [toTypeId('dom', newUuid()), 'd91cd9bd-1176-453e-8fc1-35364d380206']) {
      const { status, body } = await resend(method, `/domains/${id}${more}`)
      expect([status, body.name]).toEqual([404, 'not_found'])
    }
  })
})

import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { JWTPayload } from 'jose'
import { toTypeId } from '../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../api/api.js'
import { startDns, type TestDns } from '../domains/dns.js'
import { clientId, clientSecret, startLyingProvider, type LyingProvider } from './openid-provider.js'
import { startTestService, type TestService } from '../service/service.js'
import { addTenant, type Tenant } from '../workspace/tenant.js'

/** The fixtures of a test of signing in by a provider. The workspace and domain are new in each test. */
interface ProviderWorkspace {
  readonly service: TestService
  readonly dns: TestDns
  readonly provider: LyingProvider
  readonly tenant: Tenant
  /** The session of the workspace's owner. */
  readonly owner: string
  readonly domain: string
}

interface Begun {
  readonly authorization_url: string
  readonly browser_key: string
}

/** A service, a provider that can lie, and what a browser and an owner do with the two. */
export function useProvider() {
  const at = {} as { -readonly [K in keyof ProviderWorkspace]: ProviderWorkspace[K] }

  beforeAll(async () => {
    at.dns = await startDns()
    at.provider = await startLyingProvider()
    at.service = await startTestService({
      env: {
        POSTSEAL_DNS_SERVERS: at.dns.server,
        POSTSEAL_ALLOWED_PROVIDER_CIDRS: '127.0.0.0/8',
      },
      delivery: { pollMs: 50 },
      rateLimits: { signIns: 100_000 },
    })
  })
  afterAll(async () => {
    await at.service.stop()
    await at.provider.close()
    await at.dns.close()
  })
  beforeEach(async () => {
    at.provider.lies = {}
    at.tenant = await addTenant(at.service)
    at.owner = await at.tenant.session('owner')
    at.domain = `d${Math.random().toString(36).slice(2, 10)}.example`
  })

  const ask = (method: string, path: string, body?: object, key: string | undefined = at.owner) =>
    call(at.service.url, method, path, { ...(key !== '' && { key }), ...(body && { body }) })

  const settings = () => ({
    issuer: at.provider.issuer,
    client_id: clientId,
    client_secret: clientSecret,
    domains: [at.domain],
  })

  function publishRecord(): void {
    at.dns.zone[`_postseal-sign-in.${at.domain}`] = {
      TXT: [`postseal-workspace=${toTypeId('ws', at.tenant.workspaceId)}`],
    }
  }

  /** Sets the provider, with the domain proven. */
  async function configured(more: object = {}): Promise<void> {
    publishRecord()
    const reply = await ask('PUT', '/v1/identity-provider', { ...settings(), ...more })
    expect(reply.status).toBe(201)
    expect(reply.body.domains).toMatchObject([{ domain: at.domain, status: 'verified' }])
  }

  const begin = (email = `ada@${at.domain}`) => ask('POST', '/v1/sign-in-authorizations', { email }, '')

  async function begun(): Promise<Begun> {
    const reply = await begin()
    expect(reply.status).toBe(201)
    return reply.body as Begun
  }

  const complete = (browserKey: string, query: URLSearchParams | string, headers = {}): Promise<ApiReply> =>
    call(at.service.url, 'POST', '/v1/provider-sessions', {
      body: { browser_key: browserKey, query: String(query) },
      headers,
    })

  const ada = (): JWTPayload => ({
    sub: 'ada',
    email: `ada@${at.domain}`,
    email_verified: true,
    name: 'Ada\tLovelace',
  })

  /** The whole way, with these claims. */
  async function signIn(claims: JWTPayload = ada()): Promise<ApiReply> {
    const { authorization_url: url, browser_key: key } = await begun()
    return complete(key, at.provider.answer(url, claims))
  }

  /** Expects a refusal, and no session and no user more. */
  async function refused(reply: ApiReply, status: number, code: string, message?: RegExp): Promise<void> {
    expect([reply.status, reply.body.error.code]).toEqual([status, code])
    if (message !== undefined) expect(reply.body.error.message).toMatch(message)
    for (const table of ['sessions', 'users']) {
      const { rows } = await at.service.sql.query(`select from ${table} where workspace_id = $1`, [
        at.tenant.workspaceId,
      ])
      expect(rows).toHaveLength(1)
    }
  }

  return {
    at: at as ProviderWorkspace,
    ask,
    settings,
    publishRecord,
    configured,
    begin,
    begun,
    complete,
    ada,
    signIn,
    refused,
  }
}

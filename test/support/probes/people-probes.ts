import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { toTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../api/api.js'
import type { Asking, ProbingIntruder } from './audience-probes.js'
import { domainOf } from '../../../base/addresses/address.js'
import { providerIds, sharedProvider } from '../ids/provider-ids.js'
import { passkeyBody, register } from '../sign-in/passkeys.js'
import { peopleIds } from '../ids/people-ids.js'
import type { TestService } from '../service/service.js'
import { signIn } from '../workspace/sessions.js'
import type { Tenant } from '../workspace/tenant.js'

/** The people of a tenant, and how others try for them. */

export interface PeopleVictim {
  readonly tenant: Tenant
  readonly email: string
  readonly user: string
  /** The user's, an owner's. */
  readonly session: string
  readonly passkey: string
  readonly token: string
  /** A domain of its identity provider. */
  readonly domain: string
  /** An entry in the audit log. */
  readonly entry: string
  /** Texts that stand in these rows and nowhere else. */
  readonly traces: string[]
}

export async function makePeople(service: TestService, tenant: Tenant): Promise<PeopleVictim> {
  const { workspaceId } = tenant
  const { userId, sessionId, email, token } = await signIn(service, workspaceId, 'owner')
  const workspace = toTypeId('ws', workspaceId)
  const [user, session] = [toTypeId('usr', userId), toTypeId('ses', sessionId)]
  const passkey = (await register(service, token)).id
  const entry = await peopleIds(service, workspaceId, token).aud()
  const domain = domainOf(await providerIds(service, workspaceId).proven())
  const traces = [workspace, email, user, session, passkey, entry, domain]
  return { tenant, email, user, session, passkey, token, entry, domain, traces }
}

type Probe = (intruder: ProbingIntruder) => Promise<void>

/** The probes of operations of which the contract does not say all. */
export function peopleProbes({
  service,
  victim,
  seesNothing,
  isRefused,
}: Omit<Asking, 'victim'> & { readonly victim: () => PeopleVictim }): Record<string, Probe> {
  const as = ({ key }: ProbingIntruder, method: string, path: string, body?: unknown) =>
    call(service().url, method, path, { key, body })
  /** Is about the intruder's own workspace, which has no provider, or one that proves nothing. */
  const ofOwnProvider = async (intruder: ProbingIntruder, method: string, path: string, body?: object) => {
    const reply = await as(intruder, method, `/v1/identity-provider${path}`, body)
    expect([200, 201, 204, 403, 404]).toContain(reply.status)
    if (reply.status > 201) return
    expect(reply.body.client_id).toBe('intruder')
    for (const { status } of reply.body.domains as { status: string }[]) expect(status).toBe('pending')
  }
  return {
    retrieveWorkspace: (intruder) => seesNothing(intruder, '/v1/workspace'),
    retrieveUsage: async (intruder) => {
      const { status, body, text } = await as(intruder, 'GET', '/v1/usage')
      // Keys of projects see nothing of the workspace.
      if (status === 403) return
      expect(status, text).toBe(200)
      expect(body).toMatchObject({
        recipients_today: { used: 0 },
        contacts: { used: 0 },
        domains: { used: 0 },
      })
    },
    updateWorkspace: async (intruder) => {
      const { status, text } = await as(intruder, 'PATCH', '/v1/workspace', { name: randomUUID() })
      expect(status, text).toBe(200)
    },
    retrieveIdentityProvider: (intruder) => ofOwnProvider(intruder, 'GET', ''),
    upsertIdentityProvider: async (intruder) =>
      ofOwnProvider(intruder, 'PUT', '', {
        issuer: (await sharedProvider()).issuer,
        client_id: 'intruder',
        domains: [victim().domain],
      }),
    checkIdentityProvider: (intruder) => ofOwnProvider(intruder, 'POST', '/check'),
    deleteIdentityProvider: (intruder) => ofOwnProvider(intruder, 'DELETE', ''),
    createUser: async (intruder) => {
      // Somebody can be a user of several workspaces, which do not know of each other.
      const { email, user } = victim()
      const { status, body } = await as(intruder, 'POST', '/v1/users', { email, role: 'member' })
      if (status === 201) expect(body.id).not.toBe(user)
      else expect([status, body.error.code]).toEqual([409, 'invalid_state'])
    },
    listSessions: async (intruder) => {
      await seesNothing(intruder, '/v1/sessions?limit=100')
      await seesNothing(intruder, `/v1/sessions?user_id=${victim().user}`)
    },
    listPasskeys: async (intruder) => {
      await seesNothing(intruder, '/v1/passkeys?limit=100')
      await seesNothing(intruder, `/v1/passkeys?user_id=${victim().user}`)
    },
    createPasskeyRegistration: async (intruder) => {
      const { text } = await as(intruder, 'POST', '/v1/passkey-registrations')
      for (const trace of victim().traces) expect(text).not.toContain(trace)
    },
    createPasskey: async (intruder) => {
      // The registration of one is not the other's to complete.
      const body = await passkeyBody(service(), victim().token)
      await isRefused(intruder, ['POST', '/v1/passkeys', body], 422, 'validation_failed')
    },
    // What somebody has tried for is in their own log, by its id.
    listAuditEvents: async (intruder) => {
      const { user, email, entry } = victim()
      const { text } = await as(intruder, 'GET', '/v1/audit-events?limit=100')
      for (const trace of [email, entry]) expect(text).not.toContain(trace)
      const { body } = await as(intruder, 'GET', `/v1/audit-events?actor_id=${user}`)
      expect(body.data).toEqual([])
    },
    exportAuditEvents: async (intruder) => {
      const { email, entry } = victim()
      const { status, text } = await as(intruder, 'GET', '/v1/audit-events/export')
      expect(status).toBe(200)
      for (const trace of [email, entry]) expect(text).not.toContain(trace)
    },
  }
}

/** Returns the rows that the database keeps of the tenant's people. */
export async function rowsOfPeople({ sql }: TestService, { tenant }: PeopleVictim): Promise<unknown[]> {
  const { workspaceId } = tenant
  const rows = async (text: string) => (await sql.query<object>(text, [workspaceId])).rows
  return Promise.all([
    rows('select * from workspaces where id = $1'),
    rows('select * from users where workspace_id = $1 order by id'),
    rows('select workspace_id, id, user_id, revoked_at from sessions where workspace_id = $1 order by id'),
    rows('select * from passkeys where workspace_id = $1 order by id'),
    rows('select * from sign_in_links where workspace_id = $1 order by token_hash'),
    rows('select * from identity_providers where workspace_id = $1'),
    rows('select * from identity_domains where workspace_id = $1 order by domain'),
  ])
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { operations, type ContractOperation } from '../../../support/api/contract.js'
import { credentials, expectedOf, type Credential } from '../../../support/api/credential-kinds.js'
import { unknownIds } from '../../../support/instance/unknown-ids.js'
import { knownIds } from '../../../support/ids/known-ids.js'
import { addSession, ownPasskeyIds } from '../../../support/ids/people-ids.js'
import { ofCaller, requestOf, type KnownIds } from '../../../support/api/requests.js'
import { aQuarter, grouped, askedOf, oneBy, testAll } from '../../../support/run/sampled.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import {
  addTenant,
  firstTenant,
  projectScopes,
  workspaceScopes,
  type Tenant,
} from '../../../support/workspace/tenant.js'

/**
 * Every operation with every kind of credential, held against the `security` of the contract and nothing else. Here are
 * those that come close to what it takes, over HTTP: for each operation one of each kind of credential and outcome.
 * matrix.unit.test.ts has all of them, and any-instance/authorization.test.ts asks each operation without a credential
 * and with the kinds that it does not take, over HTTP as well: here are those of a quarter of the operations.
 */

/** Provides ids of existing things for requests of a credential. */
type IdsFor = (credential: Credential | undefined, token?: string) => KnownIds

let service: TestService
let dns: TestDns
const made = new Map<Tenant, { tokens: Map<string, string>; idsFor: IdsFor }>()
const tenants: Record<'own' | 'other', Tenant | undefined> = { own: undefined, other: undefined }

beforeAll(async () => {
  // Nothing is to be sent to the endpoints that the requests name, and no name is known.
  dns = await startDns()
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api,delivery,sink', POSTSEAL_DNS_SERVERS: dns.server },
  })
  tenants.own = firstTenant(service)
  tenants.other = await addTenant(service)
  for (const tenant of [tenants.own, tenants.other]) {
    const tokens = new Map<string, string>()
    for (const [name, credential] of Object.entries(credentials)) {
      if (credential !== undefined) tokens.set(name, await credential.make(tenant))
    }
    made.set(tenant, { tokens, idsFor: await idsOf(tenant) })
  }
})
afterAll(async () => {
  await service.stop()
  await dns.close()
})

async function idsOf(tenant: Tenant): Promise<IdsFor> {
  const key = await tenant.key()
  const session = await tenant.session('owner')
  const known = knownIds(service, tenant, key, session)
  return (credential, token) => ({
    ...known,
    // A member has its own sessions and passkeys alone.
    ...(credential?.kind === 'workspaceSession' && {
      ses: () => addSession(service, token ?? ''),
      ...(token !== undefined && ownPasskeyIds(service, token)),
    }),
    // A key to be changed is a new one each time, and can do no more than the one that changes it.
    key: async () => {
      const held = projectScopes.filter((scope) => credential?.holds.includes(scope))
      const body = {
        kind: 'project',
        name: 'To be changed',
        project_id: tenant.liveProject,
        scopes: held.length > 0 ? held : projectScopes,
      }
      const reply = await call(service.url, 'POST', '/v1/api-keys', { key: session, body })
      return (reply.body as { api_key: { id: string } }).api_key.id
    },
  })
}

function madeFor(tenant: Tenant | undefined): { tokens: Map<string, string>; idsFor: IdsFor } {
  const found = tenant && made.get(tenant)
  if (found === undefined) throw new Error('nothing was made for this workspace')
  return found
}

/** The credentials that hold all that their kind can. */
const whole = Object.entries(credentials).filter(
  ([, credential]) =>
    credential === undefined ||
    credential.kind === 'workspaceSession' ||
    credential.holds.length === (credential.kind === 'projectKey' ? projectScopes : workspaceScopes).length,
)

/** Keys that lack one scope which the operation needs, and those with one scope that is all that it needs. */
function closeTo(operation: ContractOperation): typeof whole {
  return Object.entries(credentials).filter(([, credential]) => {
    if (credential === undefined || credential.kind === 'workspaceSession') return false
    const outcome = expectedOf(operation, credential)
    return credential.holds.length === 1 ? outcome === 'allowed' : outcome === '403 insufficient_scope'
  })
}

/**
 * A credential is refused without looking at its workspace, so in another than the first there are those that are not
 * refused: one of each kind.
 */
function amongst(which: 'own' | 'other', operation: ContractOperation): typeof whole {
  const own = [...whole, ...closeTo(operation)]
  const all = which === 'own' ? own : elsewhere(operation)
  if (testAll) return all
  if (which === 'other') return oneBy(`${operation.id} elsewhere`, all)
  const asked = askedByAll.has(operation) ? all : all.filter(([, one]) => isOfTakenKind(operation, one))
  const groups = grouped(
    asked,
    ([, credential]) => `${credential?.kind} ${expectedOf(operation, credential)}`,
  )
  return groups.flatMap(([group, ofGroup]) => oneBy(`${operation.id} ${group}`, closest(group, ofGroup)))
}

/** Operations that are asked with every kind of credential, and without one. */
const askedByAll = new Set(aQuarter(operations))

/** Returns the operations that this run asks, each with its id. */
function named(asked: readonly ContractOperation[]) {
  return askedOf(asked).map((operation) => [operation.id, operation] as const)
}

/** Tells whether the operation takes credentials of this kind, so that the scopes or the role of this one decide. */
function isOfTakenKind(operation: ContractOperation, credential: Credential | undefined): boolean {
  return ['allowed', '403 insufficient_scope'].includes(expectedOf(operation, credential))
}

/**
 * Keeps, of the sessions in a group, only the least role that may call the operation, or the highest that may not.
 */
function closest(group: string, ofGroup: typeof whole): typeof whole {
  if (!group.startsWith('workspaceSession')) return ofGroup
  const role = ofGroup.at(group.endsWith('allowed') ? 0 : -1)?.[1]?.holds[0]
  return ofGroup.filter(([, credential]) => credential?.holds[0] === role)
}

function elsewhere(operation: ContractOperation): typeof whole {
  return whole.filter(([, credential]) => {
    const lesserRole = credential?.kind === 'workspaceSession' && !credential.holds.includes('owner')
    return !lesserRole && !credential?.cookie && expectedOf(operation, credential) === 'allowed'
  })
}

describe.each(['own', 'other'] as const)('in %s workspace', (which) => {
  describe.each(named(operations))('%s', (_id, operation) => {
    test.each(amongst(which, operation))('with %s', async (name, credential) => {
      const tenant = tenants[which]
      const { tokens, idsFor } = madeFor(tenant)
      const expected = expectedOf(operation, credential)
      // What is refused by its credential is so before anything is looked up, and so needs nothing that exists.
      const token = tokens.get(name)
      const ids = expected === 'allowed' ? idsFor(credential, token) : unknownIds
      const request = ofCaller(credential?.kind, await requestOf(operation, ids))
      const { method, path, body, raw, headers } = request
      const as = credential?.cookie === true ? { headers: cookieOf(token, headers) } : { headers, key: token }
      const reply = await call(service.url, method, path, {
        ...as,
        body: narrowed(body, credential),
        ...(raw && { raw }),
      })
      const outcome = [401, 403].includes(reply.status)
        ? `${reply.status} ${reply.body.error.code as string}`
        : 'allowed'
      expect(outcome, reply.text).toBe(expected)
      if (outcome === 'allowed') expect(reply.status, reply.text).toBeLessThan(300)
    })
  })
})

/** The headers of a request by a page of the console, whose browser has a session in its cookie. */
function cookieOf(token: string | undefined, headers: Record<string, string>): Record<string, string> {
  const name = `postseal_${new URL(service.url).port}`
  const cookie = { Cookie: `${name}=${token}`, 'Postseal-Console': '1', 'Sec-Fetch-Site': 'same-origin' }
  return { ...headers, ...cookie }
}

/**
 * Narrows a request to issue a key to the scopes that its workspace key has, since a key that it issues can do no
 * more than itself.
 */
function narrowed(body: unknown, credential: Credential | undefined): unknown {
  if (credential?.kind !== 'workspaceKey' || !(body as { scopes?: unknown } | undefined)?.scopes) return body
  const scopes = projectScopes.filter((scope) => credential.holds.includes(scope))
  return { ...(body as object), scopes }
}

describe('a mutation whose body is missing', () => {
  const needing = operations.filter(
    ({ requestBody }) => (requestBody as { required?: boolean } | undefined)?.required === true,
  )

  test.each(named(needing))('%s', async (_id, operation) => {
    const tenant = tenants.own
    const ofTenant = tenant && made.get(tenant)
    const way = Object.keys(operation.security[0] ?? {})[0]
    const name = way === 'workspaceSession' ? 'a session of role owner' : 'a workspace key with every scope'
    // Uses ids that exist, so that only the body is missing.
    const request = await requestOf(operation, ofTenant?.idsFor(credentials[name]) ?? {})
    const headers = { ...request.headers }
    delete headers['Content-Type']
    const empty = [{ 'Content-Length': '0' }, { 'Transfer-Encoding': 'chunked' }] as const
    const json = operation.requestBody?.content['application/json'] === undefined ? [] : empty
    const typed = json.map((framing) => ({ ...headers, 'Content-Type': 'application/json', ...framing }))
    for (const given of [headers, { ...headers, 'Content-Length': '0' }, ...typed]) {
      const reply = await call(service.url, request.method, request.path, {
        key: ofTenant?.tokens.get(name),
        headers: given,
      })
      expect(reply.status, reply.text).toBe(422)
      expect(reply.body.error.details).toMatchObject([{ path: '/body', code: 'required' }])
    }
  })
})

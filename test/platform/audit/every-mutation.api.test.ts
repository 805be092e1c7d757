import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resourceOf } from '../../../server/platform/audit/resource-types.js'
import { toTypeId, type Uuid } from '../../../server/platform/db/ids.js'
import { call } from '../../support/api/api.js'
import { entriesOf, entryOf } from '../../support/workspace/audit.js'
import { operations, type ContractOperation } from '../../support/api/contract.js'
import { startDns, type TestDns } from '../../support/domains/dns.js'
import { knownIds } from '../../support/ids/known-ids.js'
import { ofCaller, requestOf, type DerivedRequest, type KnownIds } from '../../support/api/requests.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'
import { askedOf } from '../../support/run/sampled.js'

/** Each mutation that the contract has, by each kind of credential that it takes, leaves one entry. */

/**
 * Returns true if an operation only reads: it has no effect, so there is nothing to repeat, and it is not recorded.
 */
const isReading = ({ method, parameters }: ContractOperation) =>
  method === 'get' || !parameters.some(({ name }) => name === 'Idempotency-Key')
const mutations = operations.filter((operation) => !isReading(operation))
const reading = operations.filter(
  (operation) => operation.method !== 'get' && operation.security.length > 0 && isReading(operation),
)

const actors = {
  projectKey: 'project_key',
  workspaceKey: 'workspace_key',
  workspaceSession: 'session',
} as const
type Kind = keyof typeof actors

let dns: TestDns
let service: TestService
let tenant: Tenant
let ids: KnownIds
const credentials = {} as Record<Kind, string>
/** Values that no entry may hold, since they were sent or answered. */
const sent = new Set<string>()

beforeAll(async () => {
  // It knows no names.
  dns = await startDns()
  service = await startTestService({
    env: {
      POSTSEAL_ROLES: 'api,sink',
      POSTSEAL_DNS_SERVERS: dns.server,
      POSTSEAL_TRUSTED_PROXIES: '127.0.0.1',
    },
  })
  tenant = await addTenant(service)
  credentials.workspaceKey = await tenant.key()
  credentials.projectKey = await tenant.key({ project: tenant.liveProject })
  credentials.workspaceSession = await tenant.session('owner')
  ids = knownIds(service, tenant, credentials.workspaceKey, credentials.workspaceSession)
})
afterAll(async () => {
  await service.stop()
  await dns.close()
})

/** Asks as a client behind a proxy, and keeps what is said. */
async function ask(request: DerivedRequest, key: string) {
  const reply = await call(service.url, request.method.toUpperCase(), request.path, {
    key,
    body: request.body,
    ...(request.raw !== undefined && { raw: request.raw }),
    headers: { ...request.headers, 'User-Agent': 'Tester/1', 'X-Forwarded-For': '198.51.100.7' },
  })
  for (const text of [
    ...textsIn(request.body),
    ...textsIn(reply.body),
    ...(request.raw?.split('\n') ?? []),
  ]) {
    if (text.includes('@') || text.includes(' ') || /^(ps_|whsec_|eyJ)/.test(text)) sent.add(text.trim())
  }
  return reply
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The last id in the path. */
const idIn = ({ path }: DerivedRequest) =>
  path
    .split('/')
    .map(resourceOf)
    .findLast((found) => found !== null)

const cases = askedOf(mutations).flatMap((operation) =>
  Object.keys(actors)
    .filter((kind) => operation.security.some((way) => kind in way))
    .map((kind) => [operation.id, kind as Kind, operation] as const),
)

/** Returns true if every credential of a kind may call the operation, so that no refusal can be recorded. */
const mayAlways = ({ security }: ContractOperation, kind: Kind) =>
  security.some((way) => way[kind]?.every((need) => need === 'member' || need === 'reports:read'))

describe.each(cases)('%s by %s', (_id, kind, operation) => {
  test('leaves one entry, and its repetition none', async () => {
    const request = ofCaller(kind, await requestOf(operation, ids))
    const reply = await ask(request, credentials[kind])
    expect(reply.status, reply.text).toBeLessThan(300)
    const entry = await entryOf(service, reply)
    expect(entry).toMatchObject({
      workspace_id: tenant.workspaceId,
      actor_kind: actors[kind],
      ip_address: '198.51.100.7',
      user_agent: 'Tester/1',
      operation: operation.id,
      outcome: 'succeeded',
      status: reply.status,
      error_code: null,
    })
    expect(entry.actor_id).not.toBeNull()
    expect(entry.actor_name === null).toBe(kind !== 'workspaceSession')
    expect(entry.session_id === null).toBe(kind !== 'workspaceSession')
    const about = idIn(request)
    if (about != null) expect({ type: entry.resource_type, id: entry.resource_id }).toEqual(about)
    if (request.path.includes('/current/'))
      expect(entry.resource_id).toBe(toTypeId('key', entry.actor_id as Uuid))
    if (kind === 'projectKey') expect(entry.project_id).not.toBeNull()

    if (request.headers['Idempotency-Key'] === undefined) return
    const repeated = await ask(request, credentials[kind])
    expect(repeated.headers['idempotent-replayed']).toBe('true')
    expect(await entriesOf(service, repeated)).toEqual([])
  })
})

const refusable = cases.filter(([, kind, operation]) => !mayAlways(operation, kind))

describe.each(refusable)('%s by %s', (_id, kind, operation) => {
  test('that is refused leaves one entry', async () => {
    const weak = kind === 'workspaceSession' ? await tenant.session('member') : await weakKey(kind)
    const request = await requestOf(operation, ids)
    const reply = await ask(request, weak)
    expect(reply.status).toBe(403)
    expect(await entryOf(service, reply)).toMatchObject({
      operation: operation.id,
      outcome: 'refused',
      status: 403,
      error_code: 'insufficient_scope',
      resource_id: idIn(request)?.id ?? null,
    })
  })
})

/** A key that may do nothing of what is tried. */
const weakKeys = new Map<Kind, Promise<string>>()
function weakKey(kind: Kind): Promise<string> {
  const project = kind === 'projectKey' ? { project: tenant.liveProject } : {}
  const made = weakKeys.get(kind) ?? tenant.key({ ...project, scopes: ['reports:read'] })
  weakKeys.set(kind, made)
  return made
}

test('what only reads leaves none', async () => {
  const replies = []
  for (const operation of reading) {
    replies.push(await ask(await requestOf(operation, ids), credentials.workspaceSession))
  }
  expect(replies.length).toBeGreaterThan(3)
  // A refusal after them is written, so they would have been.
  const member = await tenant.session('member')
  const body = { name: 'x', environment: 'test' }
  await entryOf(service, await call(service.url, 'POST', '/v1/projects', { key: member, body }))
  for (const reply of replies) expect(await entriesOf(service, reply)).toEqual([])
})

test('no entry holds a body, a secret or a recipient', async () => {
  const { rows } = await service.sql.query<{ text: string }>(
    "select string_agg(e::text, E'\\n') as text from audit_events e",
  )
  const text = rows[0]?.text ?? ''
  for (const [id] of cases) expect(text).toContain(id)
  expect(sent.size).toBeGreaterThan(cases.length / 2)
  for (const secret of Object.values(credentials)) expect(text).not.toContain(secret)
  expect([...sent].filter((piece) => piece.length > 3 && text.includes(piece))).toEqual([])
})

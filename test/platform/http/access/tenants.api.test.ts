import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { audienceProbes, type ProbingIntruder } from '../../../support/probes/audience-probes.js'
import { automationProbes } from '../../../support/probes/automation-probes.js'
import { operations } from '../../../support/api/contract.js'
import { derivedProbes, listRequests } from '../../../support/probes/derived-probes.js'
import { inboundProbes } from '../../../support/probes/inbound-probes.js'
import { messageFor } from '../../../support/messages/messages.js'
import { peopleProbes } from '../../../support/probes/people-probes.js'
import { programProbes } from '../../../support/probes/program-probes.js'
import { askedOf } from '../../../support/run/sampled.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { templateProbes } from '../../../support/probes/template-probes.js'
import { categories, followed, tenantProbes } from '../../../support/probes/tenant-probes.js'
import { idsOf, makeVictim, rowsOf, type Victim } from '../../../support/probes/tenant-victim.js'
import { addTenant, firstTenant } from '../../../support/workspace/tenant.js'

/**
 * Tests that no tenant sees or changes anything of another. Each operation that takes a credential has a probe, which
 * is made by everybody who must not get through to the victim's rows.
 */

let service: TestService
let victim: Victim
const intruders = new Map<string, ProbingIntruder>()

const fromOutside = [
  'a project key of another workspace',
  'a workspace key of another workspace',
  'an owner of another workspace',
]
const fromTheSameWorkspace = ['a project key of another project', 'a workspace key held to test projects']

/** Tells by kind of credential which operations it can call at all. The matrix tests that it can call no others. */
const mayCall: Record<string, (operation: string) => boolean> = {
  'a project key of another workspace': (id) => takes(id, 'projectKey'),
  'a workspace key of another workspace': (id) => takes(id, 'workspaceKey'),
  'an owner of another workspace': (id) => takes(id, 'workspaceSession'),
  'a project key of another project': (id) => takes(id, 'projectKey'),
  'a workspace key held to test projects': (id) => takes(id, 'workspaceKey') && !ofWorkspace.has(id),
}

/** About what is of no project: it is there for every key of the workspace that has the scope. */
const ofWorkspace = new Set(
  operations
    .filter(({ tags }) => ['Domains', 'DMARC', 'TLS reports', 'Workspace'].includes(tags[0] ?? ''))
    .map(({ id }) => id),
)

function takes(id: string, kind: string): boolean {
  const operation = operations.find((found) => found.id === id)
  return operation?.security.some((requirement) => requirement[kind] !== undefined) ?? false
}

beforeAll(async () => {
  // Without the role that would send to the subscription's address.
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api,delivery,sink' } })
  const tenant = await addTenant(service)
  victim = await makeVictim(service, tenant)
  const other = firstTenant(service)
  intruders.set('a project key of another workspace', {
    key: await other.key({ project: other.liveProject }),
    project: other.liveProject,
  })
  intruders.set('a workspace key of another workspace', {
    key: await other.key(),
    project: other.liveProject,
  })
  intruders.set('an owner of another workspace', {
    key: await other.session('owner'),
    project: other.liveProject,
    isSession: true,
  })
  const sibling = await tenant.project('live')
  intruders.set('a project key of another project', {
    key: await tenant.key({ project: sibling }),
    project: sibling,
  })
  intruders.set('a workspace key held to test projects', {
    key: await tenant.key({ restrictions: { environment: 'test' } }),
    project: tenant.testProject,
  })
})
afterAll(() => service.stop())

/** Makes the request of one operation against the victim, and says what must come of it. */
type Probe = (intruder: ProbingIntruder) => Promise<void>

async function seesNothing(intruder: ProbingIntruder, path: string): Promise<void> {
  const reply = await call(service.url, 'GET', path, { key: intruder.key })
  // A key of one project that names another is told so.
  if (reply.status === 403 && path.includes('project_id='))
    expect(reply.body.error.code).toBe('project_not_allowed')
  else expect(reply.status, reply.text).toBe(200)
  expect(victim.traces.filter((trace) => reply.text.includes(trace))).toEqual([])
}

async function isRefused(
  intruder: ProbingIntruder,
  request: [method: string, path: string, body?: unknown],
  status: number,
  code: string,
): Promise<void> {
  const [method, path, body] = request
  const reply = await call(service.url, method, path, { key: intruder.key, body })
  expect({ status: reply.status, code: reply.body.error?.code as unknown }).toEqual({ status, code })
}

const guarded = operations.filter((operation) => operation.security.length > 0)

/** Probes that follow from the contract, and handwritten ones that do not follow from it or try more. */
const probes: Record<string, Probe> = {
  ...derivedProbes(
    guarded,
    idsOf(() => victim),
    { seesNothing, isRefused },
  ),
  ...audienceProbes({ service: () => service, victim: () => victim.audience, seesNothing, isRefused }),
  ...templateProbes({ service: () => service, victim: () => victim.templates, seesNothing, isRefused }),
  ...programProbes({ service: () => service, victim: () => victim.programs, seesNothing, isRefused }),
  ...automationProbes({ service: () => service, victim: () => victim.programs, seesNothing, isRefused }),
  ...peopleProbes({ service: () => service, victim: () => victim.people, seesNothing, isRefused }),
  ...inboundProbes({ service: () => service, victim: () => victim.inbound, seesNothing, isRefused }),
  ...tenantProbes({ service: () => service, victim: () => victim, seesNothing, isRefused }),
}

test('each operation that takes a credential has a probe', () => {
  expect(Object.keys(probes).sort()).toEqual(guarded.map(({ id }) => id).sort())
})

test('the probes would see the victim with its own credential', async () => {
  const [key, session] = [await victim.tenant.key(), victim.people.token]
  const lists = await listRequests(
    guarded,
    idsOf(() => victim),
  )
  const others = [categories, followed, '/v1/audit-events/export', '/v1/workspace'].map((path) => ({
    id: '',
    method: 'GET',
    path,
  }))
  for (const { id, method, path } of [...lists, ...others]) {
    const { text } = await call(service.url, method, path, { key: takes(id, 'workspaceKey') ? key : session })
    expect(
      victim.traces.some((trace) => text.includes(trace)),
      path,
    ).toBe(true)
  }
})

test('a key of the workspace that is held to test projects sees the domains, which are of no project', async () => {
  const key = intruders.get('a workspace key held to test projects')?.key
  const source = '/v1/deliverability/dmarc/sources?limit=100'
  const { status, body } = await call(service.url, 'GET', `/v1/domains/${victim.domain}`, { key })
  expect([status, body.id]).toEqual([200, victim.domain])
  expect((await call(service.url, 'GET', source, { key })).text).toContain(victim.source)
})

const asked = new Set(askedOf(operations.filter(({ id }) => id in probes)).map(({ id }) => id))

describe.each([...fromOutside, ...fromTheSameWorkspace])('%s', (name) => {
  test.each(Object.entries(probes).filter(([id]) => asked.has(id) && mayCall[name]?.(id)))(
    'gets nowhere with %s',
    async (_id, probe) => {
      const intruder = intruders.get(name)
      if (intruder === undefined) throw new Error(`no ${name}`)
      const before = lastSeen ?? (await rowsOf(service, victim))
      lastSeen = undefined
      await probe(intruder)
      const after = await rowsOf(service, victim)
      // Far faster than expect(), which says what differs.
      if (!isDeepStrictEqual(after, before)) expect(after).toEqual(before)
      lastSeen = after
    },
  )
})

/** As the probe before has left the rows. The probes follow each other, and nobody else changes them. */
let lastSeen: unknown[] | undefined

describe('idempotency keys', () => {
  test.each([...fromOutside.slice(0, 2), 'a project key of another project'])(
    'of the victim say nothing to %s',
    async (name) => {
      const { tenant } = victim
      const headers = { 'Idempotency-Key': randomUUID() }
      const victims = await call(service.url, 'POST', '/v1/messages', {
        key: await tenant.key({ project: tenant.liveProject }),
        body: messageFor(tenant.liveProject),
        headers,
      })
      const intruder = intruders.get(name)
      // Not even the same body brings the reply out.
      const same = await call(service.url, 'POST', '/v1/messages', {
        key: intruder?.key,
        body: messageFor(tenant.liveProject),
        headers,
      })
      expect(same.body.error?.code, same.text).toBe('project_not_allowed')

      const reply = await call(service.url, 'POST', '/v1/messages', {
        key: intruder?.key,
        body: messageFor(intruder?.project ?? ''),
        headers,
      })
      expect(reply.status, reply.text).toBe(202)
      expect(reply.headers['idempotent-replayed']).toBeUndefined()
      expect(reply.body.id).not.toBe(victims.body.id)
    },
  )
})

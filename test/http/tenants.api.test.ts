import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid, toTypeId } from '../../server/db/ids.js'
import { call } from '../support/api.js'
import {
  audienceProbes,
  makeAudience,
  rowsOfAudience,
  type AudienceVictim,
} from '../support/audience-probes.js'
import {
  automationProbes,
  makeAutomations,
  rowsOfAutomations,
  type AutomationVictim,
} from '../support/automation-probes.js'
import { operations } from '../support/contract.js'
import { derivedProbes, listRequests } from '../support/derived-probes.js'
import { domainIds } from '../support/domain-ids.js'
import { insertDelivery } from '../support/deliveries.js'
import { inboundProbes, makeInbound, rowsOfInbound, type InboundVictim } from '../support/inbound-probes.js'
import { messageFor, send, settled } from '../support/messages.js'
import { makePrograms, programProbes, rowsOfPrograms } from '../support/program-probes.js'
import { makePeople, peopleProbes, rowsOfPeople, type PeopleVictim } from '../support/people-probes.js'
import type { KnownIds } from '../support/requests.js'
import { startTestService, type TestService } from '../support/service.js'
import {
  makeTemplates,
  rowsOfTemplates,
  templateProbes,
  type TemplateVictim,
} from '../support/template-probes.js'
import { addTenant, firstTenant, type Tenant } from '../support/tenant.js'
import { subscribe, type Subscribed } from '../support/webhooks.js'

/**
 * What one tenant has, another neither sees nor changes. Each operation that takes a credential has a probe, which
 * is made by everybody who must not get through to the victim's rows.
 */

/** Whose rows are tried for: everything of a workspace, or of one project in it. */
interface Victim {
  readonly tenant: Tenant
  readonly message: string
  /** One that could be cancelled. */
  readonly scheduled: string
  /** Of the message. */
  readonly category: string
  readonly keyId: string
  readonly secret: string
  /** Of the live project, and a delivery to it. */
  readonly subscribed: Subscribed
  readonly delivery: string
  /** Another than the source's, which has one of its own. */
  readonly domain: string
  readonly domainName: string
  readonly source: string
  readonly audience: AudienceVictim
  readonly templates: TemplateVictim
  readonly programs: AutomationVictim
  readonly inbound: InboundVictim
  readonly people: PeopleVictim
  readonly log: string
  readonly event: string
  /** Texts that stand in the victim's rows and nowhere else. */
  readonly traces: string[]
}

interface Intruder {
  readonly key: string
  readonly project: string
}

let service: TestService
let victim: Victim
const intruders = new Map<string, Intruder>()

const fromOutside = [
  'a project key of another workspace',
  'a workspace key of another workspace',
  'an owner of another workspace',
]
const fromTheSameWorkspace = ['a project key of another project', 'a workspace key held to test projects']

/** What each kind of credential can call at all is the matrix's business. */
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
    .filter(({ tags }) => ['Domains', 'DMARC', 'Workspace'].includes(tags[0] ?? ''))
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
  victim = await makeVictim(tenant)
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

/** Recipients that the victim is said to have sent to before. */
const settledByVictim = 4711

async function makeVictim(tenant: Tenant): Promise<Victim> {
  const key = await tenant.key()
  const marker = randomUUID()
  const subscribed = await subscribe(service.url, key, {
    project_id: tenant.liveProject,
    description: marker,
  })
  const delivery = await insertDelivery(service.sql, tenant.workspaceId, fromTypeId('whk', subscribed.id), {
    project: tenant.liveProject,
    environment: 'live',
    status: 'delivered',
  })
  const audience = await makeAudience(service, tenant)
  const templates = await makeTemplates(service, tenant, audience.contact)
  const inbound = await makeInbound(service, tenant)
  const people = await makePeople(service, tenant)
  const programs = await makeAutomations(
    service,
    await makePrograms(service, audience, templates.message),
    inbound.route,
  )
  const { dom, dms } = domainIds(service, tenant.workspaceId)
  const [domain, source] = [String(await dom()), String(await dms())]
  const ofDomain = await call(service.url, 'GET', `/v1/domains/${domain}`, { key })
  const message = await send(service.url, key, tenant.liveProject, {
    subject: `Secret ${marker}`,
    text: `Body ${marker}`,
    category: marker,
  })
  const scheduled = await send(service.url, key, tenant.liveProject, {
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const { body: settledMessage } = await settled(service.url, key, message)
  await service.sql.query(
    'insert into sending_totals (workspace_id, hour, counted_by, settled) values ($1, now(), $2, $3)',
    [tenant.workspaceId, randomUUID(), settledByVictim],
  )
  const created = await call(service.url, 'POST', '/v1/api-keys', {
    key: await tenant.session('owner'),
    body: { kind: 'project', name: marker, project_id: tenant.liveProject, scopes: ['reports:read'] },
  })
  const { data: events } = (await call(service.url, 'GET', '/v1/events', { key })).body
  const keyId = created.body.api_key.id as string
  return {
    tenant,
    message,
    scheduled,
    category: marker,
    keyId,
    secret: created.body.secret as string,
    subscribed,
    delivery: toTypeId('whd', delivery.id),
    domain,
    domainName: ofDomain.body.name as string,
    source,
    audience,
    templates,
    programs,
    inbound,
    people,
    log: settledMessage.recipients[0].log_id as string,
    event: events[0].id as string,
    traces: [
      ...people.traces,
      ...audience.traces,
      ...templates.traces,
      ...programs.traces,
      ...inbound.traces,
      marker,
      message,
      keyId,
      subscribed.id,
      toTypeId('whd', delivery.id),
      domain,
      source,
      tenant.liveProject,
      ...settledMessage.recipients.map((recipient: { log_id: string }) => recipient.log_id),
      ...events.map((event: { id: string }) => event.id),
    ],
  }
}

/** Makes the request of one operation against the victim, and says what must come of it. */
type Probe = (intruder: Intruder) => Promise<void>

async function seesNothing(intruder: Intruder, path: string): Promise<void> {
  const reply = await call(service.url, 'GET', path, { key: intruder.key })
  expect(reply.status, reply.text).toBe(200)
  for (const trace of victim.traces) expect(reply.text).not.toContain(trace)
}

async function isRefused(
  intruder: Intruder,
  request: [method: string, path: string, body?: unknown],
  status: number,
  code: string,
): Promise<void> {
  const [method, path, body] = request
  const reply = await call(service.url, method, path, { key: intruder.key, body })
  expect({ status: reply.status, code: reply.body.error?.code as unknown }).toEqual({ status, code })
}

/** What the victim has, by the kind of its id. */
const idsOfVictim: KnownIds = {
  prj: () => victim.tenant.liveProject,
  msg: () => victim.message,
  key: () => victim.keyId,
  whk: () => victim.subscribed.id,
  whd: () => victim.delivery,
  dom: () => victim.domain,
  dms: () => victim.source,
  con: () => victim.audience.contact,
  lst: () => victim.audience.list,
  sub: () => victim.audience.subscription,
  sup: () => victim.audience.suppression,
  del: () => victim.audience.deletion,
  tpl: () => victim.templates.message,
  seg: () => victim.programs.segment,
  cmp: () => victim.programs.campaign,
  aut: () => victim.programs.automation,
  run: () => victim.programs.run,
  inr: () => victim.inbound.route,
  inm: () => victim.inbound.message,
  att: () => victim.inbound.attachment,
  log: () => victim.log,
  evt: () => victim.event,
  usr: () => victim.people.user,
  ses: () => victim.people.session,
  aud: () => victim.people.entry,
}

const guarded = operations.filter((operation) => operation.security.length > 0)

/** Those of the contract, and by hand those that do not follow from it or try more. */
const probes: Record<string, Probe> = {
  ...derivedProbes(guarded, idsOfVictim, { seesNothing, isRefused }),
  ...audienceProbes({ service: () => service, victim: () => victim.audience, seesNothing, isRefused }),
  ...templateProbes({ service: () => service, victim: () => victim.templates, seesNothing, isRefused }),
  ...programProbes({ service: () => service, victim: () => victim.programs, seesNothing, isRefused }),
  ...automationProbes({ service: () => service, victim: () => victim.programs, seesNothing, isRefused }),
  ...peopleProbes({ service: () => service, victim: () => victim.people, seesNothing, isRefused }),
  ...inboundProbes({ service: () => service, victim: () => victim.inbound, seesNothing, isRefused }),
  sendMessage: async (intruder) => {
    const code =
      intruder.project === victim.tenant.testProject ? 'environment_not_allowed' : 'project_not_allowed'
    const message = messageFor(victim.tenant.liveProject)
    await isRefused(intruder, ['POST', '/v1/messages', message], 403, code)
    await isRefused(intruder, ['POST', '/v1/messages', withTemplate(intruder)], 404, 'template_not_found')
    const answered = messageFor(intruder.project, { reply_route_id: victim.inbound.route })
    await isRefused(intruder, ['POST', '/v1/messages', answered], 422, 'validation_failed')
  },
  sendMessageBatch: async (intruder) => {
    const code =
      intruder.project === victim.tenant.testProject ? 'environment_not_allowed' : 'project_not_allowed'
    const template = {
      template_id: toTypeId('tpl', newUuid()),
      project_id: victim.tenant.liveProject,
      to: [{ email: 'ada@example.com' }],
      variables: {},
    }
    const reply = await call(service.url, 'POST', '/v1/messages/batch', {
      key: intruder.key,
      body: {
        items: [
          { idempotency_key: 'a', message: messageFor(victim.tenant.liveProject) },
          { idempotency_key: 'b', template },
          { idempotency_key: 'c', message: withTemplate(intruder) },
        ],
      },
    })
    expect(reply.body.accepted).toBe(0)
    const errors = reply.body.data.map((item: { error: { code: string } }) => item.error.code) as string[]
    expect(errors).toEqual([code, code, 'template_not_found'])
  },
  cancelMessage: async (intruder) => {
    await isRefused(intruder, ['POST', `/v1/messages/${victim.scheduled}/cancel`], 404, 'not_found')
  },
  cancelMessages: async (intruder) => {
    const body = { message_ids: [victim.scheduled, victim.message] }
    const reply = await call(service.url, 'POST', '/v1/messages/cancel', { key: intruder.key, body })
    expect(reply.body).toMatchObject({ cancelled: 0, rejected: 2 })
    const codes = reply.body.data.map(({ error }: { error: { code: string } }) => error.code) as string[]
    expect(codes).toEqual(['not_found', 'not_found'])
  },
  retrieveStatistics: async (intruder) => {
    await seesNothing(intruder, categories)
    // Naming its project is no way around it either, whatever the reply says of it.
    const path = `${categories}&project_id=${victim.tenant.liveProject}`
    const reply = await call(service.url, 'GET', path, { key: intruder.key })
    expect(reply.text).not.toContain(victim.category)
  },
  listMessageLogs: async (intruder) => {
    await seesNothing(intruder, '/v1/message-logs?limit=100')
    // Naming the message is no way around it either.
    const reply = await call(service.url, 'GET', `/v1/message-logs?message_id=${victim.message}`, {
      key: intruder.key,
    })
    expect(reply.body.data).toEqual([])
  },
  retrieveSendingStatus: async (intruder) => {
    const reply = await call(service.url, 'GET', '/v1/sending-status', { key: intruder.key })
    expect(reply.status, reply.text).toBe(200)
    // The status is the workspace's, for each of its projects the same.
    const outside = intruder.project === firstTenant(service).liveProject
    if (outside) expect(reply.body.window.settled).toBe(0)
    else expect(reply.body.window.settled).toBeGreaterThanOrEqual(settledByVictim)
  },
  createProject: async (intruder) => {
    const name = randomUUID()
    const reply = await call(service.url, 'POST', '/v1/projects', {
      key: intruder.key,
      body: { name, environment: 'test' },
      headers: { 'Idempotency-Key': name },
    })
    expect(reply.status, reply.text).toBe(201)
    if (intruder.project === victim.tenant.testProject) return
    const own = await call(service.url, 'GET', '/v1/projects?limit=100', { key: await victim.tenant.key() })
    expect(own.text).not.toContain(name)
  },
  createApiKey: async (intruder) => {
    const body = {
      kind: 'project',
      name: 'Stolen',
      project_id: victim.tenant.liveProject,
      scopes: ['reports:read'],
    }
    const [status, code] =
      intruder.project === victim.tenant.testProject
        ? [403, 'environment_not_allowed']
        : [422, 'validation_failed']
    await isRefused(intruder, ['POST', '/v1/api-keys', body], status, code)
  },
  revokeApiKey: async (intruder) => {
    await isRefused(intruder, ['DELETE', `/v1/api-keys/${victim.keyId}`], 404, 'not_found')
    const reply = await call(service.url, 'GET', '/v1/messages', { key: victim.secret })
    expect(reply.status).toBe(200)
  },
  upsertWebhook: (intruder) => savesNothing(intruder, 'PUT'),
  updateWebhook: (intruder) => savesNothing(intruder, 'PATCH'),
  listWebhookDeliveries: async (intruder) => {
    const path = '/v1/webhooks/status/deliveries?limit=100'
    await seesNothing(intruder, path)
    // Naming the subscription or its project is no way around it either.
    await seesNothing(intruder, `${path}&subscription_id=${victim.subscribed.id}`)
    await seesNothing(intruder, `${path}&project_id=${victim.tenant.liveProject}`)
  },
  retrieveWebhookDelivery: async (intruder) => {
    await isRefused(intruder, ['GET', deliveryPath(victim.subscribed.id)], 404, 'not_found')
    // Nor is a subscription of one's own.
    const own = await subscribe(service.url, intruder.key)
    await isRefused(intruder, ['GET', deliveryPath(own.id)], 404, 'not_found')
  },
  replayWebhookDelivery: async (intruder) => {
    await isRefused(intruder, ['POST', `${deliveryPath(victim.subscribed.id)}/replay`], 404, 'not_found')
    const own = await subscribe(service.url, intruder.key)
    await isRefused(intruder, ['POST', `${deliveryPath(own.id)}/replay`], 404, 'not_found')
  },
  listDomains: async (intruder) => {
    await seesNothing(intruder, '/v1/domains?limit=100')
    await seesNothing(intruder, `/v1/domains?name=${victim.domainName}`)
  },
  createDomain: async (intruder) => {
    // A name says nothing to another workspace, which can have it too.
    const body = { name: victim.domainName }
    const reply = await call(service.url, 'POST', '/v1/domains', { key: intruder.key, body })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.id).not.toBe(victim.domain)
    // Nor does it sign with the victim's key.
    const selector = (reply.body.dkim_keys as { selector: string }[])[0]?.selector
    const own = await call(service.url, 'GET', domainPath(), { key: await victim.tenant.key() })
    expect(own.text).not.toContain(selector)
    // For the next one of that workspace.
    const path = `/v1/domains/${String(reply.body.id)}`
    expect((await call(service.url, 'DELETE', path, { key: intruder.key })).status).toBe(204)
  },
  listDmarcSources: async (intruder) => {
    const path = '/v1/deliverability/dmarc/sources?limit=100'
    await seesNothing(intruder, path)
    const { rows } = await service.sql.query<{ domain_id: string }>(
      'select domain_id from dmarc_sources where id = $1',
      [fromTypeId('dms', victim.source)],
    )
    // Naming its domain is no way around it either.
    await seesNothing(intruder, `${path}&domain_id=${toTypeId('dom', rows[0]?.domain_id ?? '')}`)
  },
}

/** Its groups have the names of the categories. */
const categories = '/v1/statistics?group_by=category&max_groups=100'

/** A message of one's own that is made from the victim's template. */
const withTemplate = ({ project }: Intruder) => ({
  project_id: project,
  from_email: 'no-reply@shop.example',
  to: [{ email: 'ada@example.com' }],
  template: { template_id: victim.templates.message },
})

const domainPath = () => `/v1/domains/${victim.domain}`

const deliveryPath = (subscription: string) =>
  `/v1/webhooks/status/${subscription}/deliveries/${victim.delivery}`

/** Neither by the id nor by the address, nor one for the victim's project. */
async function savesNothing(intruder: Intruder, method: string): Promise<void> {
  const { id, webhook } = victim.subscribed
  const path = '/v1/webhooks/status'
  const taken = { url: 'https://intruder.example/', events: ['*'] }
  await isRefused(intruder, [method, path, { ...taken, id }], 404, 'not_found')
  const reading = { ...taken, project_id: victim.tenant.liveProject }
  const inside = intruder.project === victim.tenant.testProject
  await (inside
    ? isRefused(intruder, [method, path, reading], 403, 'environment_not_allowed')
    : isRefused(intruder, [method, path, reading], 422, 'validation_failed'))
  // An address says nothing to another workspace, which can have it too.
  const same = { url: webhook.url, events: ['*'] }
  if (inside) return isRefused(intruder, [method, path, same], 422, 'validation_failed')
  const reply = await call(service.url, method, path, { key: intruder.key, body: same })
  expect([200, 201]).toContain(reply.status)
  expect(reply.body.webhook.id).not.toBe(id)
}

test('each operation that takes a credential has a probe', () => {
  expect(Object.keys(probes).sort()).toEqual(guarded.map(({ id }) => id).sort())
})

test('the probes would see the victim with its own credential', async () => {
  const [key, session] = [await victim.tenant.key(), victim.people.token]
  const lists = await listRequests(guarded, idsOfVictim)
  const others = [categories, '/v1/audit-events/export', '/v1/workspace'].map((path) => ({
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
  const { status, body } = await call(service.url, 'GET', domainPath(), { key })
  expect([status, body.id]).toEqual([200, victim.domain])
  expect((await call(service.url, 'GET', source, { key })).text).toContain(victim.source)
})

describe.each([...fromOutside, ...fromTheSameWorkspace])('%s', (name) => {
  test.each(Object.entries(probes).filter(([id]) => mayCall[name]?.(id)))(
    'gets nowhere with %s',
    async (_id, probe) => {
      const intruder = intruders.get(name)
      if (intruder === undefined) throw new Error(`no ${name}`)
      const before = lastSeen ?? (await rowsOfVictim())
      lastSeen = undefined
      await probe(intruder)
      const after = await rowsOfVictim()
      expect(after).toEqual(before)
      lastSeen = after
    },
  )
})

/** As the probe before has left the rows. The probes follow each other, and nobody else changes them. */
let lastSeen: unknown[] | undefined

/** Everything kept for the victim's live project and its messages. */
async function rowsOfVictim(): Promise<unknown[]> {
  const tables = ['messages', 'message_logs', 'events', 'api_keys', 'idempotency_keys']
  const project = (
    await service.sql.query<{ project_id: string }>(
      'select project_id from messages where workspace_id = $1',
      [victim.tenant.workspaceId],
    )
  ).rows[0]?.project_id
  const ofProject = tables.map(async (table) => {
    const { rows } = await service.sql.query(
      `select * from ${table} where workspace_id = $1 and project_id = $2 order by 1, 2`,
      [victim.tenant.workspaceId, project],
    )
    return rows as unknown
  })
  const ofAudience = rowsOfAudience(service, victim.audience)
  const ofTemplates = rowsOfTemplates(service, victim.templates)
  const ofPrograms = rowsOfPrograms(service, victim.programs)
  const ofAutomations = rowsOfAutomations(service, victim.programs)
  const ofInbound = rowsOfInbound(service, victim.inbound)
  const ofPeople = rowsOfPeople(service, victim.people)
  const others = [ofAudience, ofTemplates, ofPrograms, ofAutomations, ofInbound, ofPeople]
  return Promise.all([...ofProject, ...rowsOfSubscription(), ...rowsOfWorkspace(), ...others])
}

function rowsOfWorkspace(): Promise<unknown>[] {
  return ['domains', 'dkim_keys', 'dmarc_sources', 'dmarc_source_days'].map(async (table) => {
    const query = `select * from ${table} where workspace_id = $1 order by 1, 2, 3`
    return (await service.sql.query(query, [victim.tenant.workspaceId])).rows
  })
}

function rowsOfSubscription(): Promise<unknown>[] {
  const id = fromTypeId('whk', victim.subscribed.id)
  const { workspaceId } = victim.tenant
  const tables = ['webhook_secrets', 'webhook_deliveries', 'webhook_queue', 'webhook_health']
  return [
    service.sql.query(`select * from webhook_subscriptions where id = $1`, [id]),
    ...tables.map((table) =>
      service.sql.query(
        `select * from ${table} where workspace_id = $1 and subscription_id = $2 order by 1, 2`,
        [workspaceId, id],
      ),
    ),
  ].map(async (query) => (await query).rows)
}

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

import { randomUUID } from 'node:crypto'
import { fromTypeId, toTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../api/api.js'
import { askedTogether } from './asked-together.js'
import { makeAudience, rowsOfAudience, type AudienceVictim } from './audience-probes.js'
import { makeAutomations, rowsOfAutomations, type AutomationVictim } from './automation-probes.js'
import { insertDelivery } from '../webhooks/deliveries.js'
import { domainIds } from '../ids/domain-ids.js'
import { makeInbound, rowsOfInbound, type InboundVictim } from './inbound-probes.js'
import { send, settled } from '../messages/messages.js'
import { makePeople, rowsOfPeople, type PeopleVictim } from './people-probes.js'
import { makePrograms, rowsOfPrograms } from './program-probes.js'
import type { KnownIds } from '../api/requests.js'
import type { TestService } from '../service/service.js'
import { makeTemplates, rowsOfTemplates, type TemplateVictim } from './template-probes.js'
import type { Tenant } from '../workspace/tenant.js'
import { createReceiver, receive, type Receiver } from '../webhooks/webhook-receivers.js'
import { subscribe, type Subscribed } from '../webhooks/webhooks.js'

/** The owner of the rows that intruders try for: everything of a workspace, or of one project in it. */
export interface Victim {
  readonly tenant: Tenant
  readonly message: string
  /** One that could be cancelled. */
  readonly scheduled: string
  /** Category of the message. */
  readonly category: string
  readonly keyId: string
  readonly secret: string
  /** A subscription of the live project, to which the delivery belongs. */
  readonly subscribed: Subscribed
  readonly delivery: string
  /** With a request. */
  readonly receiver: Receiver
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

/** Recipients that the victim is said to have sent to before. */
export const settledByVictim = 4711

export async function makeVictim(service: TestService, tenant: Tenant): Promise<Victim> {
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
  const receiver = await createReceiver(service.url, key)
  await receive(service.url, key, receiver.id, `Received ${marker}`)
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
    receiver,
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
      receiver.id,
      receiver.url,
      domain,
      source,
      tenant.liveProject,
      ...settledMessage.recipients.map((recipient: { log_id: string }) => recipient.log_id),
      ...events.map((event: { id: string }) => event.id),
    ],
  }
}

/** Returns the victim's ids, by kind. */
export function idsOf(victim: () => Victim): KnownIds {
  return {
    prj: () => victim().tenant.liveProject,
    msg: () => victim().message,
    key: () => victim().keyId,
    whk: () => victim().subscribed.id,
    whd: () => victim().delivery,
    whr: () => victim().receiver.id,
    dom: () => victim().domain,
    dms: () => victim().source,
    con: () => victim().audience.contact,
    lst: () => victim().audience.list,
    sub: () => victim().audience.subscription,
    top: () => victim().audience.topic,
    cim: () => victim().audience.contactImport,
    sup: () => victim().audience.suppression,
    del: () => victim().audience.deletion,
    tpl: () => victim().templates.message,
    seg: () => victim().programs.segment,
    cmp: () => victim().programs.campaign,
    aut: () => victim().programs.automation,
    run: () => victim().programs.run,
    inr: () => victim().inbound.route,
    inm: () => victim().inbound.message,
    att: () => victim().inbound.attachment,
    log: () => victim().log,
    evt: () => victim().event,
    usr: () => victim().people.user,
    ses: () => victim().people.session,
    psk: () => victim().people.passkey,
    aud: () => victim().people.entry,
  }
}

/** Everything kept for the victim's live project and its messages. */
export async function rowsOf(ofVictim: TestService, victim: Victim): Promise<unknown[]> {
  const service = { ...ofVictim, sql: askedTogether(ofVictim.sql) }
  const tables = ['messages', 'message_logs', 'events', 'api_keys', 'idempotency_keys']
  const project = fromTypeId('prj', victim.tenant.liveProject)
  const ofProject = tables.map(async (table) => {
    // Its own use of a key is written a moment later.
    const { rows } = await service.sql.query(
      `select to_jsonb(kept) - 'last_used_at' as kept from ${table} kept
       where workspace_id = $1 and project_id = $2 order by 1`,
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
  return Promise.all([
    ...ofProject,
    ...rowsOfSubscription(service, victim),
    ...rowsOfWorkspace(service, victim),
    ...others,
  ])
}

function rowsOfWorkspace(service: TestService, victim: Victim): Promise<unknown>[] {
  const tables = ['webhook_receivers', 'webhook_receiver_requests']
  return [...tables, 'domains', 'dkim_keys', 'dmarc_sources', 'dmarc_source_days', 'tls_reports'].map(
    async (table) => {
      const query = `select * from ${table} where workspace_id = $1 order by 1, 2, 3`
      return (await service.sql.query(query, [victim.tenant.workspaceId])).rows
    },
  )
}

function rowsOfSubscription(service: TestService, victim: Victim): Promise<unknown>[] {
  const id = fromTypeId('whk', victim.subscribed.id)
  const { workspaceId } = victim.tenant
  const tables = ['webhook_secrets', 'webhook_deliveries', 'webhook_queue', 'webhook_health']
  return [
    service.sql.query(`select * from webhook_subscriptions where id = $1`, [id]),
    ...tables.map((table) =>
      service.sql.query(`select * from ${table} where workspace_id = $1 and webhook_id = $2 order by 1, 2`, [
        workspaceId,
        id,
      ]),
    ),
  ].map(async (query) => (await query).rows)
}

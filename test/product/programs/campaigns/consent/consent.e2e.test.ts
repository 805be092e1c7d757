import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subscriptionLinks } from '../../../../../server/product/audience/subscriptions/links/links.js'
import { loadServiceKey } from '../../../../../server/platform/auth/service-key.js'
import { fromTypeId, newUuid, toTypeId, type Uuid } from '../../../../../server/platform/db/ids.js'
import { call } from '../../../../support/api/api.js'
import { campaignCalls, type CampaignCalls } from '../../../../support/campaigns/campaign-calls.js'
import {
  insertContacts,
  setHalted,
  startMailServer,
  untilCampaign,
  untilStatus,
  untilTried,
  type MailServer,
} from '../../../../support/campaigns/campaigns.js'
import { addList, ask, type OptIn } from '../../../../support/audience/opt-in.js'
import { startTestService, type TestService } from '../../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'
import { until } from '../../../../support/time/until.js'

/**
 * Who leaves gets no campaign's mail, however late: after the audience was found, and after the mail was made.
 * The workspace is halted for the one, and no delivery worker runs for the other.
 */

let server: MailServer
let service: TestService
let tenant: Tenant
let campaigns: CampaignCalls
let optIn: OptIn
let list: string
const closers: (() => Promise<unknown>)[] = []

const stays = ['stays@one.example', 'stays@two.example']
/** Ways of leaving. Each is tried by a contact of its own after each of the `steps`, and shows its reason then. */
const ways = ['contact', 'one-click', 'subscription', 'suppression', 'deletion', 'erasure'] as const
type Way = (typeof ways)[number]
const steps = ['walked', 'released'] as const
const leaves = (way: Way, step: (typeof steps)[number]) => `${way}@${step}.example`
const everybody = [...stays, ...ways.flatMap((way) => steps.map((step) => leaves(way, step)))]

/** To all contacts, and to a list. */
const ids = { contacts: '', list: '' }
const contactIds = new Map<string, string>()
const subscriptions = new Map<string, string>()

beforeAll(async () => {
  server = await startMailServer()
  closers.push(() => server.close())
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api,programs' },
    programs: { pollMs: 20, haltedMs: 50, fullMs: 50 },
  })
  closers.push(() => service.stop())
  tenant = await addTenant(service)
  campaigns = await campaignCalls(service, tenant)
  const key = await tenant.key()
  optIn = { url: service.url, key, project: tenant.liveProject }
  list = await addList(optIn)
  const { workspaceId, liveProject: project } = tenant
  const made = await insertContacts(service.sql, { workspaceId, project, environment: 'live' }, everybody)
  await Promise.all(
    everybody.map(async (email, index) => {
      contactIds.set(email, toTypeId('con', made[index] as Uuid))
      subscriptions.set(email, (await ask(optIn, list, email)).subscription.id)
    }),
  )
  // As if each had confirmed, and none had been asked by mail.
  await service.sql.query(`update subscriptions set status = 'confirmed' where workspace_id = $1`, [
    workspaceId,
  ])
  await service.sql.query('delete from delivery_queue where workspace_id = $1', [workspaceId])

  await setHalted(service.sql, workspaceId, true)
  for (const [name, audience] of [
    ['contacts', {}],
    ['list', { list_id: list }],
  ] as const) {
    ids[name] = await campaigns.made({ project_id: project, audience })
    const reply = await campaigns.schedule(ids[name])
    expect(reply.status, reply.text).toBe(200)
    const walked = await untilCampaign(campaigns, ids[name], (each) => each.audience_total !== null, 'walked')
    expect(walked).toMatchObject({ audience_total: everybody.length, blocked_by: 'sending_halted' })
    expect(walked.progress.pending).toBe(everybody.length)
  }
  await leaveAll('walked')
  await setHalted(service.sql, workspaceId, false)
  for (const id of Object.values(ids))
    await untilCampaign(campaigns, id, ({ progress }) => progress.pending === 0, 'to be released')
  await leaveAll('released')
  const worker = await startTestService({
    beside: service,
    env: { POSTSEAL_ROLES: 'delivery', POSTSEAL_SINK_PORT: String(server.port) },
    delivery: { pollMs: 20 },
  })
  closers.push(() => worker.stop())
  for (const id of Object.values(ids)) {
    await untilTried(service.sql, id)
    await untilStatus(campaigns, id, 'sent')
  }
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

/** Everybody leaves who is to leave after this step, each in their way. */
async function leaveAll(step: (typeof steps)[number]): Promise<void> {
  const { url, key, project } = optIn
  const done = async (method: string, path: string, body?: object) => {
    const reply = await call(url, method, path, { key, ...(body && { body }) })
    expect(reply.status, reply.text).toBeLessThan(300)
  }
  const how: Record<Way, (email: string) => Promise<void>> = {
    contact: (email) => done('PUT', '/v1/contacts', { project_id: project, email, unsubscribed: true }),
    'one-click': async (email) => {
      // Before the release there is no mail with a link: one of earlier mail does the same.
      if (step === 'walked') return oneClick(earlierLink(email))
      for (const id of Object.values(ids)) await oneClick(await linkOf(id, email))
    },
    subscription: (email) =>
      done('POST', `/v1/subscriber-lists/${list}/subscriptions/${subscriptions.get(email)}/unsubscribe`),
    suppression: (email) => done('POST', '/v1/compliance/suppressions', { email }),
    deletion: (email) => done('DELETE', `/v1/contacts/${contactIds.get(email)}`),
    erasure: (email) => done('POST', '/v1/compliance/deletions', { email }),
  }
  for (const way of ways) await how[way](leaves(way, step))
}

/** The link in the mail to a recipient that was made and is not yet sent. */
async function linkOf(id: string, email: string): Promise<string> {
  const { rows } = await service.sql.query<{ url: string }>(
    `select list_unsubscribe ->> 'url' as url from message_contents content
     join message_logs log using (workspace_id, message_id) where log.campaign_id = $1 and address = $2`,
    [fromTypeId('cmp', id), email],
  )
  return new URL(rows[0]?.url ?? '').pathname
}

function earlierLink(email: string): string {
  const contactId = fromTypeId('con', contactIds.get(email) ?? '')
  return subscriptionLinks(loadServiceKey(service.config).derive('subscription'), '').contactUnsubscribeUrl({
    workspaceId: tenant.workspaceId,
    contactId,
    logId: newUuid(),
  })
}

async function oneClick(path: string): Promise<void> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const reply = await call(service.url, 'POST', path, { raw: 'List-Unsubscribe=One-Click', headers })
  expect(reply.status).toBe(200)
}

/** Returns the outcome of each recipient of a campaign, by the contact. */
async function outcomes(id: string): Promise<Map<string, string>> {
  const { body } = await campaigns.recipients(id, '?limit=100')
  const rows = body.data as { contact_id: string; status: string; reason: string | null }[]
  return new Map(
    rows.map(({ contact_id, status, reason }) => [contact_id, [status, reason].filter(Boolean).join(' ')]),
  )
}

test('nobody but those who stayed, and who left the list alone, has the campaigns', () => {
  const leftTheList = steps.map((step) => leaves('subscription', step))
  expect(server.taken()).toEqual([...stays, ...stays, ...leftTheList].sort())
})

describe.each(steps)('who leaves once the campaign has %s', (step) => {
  test.each([
    ['contact', 'skipped opted_out', 'skipped opted_out'],
    ['one-click', 'skipped opted_out', step === 'walked' ? 'skipped opted_out' : 'skipped not_confirmed'],
    ['subscription', 'delivered', 'skipped not_confirmed'],
    ['suppression', 'skipped manual', 'skipped manual'],
    [
      'deletion',
      step === 'walked' ? 'skipped erased' : 'skipped opted_out',
      step === 'walked' ? 'skipped erased' : 'skipped not_confirmed',
    ],
  ] as const)('by %s is skipped for that reason', async (way, ofContacts, ofList) => {
    const contact = contactIds.get(leaves(way, step)) ?? ''
    expect((await outcomes(ids.contacts)).get(contact)).toBe(ofContacts)
    expect((await outcomes(ids.list)).get(contact)).toBe(ofList)
  })

  test('by erasure is in no recipient’s data', async () => {
    const email = leaves('erasure', step)
    const contact = contactIds.get(email) ?? ''
    const outcome = step === 'walked' ? 'skipped erased' : 'cancelled'
    for (const id of Object.values(ids)) expect((await outcomes(id)).get(contact)).toBe(outcome)
    const { rows } = await service.sql.query<{ name: string; found: boolean }>(
      `select 'messages' as name, exists (select 1 from message_contents where render_input::text like $1) as found
       union all select 'logs', exists (select 1 from message_logs where address = $2 or recipient = $2)
       union all select 'contacts', exists (select 1 from contacts where address = $2)
       union all select 'events', exists (select 1 from events where data::text like $1)`,
      [`%${email}%`, email],
    )
    expect(rows.filter(({ found }) => found)).toEqual([])
    for (const id of Object.values(ids)) {
      const { body } = await campaigns.recipients(id, '?limit=100')
      expect(JSON.stringify(body)).not.toContain(email)
    }
  })
})

test.each(['contacts', 'list'] as const)('the figures of the campaign to %s add up', async (name) => {
  const stats = await until(async () => {
    const { body } = await campaigns.stats(ids[name])
    return body.by_status.queued === 0 && body
  }, 'the figures')
  const counts = Object.values(stats.by_status as Record<string, number>)
  expect(counts.reduce((sum, count) => sum + count)).toBe(everybody.length)
  expect(stats.recipients).toBe(everybody.length)
  const shown = [...(await outcomes(ids[name])).values()]
  for (const status of ['delivered', 'skipped', 'cancelled'])
    expect(shown.filter((each) => each.startsWith(status))).toHaveLength(stats.by_status[status] as number)
})

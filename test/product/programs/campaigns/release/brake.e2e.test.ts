import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId, type WorkspaceId } from '../../../../../server/platform/db/ids.js'
import { call } from '../../../../support/api/api.js'
import {
  campaignCalls,
  newsletter,
  type CampaignCalls,
} from '../../../../support/campaigns/campaign-calls.js'
import {
  addresses,
  insertContacts,
  setHalted,
  untilCampaign,
  untilStatus,
} from '../../../../support/campaigns/campaigns.js'
import { startTestService, type TestService } from '../../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'
import { until } from '../../../../support/time/until.js'

/** A campaign whose mail comes back, is complained about or cannot be made stops before its workspace does. */

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api,delivery,inbound,programs,sink' },
    delivery: { pollMs: 20 },
    programs: { pollMs: 20, fullMs: 20, haltedMs: 50, maxUntried: 20, releaseBatch: 10 },
  })
})
afterAll(() => service.stop())

interface Live {
  readonly tenant: Tenant
  readonly campaigns: CampaignCalls
  readonly id: string
}

/** A campaign to these live contacts, which is not scheduled yet. */
async function campaignTo(emails: readonly string[], fields: object = {}, properties = {}): Promise<Live> {
  const tenant = await addTenant(service)
  const campaigns = await campaignCalls(service, tenant)
  const { workspaceId, liveProject: project } = tenant
  await insertContacts(service.sql, { workspaceId, project, environment: 'live', properties }, emails)
  return { tenant, campaigns, id: await campaigns.made({ project_id: project, ...fields }) }
}

/** Writes outcomes of the current hour, of the campaign and so of all the workspace has sent. */
async function settled(
  { tenant, id }: Live,
  counts: { delivered: number; bounced: number; complained: number },
) {
  const { delivered, bounced, complained } = counts
  await service.sql.query(
    `insert into campaign_hours (workspace_id, campaign_id, hour, counted_by, delivered, bounced, complained)
     values ($1, $2, date_trunc('hour', now(), 'UTC'), gen_random_uuid(), $3, $4, $5)`,
    [tenant.workspaceId, fromTypeId('cmp', id), delivered, bounced, complained],
  )
  await service.sql.query(
    `insert into sending_totals (workspace_id, hour, counted_by, settled, bounced, complained)
     values ($1, date_trunc('hour', now(), 'UTC'), gen_random_uuid(), $2, $3, $4)`,
    [tenant.workspaceId, delivered + bounced, bounced, complained],
  )
}

/** The workspace still sends. */
async function expectSending({ tenant }: Live): Promise<void> {
  const key = await tenant.key()
  expect((await call(service.url, 'GET', '/v1/sending-status', { key })).body.status).toBe('active')
  const body = {
    project_id: tenant.liveProject,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@single.example' }],
    subject: 'Receipt',
    text: 'Thank you.',
  }
  const reply = await call(service.url, 'POST', '/v1/messages', { key, body })
  expect(reply.status, reply.text).toBe(202)
  await until(async () => {
    const logs = await call(service.url, 'GET', `/v1/message-logs?message_id=${reply.body.id}`, { key })
    return logs.body.data[0]?.status === 'delivered'
  }, 'the delivery of a single send')
}

const bouncedOf = async ({ campaigns, id }: Live) =>
  (await campaigns.stats(id)).body.by_status.bounced as number

test('more bounces than 5 % of 500 stop a campaign, however few it has sent', async () => {
  // The sink refuses whom it is asked to.
  const live = await campaignTo(addresses(120, 'bounce'))
  await live.campaigns.schedule(live.id)
  const paused = await untilStatus(live.campaigns, live.id, 'paused')
  expect(paused).toMatchObject({ pause_reason: 'bounce_rate', blocked_by: null })
  expect(paused.progress.pending).toBeGreaterThan(0)
  expect(await live.campaigns.events(live.id)).toEqual(
    ['scheduled', 'started', 'paused'].map((type) => `campaign.${type}`),
  )
  const { rowCount: recorded } = await service.sql.query(
    "select from audit_events where operation = 'service.pause_campaign' and resource_id = $1",
    [live.id],
  )
  expect(recorded).toBe(1)
  const bounced = await until(async () => {
    const count = await bouncedOf(live)
    return count > 25 && count
  }, 'the figures')
  expect(bounced).toBeLessThan(120)
  await expectSending(live)

  // Resumed, it counts anew: those that are in the queue are fewer, and the others exist by now.
  await service.sql.query(
    `update contacts set email = replace(email, 'bounce', 'reader'), address = replace(address, 'bounce', 'reader')
     where workspace_id = $1`,
    [live.tenant.workspaceId],
  )
  await live.campaigns.post(live.id, 'resume')
  const over = await untilCampaign(live.campaigns, live.id, ({ status }) => status !== 'sending', 'over')
  expect(over.status).toBe('sent')
})

test.each([
  ['bounce', 'bounce_rate', { delivered: 570, bounced: 30, complained: 0 }],
  ['complain', 'complaint_rate', { delivered: 600, bounced: 0, complained: 1 }],
] as const)(
  'one %s too much of the only mail of a workspace stops the campaign, not the workspace',
  async (local, reason, counts) => {
    // The second recipient waits for an hour, so that it is still being sent.
    const live = await campaignTo(addresses(2, local), { rate_per_hour: 1 })
    await settled(live, counts)
    await live.campaigns.schedule(live.id)
    const paused = await untilStatus(live.campaigns, live.id, 'paused')
    expect(paused).toMatchObject({ pause_reason: reason, progress: { released: 1, pending: 1 } })
    await expectSending(live)
  },
)

test('mail that cannot be made for many stops a campaign', async () => {
  const many = 70
  const live = await campaignTo(addresses(many, 'missing'), {}, { code: 'SPRING' })
  const { campaigns, tenant } = live
  const template = await campaigns.templates.published({
    ...newsletter,
    name: 'Codes',
    text: 'Use {{ code }}. Leave: {{ unsubscribe_url }}',
    html: undefined,
    variables: [{ name: 'code', type: 'string', required: true }],
  })
  expect((await campaigns.update(live.id, { template: { template_id: template } })).status).toBe(200)
  await setHalted(service.sql, tenant.workspaceId, true)
  expect((await campaigns.schedule(live.id)).status).toBe(200)
  await untilCampaign(campaigns, live.id, ({ audience_total }) => audience_total === many, 'walked')
  // Ten of them still have a code, and come first.
  await service.sql.query(
    `update contacts set properties = '{}' where workspace_id = $1 and id not in (
       select id from contacts where workspace_id = $1 order by id limit 10)`,
    [tenant.workspaceId],
  )
  await setHalted(service.sql, tenant.workspaceId, false)
  const paused = await untilStatus(campaigns, live.id, 'paused')
  expect(paused).toMatchObject({
    pause_reason: 'render_failures',
    progress: { released: 10, failed: 50, pending: 10 },
  })
  const failed = (await campaigns.recipients(live.id, '?status=failed&limit=100')).body.data as object[]
  expect(failed).toHaveLength(50)
  expect(failed[0]).toMatchObject({ reason: 'missing_variable', detail: 'code', message_id: null })
  await expectSending(live)
})

/** A workspace that is halted keeps its campaigns as they are. */
test('a halted workspace holds a campaign back, which goes on when it is sending again', async () => {
  const live = await campaignTo(addresses(3, 'reader'))
  const workspaceId: WorkspaceId = live.tenant.workspaceId
  await setHalted(service.sql, workspaceId, true)
  await live.campaigns.schedule(live.id)
  const blocked = await untilCampaign(
    live.campaigns,
    live.id,
    ({ audience_total }) => audience_total === 3,
    'walked',
  )
  expect(blocked).toMatchObject({
    status: 'sending',
    blocked_by: 'sending_halted',
    progress: { released: 0 },
  })
  await setHalted(service.sql, workspaceId, false)
  expect(await untilStatus(live.campaigns, live.id, 'sent')).toMatchObject({
    blocked_by: null,
    progress: { released: 3 },
  })
})

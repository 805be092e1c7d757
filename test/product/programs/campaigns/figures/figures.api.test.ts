import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid, timeOf, toTypeId, type Uuid } from '../../../../../server/platform/db/ids.js'
import { call } from '../../../../support/api/api.js'
import { campaignCalls, type CampaignCalls } from '../../../../support/campaigns/campaign-calls.js'
import { insertCampaignMail } from '../../../../support/campaigns/campaign-rows.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'

/** Tests the outcomes of recipients: one by one, in figures, and tried again. */

let service: TestService
let tenant: Tenant
let campaigns: CampaignCalls
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  campaigns = await campaignCalls(service, tenant)
})

const query = async (sql: string, values: unknown[] = []) => (await service.sql.query(sql, values)).rows

/** A recipient that has no mail. */
async function recipient(
  uuid: Uuid,
  status: string,
  reason: string | null = null,
  detail: string | null = null,
): Promise<string> {
  const contactId = newUuid()
  await query(
    `insert into campaign_recipients (workspace_id, campaign_id, contact_id, status, reason, detail)
     values ($1, $2, $3, $4, $5, $6)`,
    [tenant.workspaceId, uuid, contactId, status, reason, detail],
  )
  return toTypeId('con', contactId)
}

/** A recipient with mail whose log has a status. */
async function mail(
  uuid: Uuid,
  status: string,
  columns: { email?: string; reason?: string; attempts?: object[] } = {},
) {
  const contactId = newUuid()
  const { logId, messageId } = await insertCampaignMail(service.sql, {
    workspaceId: tenant.workspaceId,
    projectId: fromTypeId('prj', tenant.testProject),
    campaignId: uuid,
    contactId,
    email: columns.email ?? 'ada@example.com',
    status: 'delivered',
  })
  await query('update message_logs set status = $2, suppression_reason = $3, attempts = $4 where id = $1', [
    logId,
    status,
    columns.reason ?? null,
    JSON.stringify(columns.attempts ?? []),
  ])
  return {
    contact: toTypeId('con', contactId),
    log: toTypeId('log', logId),
    message: toTypeId('msg', messageId),
    logId,
  }
}

/** A campaign that has found some recipients. */
async function campaign(columns: object = {}): Promise<{ id: string; uuid: Uuid }> {
  const id = await campaigns.made()
  const uuid = fromTypeId('cmp', id)
  await campaigns.set(uuid, { status: 'sending', phase: 'release', template_version: 1, ...columns })
  return { id, uuid }
}

describe('recipients', () => {
  test('are listed with what became of each, the newest first', async () => {
    const { id, uuid } = await campaign()
    const pending = await recipient(uuid, 'pending')
    const skipped = await recipient(uuid, 'skipped', 'opted_out')
    const failed = await recipient(uuid, 'failed', 'missing_variable', 'plan, city')
    const sent = await mail(uuid, 'delivered')
    const suppressed = await mail(uuid, 'suppressed', { reason: 'hard_bounce' })
    const scheduled = await mail(uuid, 'scheduled')
    const none = { detail: null, message_id: null, log_id: null }
    const withMail = (
      { contact, log, message }: typeof sent,
      status: string,
      reason: string | null = null,
    ) => ({
      contact_id: contact,
      ...{ status, reason, detail: null, message_id: message, log_id: log },
    })
    const rows = [
      withMail(scheduled, 'queued'),
      withMail(suppressed, 'skipped', 'hard_bounce'),
      withMail(sent, 'delivered'),
      { contact_id: failed, status: 'failed', reason: 'missing_variable', ...none, detail: 'plan, city' },
      { contact_id: skipped, status: 'skipped', reason: 'opted_out', ...none },
      { contact_id: pending, status: 'pending', reason: null, ...none },
    ]
    const expected = rows.map((row) => ({
      ...row,
      contact_created_at: timeOf(fromTypeId('con', row.contact_id)).toISOString(),
    }))
    expect((await campaigns.recipients(id)).body).toEqual({
      data: expected,
      has_more: false,
      next_cursor: null,
    })

    const ofStatus = async (status: string) =>
      (await campaigns.recipients(id, `?status=${status}`)).body.data as object[]
    expect(await ofStatus('skipped')).toEqual([expected[1], expected[4]])
    expect(await ofStatus('queued')).toEqual([expected[0]])
    expect(await ofStatus('bounced')).toEqual([])

    const first = (await campaigns.recipients(id, '?limit=4')).body
    expect(first).toMatchObject({ data: expected.slice(0, 4), has_more: true })
    const next = await campaigns.recipients(id, `?limit=4&cursor=${first.next_cursor as string}`)
    expect(next.body).toEqual({ data: expected.slice(4), has_more: false, next_cursor: null })

    await campaigns.set(uuid, { status: 'cancelled' })
    expect(await ofStatus('pending')).toEqual([])
    expect(await ofStatus('cancelled')).toEqual([{ ...expected[5], status: 'cancelled' }])
    // What retention has taken is not told of.
    await query('delete from message_logs where id = $1', [sent.logId])
    expect((await campaigns.recipients(id)).body.data).toHaveLength(5)
  })

  test('are those of one campaign', async () => {
    const [one, two] = [await campaign(), await campaign()]
    await recipient(one.uuid, 'pending')
    expect((await campaigns.recipients(two.id)).body.data).toEqual([])
  })
})

test('figures add up, and are of one moment', async () => {
  const { id, uuid } = await campaign({
    ...{ walked: 30, skipped: 2, failed: 1, released: 26 },
    skip_reasons: JSON.stringify({ opted_out: 2, missing_variable: 1 }),
  })
  // The 21st domain has no name of its own.
  for (let at = 0; at < 21; at += 1)
    await mail(uuid, 'delivered', { email: `a@d${String(at).padStart(2, '0')}.example` })
  await mail(uuid, 'bounced', { email: 'b@d20.example' })
  await mail(uuid, 'suppressed', { email: 'c@d20.example', reason: 'opted_out' })
  const purged = [tenant.workspaceId, uuid]
  await query(
    `insert into campaign_purged_logs (workspace_id, campaign_id, status, destination, count)
     values ($1, $2, 'delivered', 'd20.example', 3)`,
    purged,
  )
  await query(
    `insert into campaign_hours (workspace_id, campaign_id, hour, counted_by, delivered, complained, unsubscribed)
     select $1, $2, '2026-01-14T09:00:00Z', gen_random_uuid(), 5, 1, 2 from generate_series(1, 2)`,
    purged,
  )
  const { body } = await campaigns.stats(id)
  expect(body).toMatchObject({
    campaign_id: id,
    recipients: 30,
    by_status: { pending: 1, skipped: 3, queued: 0, delivered: 24, bounced: 1, failed: 1, cancelled: 0 },
    by_reason: [
      { status: 'skipped', reason: 'opted_out', count: 3 },
      { status: 'failed', reason: 'missing_variable', count: 1 },
    ],
    over_time: [{ hour: '2026-01-14T09:00:00.000Z', delivered: 10, complained: 2, unsubscribed: 4 }],
    complained: 2,
    unsubscribed: 4,
  })
  const destinations = body.by_destination as { destination: string | null; count: number }[]
  expect(destinations.map(({ destination, count }) => [destination, count])).toEqual([
    ['d20.example', 6],
    ...Array.from({ length: 19 }, (_, at) => [`d${String(at).padStart(2, '0')}.example`, 1]),
    [null, 1],
  ])
  // They are counted once for all who ask within some seconds.
  await campaigns.set(uuid, { walked: 31 })
  expect((await campaigns.stats(id)).body).toEqual(body)
})

test('a list has the figures of its page where they are asked for', async () => {
  const [one, other] = [await campaign(), await campaign()]
  await query(
    `insert into campaign_hours (workspace_id, campaign_id, hour, counted_by, delivered, bounced, complained,
       unsubscribed, opened, clicked, machine_opened)
     select $1, $2, date_trunc('hour', now()) - n * interval '1 hour', gen_random_uuid(), 10, 3, 1, 2, 4, 1, 7
     from generate_series(1, 2) n`,
    [tenant.workspaceId, one.uuid],
  )
  const session = await tenant.session('member')
  const list = async (asked: string) =>
    (await call(service.url, 'GET', `/v1/campaigns?limit=2${asked}`, { key: session })).body.data as object[]
  const none = { delivered: 0, bounced: 0, complained: 0, unsubscribed: 0, opened: 0, clicked: 0 }
  expect(await list('&include=figures')).toMatchObject([
    { id: other.id, figures: none },
    {
      id: one.id,
      figures: { delivered: 20, bounced: 6, complained: 2, unsubscribed: 4, opened: 8, clicked: 2 },
    },
  ])
  for (const each of await list('')) expect(each).not.toHaveProperty('figures')
})

describe('trying again', () => {
  const notRendered = {
    at: '2026-01-14T09:00:00Z',
    outcome: 'failed',
    reply: null,
    error: 'The template could not be rendered: x is missing.',
  }
  const refused = { ...notRendered, reply: { code: 550, lines: ['no'] } }

  async function failing(columns: object = {}) {
    const made = await campaign({
      ...{ status: 'sent', completed_at: new Date(), walked: 10, released: 3, failed: 3, skipped: 1 },
      release_position: newUuid(),
      skip_reasons: JSON.stringify({ missing_variable: 2, render_failed: 1, opted_out: 1 }),
      ...columns,
    })
    for (const reason of ['missing_variable', 'missing_variable', 'render_failed'])
      await recipient(made.uuid, 'failed', reason, 'x')
    const skipped = await recipient(made.uuid, 'skipped', 'opted_out')
    const mails = [
      await mail(made.uuid, 'failed', { attempts: [notRendered] }),
      await mail(made.uuid, 'failed', { attempts: [refused, notRendered] }),
      await mail(made.uuid, 'failed', {
        attempts: [{ ...notRendered, error: 'Not delivered within 72 hours' }],
      }),
    ]
    return { ...made, skipped, mails }
  }

  test('takes those that failed before their mail was handed over', async () => {
    const { id, uuid, mails } = await failing()
    const { status, body } = await campaigns.post(id, 'retry')
    expect([status, body.retried]).toEqual([202, 4])
    expect(body).toMatchObject({
      status: 'sending',
      completed_at: null,
      progress: { walked: 10, released: 3, skipped: 1, failed: 0, pending: 6 },
    })
    const [row] = await query('select * from campaigns where id = $1', [uuid])
    expect(row).toMatchObject({ phase: 'release', release_position: null, skip_reasons: { opted_out: 1 } })
    expect(row?.due_at).not.toBeNull()
    const counts = await query(
      'select status, count(*)::int as count from campaign_recipients where campaign_id = $1 and log_id is null group by status order by status',
      [uuid],
    )
    expect(counts).toEqual([
      { status: 'pending', count: 3 },
      { status: 'skipped', count: 1 },
    ])
    const queued = await query(
      'select log_id, bulk, attempts, destination, paused_due_at from delivery_queue where campaign_id = $1',
      [uuid],
    )
    expect(queued).toEqual([
      { log_id: mails[0]?.logId, bulk: true, attempts: 0, destination: 'example.com', paused_due_at: null },
    ])
    expect(await campaigns.events(id)).toEqual(['campaign.resumed'])
    expect((await campaigns.post(id, 'retry')).body.retried).toBe(0)
  })

  test('a paused one waits on', async () => {
    const { id, uuid } = await failing({
      status: 'paused',
      pause_reason: 'render_failures',
      completed_at: null,
    })
    const { body } = await campaigns.post(id, 'retry')
    expect(body).toMatchObject({
      retried: 4,
      status: 'paused',
      pause_reason: 'render_failures',
    })
    const queued = await query(
      `select due_at = 'infinity' as held, paused_due_at is not null as paused from delivery_queue where campaign_id = $1`,
      [uuid],
    )
    expect(queued).toEqual([{ held: true, paused: true }])
    expect(await campaigns.events(id)).toEqual([])
  })

  test('without a failure changes nothing', async () => {
    const { id } = await campaign({ status: 'sent', completed_at: new Date() })
    const before = (await campaigns.get(id)).body as object
    expect((await campaigns.post(id, 'retry')).body).toEqual({ ...before, retried: 0 })
  })
})

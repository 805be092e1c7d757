import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid, toTypeId, type Uuid } from '../../../../../server/platform/db/ids.js'
import { campaignCalls, type CampaignCalls } from '../../../../support/campaigns/campaign-calls.js'
import { insertCampaignMail } from '../../../../support/campaigns/campaign-rows.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'

/** Tests which status a campaign can get from each status, and how that affects its mail. */

let service: TestService
let tenant: Tenant
let campaigns: CampaignCalls
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  campaigns = await campaignCalls(service, tenant)
})

const statuses = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const
type Status = (typeof statuses)[number]

/** A campaign with a status, as the worker would have left it. */
async function inStatus(status: Status, columns: object = {}): Promise<{ id: string; uuid: Uuid }> {
  const id = await campaigns.made()
  const uuid = fromTypeId('cmp', id)
  const isOver = status === 'sent' || status === 'cancelled'
  const begun = status !== 'draft' && status !== 'scheduled'
  await campaigns.set(uuid, {
    status,
    pause_reason: status === 'paused' ? 'manual' : null,
    phase: begun ? 'release' : null,
    template_version: status === 'draft' ? null : 1,
    scheduled_at: status === 'draft' ? null : new Date(Date.now() + 3_600_000),
    started_at: begun ? new Date() : null,
    completed_at: isOver ? new Date() : null,
    due_at: status === 'scheduled' || status === 'sending' ? new Date() : null,
    ...columns,
  })
  return { id, uuid }
}

const actions: Record<string, (id: string) => ReturnType<CampaignCalls['get']>> = {
  rename: (id) => campaigns.update(id, { name: 'Other' }),
  rate: (id) => campaigns.update(id, { rate_per_hour: 7 }),
  schedule: (id) => campaigns.schedule(id),
  unschedule: (id) => campaigns.post(id, 'unschedule'),
  pause: (id) => campaigns.post(id, 'pause'),
  resume: (id) => campaigns.post(id, 'resume'),
  cancel: (id) => campaigns.post(id, 'cancel'),
  retry: (id) => campaigns.post(id, 'retry'),
  delete: (id) => campaigns.remove(id),
}

/** The status that each action makes of each status, in the order of `statuses`; a dash if the action is refused. */
const outcomes: Record<string, string> = {
  rename: 'draft scheduled - - - -',
  rate: 'draft scheduled sending paused - -',
  schedule: 'scheduled scheduled - - - -',
  unschedule: 'draft draft - - - -',
  pause: '- - paused paused - -',
  resume: '- - sending sending - -',
  cancel: '- cancelled cancelled cancelled - cancelled',
  retry: '- - sending paused sent -',
  delete: 'gone - - - gone gone',
}

const eventOf: Record<string, string> = {
  'schedule draft': 'campaign.scheduled',
  'schedule scheduled': 'campaign.scheduled',
  'pause sending': 'campaign.paused',
  'resume paused': 'campaign.resumed',
  'cancel scheduled': 'campaign.cancelled',
  'cancel sending': 'campaign.cancelled',
  'cancel paused': 'campaign.cancelled',
}

test.each(Object.keys(outcomes))('%s', async (name) => {
  const expected = outcomes[name]?.split(' ') ?? []
  await Promise.all(statuses.map((status, at) => check(name, status, expected[at] ?? '')))
})

async function check(name: string, status: Status, becomes: string): Promise<void> {
  const what = `${name} ${status}`
  const { id } = await inStatus(status)
  const before = (await campaigns.get(id)).body as object
  const reply = await actions[name]?.(id)
  const after = await campaigns.get(id)
  if (becomes === '-') {
    expect([reply?.status, reply?.body.error?.code], what).toEqual([409, 'invalid_state'])
    expect(after.body, what).toEqual(before)
  } else if (becomes === 'gone') {
    expect([reply?.status, after.status], what).toEqual([204, 404])
  } else {
    expect(reply?.status, reply?.text).toBe(name === 'retry' ? 202 : 200)
    const { in_flight: _, retried: __, ...shown } = reply?.body as Record<string, unknown>
    expect(shown, what).toEqual(after.body)
    expect(after.body.status, what).toBe(becomes)
  }
  const event = becomes === '-' ? undefined : eventOf[what]
  expect(await campaigns.events(id), what).toEqual(event === undefined ? [] : [event])
}

/** The queue rows of a campaign, by what becomes of them. */
async function queueOf(uuid: Uuid) {
  const { rows } = await service.sql.query(
    `select log_id, due_at = 'infinity' as held, paused_due_at is not null as paused, lease from delivery_queue
     where campaign_id = $1 order by log_id`,
    [uuid],
  )
  return rows as { log_id: Uuid; held: boolean; paused: boolean; lease: Uuid | null }[]
}

describe('the mail of a campaign', () => {
  /** One that waits, one in a worker's hands, and one whose worker died. */
  async function sendingWithMail(status: Status = 'sending') {
    const campaign = await inStatus(status)
    const mail = (paused: boolean) =>
      insertCampaignMail(service.sql, {
        workspaceId: tenant.workspaceId,
        projectId: fromTypeId('prj', tenant.testProject),
        campaignId: campaign.uuid,
        contactId: newUuid(),
        email: `${newUuid()}@example.com`,
        paused,
      })
    const logs = [await mail(status === 'paused'), await mail(false), await mail(status === 'paused')].map(
      ({ logId }) => logId,
    )
    const lease = (log: Uuid | undefined, due: string) =>
      service.sql.query(
        `update delivery_queue set lease = $2, due_at = now() + $3::interval where log_id = $1`,
        [log, newUuid(), due],
      )
    await lease(logs[1], '1 hour')
    if (status !== 'paused') await lease(logs[2], '-1 second')
    return { ...campaign, logs }
  }

  test('waits while it is paused, but for what a worker has in hand', async () => {
    const { id, uuid } = await sendingWithMail()
    const { body } = await campaigns.post(id, 'pause')
    expect(body).toMatchObject({ in_flight: 1, status: 'paused', pause_reason: 'manual' })
    expect((await queueOf(uuid)).map((row) => [row.held, row.paused, row.lease === null])).toEqual([
      [true, true, true],
      [false, false, false],
      [true, true, true],
    ])
    expect((await campaigns.post(id, 'pause')).body.in_flight).toBe(1)
    const resumed = await campaigns.post(id, 'resume')
    expect(resumed.body).toMatchObject({ status: 'sending', pause_reason: null })
    expect((await queueOf(uuid)).map((row) => [row.held, row.paused])).toEqual(Array(3).fill([false, false]))
    expect(await campaigns.events(id)).toEqual(['campaign.paused', 'campaign.resumed'])
  })

  test.each(['sending', 'paused'] as const)(
    'is cancelled with it while it is %s, but for what a worker has in hand',
    async (status) => {
      const { id, uuid, logs } = await sendingWithMail(status)
      const { body } = await campaigns.post(id, 'cancel')
      expect(body).toMatchObject({ in_flight: 1, status: 'cancelled' })
      expect((await queueOf(uuid)).map((row) => row.log_id)).toEqual([logs[1]])
      const { rows } = await service.sql.query(
        'select status from message_logs where id = any($1::uuid[]) order by id',
        [logs],
      )
      expect(rows.map((row) => row.status as string)).toEqual(['cancelled', 'queued', 'cancelled'])
      expect((await campaigns.post(id, 'cancel')).body.in_flight).toBe(1)
      // What comes back to the queue would find no campaign that keeps it from being sent.
      const deleted = await campaigns.remove(id)
      expect([deleted.status, deleted.body.error.code]).toEqual([409, 'invalid_state'])
      expect((await campaigns.stats(id)).body.by_status).toMatchObject({ cancelled: 2, queued: 1 })
    },
  )

  test('of another campaign goes on', async () => {
    const [one, two] = [await sendingWithMail(), await sendingWithMail()]
    await campaigns.post(one.id, 'cancel')
    expect(await queueOf(two.uuid)).toHaveLength(3)
  })
})

test('what was counted before it was resumed does not count against it', async () => {
  const { id, uuid } = await inStatus('paused', { failed: 60, walked: 100 })
  await service.sql.query(
    `insert into campaign_hours (workspace_id, campaign_id, hour, counted_by, delivered, bounced, complained)
     select $1, $2, now() - n * interval '1 hour', $2, 10, 5, 1 from generate_series(1, 2) n`,
    [tenant.workspaceId, uuid],
  )
  await campaigns.post(id, 'resume')
  const { rows } = await service.sql.query('select * from campaigns where id = $1', [uuid])
  expect(rows[0]).toMatchObject({
    brake_settled: 30,
    brake_bounced: 10,
    brake_complained: 2,
    brake_failed: 60,
  })
})

test('one that missed its time starts now', async () => {
  const missed = new Date(Date.now() - 86_400_000)
  const { id } = await inStatus('paused', {
    phase: null,
    pause_reason: 'missed_schedule',
    scheduled_at: missed,
  })
  const before = Date.now()
  const { body } = await campaigns.post(id, 'resume')
  expect(body).toMatchObject({ status: 'scheduled', pause_reason: null })
  expect(Date.parse(body.scheduled_at as string)).toBeGreaterThanOrEqual(before)
  // Repeated before the worker has begun.
  expect((await campaigns.post(id, 'resume')).body).toEqual(body)
  expect(await campaigns.events(id)).toEqual(['campaign.resumed'])
})

test('at once, many times, has an event for each change', async () => {
  const { id } = await inStatus('sending')
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, at) => campaigns.post(id, at % 2 === 0 ? 'pause' : 'resume')),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(200))
  const events = await campaigns.events(id)
  expect(events.every((type, at) => type === (at % 2 === 0 ? 'campaign.paused' : 'campaign.resumed'))).toBe(
    true,
  )
})

test('its rate can be changed however much of it happens meanwhile', async () => {
  const { id, uuid } = await inStatus('sending')
  const moving = Promise.all(
    Array.from({ length: 20 }, () => campaigns.set(uuid, { updated_at: new Date() })),
  )
  const replies = await Promise.all([1, 2, 3, 4].map((rate) => campaigns.update(id, { rate_per_hour: rate })))
  await moving
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test('a deleted campaign leaves nothing but its messages', async () => {
  const { id, uuid } = await inStatus('sent')
  const { logId } = await insertCampaignMail(service.sql, {
    workspaceId: tenant.workspaceId,
    projectId: fromTypeId('prj', tenant.testProject),
    campaignId: uuid,
    contactId: newUuid(),
    email: 'ada@example.com',
    status: 'delivered',
  })
  await campaigns.remove(id)
  const { rows } = await service.sql.query(
    `select (select count(*)::int from campaign_recipients where campaign_id = $1) as recipients,
       (select count(*)::int from message_logs where id = $2) as logs`,
    [uuid, logId],
  )
  expect(rows[0]).toEqual({ recipients: 0, logs: 1 })
  expect((await campaigns.stats(toTypeId('cmp', uuid))).status).toBe(404)
})

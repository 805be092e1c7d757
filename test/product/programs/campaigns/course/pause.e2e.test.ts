import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fromTypeId } from '../../../../../server/platform/db/ids.js'
import { campaignCalls, type CampaignCalls } from '../../../../support/campaigns/campaign-calls.js'
import {
  addresses,
  insertContacts,
  startMailServer,
  untilCampaign,
  untilNoneInFlight,
  untilStatus,
  untilTried,
  type MailServer,
} from '../../../../support/campaigns/campaigns.js'
import { startTestService, type TestService } from '../../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'
import { until } from '../../../../support/time/until.js'

/** Tests the promises of a pause and a cancellation while mail is on its way. */

/** Batches this small leave recipients pending. */
const programs = { maxUntried: 12, releaseBatch: 6, pollMs: 20, fullMs: 20 }

let server: MailServer
let service: TestService
let worker: TestService
const startWorker = () =>
  startTestService({
    beside: service,
    env: { POSTSEAL_ROLES: 'delivery,programs', POSTSEAL_SINK_PORT: String(server.port) },
    delivery: { pollMs: 20, backoffSeconds: [3600] },
    programs,
  })
beforeAll(async () => {
  server = await startMailServer()
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
  worker = await startWorker()
})
afterEach(() => {
  server.answer = () => 'accept'
  server.letGo()
})
afterAll(async () => {
  await server.close()
  await worker.stop()
  await service.stop()
})

/** A campaign of a new tenant that was scheduled for now, and its recipients. */
async function scheduled(
  emails: readonly string[],
): Promise<{ campaigns: CampaignCalls; tenant: Tenant; id: string }> {
  const tenant = await addTenant(service)
  const campaigns = await campaignCalls(service, tenant)
  await insertContacts(service.sql, { workspaceId: tenant.workspaceId, project: tenant.testProject }, emails)
  const id = await campaigns.made()
  expect((await campaigns.schedule(id)).status).toBe(200)
  return { campaigns, tenant, id }
}

const takenFrom = (local: string) => server.taken().filter((email) => email.startsWith(`${local}@`))

/** Takes some of these mails and holds those that come after. */
function holdAfter(local: string, many: number): void {
  let left = many
  server.answer = ({ to }) => (to[0]?.startsWith(`${local}@`) !== true || left-- > 0 ? 'accept' : 'hold')
}

test('paused in the middle, restarted and resumed, it sends exactly the rest', async () => {
  const all = addresses(40, 'pause')
  holdAfter('pause', 10)
  const { campaigns, id } = await scheduled(all)
  await until(() => server.held > 0 && takenFrom('pause').length === 10, 'the middle')
  const reply = await campaigns.post(id, 'pause')
  expect(reply.body).toMatchObject({ status: 'paused', pause_reason: 'manual' })
  const inFlight = reply.body.in_flight as number
  expect(inFlight).toBeGreaterThan(0)
  server.answer = () => 'accept'
  server.letGo()
  await untilNoneInFlight(service.sql, id)
  const before = takenFrom('pause')
  expect(before.length).toBeLessThanOrEqual(10 + inFlight)
  const { body: paused } = await campaigns.get(id)

  await worker.stop()
  worker = await startWorker()
  // Both of its workers look at what is due, and have had another campaign sent.
  const other = await scheduled(addresses(3, 'other'))
  await untilStatus(other.campaigns, other.id, 'sent')
  await untilTried(service.sql, other.id)
  expect(takenFrom('other')).toHaveLength(3)
  expect(takenFrom('pause')).toEqual(before)
  expect((await campaigns.get(id)).body).toEqual(paused)

  expect((await campaigns.post(id, 'resume')).body.status).toBe('sending')
  const sent = await untilStatus(campaigns, id, 'sent')
  await untilTried(service.sql, id)
  expect(takenFrom('pause')).toEqual([...all].sort())
  expect(sent.progress).toEqual({ walked: 40, released: 40, skipped: 0, failed: 0, pending: 0 })
  expect((await campaigns.stats(id)).body.by_status).toMatchObject({ delivered: 40, queued: 0, pending: 0 })
  expect(await campaigns.events(id)).toEqual(
    ['scheduled', 'started', 'paused', 'resumed', 'sent'].map((type) => `campaign.${type}`),
  )
})

test('what a pause finds in a worker’s hands comes back to wait: a deferred attempt and a lost lease', async () => {
  const all = addresses(4, 'back')
  holdAfter('back', 0)
  const { campaigns, id } = await scheduled(all)
  const uuid = fromTypeId('cmp', id)
  await until(() => server.held === 4, 'all to be in flight')
  expect((await campaigns.post(id, 'pause')).body.in_flight).toBe(4)
  // One of them is deferred, and one is in the hands of a process that died.
  const { rowCount } = await service.sql.query(
    `update delivery_queue set lease = $2 where log_id = (
       select id from message_logs where campaign_id = $1 and address = $3)`,
    [uuid, randomUUID(), all[1]],
  )
  expect(rowCount).toBe(1)
  server.answer = () => 'accept'
  server.letGo(({ to }) => (to[0] === all[0] ? 'cut' : 'accept'))
  const waiting = async () =>
    (
      await service.sql.query<{ address: string; held: boolean; attempts: number }>(
        `select address, queue.due_at = 'infinity' and paused_due_at is not null and lease is null as held,
           queue.attempts
         from delivery_queue queue join message_logs log on log.workspace_id = queue.workspace_id and log.id = log_id
         where queue.campaign_id = $1 order by address`,
        [uuid],
      )
    ).rows
  await until(async () => (await waiting()).length === 2, 'the others')
  await until(async () => (await waiting())[0]?.attempts === 1, 'the deferral')
  await service.sql.query('update delivery_queue set due_at = now() where campaign_id = $1', [uuid])
  await until(async () => (await waiting()).every(({ held }) => held), 'both to be put back')
  expect(await waiting()).toEqual([
    { address: all[0], held: true, attempts: 1 },
    { address: all[1], held: true, attempts: 0 },
  ])
  const before = server.received.length
  expect((await campaigns.post(id, 'resume')).status).toBe(200)
  await untilTried(service.sql, id)
  await untilStatus(campaigns, id, 'sent')
  expect(
    server.received
      .slice(before)
      .flatMap(({ to }) => to)
      .sort(),
  ).toEqual([all[0], all[1]])
  // The same mail again.
  const ids = server.received.filter(({ to }) => to[0]?.startsWith('back@')).map(({ messageId }) => messageId)
  expect([ids.length, new Set(ids).size]).toEqual([6, 4])
  expect((await campaigns.stats(id)).body.by_status).toMatchObject({ delivered: 4, deferred: 0 })
})

test('cancelled in the middle, the rest says so and is never sent', async () => {
  const all = addresses(40, 'cancel')
  holdAfter('cancel', 5)
  const { campaigns, id } = await scheduled(all)
  await until(() => server.held > 0 && takenFrom('cancel').length === 5, 'the middle')
  await untilCampaign(campaigns, id, ({ progress }) => progress.pending > 0, 'to have pending ones')
  const { body } = await campaigns.post(id, 'cancel')
  expect(body.status).toBe('cancelled')
  server.answer = () => 'accept'
  server.letGo()
  await untilTried(service.sql, id)
  const delivered = takenFrom('cancel').length
  expect(delivered).toBeLessThanOrEqual(5 + body.in_flight)
  const { body: stats } = await campaigns.stats(id)
  expect(stats).toMatchObject({ recipients: 40, by_status: { delivered, cancelled: 40 - delivered } })
  expect(Object.values(stats.by_status as Record<string, number>).reduce((sum, count) => sum + count)).toBe(
    40,
  )
  const listed = (await campaigns.recipients(id, '?status=cancelled&limit=100')).body.data as object[]
  expect(listed).toHaveLength(40 - delivered)
  expect((await campaigns.post(id, 'resume')).status).toBe(409)
  expect((await campaigns.events(id)).at(-1)).toBe('campaign.cancelled')
})

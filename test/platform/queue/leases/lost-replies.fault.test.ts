import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newUuid } from '../../../../server/platform/db/ids.js'
import { startService } from '../../../../server/process/service.js'
import { call } from '../../../support/api/api.js'
import { automationCalls, exitStep } from '../../../support/automations/automation-calls.js'
import { campaignCalls } from '../../../support/campaigns/campaign-calls.js'
import { insertContacts, untilStatus } from '../../../support/campaigns/campaigns.js'
import { inbox, send, untilLog } from '../../../support/messages/mail.js'
import { heldPort } from '../../../support/network/ports.js'
import { newDataDir } from '../../../support/run/scratch-folder.js'
import { startReceiver, type Receiver } from '../../../support/webhooks/receiver.js'
import {
  startReplyCuttingProxy,
  type ReplyCuttingProxy,
} from '../../../support/postgres/reply-cutting-proxy.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addUser, requestLink, signInMailsTo } from '../../../support/sign-in/sign-in.js'
import { addTenant, firstTenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'
import { subscribe, toThisMachine, untilAllSent } from '../../../support/webhooks/webhook-deliveries.js'

/**
 * The connection to the database breaks after a claim and before its reply: the process has leases that it does not
 * know of. They last for an hour here, so what the test waits for comes by their release.
 */

const leaseSeconds = 3600

let proxy: ReplyCuttingProxy
/** The database's URL without the proxy. */
let direct: string
let service: TestService
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService({
    env: { ...toThisMachine, POSTSEAL_SINK_PORT: String(await heldPort()) },
    through: async (url) => {
      direct = url
      proxy = await startReplyCuttingProxy(url)
      return proxy.url
    },
    delivery: { leaseSeconds },
    webhooks: { leaseSeconds },
    programs: { leaseSeconds },
    automations: { leaseSeconds },
    erasures: { leaseSeconds, everySeconds: 0.2 },
  })
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
  proxy.close()
})

/** The rows that are leased, of all tables that have leases. */
async function leased(): Promise<number> {
  const tables = [
    ...['delivery_queue', 'webhook_queue', 'deletions', 'campaigns', 'segments'],
    ...['automations', 'automation_runs', 'sign_in_mails'],
  ]
  const counts = tables.map((table) => `(select count(*) from ${table} where lease is not null)`)
  const { rows } = await service.sql.query<{ count: number }>(
    `select (${counts.join(' + ')})::integer as count`,
  )
  return rows[0]?.count ?? 0
}
const untilNoneIsLeased = () => until(async () => (await leased()) === 0, 'the end of all leases')

test('mail goes once', async () => {
  const cut = proxy.cut('claim_longest_due')
  const recipient = `${newUuid()}@example.com`
  const message = await send(service, recipient)
  await cut
  await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
  await untilNoneIsLeased()
  const { rows } = await service.sql.query(
    `select jsonb_array_length(attempts) as attempts from message_logs where recipient = $1`,
    [recipient],
  )
  expect(rows).toEqual([{ attempts: 1 }])
})

test('a webhook goes', async () => {
  const { id } = await subscribe(service, receiver.url, { events: ['message.accepted'] })
  const cut = proxy.cut('claim_webhooks')
  await send(service, 'hooked@example.com')
  await cut
  await untilAllSent(service.sql, id)
  expect(receiver.received).toHaveLength(1)
  await untilNoneIsLeased()
})

describe.concurrent('with leases of every kind at once', () => {
  test.each(['claim_due_automation_runs', 'lock_contacts_of_automation_runs'])(
    'a run of an automation goes on: %s',
    async (statement) => {
      const calls = await automationCalls(service, await addTenant(service))
      const id = await calls.published({ trigger: { manual: {} }, steps: [exitStep] })
      const contact = await calls.contact('ada@example.com')
      const cut = proxy.cut(statement)
      expect((await calls.trigger(id, contact)).status).toBeLessThan(300)
      await cut
      await until(async () => (await calls.stats(id)).body.runs.exited === 1, 'the end of the run')
      await untilNoneIsLeased()
    },
  )

  test.each(['claim_due_campaigns', 'lock_claimed_campaign'])('a campaign goes on: %s', async (statement) => {
    const tenant = await addTenant(service)
    const campaigns = await campaignCalls(service, tenant)
    const contactsOf = { workspaceId: tenant.workspaceId, project: tenant.testProject }
    await insertContacts(service.sql, contactsOf, ['reader@example.com'])
    const id = await campaigns.made()
    const cut = proxy.cut(statement)
    expect((await campaigns.schedule(id)).status).toBe(200)
    await cut
    await untilStatus(campaigns, id, 'sent')
    await untilNoneIsLeased()
  })

  test('a segment is counted', async () => {
    const tenant = await addTenant(service)
    const key = await tenant.session('admin')
    const body = {
      project_id: tenant.testProject,
      name: 'All',
      rule: { property: { name: 'plan', op: 'eq', value: 'pro' } },
    }
    const made = await call(service.url, 'POST', '/v1/segments', { key, body })
    expect(made.status, made.text).toBe(201)
    const path = `/v1/segments/${made.body.id}`
    const cut = proxy.cut('claim_due_segments')
    expect((await call(service.url, 'POST', `${path}/count`, { key })).status).toBe(202)
    await cut
    await until(async () => (await call(service.url, 'GET', path, { key })).body.count !== null, 'the count')
    await untilNoneIsLeased()
  })

  test('what an automation does in the background goes on', async () => {
    const calls = await automationCalls(service, await addTenant(service))
    const id = await calls.published({
      trigger: { manual: {} },
      steps: [{ key: 'moment', wait: { for: 'P1D' } }],
    })
    await calls.trigger(id, await calls.contact('ada@example.com'))
    await until(async () => (await calls.stats(id)).body.runs.waiting === 1, 'the wait')
    const cut = proxy.cut('claim_due_automations')
    expect((await calls.archive(id)).status).toBe(200)
    await cut
    await until(async () => (await calls.stats(id)).body.runs.cancelled === 1, 'the end of the run')
    await untilNoneIsLeased()
  })

  test('a sign-in mail goes', async () => {
    const user = await addUser(service, firstTenant(service).workspaceId)
    const cut = proxy.cut('claim_due_sign_in_mails')
    expect((await requestLink(service.url, user.email)).status).toBe(202)
    await cut
    expect(await signInMailsTo(service.url, user.email)).toHaveLength(1)
    await untilNoneIsLeased()
  })

  test('a deletion is completed', async () => {
    const tenant = firstTenant(service)
    const cut = proxy.cut('claim_deletion')
    const body = { email: 'ada@example.com' }
    const key = await tenant.session('admin')
    const asked = call(service.url, 'POST', '/v1/compliance/deletions', { key, body })
    await cut
    await asked
    await until(
      async () =>
        (await service.sql.query('select from deletions where completed_at is not null')).rowCount === 1,
      'the completion',
    )
    await untilNoneIsLeased()
  })
})

test('what a process works on is not released, so that no other process sends it again', async () => {
  const slow = Array.from({ length: 10 }, (_, index) => `slow+5000@d${index}.example`)
  await Promise.all(slow.map((email) => send(service, email)))
  await until(async () => (await leased()) === slow.length, 'the claims')
  const other = await startService(
    { ...service.config, databaseUrl: direct, port: 0, roles: ['delivery'], dataDir: newDataDir() },
    pino({ level: 'silent' }),
  )
  try {
    // The other process can be there first.
    const cut = proxy.cut('claim_longest_due')
    for (let sent = 0, done = false; !done; sent += 1) {
      await send(service, `other-${sent}@example.com`)
      done = await Promise.race([cut.then(() => true), sleep(100, false)])
    }
    const waiting = async () => {
      const { rows } = await service.sql.query<{ recipient: string }>(
        `select log.recipient, log.status, log.attempts, queue.due_at, queue.lease, now() as now
         from delivery_queue queue join message_logs log on log.workspace_id = queue.workspace_id and log.id = queue.log_id`,
      )
      return rows
    }
    await until(async () => (await waiting()).length === 0, 'the end').catch(() => undefined)
    // What is left, if anything, tells why.
    expect(await waiting()).toEqual([])
  } finally {
    await other.stop()
  }
  for (const email of slow) expect(await inbox(service.url, email)).toHaveLength(1)
})

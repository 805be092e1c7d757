import knex, { type Knex } from 'knex'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhookMetrics } from '../../../../server/product/webhooks/metrics.js'
import { holdQueues } from '../../../../server/product/mail/hold/hold-queues.js'
import { fromTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { insertAutomation } from '../../../support/automations/automation-rows.js'
import { insertCampaign } from '../../../support/campaigns/campaign-rows.js'
import { answerOf, command, commandEnv } from '../../../support/commands/cli.js'
import { logsOf, send, type AcceptedMessage } from '../../../support/messages/mail.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'
import { subscribe } from '../../../support/webhooks/webhooks.js'

/** Tests that mail held since a restore is seen wherever an operator or a workspace looks, until it is released. */

let service: TestService
let db: Knex
let scheduled: AcceptedMessage
let deferred: AcceptedMessage
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api,delivery' } })
  db = knex({ client: 'pg', connection: service.config.databaseUrl ?? '' })
  await subscribe(service.url, service.credentials.workspace_key, { events: ['message.accepted'] })
  scheduled = await send(service, 'ada@example.com', { scheduled_at: tomorrow() })
  deferred = await send(service, 'bob@example.com', { scheduled_at: tomorrow() })
  const { workspace_id: workspace, project_id: project } = service.credentials
  await insertCampaign(service.sql, fromTypeId('ws', workspace), fromTypeId('prj', project))
  await insertAutomation(service.sql, fromTypeId('ws', workspace), fromTypeId('prj', project))
  await db('message_logs')
    .where('recipient', 'bob@example.com')
    .update({ status: 'deferred', next_attempt_at: new Date('2026-01-01T00:00:00Z') })
})
afterAll(async () => {
  await db.destroy()
  await service.stop()
})

const warnings = async () =>
  ((await (await fetch(`${service.url}/readyz`)).json()) as { warnings: string[] }).warnings
const sending = async () =>
  (await call(service.url, 'GET', '/v1/sending-status', { key: service.credentials.project_key })).body
const waits = async (message: AcceptedMessage) =>
  (await logsOf(service, message)).map(({ waiting_for, next_attempt_at }) => [waiting_for, next_attempt_at])
const doctor = async () => {
  const { stdout } = await command(commandEnv(service), 'doctor', '--json')
  return (JSON.parse(stdout) as { check: string }[]).find(({ check }) => check === 'held queue')
}
const status = () => answerOf(command(commandEnv(service), 'workspace', 'status'))

/** The depths of both queues by state, as they are counted now. */
async function depths(): Promise<Record<string, number>> {
  const registry = new Registry()
  webhookMetrics(registry, db)
  const texts = [await (await fetch(`${service.url}/metrics`)).text(), await registry.metrics()]
  const found = texts.join('\n').matchAll(/^postseal_(\w*queue_depth)\{state="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...found].map(([, name, state, count]) => [`${name} ${state}`, Number(count)]))
}

test('before a restore nothing is held', async () => {
  expect(await warnings()).toEqual([])
  expect(await sending()).toMatchObject({ held: null })
  expect(await doctor()).toEqual({
    check: 'held queue',
    status: 'ok',
    seen: 'nothing is held',
    advice: null,
  })
  expect(await status()).not.toContain('held')
  expect(await waits(scheduled)).toEqual([[null, null]])
  expect(await waits(deferred)).toEqual([[null, '2026-01-01T00:00:00.000Z']])
  expect(await depths()).toMatchObject({ 'queue_depth waiting': 2, 'queue_depth held': 0 })
})

test('after it the operator, Prometheus and the workspace see it', async () => {
  expect(await holdQueues(db, 'restore')).toBe(true)
  await until(async () => (await warnings()).length > 0, 'the warning')
  expect(await warnings()).toEqual([
    'The queue of a restored database is held: 2 deliveries and 2 webhooks. Run "postseal queue release" to send it, ' +
      'or "postseal queue drop --held".',
  ])
  const { held, status: active } = await sending()
  expect([active, held]).toEqual([
    'active',
    { deliveries: 2, webhooks: 2, since: expect.any(String) as string },
  ])
  const [hold] = await db('queue_holds').select('held_at')
  expect(held.since).toBe((hold.held_at as Date).toISOString())
  expect(await doctor()).toMatchObject({
    status: 'warning',
    seen: expect.stringMatching(
      /^2 deliveries and 2 webhooks held since the restore at 20\S+; 1 campaign and 1 automation paused by a restore$/,
    ) as string,
    advice: expect.stringContaining('postseal queue release') as string,
  })
  expect(await status()).toContain('held since the restore at')
  expect(await waits(scheduled)).toEqual([['release', null]])
  expect(await waits(deferred)).toEqual([['release', null]])
  await until(async () => (await depths())['queue_depth held'] === 2, 'the gauge')
  expect(await depths()).toEqual({
    'queue_depth due': 0,
    'queue_depth waiting': 0,
    'queue_depth leased': 0,
    'queue_depth held': 2,
    'webhook_queue_depth due': 0,
    'webhook_queue_depth waiting': 0,
    'webhook_queue_depth leased': 0,
    'webhook_queue_depth held': 2,
  })
})

test('what is new is not said to be held, and another workspace sees none', async () => {
  const message = await send(service, 'cy@example.com', { scheduled_at: tomorrow() })
  expect(await waits(message)).toEqual([[null, null]])
  const other = await addTenant(service)
  const reply = await call(service.url, 'GET', '/v1/sending-status', { key: await other.key() })
  expect(reply.body).toMatchObject({ status: 'active', held: null })
})

test('after the release all of it is as before', async () => {
  await answerOf(command(commandEnv(service), 'queue', 'release'))
  await until(async () => (await warnings()).length === 0, 'the end of the warning')
  expect(await sending()).toMatchObject({ held: null })
  expect(await doctor()).toMatchObject({
    status: 'warning',
    seen: '1 campaign and 1 automation paused by a restore',
    advice: expect.not.stringContaining('queue release') as string,
  })
  await db('campaigns').update({ status: 'cancelled' })
  await db('automations').update({ status: 'archived' })
  expect(await doctor()).toMatchObject({ status: 'ok' })
  expect(await waits(deferred)).toEqual([[null, '2026-01-01T00:00:00.000Z']])
  await until(async () => (await depths())['queue_depth waiting'] === 3, 'the gauge')
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { fromTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { eventsOf, inbox, logsOf, messageTo, read, send, untilLog } from '../../../support/messages/mail.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'

/** Tests that nothing is sent to an address that the workspace suppresses, whenever it was suppressed. */

type Schemas = components['schemas']

let service: TestService
beforeAll(async () => {
  service = await startTestService({ delivery: { backoffSeconds: [0.05] } })
})
afterAll(() => service.stop())

const workspaceId = () => fromTypeId('ws', service.credentials.workspace_id)

async function suppress(address: string, reason: Schemas['SuppressionReason'] = 'manual'): Promise<void> {
  await service.sql.query(
    'insert into suppressions (workspace_id, id, address, reason) values ($1, gen_random_uuid(), $2, $3)',
    [workspaceId(), address, reason],
  )
}

const queued = async (message: { id: string }) => {
  const { rows } = await service.sql.query('select log_id from delivery_queue where message_id = $1', [
    fromTypeId('msg', message.id),
  ])
  return rows.length
}

const later = () => new Date(Date.now() + 3_600_000).toISOString()

test('a suppressed recipient of a send gets nothing, however the address is written, and the others do', async () => {
  await suppress('blocked@example.com', 'complaint')
  const message = await send(service, ['Blocked@EXAMPLE.com', 'open@example.com'])
  expect(message).toMatchObject({
    status: 'queued',
    recipients: [{ status: 'suppressed' }, { status: 'queued' }],
  })
  const logs = await until(async () => {
    const found = await logsOf(service, message)
    return found.some(({ status }) => status === 'delivered') && found
  }, 'the delivery')
  const suppressed = logs.find(({ recipient }) => recipient === 'Blocked@example.com')
  expect(suppressed).toMatchObject({ status: 'suppressed', suppression_reason: 'complaint', attempts: [] })
  expect(logs.find(({ recipient }) => recipient === 'open@example.com')?.suppression_reason).toBeNull()

  expect(await inbox(service.url, 'blocked@example.com')).toEqual([])
  const { body } = await read(service, `/v1/messages/${message.id}`)
  expect((body as Schemas['Message']).status).toBe('partially_delivered')
  const events = await eventsOf(service, message)
  expect(events.map(({ type }) => type)).toEqual([
    'message.accepted',
    'message.suppressed',
    'message.delivered',
  ])
  expect(events[1]?.data).toEqual({
    message_id: message.id,
    log_id: suppressed?.id,
    recipient: 'Blocked@example.com',
    category: null,
    campaign_id: null,
    automation_id: null,
    reason: 'complaint',
  })
  const found = await read(service, '/v1/message-logs?status=suppressed')
  expect(found.body.data).toEqual([suppressed])
})

test('a message to suppressed addresses only has failed, and cannot be cancelled', async () => {
  await suppress('nobody@example.com')
  const message = await send(service, 'nobody@example.com', { scheduled_at: later() })
  expect(message.status).toBe('failed')
  expect(await queued(message)).toBe(0)
  const cancelled = await call(service.url, 'post', `/v1/messages/${message.id}/cancel`, {
    key: service.credentials.project_key,
  })
  expect(cancelled).toMatchObject({ status: 409, body: { error: { code: 'invalid_state' } } })
})

test('a replay answers what the first send did, whatever is suppressed by now', async () => {
  const key = service.credentials.project_key
  const headers = { 'Idempotency-Key': randomUUID() }
  const body = messageTo(service, 'later-suppressed@example.com')
  const first = await call(service.url, 'post', '/v1/messages', { key, headers, body })
  await suppress('later-suppressed@example.com')
  const again = await call(service.url, 'post', '/v1/messages', { key, headers, body })
  expect(again.body).toEqual(first.body)
  expect(again.headers['idempotent-replayed']).toBe('true')
})

test('it holds in a batch, and for test projects', async () => {
  await suppress('batch@example.com', 'unsubscribe')
  const message = messageTo(service, ['batch@example.com', 'fine@example.com'], {
    project_id: service.credentials.test_project_id,
  })
  const reply = await call(service.url, 'post', '/v1/messages/batch', {
    key: service.credentials.workspace_key,
    body: { items: [{ idempotency_key: 'one', message }] },
  })
  const { data } = reply.body as unknown as Schemas['BatchResult']
  expect(data[0]?.message?.recipients.map(({ status }) => status)).toEqual(['suppressed', 'queued'])
  await until(async () => (await inbox(service.url, 'fine@example.com')).length === 1, 'the other one')
  expect(await inbox(service.url, 'batch@example.com')).toEqual([])
})

test('another workspace is not concerned', async () => {
  await service.sql.query(
    `insert into suppressions (workspace_id, id, address, reason)
     values (gen_random_uuid(), gen_random_uuid(), 'theirs@example.com', 'manual')`,
  )
  const message = await send(service, 'theirs@example.com')
  expect(message.status).toBe('queued')
  await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
})

test('an address that is suppressed while a message waits gets nothing when it is due', async () => {
  const message = await send(service, ['waits@example.com', 'goes@example.com'], { scheduled_at: later() })
  await suppress('waits@example.com', 'hard_bounce')
  const before = await service.sql.query('select sum(settled) from sending_totals')
  await service.sql.query('update delivery_queue set due_at = now() where message_id = $1', [
    fromTypeId('msg', message.id),
  ])
  await until(async () => (await queued(message)) === 0, 'an empty queue')
  const logs = await logsOf(service, message)
  expect(logs.find(({ recipient }) => recipient === 'waits@example.com')).toMatchObject({
    status: 'suppressed',
    suppression_reason: 'hard_bounce',
    attempts: [],
  })
  expect(await inbox(service.url, 'waits@example.com')).toEqual([])
  expect(await inbox(service.url, 'goes@example.com')).toHaveLength(1)
  const events = (await eventsOf(service, message)).filter(({ type }) => type === 'message.suppressed')
  expect(events.map(({ data }) => data['reason'])).toEqual(['hard_bounce'])
  const after = await service.sql.query('select sum(settled) from sending_totals')
  const settled = (result: typeof after) => Number((result.rows[0] as { sum: string | null }).sum ?? 0)
  expect(settled(after)).toBe(settled(before) + 1)
  await until(async () => {
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    return /^postseal_deliveries_total\{outcome="suppressed"\} [1-9]/m.test(metrics)
  }, 'the count of suppressed deliveries')
})

test('a scheduled message is cancelled with a suppressed recipient among its own', async () => {
  await suppress('held@example.com')
  const message = await send(service, ['held@example.com', 'free@example.com'], { scheduled_at: later() })
  expect(message.status).toBe('scheduled')
  const cancel = () =>
    call(service.url, 'post', `/v1/messages/${message.id}/cancel`, { key: service.credentials.project_key })
  for (const reply of [await cancel(), await cancel()]) {
    expect(reply).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  }
  const statuses = (await logsOf(service, message)).map(({ recipient, status }) => [recipient, status])
  expect(Object.fromEntries(statuses)).toEqual({
    'held@example.com': 'suppressed',
    'free@example.com': 'cancelled',
  })
  const cancelled = (await eventsOf(service, message)).find(({ type }) => type === 'message.cancelled')
  expect(cancelled?.data['recipients']).toMatchObject([{ email: 'free@example.com' }])
})

import { afterEach, expect, test } from 'vitest'
import { fromTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { inbox, messageTo, send } from '../../../support/messages/mail.js'
import { heldPort } from '../../../support/network/ports.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { startSmtpServer, type TestSmtpServer } from '../../../support/mail-servers/smtp.js'
import { addTenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** Who waits for whom. One hand, so that who gets it is all there is to decide. */

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A service that accepts mail and does not deliver it yet. */
async function startAccepting(): Promise<TestService> {
  const port = String(await heldPort())
  const service = await startTestService({ env: { POSTSEAL_ROLES: 'api', POSTSEAL_SINK_PORT: port } })
  closers.push(() => service.stop())
  return service
}

/** Delivers with one hand what was accepted, to a server that remembers the order. */
async function deliver(service: TestService, count: number): Promise<string[]> {
  const port = service.config.sinkPort
  const server: TestSmtpServer = await startSmtpServer(port)
  closers.push(() => server.close())
  const worker = await startTestService({
    beside: service,
    delivery: { concurrency: 1 },
    env: { POSTSEAL_ROLES: 'delivery', POSTSEAL_SINK_PORT: String(port) },
  })
  closers.push(() => worker.stop())
  await until(() => server.received.length >= count, `${count} deliveries`)
  return server.received.map(({ to }) => to[0] ?? '')
}

test('a workspace with a backlog does not hold up another one', async () => {
  const service = await startTestService({ delivery: { concurrency: 1 } })
  closers.push(() => service.stop())
  const other = await addTenant(service)
  const key = await other.key({ project: other.liveProject })
  const backlog = Array.from({ length: 40 }, (_, index) => `slow+50@backlog-${index}.example`)
  await send(service, backlog)
  const body = messageTo(service, 'ada@example.com', { project_id: other.liveProject })
  expect((await call(service.url, 'POST', '/v1/messages', { key, body })).status).toBe(202)

  await until(async () => (await inbox(service.url, 'ada@example.com')).length === 1, 'the other message')
  const { rows } = await service.sql.query('select from delivery_queue')
  expect(rows.length).toBeGreaterThan(0)
})

test('what has waited goes in turns over workspaces and destinations, and the longest waiting first', async () => {
  const service = await startAccepting()
  const other = await addTenant(service)
  const key = await other.key({ project: other.liveProject })
  const three = (domain: string) => [1, 2, 3].map((number) => `${number}@${domain}.example`)
  for (const to of ['a', 'b', 'c'].flatMap(three)) await send(service, to)
  for (const to of three('other')) {
    const body = messageTo(service, to, { project_id: other.liveProject })
    expect((await call(service.url, 'POST', '/v1/messages', { key, body })).status).toBe(202)
  }
  // As if their server had been away, and all of a's were due again before b's, and those before c's.
  const { rows } = await service.sql.query<{ workspace_id: Uuid; log_id: Uuid }>(
    'select workspace_id, log_id from delivery_queue order by log_id',
  )
  for (const [index, { workspace_id, log_id }] of rows.entries())
    await service.sql.query(
      `update delivery_queue set attempts = 1, first_attempt_at = now() - interval '1 hour',
         due_at = now() - make_interval(secs => 60 - $3)
       where workspace_id = $1 and log_id = $2`,
      [workspace_id, log_id, index],
    )

  const order = await deliver(service, 12)
  const own = order.filter((to) => !to.endsWith('@other.example'))
  expect(own).toEqual(
    [1, 2, 3].flatMap((number) => ['a', 'b', 'c'].map((name) => `${number}@${name}.example`)),
  )
  expect(order.filter((to) => to.endsWith('@other.example'))).toEqual(three('other'))
  // Every second one is the other workspace's until it has no more.
  expect(order.indexOf('3@other.example')).toBeLessThan(6)
})

test('a batch does not hold up single sends, nor they the batch', async () => {
  const service = await startAccepting()
  const items = Array.from({ length: 100 }, (_, index) => ({
    idempotency_key: `item-${index}`,
    message: messageTo(service, `${index}@batch.example`),
  }))
  const key = service.credentials.project_key
  const reply = await call(service.url, 'POST', '/v1/messages/batch', { key, body: { items } })
  expect(reply.body).toMatchObject({ accepted: 100 })
  for (let index = 0; index < 20; index += 1) await send(service, `${index}@single.example`)

  const order = await deliver(service, 120)
  const lastSingle = order.lastIndexOf('19@single.example')
  const batchBefore = order.slice(0, lastSingle).filter((to) => to.endsWith('@batch.example')).length
  // Four to one: twenty single sends let five of the batch pass, give or take one.
  expect(batchBefore).toBeGreaterThanOrEqual(4)
  expect(batchBefore).toBeLessThanOrEqual(6)
})

test('a long backlog for one destination does not hold up the others', async () => {
  const service = await startAccepting()
  const message = await send(service, 'first@full.example')
  // More than a claim looks at, all of them due for longer than what comes after.
  await service.sql.query(
    `with copies as (
       insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, status, updated_at)
       select workspace_id, gen_random_uuid(), message_id, project_id, environment, n || '@full.example',
         n || '@full.example', 'queued', now()
       from message_logs cross join generate_series(1, 1000) n where message_id = $1
       returning workspace_id, id, message_id
     )
     insert into delivery_queue (workspace_id, log_id, message_id, destination, due_at)
     select workspace_id, id, message_id, 'full.example', now() - interval '1 day' from copies`,
    [fromTypeId('msg', message.id)],
  )
  await send(service, ['1@a.example', '2@a.example', '1@b.example'])
  const order = await deliver(service, 30)
  expect(order.slice(0, 30).filter((to) => !to.endsWith('@full.example'))).toHaveLength(3)
})

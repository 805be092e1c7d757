import { afterEach, expect, test } from 'vitest'
import { fromTypeId, type WorkspaceId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { heldPort } from '../../../support/network/ports.js'
import { startReceiver, type Receiver, type ReceiverOptions } from '../../../support/webhooks/receiver.js'
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'
import {
  deliveries,
  queueFor,
  recordSome,
  subscribe,
  toThisMachine,
  untilAllSent,
} from '../../../support/webhooks/webhook-deliveries.js'

/** Tests how much endpoints get at once, which of them rest, and that nobody else waits for that. */

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function start(webhooks: TestServiceOptions['webhooks']): Promise<TestService> {
  const env = { ...toThisMachine, POSTSEAL_ROLES: 'api,webhooks' }
  const service = await startTestService({ env, webhooks: { pollMs: 20, quickReplyMs: 60_000, ...webhooks } })
  closers.push(() => service.stop())
  return service
}
async function receiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const started = await startReceiver(options)
  closers.push(() => started.close())
  return started
}
/** Makes an answer that is withheld until it is released. Clients that still wait at the end are cut off. */
function holding(): { answer: Receiver['answer']; release(): void } {
  let release: (value?: unknown) => void = () => undefined
  const after = new Promise((resolve) => (release = resolve))
  return { answer: { after }, release: () => release() }
}
const workspaceOf = (service: TestService): WorkspaceId => fromTypeId('ws', service.credentials.workspace_id)

const queueSome = (service: TestService, subscription: string, count: number) =>
  queueFor(service.sql, workspaceOf(service), subscription, count)

async function subscribeAs(service: TestService, tenant: Tenant, url: string) {
  return subscribe(service, url, {}, await tenant.key())
}

async function leased(service: TestService): Promise<number> {
  const { rowCount } = await service.sql.query('select from webhook_queue where lease is not null')
  return rowCount ?? 0
}

/** Counts the deliveries of a subscription that have ever been tried. */
async function tried(service: TestService, subscription: string): Promise<number> {
  const { rows } = await service.sql.query<{ count: string }>(
    `select count(*) from webhook_deliveries where webhook_id = $1 and attempts <> '[]'`,
    [fromTypeId('whk', subscription)],
  )
  return Number(rows[0]?.count)
}

test('an endpoint has ten at once at first, and more where that goes well, up to the most', async () => {
  const service = await start({ maxPerEndpoint: 14 })
  const to = await receiver()
  let held = holding()
  to.answer = () => held.answer as { after: Promise<unknown> }
  const { id } = await subscribe(service, to.url)
  await recordSome(service.sql, workspaceOf(service), 200)
  await to.count(10)
  const inHand = async () =>
    Number(
      (await service.sql.query('select from webhook_queue where lease is not null and due_at > now()'))
        .rowCount,
    )
  expect(await inHand()).toBe(10)
  to.answer = 200
  held.release()
  await untilAllSent(service.sql, id)
  held = holding()
  to.answer = () => held.answer as { after: Promise<unknown> }
  await recordSome(service.sql, workspaceOf(service), 100)
  // As it was quick, more is held ready for it than it may have.
  await until(async () => to.received.length >= 214 && (await inHand()) > 14, 'the most')
  expect(to.received).toHaveLength(214)
  to.answer = 200
  held.release()
  await untilAllSent(service.sql, id)
})

test('a dead endpoint rests, its backlog is not touched, and what somebody asks for goes all the same', async () => {
  const service = await start({ openMs: 600_000, maxOpenMs: 600_000, backoffSeconds: [3600] })
  const port = await heldPort()
  const { id } = await subscribe(service, `http://127.0.0.1:${port}/hook`)
  await queueSome(service, id, 10_000)
  await until(async () => (await tried(service, id)) === 10, 'the first failures')

  // Beside it others are served as if it were not there.
  const alive = await receiver()
  const { id: other } = await subscribe(service, alive.url)
  await queueSome(service, other, 1000)
  await untilAllSent(service.sql, other)
  expect(alive.received).toHaveLength(1000)
  expect(await tried(service, id)).toBe(10)
  await until(async () => (await leased(service)) === 0, 'nothing in flight')

  // A test that fails does not wake it.
  const key = service.credentials.workspace_key
  const ask = () => call(service.url, 'POST', `/v1/webhooks/status/${id}/test`, { key })
  await ask()
  await until(async () => (await tried(service, id)) === 11, 'the test')
  await recordSome(service.sql, workspaceOf(service), 50)
  await untilAllSent(service.sql, other)
  expect(await tried(service, id)).toBe(11)

  // One that goes well does.
  const back = await receiver({ port })
  await ask()
  await back.count(10)
  expect(back.received[0]?.json).toMatchObject({ type: 'webhook.test' })
})

test('replays go one by one to an endpoint that rests', async () => {
  const service = await start({ openMs: 600_000, maxOpenMs: 600_000, backoffSeconds: [3600] })
  const to = await receiver()
  to.answer = 'reset'
  const { id } = await subscribe(service, to.url)
  await queueSome(service, id, 30)
  // Ten at least: one more may be under way when the endpoint is sent to rest.
  await until(
    async () => (await tried(service, id)) >= 10 && (await leased(service)) === 0,
    'the first failures',
  )
  const held = holding()
  to.answer = held.answer
  const before = to.received.length
  await service.sql.query('update webhook_queue set manual = true, due_at = now() where attempts = 1')
  await to.count(before + 1)
  // What was claimed before the rest is given back meanwhile.
  await until(async () => (await leased(service)) === 1, 'one in flight')
  expect(to.received).toHaveLength(before + 1)
  to.answer = 200
  held.release()
  await to.count(before + 30)
})

test('after its rest one delivery probes, and where that goes well the others follow', async () => {
  const service = await start({ openMs: 100, maxOpenMs: 200, backoffSeconds: Array<number>(50).fill(0.01) })
  const port = await heldPort()
  const { id } = await subscribe(service, `http://127.0.0.1:${port}/hook`)
  await queueSome(service, id, 40)
  await until(async () => (await tried(service, id)) >= 10, 'the first failures')
  // Each later failure is a probe's.
  const attempts = async () => {
    const { rows } = await service.sql.query<{ count: string }>(
      'select sum(jsonb_array_length(attempts)) as count from webhook_deliveries',
    )
    return Number(rows[0]?.count)
  }
  await until(async () => (await attempts()) >= 13, 'three probes')
  const to = await receiver({ port })
  const held = holding()
  to.answer = held.answer
  await to.count(1)
  await until(async () => (await leased(service)) === 1, 'one in flight')
  expect(to.received).toHaveLength(1)
  to.answer = 200
  held.release()
  await untilAllSent(service.sql, id)
  expect(new Set((await deliveries(service)).map(({ status }) => status))).toEqual(new Set(['delivered']))
})

test('an endpoint that is sent too much has a pause, and then half as much', async () => {
  const service = await start({ openMs: 300, maxOpenMs: 300, backoffSeconds: [3600] })
  const to = await receiver()
  const { id } = await subscribe(service, to.url)
  const held = holding()
  to.answer = () => (to.received.length <= 10 ? 429 : (held.answer as { after: Promise<unknown> }))
  await queueSome(service, id, 40)
  await to.count(15)
  await until(async () => {
    const { rowCount } = await service.sql.query(
      'select from webhook_queue where lease is not null and due_at > now()',
    )
    return (rowCount ?? 0) > 5
  }, 'more to be held ready')
  expect(to.received).toHaveLength(15)
  to.answer = 200
  held.release()
  await until(async () => (await tried(service, id)) === 40, 'the end')
})

test('one workspace has half of the hands at most, and the others the rest', async () => {
  const service = await start({ concurrency: 20 })
  const slow = await receiver()
  const held = holding()
  slow.answer = held.answer
  for (const path of ['a', 'b', 'c', 'd']) await subscribe(service, `${slow.url}/${path}`)
  await recordSome(service.sql, workspaceOf(service), 20)
  await slow.count(10)

  const tenant = await addTenant(service)
  const alive = await receiver()
  const { id } = await subscribeAs(service, tenant, alive.url)
  await recordSome(service.sql, tenant.workspaceId, 100)
  await untilAllSent(service.sql, id)
  expect(alive.received).toHaveLength(100)
  expect(slow.received).toHaveLength(10)
  slow.answer = 200
  held.release()
  await slow.count(80)
})

test('subscriptions have their turns, however much waits for one of them', async () => {
  const service = await start({ concurrency: 2, endpointStart: 1, maxPerEndpoint: 1 })
  const to = await receiver()
  const names = ['a', 'b', 'c']
  const ids: string[] = []
  for (const name of names) ids.push((await subscribe(service, `${to.url}/${name}`, { enabled: false })).id)
  for (const [place, count] of [200, 3, 3].entries()) await queueSome(service, ids[place] ?? '', count)
  await service.sql.query(
    'update webhook_subscriptions set enabled = true, disabled_reason = null, disabled_at = null',
  )
  for (const id of ids) await untilAllSent(service.sql, id)
  const order = to.received.map(({ path }) => path.at(-1))
  expect(order).toHaveLength(206)
  expect(order.lastIndexOf('b')).toBeLessThan(15)
  expect(order.lastIndexOf('c')).toBeLessThan(15)
})

import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RetriedWrites } from '../../../../server/platform/db/batching/retried-writes.js'
import { newUuid, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { defaultWebhooks } from '../../../../server/platform/config/defaults.js'
import { webhookPoll } from '../../../../server/product/webhooks/poll.js'
import { Turns } from '../../../../server/platform/queue/turns.js'
import { soleOwner } from '../../../../server/platform/queue/leases/owner.js'
import type { WebhookJob } from '../../../../server/product/webhooks/deliver.js'
import { EndpointGate } from '../../../../server/product/webhooks/endpoint-gate.js'
import { readableSecrets } from '../../../../server/product/webhooks/signatures/readable-secrets.js'
import { insertSecret } from '../../../../server/product/webhooks/signatures/secrets.js'
import { sealer } from '../../../../server/platform/auth/sealed.js'
import { openWebhookQueue, type WebhookQueue } from '../../../support/webhooks/webhook-queue.js'

/** Polls of the queue, one by one, with jobs in flight that never end. */

let queue: WebhookQueue
beforeAll(async () => {
  queue = await openWebhookQueue()
})
afterAll(() => queue.close())

const own = sealer(randomBytes(32))
const config = { ...defaultWebhooks, concurrency: 8, endpointStart: 3, pollMs: 3_600_000 }
const log = pino({ level: 'silent' })

let held: WebhookJob[]
let outcomes: RetriedWrites<Uuid>
let stopping: boolean
beforeEach(async () => {
  held = []
  outcomes = new RetriedWrites()
  stopping = false
  await queue.sql.query('delete from webhook_queue')
  await queue.sql.query('update webhook_subscriptions set deleted_at = now() where deleted_at is null')
})

function newPoll(onSecrets: () => void = () => undefined) {
  const secrets = readableSecrets(queue.db, own, log)
  const poll = webhookPoll({
    db: queue.db,
    secrets: {
      ...secrets,
      of: async (workspaceId, id) => {
        const found = await secrets.of(workspaceId, id)
        onSecrets()
        return found
      },
    },
    inFlight: {
      get size() {
        return held.length
      },
      countOf: (workspaceId) => held.filter((one) => one.workspaceId === workspaceId).length,
      begin: (job) => void held.push(job),
    },
    strays: { claim: (work) => work() },
    gate: new EndpointGate(config, 30_000),
    owner: soleOwner(),
    turns: new Turns({ worker: 'webhooks worker', progress: { askSetAside: () => undefined } }),
    log,
    retried: outcomes,
    config,
  })
  return (woken: boolean) => poll(() => stopping, woken)
}

async function subscribed(count = 0): Promise<string> {
  const { id } = await queue.subscription()
  await insertSecret(queue.db, own, queue.workspaceId, id)
  if (count > 0) await queue.events(count)
  return id
}
const leased = async () =>
  (await queue.sql.query('select from webhook_queue where lease is not null')).rowCount

test('a poll claims what endpoints have capacity for, up to half of the concurrency for the workspace', async () => {
  await subscribed()
  await subscribed(20)
  const poll = newPoll()
  expect(await poll(false)).toEqual({ more: false, waiting: true })
  // Three of the one, of the other what is left of four.
  expect(held).toHaveLength(4)
  expect(new Set(held.map(({ subscriptionId }) => subscriptionId)).size).toBe(2)
  expect(await leased()).toBe(4)
})

test('what was sent and is being recorded is no part of that half, up to a quarter', async () => {
  await subscribed()
  await subscribed(20)
  const poll = newPoll()
  await poll(false)
  const written = held.slice(0, 3).map(({ workspaceId }) => outcomes.begin(workspaceId))
  await poll(false)
  expect(held).toHaveLength(6)
  for (const end of written) end()
  await poll(false)
  expect(held).toHaveLength(6)
})

test('where nothing is due there is nothing to wait for', async () => {
  await subscribed()
  expect(await newPoll()(false)).toEqual({ more: false, waiting: false })
})

test('the due subscriptions are worked off before the database is asked again', async () => {
  const first = await subscribed(8)
  const poll = newPoll()
  await poll(false)
  held = []
  const second = await subscribed(1)
  await queue.sql.query('delete from webhook_queue where webhook_id = $1 and lease is null', [first])
  await queue.events(0)
  expect(await poll(false)).toEqual({ more: false, waiting: false })
  expect(held).toEqual([])
  await poll(false)
  expect(held.map(({ subscriptionId }) => subscriptionId)).toEqual([second])
})

test('a poll after a wake asks again, whatever there still is to work off', async () => {
  await subscribed(8)
  const poll = newPoll()
  await poll(false)
  held = []
  const second = await subscribed(1)
  await poll(false)
  expect(held.map(({ subscriptionId }) => subscriptionId)).not.toContain(second)
  held = []
  await poll(true)
  expect(held.map(({ subscriptionId }) => subscriptionId)).toContain(second)
})

test('what was being claimed when the worker was stopped is given back', async () => {
  await subscribed(3)
  const poll = newPoll(() => (stopping = true))
  await poll(false)
  expect(held).toEqual([])
  expect(await leased()).toBe(0)
  const { rowCount } = await queue.sql.query('select from webhook_queue where due_at <= now()')
  expect(rowCount).toBe(3)
})

test('nothing is claimed for a subscription without secrets', async () => {
  await queue.subscription()
  await queue.events(2)
  expect(await newPoll()(false)).toEqual({ more: false, waiting: false })
  expect(await leased()).toBe(0)
  expect(held).toEqual([])
})

test('nothing stays claimed where the secrets could not be read', async () => {
  await subscribed(2)
  const poll = newPoll(() => {
    throw new Error('the database is away')
  })
  await poll(false)
  expect(await leased()).toBe(0)
  expect(held).toEqual([])
})

test('secrets that cannot be opened are tried again a minute later, and named in the log once', async () => {
  const id = await subscribed(1)
  let now = 1_000_000
  const logged: string[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  const secrets = readableSecrets(queue.db, sealer(randomBytes(32)), logger, () => now)
  expect(secrets.worthTrying(id)).toBe(true)
  expect(await secrets.of(queue.workspaceId, id)).toBeUndefined()
  expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 50, webhook_id: toTypeId('whk', id) },
  ])
  now += 59_999
  expect(secrets.worthTrying(id)).toBe(false)
  expect(secrets.worthTrying(newUuid())).toBe(true)
  now += 1
  expect(secrets.worthTrying(id)).toBe(true)
  expect(await readableSecrets(queue.db, own, logger).of(queue.workspaceId, id)).toHaveLength(1)
})

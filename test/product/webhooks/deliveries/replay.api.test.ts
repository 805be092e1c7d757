import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { newUuid, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { deliveryHistory } from '../../../support/webhooks/delivery-history.js'
import { eventFindings } from '../../../support/api/contract.js'
import { type Delivery, type Status } from '../../../support/webhooks/deliveries.js'
import { expectOfThisTest } from '../../../support/time/instants.js'
import { addTenant } from '../../../support/workspace/tenant.js'

/**
 * Tests the deliveries that people ask for: tests and replays. Nothing is sent here; the queue shows what would be.
 */

const day = 24 * 3600 * 1000

const ours = deliveryHistory()
const { subscribe, deliver } = ours
function post(subscription: Uuid, action: string, by = ours.key, headers = {}): Promise<ApiReply> {
  const path = `/v1/webhooks/status/${toTypeId('whk', subscription)}/${action}`
  return call(ours.service.url, 'POST', path, { key: by, headers })
}
const tryOut = (subscription: Uuid, by?: string) => post(subscription, 'test', by)
const replay = (subscription: Uuid, delivery: Uuid, by?: string, headers?: object) =>
  post(subscription, `deliveries/${toTypeId('whd', delivery)}/replay`, by, headers)

const outcomeOf = ({ status, body }: ApiReply) => [status, body.error?.code as string | undefined]
const notFound = [404, 'not_found']
const invalidState = [409, 'invalid_state']

interface Queued {
  delivery_id: Uuid
  webhook_id: Uuid
  event_id: Uuid
  lease: Uuid | null
  attempts: number
  manual: boolean
  due: boolean
}

async function queue(): Promise<Queued[]> {
  const { rows } = await ours.service.sql.query<Queued>(
    `select delivery_id, webhook_id, event_id, lease, attempts, manual, due_at <= now() as due
     from webhook_queue where workspace_id = $1`,
    [ours.tenant.workspaceId],
  )
  return rows
}

describe('a test', () => {
  test('is an event of its own, and a delivery to this subscription alone, that goes first', async () => {
    const subscription = await subscribe({ events: ['message.bounced'] })
    await subscribe({ events: ['*'] })
    const reply = await tryOut(subscription)
    expect(reply.status).toBe(202)
    const delivery = reply.body as Delivery
    expect(delivery).toMatchObject({
      webhook_id: toTypeId('whk', subscription),
      event_type: 'webhook.test',
      project_id: null,
      environment: null,
      status: 'pending',
      attempts: [],
      final_response_status: null,
      ended_at: null,
    })
    expectOfThisTest(delivery.next_attempt_at)
    const waiting = await queue()
    expect(waiting).toMatchObject([
      { webhook_id: subscription, lease: null, attempts: 0, manual: true, due: true },
    ])
    expect(toTypeId('whd', waiting[0]!.delivery_id)).toBe(delivery.id)

    const { body } = await call(ours.service.url, 'GET', '/v1/events', { key: ours.key })
    expect(body.data).toHaveLength(1)
    const [event] = body.data as [{ id: string; type: string; created_at: string; data: object }]
    expect(event.id).toBe(delivery.event_id)
    expect(event.created_at).toBe(delivery.created_at)
    expect(event.data).toEqual({ webhook_id: toTypeId('whk', subscription) })
    expect(eventFindings(event)).toBeUndefined()
    const history = await call(ours.service.url, 'GET', '/v1/webhooks/status/deliveries', { key: ours.key })
    expect(history.body.data).toEqual([delivery])
  })

  test('is of the project and environment that the subscription is for', async () => {
    const { rows } = await ours.service.sql.query<{ id: Uuid }>(
      `select id from projects where workspace_id = $1 and environment = 'test'`,
      [ours.tenant.workspaceId],
    )
    const ofProject = await subscribe({ projectId: rows[0]!.id, environment: 'test' })
    const of = { project_id: ours.tenant.testProject, environment: 'test' }
    expect((await tryOut(ofProject)).body).toMatchObject(of)
    expect((await call(ours.service.url, 'GET', '/v1/events', { key: ours.key })).body.data[0]).toMatchObject(
      of,
    )
    const held = await ours.tenant.key({ restrictions: { environment: 'test' } })
    expect((await tryOut(ofProject, held)).status).toBe(202)
  })

  test('several at once are several', async () => {
    const subscription = await subscribe()
    const replies = await Promise.all(Array.from({ length: 5 }, () => tryOut(subscription)))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(5)
    expect(await queue()).toHaveLength(5)
  })

  test('of a subscription that is disabled, deleted or not the key’s is refused, and records nothing', async () => {
    const [disabled, deleted] = [await subscribe({ enabled: false }), await subscribe({ deleted: true })]
    const live = await subscribe({ environment: 'live' })
    const held = await ours.tenant.key({ restrictions: { environment: 'test' } })
    const stranger = await (await addTenant(ours.service)).key()
    expect(outcomeOf(await tryOut(disabled))).toEqual(invalidState)
    expect(outcomeOf(await tryOut(deleted))).toEqual(notFound)
    expect(outcomeOf(await tryOut(newUuid()))).toEqual(notFound)
    expect(outcomeOf(await tryOut(live, held))).toEqual(notFound)
    expect(outcomeOf(await tryOut(live, stranger))).toEqual(notFound)
    expect(await queue()).toEqual([])
    expect((await call(ours.service.url, 'GET', '/v1/events', { key: ours.key })).body.data).toEqual([])
  })
})

describe('a replay', () => {
  const attempts = [
    { at: '2026-01-14T09:30:00.310Z', status: 503, duration_ms: 41, error: null, response_body: null },
    { at: '2026-01-14T09:30:05.310Z', status: 204, duration_ms: 40, error: null, response_body: null },
  ] as Delivery['attempts']

  test.each<Status>(['delivered', 'failed', 'dead_letter'])(
    'of one that is %s queues it anew',
    async (status) => {
      const subscription = await subscribe()
      const { id, event } = await deliver(subscription, { status, attempts })
      const reply = await replay(subscription, id)
      expect(reply.status).toBe(202)
      expect(reply.body).toMatchObject({
        id: toTypeId('whd', id),
        event_id: toTypeId('evt', event),
        status: 'pending',
        attempts,
        final_response_status: null,
        ended_at: null,
      })
      expectOfThisTest(reply.body.next_attempt_at as string)
      const row = { delivery_id: id, webhook_id: subscription, event_id: event }
      expect(await queue()).toEqual([{ ...row, lease: null, attempts: 0, manual: true, due: true }])
      const history = await call(ours.service.url, 'GET', '/v1/webhooks/status/deliveries', { key: ours.key })
      expect(history.body.data).toEqual([reply.body])
    },
  )

  test.each([
    ['waits for its next attempt', { dueInSeconds: 3600, round: 5 }],
    ['was left by a worker that died', { dueInSeconds: -1, round: 5, lease: newUuid() }],
  ])('of one that %s makes it due now, from the first attempt on', async (_name, fields) => {
    const subscription = await subscribe()
    const { id, event } = await deliver(subscription, { ...fields, attempts })
    const reply = await replay(subscription, id)
    expect([reply.status, reply.body.status]).toEqual([202, 'pending'])
    const row = { delivery_id: id, webhook_id: subscription, event_id: event }
    expect(await queue()).toEqual([{ ...row, lease: null, attempts: 0, manual: true, due: true }])
  })

  test('of one that is being sent is refused, and leaves it to its worker', async () => {
    const subscription = await subscribe()
    const { id } = await deliver(subscription, { status: 'delivering', round: 2 })
    const before = await queue()
    expect(outcomeOf(await replay(subscription, id))).toEqual(invalidState)
    expect(await queue()).toEqual(before)
  })

  test('many at once make one', async () => {
    const subscription = await subscribe()
    const { id } = await deliver(subscription, { status: 'dead_letter', attempts })
    const replies = await Promise.all(Array.from({ length: 10 }, () => replay(subscription, id)))
    expect(replies.map(({ status, body }) => `${status} ${body.status}`)).toEqual(
      Array<string>(10).fill('202 pending'),
    )
    expect(await queue()).toMatchObject([{ delivery_id: id, attempts: 0, manual: true, due: true }])
  })

  test('with an idempotency key answers the same again, and queues nothing more', async () => {
    const subscription = await subscribe()
    const { id } = await deliver(subscription, { status: 'failed', attempts })
    const again = () => replay(subscription, id, ours.key, { 'Idempotency-Key': 'once' })
    const first = await again()
    await ours.service.sql.query('delete from webhook_queue where workspace_id = $1', [
      ours.tenant.workspaceId,
    ])
    const second = await again()
    expect([second.status, second.headers['idempotent-replayed']]).toEqual([202, 'true'])
    expect(second.body).toEqual(first.body)
    expect(await queue()).toEqual([])
  })

  test('while a worker records its outcome is refused at once, and the outcome stands', async () => {
    const subscription = await subscribe()
    const { id } = await deliver(subscription, { status: 'delivering', dueInSeconds: -1 })
    const worker = new pg.Client({ connectionString: ours.service.config.databaseUrl })
    await worker.connect()
    try {
      await worker.query('begin')
      await worker.query('delete from webhook_queue where delivery_id = $1', [id])
      expect(outcomeOf(await replay(subscription, id))).toEqual(invalidState)
      await worker.query('update webhook_deliveries set ended_at = now(), attempts = $2 where id = $1', [
        id,
        JSON.stringify(attempts),
      ])
      await worker.query('commit')
    } finally {
      await worker.end()
    }
    const path = `${toTypeId('whk', subscription)}/deliveries/${toTypeId('whd', id)}`
    const { body } = await call(ours.service.url, 'GET', `/v1/webhooks/status/${path}`, { key: ours.key })
    expect(body).toMatchObject({ status: 'delivered', attempts })
    expect((await replay(subscription, id)).body).toMatchObject({ status: 'pending', attempts })
  })

  test.each([{ enabled: false }, { deleted: true }])(
    'of a subscription with %j is refused',
    async (fields) => {
      const subscription = await subscribe(fields)
      for (const status of ['dead_letter', 'pending'] as const) {
        const { id } = await deliver(subscription, { status })
        expect(outcomeOf(await replay(subscription, id)), status).toEqual(invalidState)
      }
      expect(await queue()).toMatchObject([{ manual: false }])
    },
  )

  test('of what is not there, or not the key’s, is not found', async () => {
    const [subscription, other] = [await subscribe({ environment: 'live' }), await subscribe()]
    const of = { status: 'failed', project: ours.tenant.liveProject, environment: 'live' } as const
    const { id } = await deliver(subscription, of)
    const held = await ours.tenant.key({ restrictions: { environment: 'test' } })
    const stranger = await (await addTenant(ours.service)).key()
    expect(outcomeOf(await replay(other, id))).toEqual(notFound)
    expect(outcomeOf(await replay(newUuid(), id))).toEqual(notFound)
    expect(outcomeOf(await replay(subscription, newUuid()))).toEqual(notFound)
    expect(outcomeOf(await replay(subscription, id, held))).toEqual(notFound)
    expect(outcomeOf(await replay(subscription, id, stranger))).toEqual(notFound)
    const moved = await subscribe({ environment: 'test' })
    const was = await deliver(moved, of)
    expect(outcomeOf(await replay(moved, was.id, held))).toEqual(notFound)
    expect(await queue()).toEqual([])
  })

  test('past its retention is not found, nor where its event has gone', async () => {
    const subscription = await subscribe()
    const at = (ms: number) => deliver(subscription, { at: new Date(Date.now() - ms), status: 'failed' })
    const [young, old, lost] = [await at(10 * day - 60_000), await at(10 * day + 1000), await at(1000)]
    await ours.service.sql.query('delete from events where workspace_id = $1 and id = $2', [
      ours.tenant.workspaceId,
      lost.event,
    ])
    expect(outcomeOf(await replay(subscription, old.id))).toEqual(notFound)
    expect(outcomeOf(await replay(subscription, lost.id))).toEqual(notFound)
    expect((await replay(subscription, young.id)).status).toBe(202)
    expect(await queue()).toMatchObject([{ delivery_id: young.id }])
  })
})

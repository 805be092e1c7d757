import { describe, expect, test } from 'vitest'
import { newUuid, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { deliveryHistory } from '../../../support/webhooks/delivery-history.js'
import { type Delivery, type DeliveryFields, type Status } from '../../../support/webhooks/deliveries.js'
import { expectOfThisTest } from '../../../support/time/instants.js'
import { addTenant } from '../../../support/workspace/tenant.js'

/** Tests which fields of a delivery the history shows, and to whom. */

const day = 24 * 3600 * 1000

const ours = deliveryHistory()
const { subscribe, deliver, list, idsOf } = ours
const ago = (ms: number) => new Date(Date.now() - ms)

function one(subscription: Uuid, delivery: Uuid, by = ours.key) {
  const id = `${toTypeId('whk', subscription)}/deliveries/${toTypeId('whd', delivery)}`
  return call(ours.service.url, 'GET', `/v1/webhooks/status/${id}`, { key: by })
}

const attempt = (status: number | null) =>
  ({
    at: new Date().toISOString(),
    status,
    duration_ms: 12,
    error: status === 204 ? null : { code: status === null ? 'dns_failed' : 'refused', message: 'No.' },
    response_body: status === 503 ? 'later' : null,
  }) as Delivery['attempts'][number]

describe('a delivery shows', () => {
  async function shown(fields: DeliveryFields, subscriptionFields = {}): Promise<Delivery> {
    const subscription = await subscribe(subscriptionFields)
    const { id, event } = await deliver(subscription, fields)
    const [listed] = (await list()).data
    const retrieved = await one(subscription, id)
    expect(retrieved.status).toBe(200)
    expect(retrieved.body).toEqual(listed)
    expect(listed).toMatchObject({
      id: toTypeId('whd', id),
      webhook_id: toTypeId('whk', subscription),
      event_id: toTypeId('evt', event),
    })
    return listed!
  }

  test('that it waits for its first attempt, and what it is about', async () => {
    const at = ago(60_000)
    const fields = {
      at,
      type: 'message.bounced',
      project: ours.tenant.testProject,
      environment: 'test',
    } as const
    const delivery = await shown({ ...fields, dueInSeconds: 0 })
    expect(delivery).toMatchObject({
      event_type: 'message.bounced',
      project_id: ours.tenant.testProject,
      environment: 'test',
      status: 'pending',
      attempts: [],
      final_response_status: null,
      created_at: at.toISOString(),
      ended_at: null,
    })
    expectOfThisTest(delivery.next_attempt_at)
  })

  test('when its next attempt is due, and every attempt, oldest first', async () => {
    const attempts = [attempt(503), attempt(null), attempt(500)]
    const delivery = await shown({ attempts, round: 3, dueInSeconds: 3600 })
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts,
      final_response_status: null,
      project_id: null,
    })
    expectOfThisTest(delivery.next_attempt_at, 3600_000)
  })

  test.each<[Status, (number | null)[], number | null]>([
    ['delivered', [503, 204], 204],
    ['failed', [410], 410],
    ['dead_letter', [500, null], null],
    ['failed', [], null],
  ])('that it is %s after %j', async (status, statuses, last) => {
    const delivery = await shown({ status, attempts: statuses.map(attempt) })
    expect(delivery).toMatchObject({ status, final_response_status: last, next_attempt_at: null })
    expectOfThisTest(delivery.ended_at)
  })

  test('that it is being sent, as long as its lease lasts', async () => {
    const now = { status: 'delivering', next_attempt_at: null, ended_at: null, final_response_status: null }
    expect(await shown({ status: 'delivering', attempts: [attempt(500)] })).toMatchObject(now)
    const late = await shown({ lease: newUuid(), dueInSeconds: -1 })
    expect(late.status).toBe('pending')
    expect(late.next_attempt_at).not.toBeNull()
  })

  test.each([{ enabled: false }, { deleted: true }])(
    'no next attempt while its subscription has %j',
    async (subscription) => {
      expect(await shown({}, subscription)).toMatchObject({ status: 'pending', next_attempt_at: null })
    },
  )
})

describe('one delivery is not found', () => {
  const notFound = { status: 404, code: 'not_found' }
  const outcome = async (...args: Parameters<typeof one>) => {
    const reply = await one(...args)
    return { status: reply.status, code: reply.body.error?.code as string | undefined }
  }

  test('by another subscription, by nobody’s, and by another workspace', async () => {
    const [subscription, other] = [await subscribe(), await subscribe()]
    const { id } = await deliver(subscription)
    expect(await outcome(subscription, id)).toEqual({ status: 200, code: undefined })
    expect(await outcome(other, id)).toEqual(notFound)
    expect(await outcome(newUuid(), id)).toEqual(notFound)
    expect(await outcome(subscription, newUuid())).toEqual(notFound)
    expect(await outcome(subscription, id, await (await addTenant(ours.service)).key())).toEqual(notFound)
  })

  test('past its retention', async () => {
    const subscription = await subscribe()
    const young = await deliver(subscription, { at: ago(10 * day - 60_000) })
    const old = await deliver(subscription, { at: ago(10 * day + 1000) })
    expect((await outcome(subscription, young.id)).status).toBe(200)
    expect(await outcome(subscription, old.id)).toEqual(notFound)
  })
})

test('a key that is held to an environment does not see what its subscription got for another one', async () => {
  const subscription = await subscribe({ environment: 'test' })
  const was = await deliver(subscription, { project: ours.tenant.liveProject, environment: 'live' })
  const is = await deliver(subscription, { project: ours.tenant.testProject, environment: 'test' })
  const both = await subscribe()
  const ofBoth = await deliver(both, { project: ours.tenant.testProject, environment: 'test' })
  const held = await ours.tenant.key({ restrictions: { environment: 'test' } })
  expect(await idsOf({}, held)).toEqual([toTypeId('whd', is.id)])
  expect((await one(subscription, is.id, held)).status).toBe(200)
  expect((await one(subscription, was.id, held)).status).toBe(404)
  expect((await one(both, ofBoth.id, held)).status).toBe(404)
  expect((await one(both, ofBoth.id)).status).toBe(200)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { holdQueues } from '../../../../server/product/mail/hold/hold-queues.js'
import { releaseHeld } from '../../../../server/product/mail/hold/end-hold.js'
import { call } from '../../../support/api/api.js'
import { eventFindings } from '../../../support/api/contract.js'
import { send, settled, sinkMessages } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'
import knex from 'knex'

/** Messages that get another time, and many that are taken back at once. */

let service: TestService
let key: string
let project: string
beforeAll(async () => {
  service = await startTestService()
  key = service.credentials.project_key
  project = service.credentials.project_id
})
afterAll(() => service.stop())

const day = 86_400_000
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const get = async (id: string) => (await call(service.url, 'GET', `/v1/messages/${id}`, { key })).body
const reschedule = (id: string, scheduledAt: string | null, by = key, headers: Record<string, string> = {}) =>
  call(service.url, 'PATCH', `/v1/messages/${id}`, { key: by, body: { scheduled_at: scheduledAt }, headers })
const cancelMany = (ids: string[], by = key, headers: Record<string, string> = {}) =>
  call(service.url, 'POST', '/v1/messages/cancel', { key: by, body: { message_ids: ids }, headers })
const scheduled = (fields: Parameters<typeof send>[3] = {}) =>
  send(service.url, key, project, { scheduled_at: inMs(day), ...fields })
const eventsOf = async (id: string) => {
  const { body } = await call(service.url, 'GET', `/v1/events?limit=100&message_id=${id}`, { key })
  return body.data as { type: string; data: { scheduled_at?: string } }[]
}

describe('rescheduling', () => {
  test('gives another time, with an event that says it', async () => {
    const to = [{ email: 'a@example.com' }, { email: 'b@example.com' }]
    const id = await scheduled({ to, category: 'receipt' })
    const at = inMs(2 * day)
    const reply = await reschedule(id, at)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ id, status: 'scheduled', scheduled_at: at, category: 'receipt' })
    expect(await get(id)).toEqual(reply.body)
    const events = await eventsOf(id)
    expect(events.map(({ type }) => type)).toEqual([
      'message.scheduled',
      'message.scheduled',
      'message.accepted',
    ])
    expect(events[0]?.data).toMatchObject({
      scheduled_at: at,
      category: 'receipt',
      recipients: to.map((recipient) => expect.objectContaining(recipient)),
    })
    for (const event of events) expect(eventFindings(event)).toBeUndefined()
    const { rows } = await service.sql.query('select due_at from delivery_queue where message_id = $1', [
      fromTypeId('msg', id),
    ])
    expect(rows).toEqual([{ due_at: new Date(at) }, { due_at: new Date(at) }])
  })

  test.each([null, inMs(-60_000)])('to %s sends at once', async (at) => {
    const to = `${randomUUID()}@example.com`
    const id = await scheduled({ to: [{ email: to }] })
    const reply = await reschedule(id, at)
    expect(reply.body).toMatchObject({
      status: 'queued',
      scheduled_at: null,
      recipients: [{ status: 'queued' }],
    })
    expect((await settled(service.url, key, id)).body.status).toBe('delivered')
    expect(await sinkMessages(service.url, to)).toHaveLength(1)
    expect((await eventsOf(id)).filter(({ type }) => type === 'message.scheduled')).toHaveLength(1)
  })

  test('to sooner sends sooner', async () => {
    const id = await scheduled()
    expect((await reschedule(id, inMs(700))).body.status).toBe('scheduled')
    await until(async () => (await get(id)).status === 'delivered', 'the delivery')
  })

  test.each([
    [inMs(31 * day), 'schedule_out_of_range'],
    [inMs(-3_600_000), 'schedule_out_of_range'],
    ['tomorrow', 'validation_failed'],
  ])('to %s is refused', async (at, code) => {
    const id = await scheduled()
    const reply = await reschedule(id, at)
    expect([reply.status, reply.body.error.code]).toEqual([422, code])
    expect(reply.body.error.details[0].path).toBe('/body/scheduled_at')
    expect(await eventsOf(id)).toHaveLength(2)
  })

  test('comes too late for what is delivered, queued or cancelled, and changes nothing then', async () => {
    const delivered = await send(service.url, key, project)
    await settled(service.url, key, delivered)
    const cancelled = await scheduled()
    await cancelMany([cancelled])
    const queued = await send(service.url, key, project, { to: [{ email: 'defer+always@example.com' }] })
    for (const id of [delivered, cancelled, queued]) {
      const before = await get(id)
      const reply = await reschedule(id, inMs(day))
      expect([reply.status, reply.body.error.code]).toEqual([409, 'invalid_state'])
      expect((await get(id)).scheduled_at).toBe(before.scheduled_at)
    }
  })

  test('comes too late once a worker has taken one recipient of several', async () => {
    const id = await scheduled({ to: [{ email: 'a@example.com' }, { email: 'b@example.com' }] })
    await service.sql.query(
      `update delivery_queue set lease = $2 where log_id = (
         select log_id from delivery_queue where message_id = $1 order by log_id desc limit 1)`,
      [fromTypeId('msg', id), newUuid()],
    )
    expect((await reschedule(id, null)).body.error.code).toBe('invalid_state')
    expect((await get(id)).recipients.map(({ status }: { status: string }) => status)).toEqual([
      'scheduled',
      'scheduled',
    ])
  })

  test('is for those that may send, and see the message', async () => {
    const id = await scheduled()
    const another = await addTenant(service)
    expect((await reschedule(id, null, await another.key())).status).toBe(404)
    expect((await reschedule(id, null, await service.session('member'))).status).toBe(403)
    expect((await reschedule(id, inMs(day), await service.session('admin'))).status).toBe(200)
    expect((await reschedule(toTypeId('msg', newUuid()), null)).status).toBe(404)
  })

  test('repeated with its key answers the same and records one event', async () => {
    const id = await scheduled()
    const at = inMs(2 * day)
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await reschedule(id, at, key, headers)
    expect((await reschedule(id, at, key, headers)).body).toEqual(first.body)
    expect(await eventsOf(id)).toHaveLength(3)
  })

  test('and claiming and cancelling at the same time: one of them wins, whole', async () => {
    const messages = await Promise.all(
      Array.from({ length: 30 }, () =>
        scheduled({
          scheduled_at: inMs(300),
          to: [{ email: `${randomUUID()}@example.com` }, { email: `${randomUUID()}@example.com` }],
        }),
      ),
    )
    const at = Date.now() + 250
    const later = inMs(day)
    await Promise.all(
      messages.map(async (id, index) => {
        await until(() => Date.now() >= at + index * 5, 'its moment')
        const [moved, taken] = await Promise.all([reschedule(id, later), index % 2 === 0 && cancelMany([id])])
        const isTaken = taken !== false && taken.body.cancelled === 1
        if (!isTaken && moved.status === 409) {
          expect((await settled(service.url, key, id)).body.status).toBe('delivered')
        } else {
          const message = await get(id)
          expect(message.status).toBe(isTaken ? 'cancelled' : 'scheduled')
          if (moved.status === 200) expect(message.scheduled_at).toBe(later)
        }
      }),
    )
  })
})

test('what is held after a restore gets its new time when it is released', async () => {
  const restored = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
  const db = knex({ client: 'pg', connection: restored.config.databaseUrl ?? '' })
  try {
    const { workspace_key: by, project_id: of } = restored.credentials
    const id = await send(restored.url, by, of, { scheduled_at: inMs(day) })
    await holdQueues(db, 'restore')
    const at = inMs(3 * day)
    const reply = await call(restored.url, 'PATCH', `/v1/messages/${id}`, {
      key: by,
      body: { scheduled_at: at },
    })
    expect(reply.body).toMatchObject({ status: 'scheduled', scheduled_at: at })
    const due = async () => (await db('delivery_queue').select('due_at'))[0].due_at as Date | number
    expect(await due()).toBe(Infinity)
    const [{ workspace_id: workspaceId }] = await db('messages').select('workspace_id')
    await releaseHeld(db, [workspaceId as string])
    expect(await due()).toEqual(new Date(at))
  } finally {
    await db.destroy()
    await restored.stop()
  }
})

describe('cancelling many', () => {
  test('tells of each what became of it, in the order of the request', async () => {
    const [one, two] = [await scheduled(), await scheduled()]
    const sent = await send(service.url, key, project)
    await settled(service.url, key, sent)
    const unknown = toTypeId('msg', newUuid())
    const another = await addTenant(service)
    const foreign = await send(service.url, await another.key(), another.liveProject, {
      scheduled_at: inMs(day),
    })
    const reply = await cancelMany([two, unknown, sent, one, foreign, two])
    expect(reply.status).toBe(200)
    const rejected = (id: string, status: number, code: string) => ({
      message_id: id,
      status: 'rejected',
      error: { status, code, message: expect.any(String) as string },
    })
    expect(reply.body).toEqual({
      data: [
        { message_id: two, status: 'cancelled', error: null },
        rejected(unknown, 404, 'not_found'),
        rejected(sent, 409, 'invalid_state'),
        { message_id: one, status: 'cancelled', error: null },
        rejected(foreign, 404, 'not_found'),
      ],
      cancelled: 2,
      rejected: 3,
    })
    for (const id of [one, two]) {
      expect((await get(id)).status).toBe('cancelled')
      expect((await eventsOf(id)).filter(({ type }) => type === 'message.cancelled')).toHaveLength(1)
    }
    expect((await get(sent)).status).toBe('delivered')
  })

  test('twice, at once and in opposite orders, cancels each once', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => scheduled()))
    const replies = await Promise.all(
      [ids, ids.toReversed(), ids, ids.toReversed()].map((order) => cancelMany(order)),
    )
    for (const { status, body } of replies) expect([status, body.cancelled]).toEqual([200, 30])
    for (const id of ids)
      expect((await eventsOf(id)).filter(({ type }) => type === 'message.cancelled')).toHaveLength(1)
  })

  test('repeated with its key answers the same', async () => {
    const ids = [await scheduled()]
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await cancelMany(ids, key, headers)
    const again = await cancelMany(ids, key, headers)
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotency-replayed'] ?? again.headers['idempotent-replayed']).toBe('true')
  })

  test('is for one to a hundred', async () => {
    expect((await cancelMany([])).status).toBe(422)
    const ids = Array.from({ length: 101 }, () => toTypeId('msg', newUuid()))
    expect((await cancelMany(ids)).status).toBe(422)
    expect((await cancelMany(ids.slice(1))).body.rejected).toBe(100)
  })
})

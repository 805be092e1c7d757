import { describe, expect, test } from 'vitest'
import { newUuid, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { examinedAtMost } from '../../../../server/platform/http/lists/bounded-walk.js'
import { call } from '../../../support/api/api.js'
import { deliveryHistory } from '../../../support/webhooks/delivery-history.js'
import { insertDelivery, type DeliveryFields } from '../../../support/webhooks/deliveries.js'
import { expectOfThisTest } from '../../../support/time/instants.js'
import { insertSubscription } from '../../../support/webhooks/subscriptions.js'
import { addTenant } from '../../../support/workspace/tenant.js'

/** Searches in the history of deliveries. */

const path = '/v1/webhooks/status/deliveries'
const day = 24 * 3600 * 1000

const ours = deliveryHistory()
const { subscribe, deliver, list, idsOf } = ours
const ago = (ms: number) => new Date(Date.now() - ms)

describe('a search', () => {
  interface Known extends DeliveryFields {
    readonly id: string
    readonly subscription: string
    readonly subscriptionEnvironment: 'live' | 'test' | null
    readonly event: Uuid
  }

  /** Deliveries of every status to four subscriptions, in two projects and without one; two events go to all. */
  async function deliverAll(): Promise<{ known: Known[]; subscriptions: string[] }> {
    const known: Known[] = []
    const environments = [null, 'live', 'test', null] as const
    const subscriptions = [
      await subscribe(),
      await subscribe({ environment: 'live' }),
      await subscribe({ environment: 'test', enabled: false }),
      await subscribe({ deleted: true }),
    ]
    const statuses = ['pending', 'delivering', 'delivered', 'failed', 'dead_letter'] as const
    const types = ['message.delivered', 'message.bounced'] as const
    const add = async (index: number, fields: DeliveryFields) => {
      const subscription = subscriptions[index]!
      const { id, event } = await deliver(subscription, fields)
      known.push({
        ...fields,
        id: toTypeId('whd', id),
        subscription: toTypeId('whk', subscription),
        subscriptionEnvironment: environments[index]!,
        event,
      })
    }
    let seconds = 600
    for (const index of subscriptions.keys()) {
      for (const [place, status] of statuses.entries()) {
        const live = { project: ours.tenant.liveProject, environment: 'live' } as const
        const test = { project: ours.tenant.testProject, environment: 'test' } as const
        for (const [turn, of] of [live, test, {}].entries()) {
          seconds -= 1
          const at = ago(seconds * 1000)
          await add(index, { ...of, status, type: types[(place + turn) % 2]!, at })
        }
      }
    }
    for (const event of [known[0]!, known[7]!]) {
      for (const index of [1, 2, 3]) await add(index, { ...event, status: statuses[index]! })
    }
    known.sort((one, other) => (one.id < other.id ? 1 : -1))
    return { known, subscriptions: subscriptions.map((id) => toTypeId('whk', id)) }
  }

  test('has exactly what its filters name, in every combination, whoever asks', async () => {
    const { known, subscriptions } = await deliverAll()
    const keys = { all: ours.key, live: await ours.tenant.key({ restrictions: { environment: 'live' } }) }
    const statuses = [undefined, 'pending', 'delivering', 'delivered', 'failed', 'dead_letter'] as const
    const shared = known.filter(({ event }) => known.filter((other) => other.event === event).length > 1)[0]!
    let compared = 0
    for (const status of statuses) {
      for (const webhook_id of [undefined, subscriptions[1], subscriptions[3]]) {
        for (const event_type of [undefined, 'message.bounced'] as const) {
          for (const project_id of [undefined, ours.tenant.liveProject]) {
            for (const event of [undefined, shared.event]) {
              const filters = { status, webhook_id, event_type, project_id }
              const query = { ...filters, event_id: event && toTypeId('evt', event), limit: '100' }
              const expected = known.filter(
                (row) =>
                  (status ?? row.status) === row.status &&
                  (webhook_id ?? row.subscription) === row.subscription &&
                  (event_type ?? row.type) === row.type &&
                  (project_id ?? row.project) === row.project &&
                  (event ?? row.event) === row.event,
              )
              const live = expected.filter(
                (row) => row.environment === 'live' && row.subscriptionEnvironment === 'live',
              )
              const name = JSON.stringify(query)
              expect(await idsOf(query), name).toEqual(expected.map(({ id }) => id))
              expect(await idsOf(query, keys.live), name).toEqual(live.map(({ id }) => id))
              compared += expected.length + live.length
            }
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(200)
  })

  test('for a project, a subscription or an event of others has nothing', async () => {
    const stranger = await addTenant(ours.service)
    const subscription = await insertSubscription(ours.service.sql, stranger.workspaceId)
    const theirs = await insertDelivery(ours.service.sql, stranger.workspaceId, subscription, {
      project: stranger.liveProject,
      environment: 'live',
    })
    const own = await deliver(await subscribe(), { project: ours.tenant.liveProject, environment: 'live' })
    expect(await idsOf()).toEqual([toTypeId('whd', own.id)])
    for (const query of [
      { project_id: stranger.liveProject },
      { webhook_id: toTypeId('whk', subscription) },
      { event_id: toTypeId('evt', theirs.event) },
      { event_id: toTypeId('evt', newUuid()) },
    ]) {
      expect(await idsOf(query), JSON.stringify(query)).toEqual([])
    }
  })

  test('pages by cursor, each delivery once, whatever comes meanwhile', async () => {
    const [subscription, other] = [await subscribe(), await subscribe()]
    const expected: string[] = []
    for (let second = 1; second <= 7; second += 1) {
      const { id } = await deliver(subscription, { at: ago(second * 1000), status: 'dead_letter' })
      await deliver(other, { at: ago(second * 1000), status: 'failed' })
      expected.push(toTypeId('whd', id))
    }
    for (const filter of [{ webhook_id: toTypeId('whk', subscription) }, { status: 'dead_letter' }]) {
      const found: string[] = []
      let cursor: string | null = null
      do {
        const page = await list({ limit: '2', ...filter, ...(cursor !== null && { cursor }) })
        found.push(...page.data.map(({ id }) => id))
        expect(page.has_more).toBe(page.next_cursor !== null)
        cursor = page.next_cursor
        await deliver(subscription, { status: 'dead_letter', at: new Date(Date.now() + 1000) })
      } while (cursor !== null)
      expect(found.filter((id) => expected.includes(id))).toEqual(expected)
      expect(new Set(found).size).toBe(found.length)
    }
  })

  test('for one event pages as well', async () => {
    const at = ago(5000)
    const first = await deliver(await subscribe(), { at })
    const ids = [first.id]
    for (let more = 0; more < 4; more += 1) {
      ids.push((await deliver(await subscribe(), { event: first.event })).id)
    }
    const event_id = toTypeId('evt', first.event)
    const sizes: number[] = []
    const found: string[] = []
    let cursor: string | null = null
    do {
      const page = await list({ limit: '2', event_id, ...(cursor !== null && { cursor }) })
      sizes.push(page.data.length)
      found.push(...page.data.map(({ id }) => id))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(sizes).toEqual([2, 2, 1])
    expect(found).toEqual(
      ids
        .sort()
        .reverse()
        .map((id) => toTypeId('whd', id)),
    )
  })

  test('is within since and until, and the retention', async () => {
    const subscription = await subscribe()
    const times = [day, 2 * day, 3 * day, 10 * day + 60_000].map(ago)
    const ids: string[] = []
    let event = ''
    for (const at of times) {
      const inserted = await deliver(subscription, { at, status: 'failed' })
      ids.push(toTypeId('whd', inserted.id))
      event = toTypeId('evt', inserted.event)
    }
    const [first, second, third] = times as [Date, Date, Date]
    for (const filter of [{}, { status: 'failed' }, { webhook_id: toTypeId('whk', subscription) }]) {
      expect(await idsOf(filter)).toEqual(ids.slice(0, 3))
      expect(await idsOf({ ...filter, since: second.toISOString() })).toEqual(ids.slice(0, 2))
      expect(await idsOf({ ...filter, until: second.toISOString() })).toEqual(ids.slice(2, 3))
      const both = { since: third.toISOString(), until: first.toISOString() }
      expect(await idsOf({ ...filter, ...both })).toEqual(ids.slice(1, 3))
    }
    expect(await idsOf({ event_id: event })).toEqual([])
    const { window } = await list({ since: ago(20 * day).toISOString(), until: first.toISOString() })
    expect(window.until).toBe(first.toISOString())
    expectOfThisTest(window.since, -10 * day)
  })

  test.each([
    ['status', 'gone'],
    ['event_type', '*'],
    ['webhook_id', 'whd_01kbf3yq0jf7baf5h9k3n6r0xs'],
    ['event_id', 'evt_1'],
    ['project_id', 'x'],
    ['limit', '101'],
    ['cursor', 'x'],
    ['since', 'yesterday'],
  ])('with %s %s is refused', async (name, value) => {
    const reply = await call(ours.service.url, 'GET', `${path}?${name}=${encodeURIComponent(value)}`, {
      key: ours.key,
    })
    expect([reply.status, reply.body.error.code]).toEqual([422, 'validation_failed'])
    expect(reply.body.error.details[0].path).toBe(`/query/${name}`)
  })

  test('through a long history goes on over short pages, and what waits or gave up is found at once', async () => {
    const subscription = await subscribe()
    const { id: waiting } = await deliver(subscription, { at: ago(9 * day) })
    const { id: dead } = await deliver(subscription, { at: ago(9 * day), status: 'dead_letter' })
    await ours.service.sql.query(
      `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, ended_at)
       select $1, (substr($3, 1, 14) || '7' || lpad(n::text, 3, '0') || '-8000-' || lpad(n::text, 12, '0'))::uuid,
         $2, $1, 'message.delivered', now() from generate_series(1, $4::int) n`,
      [
        ours.tenant.workspaceId,
        subscription,
        (await deliver(subscription, { at: ago(day) })).id,
        examinedAtMost + 500,
      ],
    )
    expect(await idsOf({ status: 'dead_letter' })).toEqual([toTypeId('whd', dead)])
    expect((await idsOf({ status: 'pending' })).at(-1)).toBe(toTypeId('whd', waiting))
    // Nor is it walked for what the key cannot see.
    const held = await ours.tenant.key({ restrictions: { environment: 'test' } })
    const stranger = await addTenant(ours.service)
    expect(await idsOf({ webhook_id: toTypeId('whk', subscription) }, held)).toEqual([])
    expect(await idsOf({ project_id: ours.tenant.liveProject }, held)).toEqual([])
    expect(await idsOf({ project_id: stranger.liveProject })).toEqual([])
    const first = await list({ event_type: 'message.bounced' })
    expect([first.data, first.has_more]).toEqual([[], true])
    const rest = await list({ event_type: 'message.bounced', cursor: first.next_cursor! })
    expect([rest.data, rest.has_more, rest.next_cursor]).toEqual([[], false, null])
  })
})

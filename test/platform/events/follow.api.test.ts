import { createHash } from 'node:crypto'
import { Agent, get as httpGet, type ClientRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fromTypeId, minUuidAt, newUuid, toTypeId } from '../../../server/platform/db/ids.js'
import { maxOfCredential, maxOfWorkspace } from '../../../server/platform/events/follow/waiters.js'
import { call, type ApiReply } from '../../support/api/api.js'
import { createKey, workspaceKeyFields } from '../../support/workspace/api-keys.js'
import { send } from '../../support/messages/messages.js'
import { signIn } from '../../support/workspace/sessions.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'
import { until } from '../../support/time/until.js'

/** Events that are followed by the API, and looked up. */

interface Event {
  id: string
  type: string
  project_id: string
  data: { message_id?: string }
}

let service: TestService
let tenant: Tenant
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
  tenant = await addTenant(service)
  key = await tenant.key()
})
afterAll(() => service.stop())

const listed = (query: Record<string, string>) => `/v1/events?${new URLSearchParams(query).toString()}`
const at = (query: Record<string, string | number>) =>
  `/v1/events/follow?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()}`

async function follow(query: Record<string, string | number>, by = key) {
  const reply = await call(service.url, 'GET', at(query), { key: by })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.next_cursor).toEqual(expect.any(String))
  return reply.body as { data: Event[]; has_more: boolean; next_cursor: string; window: { since: string } }
}

/** Follows until so many events have come. */
async function followed(query: Record<string, string | number>, count: number, by = key): Promise<Event[]> {
  const events: Event[] = []
  let after: Record<string, string> = {}
  await until(async () => {
    const page = await follow({ wait: 1, ...query, ...after }, by)
    events.push(...page.data)
    after = { after: page.next_cursor }
    return events.length >= count
  }, `${count} events`)
  return events
}

/** Has as many requests wait as may with one credential, and resolves once they do. */
async function waitWithAll(
  url: string,
  by: string,
): Promise<{ cursor: string; replies: Promise<ApiReply[]> }> {
  const first = await call(url, 'GET', at({ wait: 0 }), { key: by })
  const cursor = first.body.next_cursor as string
  const ask = (wait: number) => call(url, 'GET', at({ wait, after: cursor }), { key: by })
  // The probe below takes a place, too: whoever comes too late for one asks again.
  const askUntilThereIsRoom = () =>
    until(async () => {
      const reply = await ask(30)
      return reply.status !== 429 && reply
    }, 'room to wait')
  const replies = Promise.all(Array.from({ length: maxOfCredential }, askUntilThereIsRoom))
  await until(async () => (await ask(1)).status === 429, 'all of them to wait')
  return { cursor, replies }
}

const ofMessage = (id: string) => (event: Event) => event.data.message_id === id

describe('following', () => {
  test('waits for what happens next, and goes on from there', async () => {
    const { next_cursor: start } = await follow({ wait: 0 })
    const next = follow({ wait: 30, after: start })
    const first = await send(service.url, key, tenant.liveProject)
    const { data, next_cursor: cursor } = await next
    expect(data.map(({ type }) => type)).toEqual(['message.accepted'])
    expect(data.every(ofMessage(first))).toBe(true)

    const ids: string[] = []
    for (let n = 0; n < 5; n += 1) ids.push(await send(service.url, key, tenant.liveProject))
    const events = await followed({ after: cursor, limit: 2 }, 5)
    expect(events.map((event) => event.data.message_id)).toEqual(ids)
    const listed = (await call(service.url, 'GET', '/v1/events?limit=5', { key })).body.data as Event[]
    expect(events.toReversed()).toEqual(listed)
  })

  test('waits again behind an event that it has given, whatever others record meanwhile', async () => {
    const other = await addTenant(service)
    const by = await other.key()
    let { next_cursor: cursor } = await follow({ wait: 0 })
    for (let round = 0; round < 3; round += 1) {
      const next = follow({ wait: 30, after: cursor })
      await send(service.url, by, other.liveProject)
      const id = await send(service.url, key, tenant.liveProject)
      const page = await next
      expect(page.data.map(({ data }) => data.message_id)).toEqual([id])
      cursor = page.next_cursor
    }
  })

  test('without news answers an empty page, and a cursor that leads on', async () => {
    const start = await follow({ wait: 0 })
    const page = await follow({ wait: 1, after: start.next_cursor, type: 'webhook.disabled' })
    expect(page).toMatchObject({ data: [], has_more: false, window: { until: null } })
    const id = await send(service.url, key, tenant.liveProject)
    const events = await followed({ after: page.next_cursor }, 1)
    expect(events.some(ofMessage(id))).toBe(true)
  })

  test('since a time begins with the oldest', async () => {
    const past = await addTenant(service)
    const by = await past.key()
    const ids = [
      await send(service.url, by, past.liveProject),
      await send(service.url, by, past.liveProject, {
        scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
      }),
    ]
    const since = new Date(Date.now() - 60_000).toISOString()
    const events = await followed({ since, limit: 1 }, 3, by)
    expect(events.map(({ type }) => type)).toEqual([
      'message.accepted',
      'message.accepted',
      'message.scheduled',
    ])
    expect(events.map((event) => event.data.message_id)).toEqual([ids[0], ids[1], ids[1]])
    const scheduled = await followed({ since, type: 'message.scheduled' }, 1, by)
    expect(scheduled).toEqual(events.slice(2))
    const ofOne = await followed({ since, message_id: ids[0] ?? '' }, 1, by)
    expect(ofOne).toEqual(events.slice(0, 1))
    const window = (await follow({ since: '2000-01-01T00:00:00Z', wait: 0 }, by)).window.since
    expect(Date.now() - Date.parse(window)).toBeLessThan(31 * 86_400_000)
  })

  test('shows what the credential sees', async () => {
    const by = {
      project: await tenant.key({ project: tenant.liveProject }),
      tests: await tenant.key({ restrictions: { environment: 'test' } }),
      member: await tenant.session('member'),
      stranger: await (await addTenant(service)).key(),
    }
    const start = Object.fromEntries(
      await Promise.all(
        Object.entries(by).map(async ([name, one]) => [name, (await follow({ wait: 0 }, one)).next_cursor]),
      ),
    ) as Record<keyof typeof by, string>
    const live = await send(service.url, key, tenant.liveProject)
    const tests = await send(service.url, key, tenant.testProject)
    const messages = async (name: keyof typeof by, count: number, query = {}) =>
      (await followed({ after: start[name], ...query }, count, by[name])).map(
        (event) => event.data.message_id,
      )
    expect(await messages('project', 1)).toEqual([live])
    expect(await messages('tests', 1)).toEqual([tests])
    expect(await messages('member', 2)).toEqual([live, tests])
    expect(await messages('member', 1, { project_id: tenant.testProject })).toEqual([tests])
    expect((await follow({ wait: 1, after: start.stranger }, by.stranger)).data).toEqual([])
    const other = at({ wait: 0, after: start.project, project_id: tenant.testProject })
    const refused = await call(service.url, 'GET', other, { key: by.project })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'project_not_allowed'])
  })

  test.each([
    ['wait=31', '/query/wait'],
    ['wait=-1', '/query/wait'],
    ['wait=a', '/query/wait'],
    ['after=abc', '/query/after'],
    ['until=2026-01-01T00:00:00Z', '/query/until'],
    ['cursor=AQAAAQ', '/query/cursor'],
    [`after=${Buffer.alloc(16).toString('base64url')}`, '/query/after'],
    ['wait=0&after=AQAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', '/query/after'],
  ])('%s is refused', async (query, path) => {
    const reply = await call(service.url, 'GET', `/v1/events/follow?${query}`, { key })
    expect([reply.status, reply.body.error.details[0].path]).toEqual([422, path])
  })

  test('by more than a hundred of a workspace at once is refused, and those that have left make room', async () => {
    const crowded = await addTenant(service)
    const by = await crowded.key()
    const { next_cursor: cursor } = await follow({ wait: 0 }, by)
    const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
    const url = service.url + at({ wait: 30, after: cursor })
    const others = await Promise.all(
      Array.from({ length: maxOfWorkspace / maxOfCredential }, () => crowded.key()),
    )
    const held: ClientRequest[] = []
    // The probes below take a place, too: whoever came too late for one asks again.
    const hold = (other: string) => {
      const headers = { Authorization: `Bearer ${other}` }
      const request = httpGet(url, { agent, headers }, (response) => {
        response.resume()
        if (response.statusCode === 429) hold(other)
      })
      held.push(request.on('error', () => undefined))
    }
    for (const other of others) for (let count = 0; count < maxOfCredential; count += 1) hold(other)
    const refused = await until(async () => {
      const reply = await call(service.url, 'GET', at({ wait: 1, after: cursor }), { key: by })
      return reply.status === 429 && reply
    }, 'the limit')
    expect(refused.body.error.code).toBe('rate_limited')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    // Another workspace, and a request that does not wait, are not concerned.
    await follow({ wait: 0, after: cursor }, by)
    await follow({ wait: 1 })
    // They take no connection of the database: others are served meanwhile.
    await Promise.all(Array.from({ length: 30 }, () => follow({ wait: 0, after: cursor }, by)))
    for (const one of held) one.destroy()
    await until(async () => {
      const reply = await call(service.url, 'GET', at({ wait: 1, after: cursor }), { key: by })
      return reply.status === 200
    }, 'room')
    agent.destroy()
  })

  test('by more than 25 with one credential is refused, and other credentials are not', async () => {
    const crowded = await addTenant(service)
    const [by, other] = [await crowded.key(), await crowded.key()]
    const { next_cursor: cursor } = await follow({ wait: 0 }, by)
    const replies = Array.from({ length: maxOfCredential + 1 }, () =>
      call(service.url, 'GET', at({ wait: 30, after: cursor }), { key: by }),
    )
    const refused = await Promise.race(replies)
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited'])
    await follow({ wait: 1, after: cursor }, other)
    await send(service.url, other, crowded.liveProject)
    expect((await Promise.all(replies)).filter(({ status }) => status === 200)).toHaveLength(maxOfCredential)
  })

  describe('ends at once', () => {
    // An event of an earlier test can come late: open transactions of other tests hold it back.
    let own: Tenant
    let ownKey: string
    beforeEach(async () => {
      own = await addTenant(service)
      ownKey = await own.key()
    })

    const refusal = ({ status, body }: ApiReply) => `${status} ${body.error.code as string}`

    test('when its key is revoked, and an event that follows is not shown', async () => {
      const owner = await own.session('owner')
      const issued = await createKey(service.url, own, owner, {
        fields: workspaceKeyFields(['reports:read']),
      })
      const { replies } = await waitWithAll(service.url, issued.body.secret as string)
      const { id } = issued.body.api_key as { id: string }
      expect((await call(service.url, 'DELETE', `/v1/api-keys/${id}`, { key: owner })).status).toBe(204)
      await send(service.url, ownKey, own.liveProject)
      expect(new Set((await replies).map(refusal))).toEqual(new Set(['401 invalid_credentials']))
    })

    test('when its key was revoked by another process', async () => {
      const by = await own.key({ scopes: ['reports:read'] })
      const { replies } = await waitWithAll(service.url, by)
      await service.sql.query('update api_keys set revoked_at = now() where secret_hash = $1', [
        createHash('sha256').update(by).digest(),
      ])
      expect(new Set((await replies).map(refusal))).toEqual(new Set(['401 invalid_credentials']))
    })

    test('when its user is removed', async () => {
      const owner = await own.session('owner')
      const { token, userId } = await signIn(service, own.workspaceId, 'member')
      const { replies } = await waitWithAll(service.url, token)
      const removed = await call(service.url, 'DELETE', `/v1/users/${toTypeId('usr', userId)}`, {
        key: owner,
      })
      expect(removed.status).toBe(204)
      await send(service.url, ownKey, own.liveProject)
      expect(new Set((await replies).map(refusal))).toEqual(new Set(['401 invalid_credentials']))
    })

    test('with nothing when its key is narrowed, and goes on with what the key sees then', async () => {
      const owner = await own.session('owner')
      const issued = await createKey(service.url, own, owner, {
        fields: workspaceKeyFields(['reports:read']),
      })
      const by = issued.body.secret as string
      const { cursor, replies } = await waitWithAll(service.url, by)
      const { id } = issued.body.api_key as { id: string }
      const body = { restrictions: { environment: 'test' } }
      const narrowed = await call(service.url, 'PATCH', `/v1/api-keys/${id}`, { key: owner, body })
      expect(narrowed.status, narrowed.text).toBe(200)
      await send(service.url, ownKey, own.liveProject)
      for (const reply of await replies) expect(reply.body).toMatchObject({ data: [], has_more: true })
      const tested = await send(service.url, ownKey, own.testProject)
      const [event] = await followed({ after: cursor }, 1, by)
      expect(event?.data.message_id).toBe(tested)
    })
  })
})

test('how far following is behind is among the metrics', async () => {
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  expect(metrics).toMatch(/^postseal_followed_events_lag_seconds \d/m)
})

test('a service that stops answers those that wait at once', async () => {
  // With a grace, so that it still serves a request that comes a little later than the stop. It cuts those that would
  // wait for their 30 seconds.
  const stopping = await startTestService({
    env: { POSTSEAL_ROLES: 'api', POSTSEAL_SHUTDOWN_GRACE: '3' },
  })
  const by = stopping.credentials.workspace_key
  const { replies } = await waitWithAll(stopping.url, by)
  const stopped = stopping.stop()
  for (const { status, body } of await replies) {
    expect(status).toBe(200)
    expect(body).toMatchObject({ data: [], has_more: false, next_cursor: expect.any(String) as string })
  }
  await stopped
})

test('another process tells of what this one has recorded', async () => {
  const beside = await startTestService({ beside: service, env: { POSTSEAL_ROLES: 'api' } })
  try {
    const { next_cursor: cursor } = await follow({ wait: 0 })
    const next = call(beside.url, 'GET', at({ wait: 30, after: cursor }), { key })
    const id = await send(service.url, key, tenant.liveProject)
    expect(((await next).body.data as Event[]).some(ofMessage(id))).toBe(true)
  } finally {
    await beside.stop()
  }
})

describe('events', () => {
  test('of one message are found, however many others there are', async () => {
    const id = await send(service.url, key, tenant.liveProject)
    await service.sql.query(
      `insert into events (workspace_id, id, project_id, environment, type, data)
       select $1, ('ffffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, null, null, 'message.delivered', '{}'
       from generate_series(1, 12000) n`,
      [tenant.workspaceId],
    )
    const { body } = await call(service.url, 'GET', listed({ message_id: id }), { key })
    expect(body).toMatchObject({ has_more: false, next_cursor: null })
    expect((body.data as Event[]).map(({ type }) => type)).toEqual(['message.accepted'])
    const none = await call(service.url, 'GET', listed({ message_id: id, type: 'message.bounced' }), { key })
    expect(none.body.data).toEqual([])
    const stranger = await (await addTenant(service)).key()
    expect((await call(service.url, 'GET', listed({ message_id: id }), { key: stranger })).body.data).toEqual(
      [],
    )
    await service.sql.query(`delete from events where id > 'ffffffff-0000-7000-8000-000000000000'`)
  })

  test('are retrieved by those that see them, within retention', async () => {
    const id = await send(service.url, key, tenant.liveProject)
    const [event] = (await call(service.url, 'GET', listed({ message_id: id }), { key })).body.data as Event[]
    const retrieve = (by: string, of = event?.id ?? '') =>
      call(service.url, 'GET', `/v1/events/${of}`, { key: by })
    const seeing = [key, await tenant.key({ project: tenant.liveProject }), await tenant.session('member')]
    for (const by of seeing) expect((await retrieve(by)).body).toEqual(event)
    const others = [
      await tenant.key({ project: tenant.testProject }),
      await tenant.key({ restrictions: { environment: 'test' } }),
      await (await addTenant(service)).key(),
    ]
    for (const by of others) expect((await retrieve(by)).body.error.code).toBe('not_found')
    expect((await retrieve(key, toTypeId('evt', newUuid()))).status).toBe(404)
    const old = minUuidAt(new Date(Date.now() - 31 * 86_400_000))
    await service.sql.query('update events set id = $2 where id = $1', [
      fromTypeId('evt', event?.id ?? ''),
      old,
    ])
    expect((await retrieve(key, toTypeId('evt', old))).status).toBe(404)
  })
})

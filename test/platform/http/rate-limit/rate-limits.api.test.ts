import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { batchOf, limitOf } from '../../../support/api/rate-limits.js'
import { messageFor } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, firstTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** 100 sends for each workspace and 5 other requests for each credential: in an hour, which no slow run outlasts. */
const windowSeconds = 3600

let service: TestService
let tenant: Tenant

beforeAll(async () => {
  service = await startTestService({
    env: {
      POSTSEAL_SENDS_PER_MINUTE: '100',
      POSTSEAL_REQUESTS_PER_MINUTE: '5',
      POSTSEAL_TRUSTED_PROXIES: '127.0.0.0/8,::1',
    },
    rateLimits: { windowSeconds },
  })
})
afterAll(() => service.stop())
// Nothing has counted against a new workspace.
beforeEach(async () => {
  tenant = await addTenant(service)
})

const list = (key: string) => call(service.url, 'GET', '/v1/projects', { key })
const send = (key: string, project = tenant.testProject) =>
  call(service.url, 'POST', '/v1/messages', { key, body: messageFor(project) })

/** The headers of a batch's reply, whatever becomes of the items. */
async function sendBatch(items: number, key: string): Promise<Pick<ApiReply, 'status' | 'headers' | 'body'>> {
  const reply = await fetch(`${service.url}/v1/messages/batch`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(batchOf(items, tenant.testProject)),
  })
  return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.json() }
}

async function until429(ask: () => Promise<ApiReply>, max: number): Promise<ApiReply> {
  for (let asked = 0; asked <= max; asked += 1) {
    const reply = await ask()
    if (reply.status === 429) {
      expect(asked).toBe(max)
      return reply
    }
  }
  throw new Error(`${max + 1} requests and no 429`)
}

function expectLimited(reply: Pick<ApiReply, 'status' | 'headers' | 'body'>): void {
  expect({ status: reply.status, code: reply.body.error?.code as unknown }).toEqual({
    status: 429,
    code: 'rate_limited',
  })
  const { reset } = limitOf(reply)
  expect(reply.headers['retry-after']).toBe(String(reset))
  expect(reset).toBeGreaterThanOrEqual(1)
  expect(reset).toBeLessThanOrEqual(windowSeconds)
  expect(reply.body.error.message).toMatch(new RegExp(`Try again in ${reset} seconds?\\.$`))
}

describe('the headers', () => {
  test('count down, whatever the reply', async () => {
    const key = await tenant.key()
    const asked = [
      () => list(key),
      () => call(service.url, 'GET', '/v1/messages/msg_01kbf3yq0ge8gvk2c5m7x9t3ea', { key }),
      () => call(service.url, 'GET', '/v1/messages?limit=0', { key }),
      () => call(service.url, 'POST', '/v1/projects', { key, raw: '{' }),
    ]
    const replies: ApiReply[] = []
    for (const ask of asked) replies.push(await ask())
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 422, 400])
    expect(replies.map((reply) => limitOf(reply).left)).toEqual([4, 3, 2, 1])
    for (const reply of replies) {
      expect(limitOf(reply)).toMatchObject({ policy: 'requests', max: 5, window: windowSeconds })
      expect(limitOf(reply).reset).toBeGreaterThan(0)
      expect(limitOf(reply).reset).toBeLessThanOrEqual(windowSeconds)
    }
  })

  test('are not for strangers, and what a stranger asks counts for nobody', async () => {
    const key = await tenant.key()
    const typo = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21)
    for (const stranger of [undefined, typo]) {
      const reply = await call(service.url, 'GET', '/v1/projects', { key: stranger })
      expect(reply.status).toBe(401)
      expect(reply.headers['ratelimit'] ?? reply.headers['ratelimit-policy']).toBeUndefined()
    }
    expect(limitOf(await list(key)).left).toBe(4)
  })
})

describe('requests', () => {
  test('are limited for each credential by itself', async () => {
    const key = await tenant.key()
    const refused = await until429(() => list(key), 5)
    expectLimited(refused)
    expect(limitOf(refused)).toMatchObject({ policy: 'requests', left: 0 })
    expect(refused.body.error.message).toMatch(/^This key has made its 5 requests of this minute\./)
    expect((await list(await tenant.key())).status).toBe(200)

    const owner = await tenant.session('owner')
    const member = await tenant.session('owner')
    const tooMany = await until429(() => list(owner), 5)
    expect(tooMany.body.error.message).toMatch(/^This user has made/)
    expect((await list(member)).status).toBe(200)
  })

  test('and sends do not count against each other', async () => {
    const key = await tenant.key()
    await until429(() => list(key), 5)
    const sent = await send(key)
    expect(sent.status).toBe(202)
    expect(limitOf(sent)).toMatchObject({ policy: 'sends', left: 99, max: 100, window: windowSeconds })
  })

  test('a refused one does nothing', async () => {
    const key = await tenant.key()
    await until429(() => list(key), 5)
    const name = randomUUID()
    const body = { name }
    expect((await call(service.url, 'POST', '/v1/projects', { key, body })).status).toBe(429)
    expect((await list(await tenant.key())).text).not.toContain(name)
  })
})

describe('sends', () => {
  test('are limited for all keys of a workspace together, and for no other', async () => {
    const [one, another] = [await tenant.key(), await tenant.key({ project: tenant.testProject })]
    expect(limitOf(await send(one)).left).toBe(99)
    expect(limitOf(await send(another)).left).toBe(98)
    await sendBatch(97, one)
    expect(limitOf(await send(another))).toMatchObject({ left: 0 })
    const refused = await send(one)
    expectLimited(refused)
    expect(refused.body.error.message).toMatch(/^This workspace has made its 100 sends of this minute\./)

    const elsewhere = await addTenant(service)
    const sent = await send(await elsewhere.key(), elsewhere.testProject)
    expect(limitOf(sent).left).toBe(99)
  })

  test('that are refused or replayed count too', async () => {
    const key = await tenant.key()
    const headers = { 'Idempotency-Key': randomUUID() }
    const body = messageFor(tenant.testProject)
    const first = await call(service.url, 'POST', '/v1/messages', { key, body, headers })
    const replay = await call(service.url, 'POST', '/v1/messages', { key, body, headers })
    expect(replay.headers['idempotent-replayed']).toBe('true')
    const invalid = await call(service.url, 'POST', '/v1/messages', { key, body: {} })
    const notOurs = await send(key, firstTenant(service).testProject)
    expect([invalid.status, notOurs.status]).toEqual([422, 403])
    expect([first, replay, invalid, notOurs].map((reply) => limitOf(reply).left)).toEqual([99, 98, 97, 96])
  })

  test('a batch counts as many as it has items', async () => {
    const key = await tenant.key()
    expect(limitOf(await sendBatch(1, key))).toMatchObject({ policy: 'sends', left: 99 })
    expect(limitOf(await sendBatch(60, key))).toMatchObject({ policy: 'sends', left: 39 })
  })

  test('a full batch passes at the least limit', async () => {
    const reply = await sendBatch(100, await tenant.key())
    expect(reply.status).not.toBe(429)
    expect(limitOf(reply).left).toBe(0)
  })

  test('a batch that does not fit is refused and leaves the rest to others', async () => {
    const key = await tenant.key()
    await sendBatch(60, key)
    const refused = await sendBatch(60, key)
    expectLimited(refused)
    // It has been one request.
    expect(limitOf(refused).left).toBe(39)
    expect(refused.body.error.message).toMatch(/^This workspace has 39 of its 100 sends of this minute left/)
    expect(limitOf(await send(key)).left).toBe(38)
    const smaller = await sendBatch(38, key)
    expect(smaller.status).not.toBe(429)
    expect(limitOf(smaller).left).toBe(0)
  })

  test('the envelope of a batch is checked before its items are counted', async () => {
    const key = await tenant.key()
    const reply = await sendBatch(101, key)
    expect(reply.status).toBe(422)
    expect(limitOf(reply).left).toBe(99)
  })
})

describe('what a credential may not do counts for the credential, not for the workspace', () => {
  test('where it lacks the scope', async () => {
    const reader = await tenant.key({ scopes: ['reports:read'] })
    const refused = await send(reader)
    expect(refused.status).toBe(403)
    expect(limitOf(refused)).toMatchObject({ policy: 'requests', left: 4 })
    await until429(() => send(reader), 4)
    expect(limitOf(await send(await tenant.key())).left).toBe(99)
  })

  test('where it is of the wrong kind', async () => {
    const key = await tenant.key({ project: tenant.liveProject })
    const refused = await call(service.url, 'POST', `/v1/domains/${toTypeId('dom', newUuid())}/check`, {
      key,
    })
    expect(refused.body.error.code).toBe('wrong_credential_kind')
    expect(limitOf(refused).policy).toBe('requests')
  })

  test('where it is not used from its addresses, apart from its holder’s requests', async () => {
    const key = await tenant.key({ restrictions: { ipCidrs: ['203.0.113.7'] } })
    const from = (client: string) =>
      call(service.url, 'GET', '/v1/projects', { key, headers: { 'X-Forwarded-For': client } })
    const stolen = await from('198.51.100.1')
    expect(stolen.body.error.code).toBe('ip_not_allowed')
    expect(limitOf(stolen)).toMatchObject({ policy: 'requests', left: 4 })
    await until429(() => from('198.51.100.2'), 4)
    expect(limitOf(await from('203.0.113.7')).left).toBe(4)
  })
})

test('429s are counted by policy and name no tenant', async () => {
  const key = await tenant.key()
  await until429(() => list(key), 5)
  await sendBatch(60, key)
  await sendBatch(60, key)
  const { text } = await call(service.url, 'GET', '/metrics')
  const counted = text.split('\n').filter((line) => line.startsWith('postseal_rate_limited_total'))
  expect(counted.map((line) => line.replace(/ \d+$/, '')).sort()).toEqual([
    'postseal_rate_limited_total{policy="requests"}',
    'postseal_rate_limited_total{policy="sends"}',
  ])
})

test('a window that is over gives everything back', async () => {
  const brief = await startTestService({
    beside: service,
    env: { POSTSEAL_REQUESTS_PER_MINUTE: '2' },
    rateLimits: { windowSeconds: 1 },
  })
  try {
    const key = await tenant.key()
    const ask = () => call(brief.url, 'GET', '/v1/projects', { key })
    const refused = await until(async () => {
      const reply = await ask()
      return reply.status === 429 && reply
    }, 'the limit')
    expect(limitOf(refused)).toMatchObject({ left: 0, max: 2, window: 1 })
    const allowed = await until(async () => {
      const reply = await ask()
      return reply.status === 200 && reply
    }, 'the next window')
    expect(limitOf(allowed).left).toBe(1)
  } finally {
    await brief.stop()
  }
})

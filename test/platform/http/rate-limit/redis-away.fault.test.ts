import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { redisCounters } from '../../../../server/platform/http/rate-limit/redis-counter.js'
import { call } from '../../../support/api/api.js'
import { batchOf, limitOf } from '../../../support/api/rate-limits.js'
import { messageFor } from '../../../support/messages/messages.js'
import { heldPort } from '../../../support/network/ports.js'
import { startRedis, type TestRedis } from '../../../support/network/redis.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { firstTenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** Several processes count in one Redis, each for itself while it is away, and nobody waits for it. */

const toStop: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const started of toStop.splice(0).reverse()) await started.stop()
})

async function redis(port?: number): Promise<TestRedis> {
  const started = await startRedis(port)
  toStop.push({ stop: () => started.close().catch(() => undefined) })
  return started
}

async function start(url: string, beside?: TestService): Promise<TestService> {
  const service = await startTestService({
    env: { REDIS_URL: url, POSTSEAL_REQUESTS_PER_MINUTE: '1000', POSTSEAL_SENDS_PER_MINUTE: '1000' },
    ...(beside && { beside }),
  })
  toStop.push(service)
  return service
}

const warnings = (service: TestService) => service.logs.filter((line) => line.includes('Redis is away'))
const isBack = (service: TestService) => service.logs.some((line) => line.includes('Redis is back'))

async function left(service: TestService, key: string): Promise<number> {
  const reply = await call(service.url, 'GET', '/v1/projects', { key })
  expect(reply.status).toBe(200)
  return limitOf(reply).left
}

test('processes share one count', async () => {
  const shared = await redis()
  const one = await start(shared.url)
  const another = await start(shared.url, one)
  const key = await firstTenant(one).key()
  const other = await firstTenant(one).key()
  expect([await left(one, key), await left(another, key), await left(one, key)]).toEqual([999, 998, 997])
  expect(await left(another, other)).toBe(999)
  expect([...warnings(one), ...warnings(another)]).toEqual([])
  // Of this service, and of one credential each.
  expect([...shared.keys.keys()].every((name) => /^postseal:requests:[0-9a-f-]{36}$/.test(name))).toBe(true)
  expect(shared.keys.size).toBe(2)
})

test('what one process gives back is there for the others, and never more than that', async () => {
  const shared = await redis()
  const counters = await Promise.all([1, 2].map(() => redisCounters(shared.url, pino({ enabled: false }))))
  toStop.push({ stop: async () => counters.forEach((each) => each.close()) })
  const [one, another] = counters.map((each) => each.counter('failed', { max: 2, windowSeconds: 900 }))
  expect(await one?.take('key', 2)).toMatchObject({ fits: true, left: 0 })
  expect(await another?.take('key', 1)).toMatchObject({ fits: false })
  expect(await one?.giveBack('key')).toMatchObject({ left: 1 })
  expect(await another?.take('key', 1)).toMatchObject({ fits: true, left: 0 })
  for (const left of [1, 2, 2]) expect(await another?.giveBack('key')).toMatchObject({ left })
  expect(await one?.giveBack('nobody')).toMatchObject({ left: 2 })
  expect(await one?.take('nobody', 2)).toMatchObject({ fits: true, left: 0 })
  expect(await one?.take('nobody', 1)).toMatchObject({ fits: false, left: 0 })
})

test('what does not fit is refused in every process, and takes nothing of what is left', async () => {
  const shared = await redis()
  const one = await start(shared.url)
  const another = await start(shared.url, one)
  const tenant = firstTenant(one)
  const { workspaceId, testProject } = tenant
  const token = await tenant.key()
  const send = (service: TestService) =>
    call(service.url, 'POST', '/v1/messages', { key: token, body: messageFor(testProject) })
  expect((await send(one)).status).toBe(202)
  const count = () => shared.keys.get(`postseal:sends:${workspaceId}`)
  expect(count()?.used).toBe(1)

  shared.count(`postseal:sends:${workspaceId}`, 950)
  const body = batchOf(60, testProject)
  const batch = await call(another.url, 'POST', '/v1/messages/batch', { key: token, body })
  expect(batch.status).toBe(429)
  expect(limitOf(batch)).toMatchObject({ policy: 'sends', left: 49 })
  expect(count()?.used).toBe(951)

  shared.count(`postseal:sends:${workspaceId}`, 1000)
  for (const service of [one, another]) expect((await send(service)).status).toBe(429)
  expect(count()?.used).toBe(1000)
})

test('while it is away each process counts for itself, says so once, and comes back', async () => {
  const shared = await redis()
  const service = await start(shared.url)
  const key = await firstTenant(service).key()
  expect(await left(service, key)).toBe(999)
  expect(await left(service, key)).toBe(998)

  await shared.close()
  expect(await left(service, key)).toBe(999)
  expect(await left(service, key)).toBe(998)
  expect(warnings(service)).toHaveLength(1)
  expect(isBack(service)).toBe(false)

  const again = await redis(shared.port)
  await until(async () => (await left(service, key)) > 0 && isBack(service), 'the count in Redis')
  expect(again.keys.size).toBe(1)
  expect(warnings(service)).toHaveLength(1)

  // Another outage is another warning.
  await again.close()
  await left(service, key)
  expect(warnings(service)).toHaveLength(2)
})

test('one that hangs holds up nobody for long', async () => {
  const shared = await redis()
  const service = await start(shared.url)
  const key = await firstTenant(service).key()
  await left(service, key)
  shared.hang()
  const [before, began] = [shared.asked(), performance.now()]
  for (let asked = 0; asked < 20; asked += 1) await left(service, key)
  // The first request that asks Redis waits for 300 ms; then no request asks it for a second.
  const seconds = (performance.now() - began) / 1000
  expect(shared.asked() - before).toBeLessThanOrEqual(1 + seconds)
  expect(warnings(service)).toHaveLength(1)
})

test('a service starts without it, and its password is not logged', async () => {
  const service = await start(`redis://someone:hunter2@127.0.0.1:${await heldPort()}`)
  expect(await left(service, await firstTenant(service).key())).toBe(999)
  expect(warnings(service)).toHaveLength(1)
  expect(warnings(service)[0]).toContain('ECONNREFUSED')
  expect(service.logs.join('')).not.toContain('hunter2')
})

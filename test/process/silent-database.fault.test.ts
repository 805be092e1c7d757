import { randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMigratedDatabase } from '../support/database/database.js'
import { startLossyProxy, type LossyProxy } from '../support/network/lossy-proxy.js'
import { messageFor } from '../support/messages/messages.js'
import { serviceEnv, startProcess, type ServiceProcess } from '../support/service/process.js'
import { startRunningClock, type RunningClock } from '../support/time/running-clock.js'
import { until } from '../support/time/until.js'

/** A database that takes every packet and answers nothing, as behind a network that fails, or when it is stopped. */

let database: Awaited<ReturnType<typeof createMigratedDatabase>>
let proxy: LossyProxy
let service: ServiceProcess
let sql: pg.Client
let clock: RunningClock
beforeAll(async () => {
  clock = startRunningClock()
  database = await createMigratedDatabase()
  proxy = await startLossyProxy(database.url)
  service = await startProcess(
    await serviceEnv({
      DATABASE_URL: proxy.url,
      POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    }),
  )
  sql = new pg.Client({ connectionString: database.url })
  await sql.connect()
})
afterAll(async () => {
  clock.stop()
  proxy.close()
  await service.kill()
  await sql.end()
  await database.drop()
})

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly code: string | undefined
  /** By the clock above. */
  readonly ms: number
}

/** Asks on a connection of its own, and says how long the answer took. */
function ask(method: string, path: string, body?: object, key?: string): Promise<Answer> {
  const began = clock.now()
  return new Promise((resolve, reject) => {
    const headers = {
      ...(body && {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${service.credentials.workspace_key}`,
      }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
    }
    const asked = request(`${service.url}${path}`, { method, agent: false, headers }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      reply.once('end', () => {
        const parsed = JSON.parse(text) as { error?: { code: string } }
        resolve({
          status: reply.statusCode ?? 0,
          retryAfter: reply.headers['retry-after'],
          code: parsed.error?.code,
          ms: clock.now() - began,
        })
      })
    })
    asked.once('error', reject)
    asked.end(body && JSON.stringify(body))
  })
}

function send(key: string): Promise<Answer> {
  return ask('POST', '/v1/messages', messageFor(service.credentials.test_project_id), key)
}

/** Sends all at once. Their keys may be repeated. */
function sendAll(keys: readonly string[]): Promise<Answer[]> {
  return Promise.all(keys.map(send))
}

test('health checks answer within a second, sends are refused, and none is lost or doubled', async () => {
  const keys = Array.from({ length: 300 }, () => randomUUID())
  const warm = await sendAll(keys.slice(0, 100))
  expect(warm.every(({ status }) => status === 202)).toBe(true)

  // Some of these are stored, and their answers are lost.
  const caught = sendAll(keys.slice(100, 200))
  proxy.lose('all')
  const refused = sendAll(keys.slice(200))
  let settled = false
  const sends = Promise.all([caught, refused]).finally(() => (settled = true))
  const health: Answer[] = []
  const readiness: Answer[] = []
  while (!settled) {
    const [healthy, ready] = await Promise.all([ask('GET', '/healthz'), ask('GET', '/readyz')])
    health.push(healthy)
    readiness.push(ready)
    // Often enough: more would take the machine from what is waited for.
    await sleep(50)
  }
  expect(health.every(({ status }) => status === 200)).toBe(true)
  const [, second] = await sends
  const ofSends = Math.max(...second.map(({ ms }) => ms))
  // Half a second, and a few times as much for a machine that runs other tests. Without the limit it is as long as sends
  // wait for the database, which is 7 seconds.
  expect(Math.max(...[...health, ...readiness].map(({ ms }) => ms))).toBeLessThan(ofSends / 2)
  // A statement that was answered just before counts for the first check.
  expect(readiness.slice(1).map(({ status }) => status)).toEqual(readiness.slice(1).map(() => 503))
  expect(second.every(({ status, code }) => status === 503 && code === 'unavailable')).toBe(true)
  expect(second.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
  // One that comes meanwhile does not wait as long again.
  const late = await send(randomUUID())
  expect(late.status).toBe(503)
  expect(late.ms).toBeLessThan(0.75 * ofSends)
  // Why they were refused is logged a few times, and not with a stack for each of them.
  const lines = service.stdout().split('\n')
  const reasons = lines.filter((line) => line.includes('"request_id"') && !line.includes('"msg":"request"'))
  expect(reasons.length).toBeGreaterThan(0)
  expect(reasons.length).toBeLessThan(20)
  expect(reasons.filter((line) => line.includes('"stack"'))).toEqual([])

  proxy.pass()
  await until(async () => (await ask('GET', '/readyz')).status === 200, 'the service to be ready')
  for (const key of keys) {
    await until(async () => (await send(key)).status === 202, 'a send that is repeated to be taken')
  }
  const stored = await sql.query<{ count: string }>('select count(*) from messages')
  expect(Number(stored.rows[0]?.count)).toBe(keys.length)
})

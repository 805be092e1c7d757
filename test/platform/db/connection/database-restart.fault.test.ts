import { afterAll, beforeAll, expect, test } from 'vitest'
import { allPages, inbox, type Log } from '../../../support/messages/mail.js'
import { orders, sendAll, sendOrder } from '../../../support/messages/senders.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** Ends every connection of the service, as a restart of PostgreSQL does. */
async function cutConnections(): Promise<number> {
  const { rowCount } = await service.sql.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'postseal'`,
  )
  return rowCount ?? 0
}

test('connections that are cut in mid-flight cost replies, never messages', async () => {
  const list = orders(300)
  const statuses = new Set<unknown>()
  let replies = 0
  let cut = 0
  await sendAll(list, 8, async (order) => {
    while (order.accepted === undefined) {
      const reply = await sendOrder(service, order)
      statuses.add(reply.status)
      // Its own failures are 503, and say when to come back.
      expect([202, 503]).toContain(reply.status)
      if (reply.status === 503) expect(reply.retryAfter).toBe('1')
      replies += 1
      if (replies % 15 === 0) cut += await cutConnections()
    }
  })
  expect(cut).toBeGreaterThan(20)
  expect(statuses).toContain(503)

  // What was in flight is recorded now that the database is back, and claims whose reply was cut off are released.
  await until(
    async () => (await service.sql.query('select from delivery_queue')).rowCount === 0,
    'the end of all deliveries',
  )
  const sending = { url: service.url, credentials: service.credentials }
  const logs = await allPages<Log>(sending, '/v1/message-logs')
  expect(logs).toHaveLength(300)
  expect(new Set(logs.map(({ message_id }) => message_id))).toEqual(
    new Set(list.map(({ accepted }) => accepted)),
  )
  for (const log of logs) {
    expect(log.status).toBe('delivered')
    expect(log.attempts).toHaveLength(1)
  }
  const arrived = (await inbox(service.url)).map((mail) => mail.headers['message-id'])
  expect(new Set(arrived).size).toBe(300)

  const errors = service.logs
    .map((line) => JSON.parse(line) as { status?: number })
    .filter(({ status }) => status === 500)
  expect(errors).toEqual([])
})

test('reads and readiness recover by themselves too', async () => {
  const key = service.credentials.project_key
  for (let round = 0; round < 10; round += 1) {
    await cutConnections()
    const paths = ['/v1/messages', '/v1/message-logs', '/v1/events', '/readyz']
    const replies = await Promise.all(
      paths.map((path) => fetch(`${service.url}${path}`, { headers: { Authorization: `Bearer ${key}` } })),
    )
    for (const reply of replies) {
      expect([200, 503]).toContain(reply.status)
      if (reply.status === 503) expect(reply.headers.get('retry-after')).toBe('1')
      await reply.text()
    }
  }
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 200, 'readiness')
})

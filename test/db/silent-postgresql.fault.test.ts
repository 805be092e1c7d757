import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../support/api.js'
import { createMigratedDatabase, type TestDatabase } from '../support/database.js'
import { startLossyProxy, type LossyProxy } from '../support/lossy-proxy.js'
import { allPages, inbox, type Log } from '../support/mail.js'
import { serviceEnv, startProcess, type ServiceProcess } from '../support/process.js'
import { orders, sendAll, sendOrder } from '../support/senders.js'
import { until } from '../support/until.js'

/** PostgreSQL's host disappears under load: its connections stay open, and no byte comes through them any more. */

let database: TestDatabase
let proxy: LossyProxy
let service: ServiceProcess
beforeAll(async () => {
  database = await createMigratedDatabase()
  proxy = await startLossyProxy(database.url)
  service = await startProcess(
    await serviceEnv({
      DATABASE_URL: proxy.url,
      POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
      POSTSEAL_STATEMENT_TIMEOUT: '1',
      POSTSEAL_LOG_LEVEL: 'fatal',
    }),
  )
}, 60_000)
afterAll(async () => {
  proxy.close()
  await service.kill('SIGKILL')
  await database.drop()
})

const readiness = async () => (await call(service.url, 'GET', '/readyz')).status

test('after the silence everything goes on, and nothing accepted is lost', { timeout: 120_000 }, async () => {
  const list = orders(120)
  let replies = 0
  const statuses = new Set<unknown>()
  await sendAll(list, 6, async (order) => {
    while (order.accepted === undefined) {
      const { status } = await sendOrder(service, order)
      statuses.add(status)
      // A repeated key can still be in the hands of the request that waits for the database.
      expect([202, 409, 503]).toContain(status)
      replies += 1
      if (replies !== 40) continue
      proxy.lose('all')
      await until(async () => (await readiness()) === 503, 'readiness to fail')
      proxy.pass()
    }
  })
  expect(statuses).toContain(503)

  const logs = await until(
    async () => {
      const found = await allPages<Log>(service, '/v1/message-logs')
      return found.length === 120 && found.every(({ status }) => status === 'delivered') && found
    },
    'all deliveries',
    90_000,
  )
  expect(new Set(logs.map(({ message_id }) => message_id))).toEqual(
    new Set(list.map(({ accepted }) => accepted)),
  )
  const mails = await inbox(service.url)
  expect(new Set(mails.map((mail) => mail.headers['message-id'])).size).toBe(120)
  await until(async () => (await readiness()) === 200, 'readiness')
})

test('SIGTERM ends the process while its database is silent', { timeout: 90_000 }, async () => {
  proxy.lose('all')
  const { code } = await service.stop()
  expect(code).toBe(0)
})

import { randomBytes } from 'node:crypto'
import { expect, test, type TestContext } from 'vitest'
import { call } from '../../../support/api/api.js'
import { createMigratedDatabase } from '../../../support/database/database.js'
import { startLossyProxy } from '../../../support/network/lossy-proxy.js'
import { allPages, inbox, type Log } from '../../../support/messages/mail.js'
import { serviceEnv, startProcess, type ServiceProcess } from '../../../support/service/process.js'
import { orders, sendAll, sendOrder } from '../../../support/messages/senders.js'
import { until } from '../../../support/time/until.js'

/** PostgreSQL's host disappears under load: its connections stay open, and no byte comes through them any more. */

/** A service of the test's own, and what is between it and its database. */
async function startBehindProxy({ onTestFinished }: TestContext) {
  const database = await createMigratedDatabase()
  const proxy = await startLossyProxy(database.url)
  const service = await startProcess(
    await serviceEnv({
      DATABASE_URL: proxy.url,
      POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
      POSTSEAL_STATEMENT_TIMEOUT: '1',
      POSTSEAL_LOG_LEVEL: 'fatal',
    }),
  )
  onTestFinished(async () => {
    proxy.close()
    await service.kill('SIGKILL')
    await database.drop()
  })
  return { proxy, service }
}

const readinessOf = async ({ url }: ServiceProcess) => (await call(url, 'GET', '/readyz')).status

test.concurrent(
  'after the silence everything goes on, and nothing accepted is lost',
  { timeout: 400_000 },
  async (context) => {
    const { proxy, service } = await startBehindProxy(context)
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
        await until(async () => (await readinessOf(service)) === 503, 'readiness to fail')
        proxy.pass()
      }
    })
    expect(statuses).toContain(503)

    const logs = await until(async () => {
      const found = await allPages<Log>(service, '/v1/message-logs')
      return found.length === 120 && found.every(({ status }) => status === 'delivered') && found
    }, 'all deliveries')
    expect(new Set(logs.map(({ message_id }) => message_id))).toEqual(
      new Set(list.map(({ accepted }) => accepted)),
    )
    const mails = await inbox(service.url)
    expect(new Set(mails.map((mail) => mail.headers['message-id'])).size).toBe(120)
    await until(async () => (await readinessOf(service)) === 200, 'readiness')
  },
)

test.concurrent(
  'SIGTERM ends the process while its database is silent',
  { timeout: 400_000 },
  async (context) => {
    const { proxy, service } = await startBehindProxy(context)
    proxy.lose('all')
    const { code } = await service.stop()
    expect(code).toBe(0)
  },
)

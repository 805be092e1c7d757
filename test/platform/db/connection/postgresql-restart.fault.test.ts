import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { allPages, inbox, type Log } from '../../../support/messages/mail.js'
import { startPostgresServer } from '../../../support/postgres/postgres-server.js'
import { serviceEnv, startProcess, type ServiceProcess } from '../../../support/service/process.js'
import { sendOrder, type Order } from '../../../support/messages/senders.js'
import { until } from '../../../support/time/until.js'

async function connections(service: ServiceProcess): Promise<{ open: number; idle: number }> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  const of = (state: string) =>
    Number(new RegExp(`^postseal_smtp_connections\\{state="${state}"\\} (\\d+)$`, 'm').exec(metrics)?.[1])
  return { open: of('open'), idle: of('idle') }
}

test(
  'what is delivered while PostgreSQL is away is recorded when it is back, and goes once',
  { timeout: 400_000 },
  async () => {
    const postgres = await startPostgresServer(['-c', 'fsync=off'])
    const service = await startProcess(
      await serviceEnv({
        DATABASE_URL: `${postgres.url}/postgres`,
        POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
        POSTSEAL_LOG_LEVEL: 'fatal',
      }),
    )
    const orderOf = (recipient: string): Order => ({ recipient, idempotencyKey: recipient })
    const list = Array.from({ length: 10 }, (_, index) => orderOf(`slow+1500@slow-${index}.example`))
    for (const order of list) expect((await sendOrder(service, order)).status).toBe(202)
    await until(async () => (await connections(service)).open === 10, 'ten deliveries on their way')

    const late = orderOf('ada@example.com')
    await postgres.restart(async () => {
      expect(await sendOrder(service, late)).toEqual({ status: 503, retryAfter: '1' })
      // Its server takes each of them meanwhile.
      await until(async () => (await inbox(service.url)).length === 10, 'their arrival')
    })

    await until(async () => (await sendOrder(service, late)).status === 202, 'the API to recover')
    const logs = await until(async () => {
      const found = await allPages<Log>(service, '/v1/message-logs')
      return found.length === 11 && found.every(({ status }) => status === 'delivered') && found
    }, 'all outcomes')
    expect(logs.map(({ attempts }) => attempts.length)).toEqual(logs.map(() => 1))
    expect(await inbox(service.url)).toHaveLength(11)
    await service.stop()
    await postgres.stop()
  },
)

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createMigratedDatabase } from '../../../support/database/database.js'
import { serviceEnv, startProcess, type Numbers } from '../../../support/service/process.js'
import { newDataDir } from '../../../support/run/scratch-folder.js'
import { orders, sendOrder } from '../../../support/messages/senders.js'
import { heldPort } from '../../../support/network/ports.js'
import { startSmtpServer } from '../../../support/mail-servers/smtp.js'
import { until } from '../../../support/time/until.js'

/** A process that is frozen, as a virtual machine is that is moved, while mail waits for its slow relay. */

const beats = { heartbeatSeconds: 0.3, pauseSeconds: 1, endedSeconds: 1.5 }

/**
 * The others hold it for dead. Or they do not, because they are starved themselves, and its leases run out: it goes on
 * in time then, as far as it knows.
 */
const ways: readonly [string, Numbers][] = [
  ['was held for dead', { leases: { ...beats, expireSeconds: 6 } }],
  ['was not held for dead', { leases: { ...beats, expireSeconds: 600 }, delivery: { leaseSeconds: 4 } }],
]
/** More than a relay is sent at once at first, and no more than are claimed for it. */
const many = 12

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

test.each(ways)(
  'what waits for the relay in a process that %s is not sent by it any more',
  async (_, numbers) => {
    let reply: () => void = () => undefined
    const held = new Promise<void>((resolve) => (reply = resolve))
    const port = await heldPort()
    const relay = await startSmtpServer(port, () => held.then(() => 'accept' as const))
    ends.push(() => relay.close())
    const database = await createMigratedDatabase()
    ends.push(() => database.drop())
    const sql = new pg.Pool({ connectionString: database.url, max: 2 })
    ends.push(() => sql.end())
    const shared = {
      DATABASE_URL: database.url,
      POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
      POSTSEAL_ALLOW_HTTP: 'true',
      POSTSEAL_TRANSPORT: `smtp://127.0.0.1:${port}`,
      POSTSEAL_PUBLIC_URL: 'http://postseal.test',
      POSTSEAL_REQUIRE_VERIFIED_DOMAINS: 'false',
      POSTSEAL_LOG_LEVEL: 'warn',
    }
    const first = await startProcess(await serviceEnv({ ...shared, POSTSEAL_ROLES: 'api,delivery' }), numbers)
    ends.push(() => first.kill())
    const list = orders(many)
    for (const order of list) expect((await sendOrder(first, order)).status).toBe(202)
    await until(async () => {
      const { rows } = await sql.query('select from delivery_queue where lease is not null')
      return rows.length === many
    }, 'the claims')
    await until(() => relay.received.length > 0, 'the relay to have mail')
    // Until no further one comes: those that are claimed and not there wait.
    const atRelay = await settled(() => relay.received.length)
    expect(atRelay).toBeLessThan(many)

    process.kill(first.pid, 'SIGSTOP')
    const other = await startProcess(
      await serviceEnv({ ...shared, POSTSEAL_DATA_DIR: newDataDir(), POSTSEAL_ROLES: 'delivery' }),
      numbers,
    )
    ends.push(() => other.stop())
    const copies = (id: string) => relay.received.filter(({ messageId }) => messageId === id).length
    await until(() => relay.received.length > atRelay, 'the mails of the other process')
    reply()
    await until(async () => (await sql.query('select from delivery_queue')).rowCount === 0, 'an empty queue')

    process.kill(first.pid, 'SIGCONT')
    await until(
      async () => (await metric(first.url, 'postseal_deliveries_in_flight{destination="proven"}')) === 0,
      'the end of its work',
    )
    const twice = list.filter(({ accepted }) => copies(`<${accepted}@shop.example>`) > 1)
    expect(relay.received).toHaveLength(many + twice.length)
    expect(twice.length).toBeLessThanOrEqual(atRelay)
  },
)

/** The value once it has stayed the same for a while. */
async function settled(read: () => number): Promise<number> {
  let last = read()
  let same = 0
  return until(() => {
    const now = read()
    same = now === last ? same + 1 : 0
    last = now
    return same > 20 ? now : undefined
  }, 'a value that stays')
}

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.slice(name.length))
}

import pg from 'pg'
import { expect, test } from 'vitest'
import { socketFolderOf } from '../../server/db/embedded/embedded.js'
import { startReceiver, type Received } from '../support/receiver.js'
import { serviceEnv, startProcess } from '../support/process.js'
import { orders, sendAll, sendOrder } from '../support/senders.js'
import { until } from '../support/until.js'
import { subscribe, toThisMachine } from '../support/webhook-deliveries.js'

/** Webhooks of the service as it comes: one process, with the database in it. */

const messages = 80
const types: ('message.accepted' | 'message.delivered')[] = ['message.accepted', 'message.delivered']

test(
  'webhooks arrive from the embedded database, and none is lost by kill -9',
  { timeout: 90_000 },
  async () => {
    const receiver = await startReceiver()
    const env = await serviceEnv({ POSTSEAL_LOG_LEVEL: 'warn', ...toThisMachine })
    let service = await startProcess(env)
    const { secret } = await subscribe(service, receiver.url, { events: types })
    const list = orders(messages)
    const first = list.slice(0, messages / 2)
    await sendAll(first, 4, async (order) => expect((await sendOrder(service, order)).status).toBe(202))
    await receiver.count(1)

    // Some are in hand, some wait, some have not been recorded when it dies.
    let killed: Promise<unknown> | undefined
    receiver.answer = () => {
      if (receiver.received.length > messages / 2) killed ??= service.kill('SIGKILL')
      return 200
    }
    await sendAll(list.slice(messages / 2), 4, (order) => sendOrder(service, order))
    await until(() => killed, 'the kill')
    await killed
    receiver.answer = 200

    service = await startProcess(env)
    const sql = new pg.Client({
      host: socketFolderOf(service.dataDir),
      user: 'postgres',
      database: 'postgres',
    })
    await sql.connect()
    // Leases of a dead worker end after a minute, which is too long for a test.
    for (const queue of ['delivery_queue', 'webhook_queue'])
      await sql.query(`update ${queue} set due_at = now(), lease = null`)
    // What was sent without a reply is asked for again.
    const lost = list.filter(({ accepted }) => accepted === undefined)
    await sendAll(lost, 4, async (order) => expect((await sendOrder(service, order)).status).toBe(202))
    const wanted = new Set(list.flatMap(({ accepted }) => types.map((type) => `${type} ${accepted}`)))
    await until(() => arrived(receiver.received).size >= wanted.size, 'every event', 40_000)
    expect(arrived(receiver.received)).toEqual(wanted)
    expect(new Set(receiver.received.map((one) => one.verify([secret])))).toEqual(new Set(['ok']))

    // What came twice is one delivery, by its id, and the history knows of each that it ended well.
    const deliveries = new Set(receiver.received.map(({ deliveryId }) => deliveryId))
    expect(deliveries.size).toBe(wanted.size)
    await until(async () => (await sql.query('select from webhook_queue limit 1')).rowCount === 0, 'the end')
    const { rows } = await sql.query(
      `select count(*)::int as ended from webhook_deliveries where ended_at is not null and gave_up is null`,
    )
    expect(rows).toEqual([{ ended: wanted.size }])
    await sql.end()
    expect(await service.stop()).toMatchObject({ code: 0 })
    await receiver.close()
  },
)

/** The events that came, each once. */
function arrived(received: readonly Received[]): Set<string> {
  return new Set(
    received.map(({ json }) => {
      const { type, data } = json as { type: string; data: { message_id: string } }
      return `${type} ${data.message_id}`
    }),
  )
}

import pg from 'pg'
import { expect, test } from 'vitest'
import { socketFolderOf } from '../../../embedded/embedded.js'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../../support/api/api.js'
import { insertDelivery } from '../../support/webhooks/deliveries.js'
import { serviceEnv, startProcess, type ServiceProcess } from '../../support/service/process.js'
import { startReceiver, type Received, type Receiver } from '../../support/webhooks/receiver.js'
import { orders, sendAll, sendOrder } from '../../support/messages/senders.js'
import { until } from '../../support/time/until.js'
import { deliveries, healthOf, subscribe, toThisMachine } from '../../support/webhooks/webhook-deliveries.js'

/** Webhooks of the service as it comes: one process, with the database in it. */

const messages = 80
const types: ('message.accepted' | 'message.delivered')[] = ['message.accepted', 'message.delivered']

test(
  'webhooks arrive from the embedded database, none is lost by kill -9, and their history is kept and purged',
  { timeout: 400_000 },
  async () => {
    const receiver = await startReceiver()
    const env = await serviceEnv({ POSTSEAL_LOG_LEVEL: 'warn', ...toThisMachine })
    let service = await startProcess(env)
    const { id, secret } = await subscribe(service, receiver.url, { events: types })
    const list = orders(messages)
    const first = list.slice(0, messages / 2)
    await sendAll(first, 4, async (order) => expect((await sendOrder(service, order)).status).toBe(202))
    await receiver.count(1)

    // Some are in flight, some wait, some have not been recorded when it dies.
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
    await until(() => arrived(receiver.received).size >= wanted.size, 'every event')
    expect(arrived(receiver.received)).toEqual(wanted)
    expect(new Set(receiver.received.map((one) => one.verify([secret])))).toEqual(new Set(['ok']))

    // What came twice is one delivery, by its id, and the history knows of each that it ended well.
    const once = new Set(receiver.received.map(({ deliveryId }) => deliveryId))
    expect(once.size).toBe(wanted.size)
    await until(async () => (await sql.query('select from webhook_queue limit 1')).rowCount === 0, 'the end')
    const { rows } = await sql.query(
      `select count(*)::int as ended from webhook_deliveries where ended_at is not null and gave_up is null`,
    )
    expect(rows).toEqual([{ ended: wanted.size }])
    await historyIsKept(service, id, receiver)
    await insertDelivery(sql, fromTypeId('ws', service.credentials.workspace_id), fromTypeId('whk', id), {
      at: new Date(Date.now() - 31 * 24 * 3600 * 1000),
      status: 'dead_letter',
    })
    await sql.end()
    expect(await service.stop()).toMatchObject({ code: 0 })
    await receiver.close()

    // It purges at its start.
    const again = await startProcess(env)
    await until(async () => {
      const metrics = await (await fetch(`${again.url}/metrics`)).text()
      return metrics.includes('postseal_purged_rows_total{table="webhook_deliveries"} 1\n')
    }, 'the purge')
    expect(await deliveries(again, '&event_type=webhook.test')).toHaveLength(4)
    expect(await again.stop()).toMatchObject({ code: 0 })
  },
)

/** Tests, replays, searches and health, one statement at a time as the embedded database runs them. */
async function historyIsKept(service: ServiceProcess, id: string, to: Receiver): Promise<void> {
  const key = service.credentials.workspace_key
  const before = to.received.length
  const post = async (action: string) => {
    const reply = await call(service.url, 'POST', `/v1/webhooks/status/${id}/${action}`, { key })
    expect(reply.status, reply.text).toBe(202)
    return reply.body.id as string
  }
  const ours = '&event_type=webhook.test'
  const delivered = (attempts: number) =>
    until(async () => {
      const found = await deliveries(service, `${ours}&status=delivered`)
      return found.length === 4 && found.every((one) => one.attempts.length === attempts) && found
    }, `${attempts} attempts of each`)

  const tests = await Promise.all(Array.from({ length: 4 }, () => post('test')))
  const found = await delivered(1)
  expect(found.map((one) => one.id)).toEqual([...tests].sort().reverse())
  expect(await deliveries(service, `&event_id=${found[0]?.event_id}&webhook_id=${id}`)).toEqual([found[0]])
  for (const status of ['pending', 'delivering', 'failed', 'dead_letter']) {
    expect(await deliveries(service, `&status=${status}`), status).toEqual([])
  }
  await Promise.all(tests.map((delivery) => post(`deliveries/${delivery}/replay`)))
  await delivered(2)
  expect(to.received).toHaveLength(before + 8)
  expect(await healthOf(service, id)).toMatchObject({ pending: 0, status: 'healthy', success_rate: 1 })
}

/** The events that came, each once. */
function arrived(received: readonly Received[]): Set<string> {
  return new Set(
    received.map(({ json }) => {
      const { type, data } = json as { type: string; data: { message_id: string } }
      return `${type} ${data.message_id}`
    }),
  )
}

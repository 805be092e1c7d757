import pg from 'pg'
import { expect, test } from 'vitest'
import { fromTypeId } from '../../server/db/ids.js'
import { socketFolderOf } from '../../server/db/embedded/embedded.js'
import { call } from '../support/api.js'
import { insertDelivery } from '../support/deliveries.js'
import { serviceEnv, startProcess } from '../support/process.js'
import { startReceiver } from '../support/receiver.js'
import { until } from '../support/until.js'
import { deliveries, healthOf, subscribe, toThisMachine } from '../support/webhook-deliveries.js'

test('the embedded database keeps the history of webhooks, replays from it and purges it', async () => {
  const to = await startReceiver()
  const env = await serviceEnv(toThisMachine)
  const service = await startProcess(env)
  const key = service.credentials.workspace_key
  const { id } = await subscribe(service, to.url, { events: ['message.complained'] })
  const post = async (action: string) => {
    const reply = await call(service.url, 'POST', `/v1/webhooks/status/${id}/${action}`, { key })
    expect(reply.status, reply.text).toBe(202)
    return reply.body.id as string
  }
  const delivered = (attempts: number) =>
    until(async () => {
      const found = await deliveries(service, '&state=delivered')
      return found.length === 4 && found.every((one) => one.attempts.length === attempts) && found
    }, `${attempts} attempts of each`)

  const tests = await Promise.all(Array.from({ length: 4 }, () => post('test')))
  const found = await delivered(1)
  expect(found.map((one) => one.id)).toEqual([...tests].sort().reverse())
  expect(await deliveries(service, `&event_id=${found[0]?.event_id}&subscription_id=${id}`)).toEqual([
    found[0],
  ])
  for (const state of ['pending', 'delivering', 'failed', 'dead_letter']) {
    expect(await deliveries(service, `&state=${state}`), state).toEqual([])
  }
  await Promise.all(tests.map((delivery) => post(`deliveries/${delivery}/replay`)))
  await delivered(2)
  expect(to.received).toHaveLength(8)
  expect(await healthOf(service, id)).toMatchObject({
    attempts: 8,
    succeeded: 8,
    pending: 0,
    state: 'healthy',
  })

  const sql = new pg.Client({ host: socketFolderOf(service.dataDir), user: 'postgres', database: 'postgres' })
  await sql.connect()
  const workspace = fromTypeId('ws', service.credentials.workspace_id)
  const at = new Date(Date.now() - 31 * 24 * 3600 * 1000)
  await insertDelivery(sql, workspace, fromTypeId('whk', id), { at, state: 'dead_letter' })
  await sql.end()
  expect(await service.stop()).toMatchObject({ code: 0 })

  const after = await startProcess(env)
  await until(async () => {
    const metrics = await (await fetch(`${after.url}/metrics`)).text()
    return metrics.includes('postseal_purged_rows_total{table="webhook_deliveries"} 1\n')
  }, 'the purge at the start')
  expect(await deliveries(after)).toHaveLength(4)
  expect(await after.stop()).toMatchObject({ code: 0 })
  await to.close()
})

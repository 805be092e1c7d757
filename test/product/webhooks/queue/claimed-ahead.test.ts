import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId, type WorkspaceId } from '../../../../server/platform/db/ids.js'
import { startReceiver, type Receiver } from '../../../support/webhooks/receiver.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'
import { recordSome, subscribe, toThisMachine } from '../../../support/webhooks/webhook-deliveries.js'

/**
 * Tests that a webhook which was claimed for a quick endpoint before it has room is never sent if that has changed.
 */

let service: TestService
let receiver: Receiver
let workspaceId: WorkspaceId

beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api', ...toThisMachine },
  })
  workspaceId = fromTypeId('ws', service.credentials.workspace_id)
})
const startWorker = () =>
  startTestService({
    beside: service,
    env: { POSTSEAL_ROLES: 'webhooks', ...toThisMachine },
    webhooks: { endpointStart: 4, maxPerEndpoint: 4, openMs: 600_000, maxOpenMs: 600_000 },
  })

afterAll(async () => {
  await service.stop()
  await receiver.close()
})

test('an endpoint that dies gives back what waited for it, with no attempt counted', async () => {
  const { id } = await subscribe(service, receiver.url, { events: ['message.accepted'] })
  let sent = 0
  receiver.answer = () => {
    sent += 1
    return sent > 40 ? 'reset' : 200
  }
  await recordSome(service.sql, workspaceId, 100)
  const worker = await startWorker()
  const left = await until(async () => {
    const row = await queueOf(id)
    return sent > 40 && row.held === 0 && row.waiting === 60 && row
  }, 'nothing to be held')
  // Five failures in a row, and what was on its way beside them.
  expect(left.tried).toBeGreaterThanOrEqual(5)
  expect(left.tried).toBeLessThanOrEqual(5 + 4)
  const { rows } = await service.sql.query(
    `select sum(jsonb_array_length(attempts))::int as attempts from webhook_deliveries where ended_at is null`,
  )
  expect(rows).toEqual([{ attempts: left.tried }])
  await worker.stop()
})

test('a worker that stops gives back what waits, and ends what is on its way', async () => {
  let letGo: () => void = () => undefined
  const after = new Promise<void>((resolve) => (letGo = resolve))
  const came = () => receiver.received.filter(({ path }) => path.endsWith('/again')).length
  receiver.answer = () => (came() > 20 ? { status: 200, after } : 200)
  const { id } = await subscribe(service, `${receiver.url}/again`, { events: ['message.delivered'] })
  await recordSome(service.sql, workspaceId, 100, 'message.delivered')
  const worker = await startWorker()
  await until(async () => came() === 24 && (await queueOf(id)).held > 4, 'some to wait')
  const stopped = worker.stop()
  await until(async () => (await queueOf(id)).held === 4, 'the others to be given back')
  letGo()
  await stopped
  expect(came()).toBe(24)
  expect(await queueOf(id)).toEqual({ held: 0, tried: 0, waiting: 76 })
})

interface Queue {
  readonly held: number
  readonly tried: number
  readonly waiting: number
}

async function queueOf(subscription: string): Promise<Queue> {
  const { rows } = await service.sql.query<Queue>(
    `select count(lease)::int as held, count(*) filter (where attempts > 0)::int as tried, count(*)::int as waiting
     from webhook_queue where webhook_id = $1`,
    [fromTypeId('whk', subscription)],
  )
  return rows[0] ?? { held: 0, tried: 0, waiting: 0 }
}

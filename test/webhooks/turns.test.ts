import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId, type Uuid } from '../../server/db/ids.js'
import { startReceiver, type Receiver } from '../support/receiver.js'
import { startTestService, type TestService } from '../support/service.js'
import { until } from '../support/until.js'
import { recordSome, subscribe, toThisMachine } from '../support/webhook-deliveries.js'

/** What is claimed for a quick endpoint before it has room is never sent where that has changed. */

let service: TestService
let receiver: Receiver
let workspaceId: Uuid

beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService({
    env: { ...toThisMachine, POSTSEAL_ROLES: 'api,webhooks' },
    webhooks: { endpointStart: 4, endpointMost: 4, restMs: 600_000, mostRestMs: 600_000 },
  })
  workspaceId = fromTypeId('ws', service.credentials.workspace_id)
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

test('an endpoint that dies gives back what waited for it, with no attempt counted', async () => {
  const { id } = await subscribe(service, receiver.url)
  let sent = 0
  receiver.answer = () => {
    sent += 1
    return sent > 40 ? 'reset' : 200
  }
  await recordSome(service.sql, workspaceId, 100)
  const left = await until(async () => {
    const { rows } = await service.sql.query<{ held: number; tried: number; waiting: number }>(
      `select count(lease)::int as held, count(*) filter (where attempts > 0)::int as tried, count(*)::int as waiting
       from webhook_queue where subscription_id = $1`,
      [fromTypeId('whk', id)],
    )
    const [row] = rows
    return sent > 40 && row?.held === 0 && row.waiting === 60 && row
  }, 'nothing to be held')
  // Five failures in a row, and what was on its way beside them.
  expect(left.tried).toBeGreaterThanOrEqual(5)
  expect(left.tried).toBeLessThanOrEqual(5 + 4)
  const { rows } = await service.sql.query(
    `select sum(jsonb_array_length(attempts))::int as attempts from webhook_deliveries where ended_at is null`,
  )
  expect(rows).toEqual([{ attempts: left.tried }])
})

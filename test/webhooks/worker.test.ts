import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId } from '../../server/db/ids.js'
import { send } from '../support/mail.js'
import { startReceiver } from '../support/receiver.js'
import { startTestService, type TestService } from '../support/service.js'
import {
  deliveries,
  recordSome,
  subscribe,
  toThisMachine,
  untilAllSent,
} from '../support/webhook-deliveries.js'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { ...toThisMachine, POSTSEAL_ROLES: 'api,webhooks' } })
})
afterAll(() => service.stop())

const workspace = () => fromTypeId('ws', service.credentials.workspace_id)

test('an event is sent, signed, to the endpoint, and the history says so', async () => {
  const receiver = await startReceiver()
  const { id, secret } = await subscribe(service, `${receiver.url}/a`)
  await send(service, 'ada@example.com')
  const [received] = await receiver.count(1)
  expect(received?.verify([secret])).toBe('ok')
  await untilAllSent(service.sql, id)
  const [delivery] = await deliveries(service, `&subscription_id=${id}`)
  expect(delivery).toMatchObject({
    id: received?.deliveryId,
    state: 'delivered',
    final_response_status: 200,
    attempts: [{ status: 200 }],
  })
  await receiver.close()
})

test('what is more than an endpoint takes at once goes all the same', async () => {
  const receiver = await startReceiver()
  const { id } = await subscribe(service, `${receiver.url}/b`)
  await recordSome(service.sql, workspace(), 5000)
  await untilAllSent(service.sql, id, 60000)
  await receiver.close()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId } from '../../../../server/platform/db/ids.js'
import { insertDelivery } from '../../../support/webhooks/deliveries.js'
import { startReceiver, type Receiver } from '../../../support/webhooks/receiver.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { send } from '../../../support/messages/messages.js'
import { firstTenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'
import { savedIn, webhookCalls } from '../../../support/webhooks/webhooks.js'

let service: TestService
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api,delivery,sink,webhooks', POSTSEAL_ALLOWED_WEBHOOK_CIDRS: '127.0.0.0/8' },
    // A worker that nobody wakes looks no second time while this test runs.
    webhooks: { pollMs: 3_600_000 },
  })
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

test('what waited for a subscription is sent as soon as it is enabled, and not before', async () => {
  const tenant = firstTenant(service)
  const calls = webhookCalls(service.url, await tenant.key())
  const url = new URL('/waiting', receiver.url).href
  const waitsFor = (id: string) => insertDelivery(service.sql, tenant.workspaceId, fromTypeId('whk', id))
  const { id, secret } = await calls.subscribe({ url, enabled: false })
  await waitsFor(id)
  // Not where it is changed otherwise, nor where another one is enabled.
  savedIn(await calls.patch({ id, description: 'x' }))
  const other = await calls.subscribe({ url: new URL('/other', receiver.url).href, enabled: false })
  await waitsFor(other.id)
  savedIn(await calls.patch({ id: other.id, enabled: true }))
  expect((await receiver.count(1)).map(({ path }) => path)).toEqual(['/other'])

  savedIn(await calls.put({ url, events: ['*'] }))
  const [, sent] = await receiver.count(2)
  expect(sent?.path).toBe('/waiting')
  expect(sent?.verify([secret])).toBe('ok')
})

test('events are sent as soon as they are recorded, by a send and by its delivery', async () => {
  const tenant = firstTenant(service)
  const key = await tenant.key()
  const events = ['message.accepted' as const, 'message.delivered' as const]
  await webhookCalls(service.url, key).subscribe({ url: new URL('/events', receiver.url).href, events })
  await send(service.url, key, tenant.testProject)
  const sent = await until(() => {
    const ours = receiver.received.filter(({ path }) => path === '/events')
    return ours.length === 2 && ours
  }, 'both events')
  expect(sent.map(({ json }) => (json as { type: string }).type).sort()).toEqual(events)
})

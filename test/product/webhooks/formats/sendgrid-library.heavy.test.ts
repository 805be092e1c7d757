import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { send } from '../../../support/messages/messages.js'
import { foreignPackage } from '../../../support/packages/foreign-packages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { toThisMachine } from '../../../support/webhooks/webhook-deliveries.js'
import { startReceiver, type Received, type Receiver } from '../../../support/webhooks/receiver.js'
import { subscribe } from '../../../support/webhooks/webhooks.js'
import { addTenant } from '../../../support/workspace/tenant.js'

/** SendGrid's own package verifies the webhooks in its format. */

interface Package {
  readonly EventWebhook: new () => {
    convertPublicKeyToECDSA(key: string): unknown
    verifySignature(key: unknown, payload: Buffer, signature: string, timestamp: string): boolean
  }
  readonly EventWebhookHeader: { SIGNATURE(): string; TIMESTAMP(): string }
}

let service: TestService
let receiver: Receiver
let sendgrid: Package
beforeAll(async () => {
  sendgrid = await foreignPackage('@sendgrid/eventwebhook')
  receiver = await startReceiver()
  service = await startTestService({ env: toThisMachine, webhooks: { pollMs: 20 } })
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

function isVerified({ headers, body }: Received, key: string | null): boolean {
  const webhook = new sendgrid.EventWebhook()
  const { EventWebhookHeader: names } = sendgrid
  const at = (name: string) => String(headers[name.toLowerCase()])
  const publicKey = webhook.convertPublicKeyToECDSA(key ?? '')
  return webhook.verifySignature(publicKey, body, at(names.SIGNATURE()), at(names.TIMESTAMP()))
}

test('it verifies events and tests by the key of the subscription, and nothing else', async () => {
  const tenant = await addTenant(service)
  const key = await tenant.key()
  const { id, webhook } = await subscribe(service.url, key, {
    url: receiver.url,
    events: ['message.delivered'],
    format: 'sendgrid',
  })
  await send(service.url, key, tenant.testProject, { subject: 'Grüße', metadata: { name: 'Ümit' } })
  const path = `/v1/webhooks/status/${id}`
  await receiver.count(1)
  await call(service.url, 'POST', `${path}/test`, { key })
  const [first, second] = await receiver.count(2)
  for (const request of [first!, second!]) {
    expect(isVerified(request, webhook.verification_key)).toBe(true)
    const body = Buffer.concat([request.body, Buffer.from(' ')])
    expect(isVerified({ ...request, body }, webhook.verification_key)).toBe(false)
  }

  const rotated = await call(service.url, 'POST', `${path}/rotate-secret`, { key, body: {} })
  const newest = rotated.body.webhook.verification_key as string
  await call(service.url, 'POST', `${path}/test`, { key })
  const [, , third] = await receiver.count(3)
  expect([isVerified(third!, newest), isVerified(third!, webhook.verification_key)]).toEqual([true, false])
})

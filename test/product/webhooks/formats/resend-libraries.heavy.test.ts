import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { send } from '../../../support/messages/messages.js'
import { foreignPackage } from '../../../support/packages/foreign-packages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { toThisMachine } from '../../../support/webhooks/webhook-deliveries.js'
import { startReceiver, type Received, type Receiver } from '../../../support/webhooks/receiver.js'
import { subscribe } from '../../../support/webhooks/webhooks.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** The libraries with which applications for Resend verify webhooks take those in its format. */

/** The class that `svix` and `standardwebhooks` export. */
interface WebhookModule {
  readonly Webhook: new (secret: string) => {
    verify(payload: string, headers: Readonly<Record<string, string>>): unknown
  }
}

interface ResendModule {
  readonly Resend: new (key: string) => {
    readonly webhooks: {
      verify(given: {
        readonly payload: string
        readonly headers: { readonly id: string; readonly timestamp: string; readonly signature: string }
        readonly webhookSecret: string
      }): unknown
    }
  }
}

let service: TestService
let receiver: Receiver
let svix: WebhookModule
let standard: WebhookModule
let resend: ResendModule
beforeAll(async () => {
  svix = await foreignPackage('svix')
  standard = await foreignPackage('standardwebhooks')
  resend = await foreignPackage('resend')
  receiver = await startReceiver()
  service = await startTestService({ env: toThisMachine, webhooks: { pollMs: 20 } })
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

let tenant: Tenant
let key: string
beforeEach(async () => {
  tenant = await addTenant(service)
  key = await tenant.key()
  receiver.received.length = 0
})

/** Returns the header fields of a request whose names begin so. */
const fieldsOf = ({ headers }: Received, prefix: string) =>
  Object.fromEntries(
    Object.entries(headers as Record<string, string>).filter(([name]) => name.startsWith(prefix)),
  )

/** Each library that verifies a request, by its name. */
const verifiers = (request: Received, secret: string): Readonly<Record<string, () => unknown>> => {
  const payload = request.body.toString()
  const at = (name: string) => String(request.headers[name])
  return {
    // It knew only its own names for long. Since version 2 it returns nothing.
    svix: () => {
      new svix.Webhook(secret).verify(payload, fieldsOf(request, 'svix-'))
      return JSON.parse(payload) as unknown
    },
    standardwebhooks: () => new standard.Webhook(secret).verify(payload, fieldsOf(request, 'webhook-')),
    resend: () =>
      new resend.Resend('re_123').webhooks.verify({
        payload,
        headers: { id: at('svix-id'), timestamp: at('svix-timestamp'), signature: at('svix-signature') },
        webhookSecret: secret,
      }),
  }
}

test('each verifies events and tests, by each secret of a rotation, and no others', async () => {
  const { id, secret } = await subscribe(service.url, key, {
    url: receiver.url,
    events: ['message.delivered'],
    format: 'resend',
  })
  const message = await send(service.url, key, tenant.testProject, { to: [{ email: 'bob@example.com' }] })
  const [first] = await receiver.count(1)
  for (const [name, verify] of Object.entries(verifiers(first!, secret)))
    expect(verify(), name).toMatchObject({ type: 'email.delivered', data: { email_id: message } })

  const path = `/v1/webhooks/status/${id}`
  const rotated = await call(service.url, 'POST', `${path}/rotate-secret`, { key, body: {} })
  const newest = rotated.body.secret as string
  await call(service.url, 'POST', `${path}/test`, { key })
  const [, second] = await receiver.count(2)
  for (const one of [newest, secret])
    for (const [name, verify] of Object.entries(verifiers(second!, one)))
      expect(verify(), name).toEqual({
        type: 'webhook.test',
        created_at: expect.any(String) as string,
        data: {},
      })
  for (const [name, verify] of Object.entries(verifiers(first!, newest)))
    expect(verify, name).toThrow('No matching signature found')
  const forged = { ...second!, body: Buffer.concat([second!.body, Buffer.from(' ')]) }
  for (const [name, verify] of Object.entries(verifiers(forged, newest)))
    expect(verify, name).toThrow('No matching signature found')
})

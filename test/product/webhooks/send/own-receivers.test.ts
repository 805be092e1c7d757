import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiverAddresses } from '../../../../server/product/webhooks/receivers/addresses.js'
import { startReceiver, type Receiver } from '../../../support/webhooks/receiver.js'
import { startSending, type Sending } from '../../../support/webhooks/sending.js'

/** Webhooks to receivers of this service, which is on this machine. Nothing else is allowed here. */

let service: Receiver
let sending: Sending
let own: string
beforeAll(async () => {
  service = await startReceiver()
  const { origin } = new URL(service.url)
  const addresses = receiverAddresses(origin)
  own = addresses.urlOf(randomBytes(32).toString('base64url'))
  sending = await startSending({ allowed: [], isOwnReceiver: addresses.isOwn })
})
afterAll(async () => {
  await sending.close()
  await service.close()
})

test('a receiver is reached, and its connection serves nothing else of this service', async () => {
  expect((await sending.send(own)).error).toBeNull()
  expect(sending.sender.connections()).toBe(1)
  const { origin } = new URL(own)
  for (const other of [`${origin}/v1/messages`, `${own}x`, `${own}?a`, `${origin}/webhook-receivers/`])
    expect((await sending.send(other)).error?.code, other).toBe('address_refused')
  expect((await sending.send(own)).error).toBeNull()
  expect(service.received.map(({ path }) => path)).toEqual([new URL(own).pathname, new URL(own).pathname])
})

test('a redirect of it leads nowhere', async () => {
  service.answer = { status: 307, headers: { location: `${new URL(own).origin}/v1/messages` } }
  expect((await sending.send(own)).error?.code).toBe('redirected')
  expect(service.received.map(({ path }) => path)).not.toContain('/v1/messages')
})

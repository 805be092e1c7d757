import type { components } from '../../../generated/api-types.js'
import { call } from '../api/api.js'

type Schemas = components['schemas']
export type Receiver = Schemas['WebhookReceiver']
export type Received = Schemas['WebhookReceiverRequest']

const path = '/v1/webhook-receivers'

/**
 * Makes a receiver.
 *
 * @param url the service's
 * @param key a workspace key
 * @throws Error where it was not made
 */
export async function createReceiver(
  url: string,
  key: string,
  body: Schemas['CreateWebhookReceiverRequest'] = {},
): Promise<Receiver> {
  const reply = await call(url, 'POST', path, { key, body })
  if (reply.status !== 201) throw new Error(`no receiver: ${reply.text}`)
  return reply.body as Receiver
}

/** Sends a text to a receiver, and waits for the reply. */
export async function receive(url: string, key: string, id: string, text = 'hello'): Promise<void> {
  const { body } = await call(url, 'GET', `${path}/${id}`, { key })
  const receiver = body as Receiver
  const reply = await fetch(addressAt(url, receiver), { method: 'POST', body: text })
  await reply.text()
  if (reply.status !== receiver.reply_status) throw new Error(`not received: ${reply.status}`)
}

/** The address of a receiver, at the address by which a test has the service. */
export function addressAt(url: string, receiver: Receiver): string {
  return url + new URL(receiver.url).pathname
}

/** The newest requests that a receiver has, as one page of 100 shows them. */
export async function receivedBy(url: string, key: string, id: string): Promise<Received[]> {
  const reply = await call(url, 'GET', `${path}/${id}/requests?limit=100`, { key })
  if (reply.status !== 200) throw new Error(`no requests: ${reply.text}`)
  return reply.body.data as Received[]
}

import { randomUUID } from 'node:crypto'
import type { components } from '../../../generated/api-types.js'
import { findingsOf, operationOf } from '../api/contract.js'
import { messageTo, type Sending } from './mail.js'

/** One business event that is to become one message. */
export interface Order {
  readonly recipient: string
  readonly idempotencyKey: string
  /** The id of the message, once its 202 was read. */
  accepted?: string
}

export function orders(many: number): Order[] {
  return Array.from({ length: many }, (_, i) => ({
    recipient: `customer${i}@example.com`,
    idempotencyKey: randomUUID(),
  }))
}

/** The end of a send: its status with Retry-After, or no reply at all. */
export interface Reply {
  readonly status: number | 'lost'
  readonly retryAfter: string | null
}

/**
 * Sends an order once. It counts as accepted when the 202 has been read whole.
 *
 * @throws Error for a reply that the contract does not allow
 */
export async function sendOrder(service: Sending, order: Order): Promise<Reply> {
  let reply: Response
  let body: unknown
  try {
    reply = await fetch(`${service.url}/v1/messages`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${service.credentials.project_key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': order.idempotencyKey,
      },
      body: JSON.stringify(messageTo(service, order.recipient, { subject: order.idempotencyKey })),
    })
    body = await reply.json()
  } catch {
    return { status: 'lost', retryAfter: null }
  }
  const operation = operationOf('post', '/v1/messages')!
  const findings = findingsOf(operation, reply.status, Object.fromEntries(reply.headers), body)
  if (findings !== undefined) throw new Error(findings)
  if (reply.status === 202) order.accepted = (body as components['schemas']['AcceptedMessage']).id
  return { status: reply.status, retryAfter: reply.headers.get('retry-after') }
}

/** Several senders work through the orders; each order is sent once. */
export async function sendAll(
  list: readonly Order[],
  senders: number,
  work: (order: Order) => Promise<unknown>,
): Promise<void> {
  const waiting = [...list]
  const sender = async () => {
    for (let order = waiting.shift(); order !== undefined; order = waiting.shift()) await work(order)
  }
  await Promise.all(Array.from({ length: senders }, sender))
}

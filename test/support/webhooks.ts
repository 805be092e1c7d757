import { randomUUID } from 'node:crypto'
import type { components } from '../../generated/api-types.js'
import { call } from './api.js'

type Schemas = components['schemas']

/** A new subscription, made by the API. */
export interface Subscribed {
  readonly id: string
  readonly secret: string
  readonly webhook: Schemas['WebhookSubscription']
}

/** An address that no other subscription has. Nothing answers there. */
export function anyEndpoint(): string {
  return `https://receiver.example/${randomUUID()}`
}

/**
 * Subscribes to all events, unless the fields say otherwise.
 *
 * @param url the service's
 * @param key a workspace key
 * @throws Error where it was not created
 */
export async function subscribe(
  url: string,
  key: string,
  fields: Partial<Schemas['UpsertWebhookRequest']> = {},
): Promise<Subscribed> {
  const body = { url: anyEndpoint(), events: ['*'], ...fields }
  const reply = await call(url, 'PUT', '/v1/webhooks/status', { key, body })
  if (reply.status !== 201) throw new Error(`no subscription: ${reply.text}`)
  const { webhook, secret } = reply.body as Schemas['SavedWebhook']
  return { id: webhook.id, secret: secret ?? '', webhook }
}

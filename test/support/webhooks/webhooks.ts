import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { call, type ApiReply } from '../api/api.js'

type Schemas = components['schemas']
type Subscription = Schemas['WebhookSubscription']
type Fields = Record<string, unknown>

const path = '/v1/webhooks/status'

/** A new subscription, made by the API. */
export interface Subscribed {
  readonly id: string
  readonly secret: string
  readonly webhook: Subscription
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
  const reply = await call(url, 'PUT', path, { key, body })
  if (reply.status !== 201) throw new Error(`no subscription: ${reply.text}`)
  const { webhook, secret } = reply.body as Schemas['SavedWebhook']
  return { id: webhook.id, secret: secret ?? '', webhook }
}

/** Calls of subscriptions under one key. */
export type WebhookCalls = ReturnType<typeof webhookCalls>

export function webhookCalls(url: string, key: string) {
  const list = async (query = 'limit=100'): Promise<Subscription[]> => {
    const reply = await call(url, 'GET', `${path}?${query}`, { key })
    expect(reply.status, reply.text).toBe(200)
    return reply.body.data as Subscription[]
  }
  return {
    subscribe: (fields?: Partial<Schemas['UpsertWebhookRequest']>) => subscribe(url, key, fields),
    put: (body: Fields) => call(url, 'PUT', path, { key, body }),
    patch: (body: Fields) => call(url, 'PATCH', path, { key, body }),
    remove: (id: string) => call(url, 'DELETE', `${path}/${id}`, { key }),
    rotate: (id: string, body?: Fields) => call(url, 'POST', `${path}/${id}/rotate-secret`, { key, body }),
    revoke: (id: string) => call(url, 'DELETE', `${path}/${id}/previous-secrets`, { key }),
    page: (query: string) => call(url, 'GET', `${path}?${query}`, { key }),
    list,
    /** The subscription as the list and its own address show it, or undefined where there is none. */
    read: async (id: string): Promise<Subscription | undefined> => {
      const listed = (await list()).find((subscription) => subscription.id === id)
      const reply = await call(url, 'GET', `/v1/webhooks/status/${id}`, { key })
      if (listed === undefined) expect(failureIn(reply)).toBe('404 not_found')
      else expect(reply.body).toEqual(listed)
      return listed
    },
  }
}

/** The subscription of a reply that must have gone well. */
export function savedIn(reply: ApiReply, status = 200): Subscription {
  expect(reply.status, reply.text).toBe(status)
  return reply.body.webhook as Subscription
}

/** The value that a request was refused for, as `path code`. */
export function refusedIn(reply: ApiReply): string {
  expect(failureIn(reply), reply.text).toBe('422 validation_failed')
  const [detail] = reply.body.error.details as { path: string; code: string }[]
  return `${detail?.path} ${detail?.code}`
}

/** A reply's status and the code of its error. */
export function failureIn(reply: ApiReply): string {
  return `${reply.status} ${reply.body.error?.code as string}`
}

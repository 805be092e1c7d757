import type { components } from '../../../../generated/api-types.js'
import type { components as resend, operations } from '../../../../generated/wires/resend.js'
import type { Calls } from '../../../../generated/wires/resend-calls.js'
import { resendEvents } from '../../webhooks/formats/resend/body.js'
import { pageById } from '../frame/lists/pages.js'
import type { WireOperations } from '../frame/wire.js'

type Subscription = components['schemas']['WebhookSubscription']
type Delivery = components['schemas']['WebhookDelivery']
type EventType = keyof typeof resendEvents
type EventName = resend['schemas']['EventNames'][number]

/** The operations of Resend's webhooks. They are subscriptions in the format of Resend. */
export const webhooks = {
  createWebhook: async ({ body: { endpoint: url, events }, idempotencyKey }, { call }) => {
    // Resend has as many webhooks for one address as there are requests.
    const body = {
      url,
      events: typesOf(events),
      enabled: true,
      format: 'resend',
      allow_similar: true,
    } as const
    const saved = await call('upsertWebhook', { body, idempotencyKey })
    const { webhook, secret } = saved.body
    return { status: 201, body: { object: 'webhook', id: webhook.id, signing_secret: secret ?? '' } }
  },

  listWebhooks: async ({ query }, { call }) => {
    const list = async (page: object) => (await call('listWebhooks', { query: page })).body
    const { data, has_more } = await pageById(query, 'whk', list)
    return {
      status: 200,
      body: { object: 'list', has_more, data: data.filter(({ format }) => format === 'resend').map(shown) },
    }
  },

  getWebhook: async ({ path: { webhook_id: id } }, { call }) => {
    const { body } = await call('retrieveWebhook', { path: { id } })
    return { status: 200, body: { object: 'webhook', ...shown(body), signing_secret: null } }
  },

  updateWebhook: async ({ path, body: { endpoint, events, status }, idempotencyKey }, { call }) => {
    const id = path.webhook_id
    const body = {
      id,
      ...(endpoint !== undefined && { url: endpoint }),
      ...(events !== undefined && { events: typesOf(events) }),
      ...(status !== undefined && { enabled: status === 'enabled' }),
      allow_similar: true,
    }
    await call('updateWebhook', { body, idempotencyKey })
    return { status: 200, body: { object: 'webhook', id } }
  },

  deleteWebhook: async ({ path: { webhook_id: id }, idempotencyKey }, { call }) => {
    await call('deleteWebhook', { path: { id }, idempotencyKey })
    return { status: 200, body: { object: 'webhook', id, deleted: true } }
  },

  rotateWebhookSecret: async ({ path: { webhook_id: id }, idempotencyKey }, { call }) => {
    const { body } = await call('rotateWebhookSecret', {
      path: { id },
      body: { overlap_seconds: 86_400 },
      idempotencyKey,
    })
    return { status: 200, body: { object: 'webhook', id, signing_secret: body.secret ?? '' } }
  },

  listWebhookEvents: async ({ path, query }, { call }) => {
    const list = async (page: object) =>
      (await call('listWebhookDeliveries', { query: { ...page, webhook_id: path.webhook_id } })).body
    const { data, has_more } = await pageById(query, 'whd', list)
    return { status: 200, body: { object: 'list', has_more, data: data.map(shownDelivery) } }
  },

  replayWebhookEvent: async ({ path, idempotencyKey }, { call }) => {
    const { body } = await call('replayWebhookDelivery', { path: deliveryPath(path), idempotencyKey })
    return { status: 202, body: { object: 'webhook_event', id: body.id } }
  },

  listWebhookEventAttempts: async ({ path, query: { limit = 20, after } }, { call }) => {
    const { body } = await call('retrieveWebhookDelivery', { path: deliveryPath(path) })
    const newestFirst = body.attempts.map((attempt, index) => ({ ...attempt, number: index + 1 })).reverse()
    const older = newestFirst.filter(({ number }) => after === undefined || number < Number(after))
    const data = older.slice(0, limit).map(({ number, at, status, error, response_body: response }) => ({
      id: String(number),
      http_status_code: status ?? 0,
      response: response ?? error?.message ?? '',
      sent_at: at,
    }))
    return { status: 200, body: { object: 'list', has_more: older.length > data.length, data } }
  },
} satisfies Partial<WireOperations<operations, Calls>>

function deliveryPath({ webhook_id, event_id }: { readonly webhook_id: string; readonly event_id: string }) {
  return { id: webhook_id, delivery_id: event_id }
}

const statuses = {
  pending: 'pending',
  delivering: 'attempting',
  delivered: 'success',
  failed: 'failed',
  dead_letter: 'failed',
} as const satisfies Record<Delivery['status'], resend['schemas']['ListedDelivery']['status']>

function shownDelivery({
  id,
  event_type,
  created_at,
  status,
}: Delivery): resend['schemas']['ListedDelivery'] {
  const name = translated.find(([type]) => type === event_type)?.[1].type
  return { id, type: name ?? event_type, created_at, status: statuses[status] }
}

const translated = Object.entries(resendEvents) as [EventType, { readonly type: string }][]

/** Returns the event types that have the given names at Resend. Several types of ours can have one name there. */
function typesOf(names: readonly EventName[]): EventType[] {
  return translated.filter(([, { type }]) => names.some((name) => name === type)).map(([type]) => type)
}

function shown({ id, url, events, enabled, created_at }: Subscription): resend['schemas']['ListedWebhook'] {
  const names = translated
    .filter(([type]) => events.includes('*') || events.includes(type))
    .map(([, { type }]) => type)
  return {
    id,
    endpoint: url,
    events: [...new Set(names)],
    status: enabled ? 'enabled' : 'disabled',
    created_at,
  }
}

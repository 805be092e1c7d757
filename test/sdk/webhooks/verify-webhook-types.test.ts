import type { IncomingHttpHeaders } from 'node:http'
import { expectTypeOf, test } from 'vitest'
import type { Event } from '../../../sdk-ts/src/index.js'
import type { components } from '../../../generated/api-types.js'
import {
  signTestWebhook,
  verifyWebhook,
  type AutomationRunStatus,
  type BounceClass,
  type CampaignStatus,
  type DeliveryData,
  type DomainStatus,
  type KnownEvent,
  type UnknownEvent,
  type WebhookEvent,
} from '../../../sdk-ts/src/webhooks/index.js'

/** Held by the compiler (npm run types); running it shows that nothing of it breaks. */

type Schemas = components['schemas']
/** The contract's types of each event that is sent; in the generated client they stand a second time. */
type Contracted = Extract<
  Schemas[Exclude<
    keyof Schemas & `${string}Event`,
    'Event' | 'KnownEvent' | 'OtherEvent' | 'RetrievedInboundReceivedEvent'
  >],
  // Not what contacts do, nor steps of automations about that.
  { type: string; data: object }
>

/** For each type of event the names of its fields, and those of its data. */
type FieldsOf<Any extends { type: string; data: object }> = {
  [One in Any as One['type']]: [keyof One, keyof One['data']]
}

const secret = 'whsec_1'

test('each type of event has a type, whose data are those of the contract', () => {
  expectTypeOf<KnownEvent['type']>().toEqualTypeOf<Schemas['EventType']>()
  expectTypeOf<FieldsOf<KnownEvent>>().toEqualTypeOf<FieldsOf<Contracted>>()
})

test('the type of an event tells its data, and what is newer is left', async () => {
  const signed = await signTestWebhook({ event: { type: 'message.bounced', data: {} }, secret })
  const event = await verifyWebhook({ ...signed, secret })
  expectTypeOf(event).toEqualTypeOf<WebhookEvent>()
  switch (event.type) {
    case 'message.bounced':
    case 'message.failed':
      expectTypeOf(event.data).toEqualTypeOf<DeliveryData>()
      expectTypeOf(event.data.class).toEqualTypeOf<BounceClass | (string & {}) | null>()
      break
    case 'message.accepted':
    case 'message.scheduled':
    case 'message.cancelled':
      expectTypeOf(event.data.recipients[0]?.email).toEqualTypeOf<string | undefined>()
      break
    case 'message.deferred':
      expectTypeOf(event.data.next_attempt_at).toEqualTypeOf<string>()
      break
    case 'message.delivered':
    case 'message.suppressed':
    case 'message.complained':
      expectTypeOf(event.data.recipient).toEqualTypeOf<string>()
      break
    case 'domain.verified':
    case 'domain.degraded':
    case 'domain.failed':
      expectTypeOf(event.data.records[0]?.advice).toEqualTypeOf<string | null | undefined>()
      expectTypeOf(event.data.status).toEqualTypeOf<DomainStatus | (string & {})>()
      break
    case 'message.opened':
      expectTypeOf(event.data.machine).toExtend<string | null>()
      break
    case 'message.clicked':
      expectTypeOf(event.data.url).toEqualTypeOf<string>()
      break
    case 'message.unsubscribed':
    case 'subscription.requested':
    case 'subscription.confirmed':
      expectTypeOf(event.data.subscription_id).toEqualTypeOf<string>()
      break
    case 'template.published':
      expectTypeOf(event.data.previous_version).toEqualTypeOf<number | null>()
      break
    case 'contact.unsubscribed':
    case 'contact.resubscribed':
      expectTypeOf(event.data.campaign_id).toEqualTypeOf<string | null>()
      break
    case 'contact.topic_changed':
      expectTypeOf(event.data.subscribed).toEqualTypeOf<boolean>()
      break
    case 'campaign.scheduled':
    case 'campaign.started':
    case 'campaign.paused':
    case 'campaign.resumed':
    case 'campaign.sent':
    case 'campaign.cancelled':
      expectTypeOf(event.data.status).toEqualTypeOf<CampaignStatus | (string & {})>()
      expectTypeOf(event.data.progress.pending).toEqualTypeOf<number>()
      break
    case 'automation.published':
      expectTypeOf(event.data.previous_version).toEqualTypeOf<number | null>()
      break
    case 'automation.run_completed':
    case 'automation.run_failed':
      expectTypeOf(event.data.status).toEqualTypeOf<AutomationRunStatus | (string & {})>()
      expectTypeOf(event.data.error).toEqualTypeOf<{ code: string; message: string } | null>()
      break
    case 'automation.notified':
      expectTypeOf(event.data.email).toEqualTypeOf<string>()
      expectTypeOf(event.data.data).toEqualTypeOf<Record<string, any>>()
      break
    case 'inbound.received':
      expectTypeOf(event.data.auth.dmarc.domain).toEqualTypeOf<string | null>()
      expectTypeOf(event.data.attachments[0]?.url).toEqualTypeOf<string | undefined>()
      break
    case 'suppression.added':
    case 'webhook.disabled':
    case 'webhook.test':
      expectTypeOf(event.project_id).toEqualTypeOf<string | null>()
      break
    default: {
      expectTypeOf(event).toEqualTypeOf<UnknownEvent>()
      expectTypeOf(event.type).toExtend<string>()
    }
  }
})

test('a type that is misspelt is found', () => {
  const isDelivered = (event: WebhookEvent) =>
    // @ts-expect-error There is no such type.
    // oxlint-disable-next-line typescript/no-unsafe-enum-comparison -- finds it, too
    event.type === 'message.delivred'
  expectTypeOf(isDelivered).returns.toBeBoolean()
})

test('headers are those of Node, of fetch and of Express; a secret may come from the environment', () => {
  type Options = Parameters<typeof verifyWebhook>[0]
  const payload = ''
  expectTypeOf<{
    payload: Buffer
    headers: IncomingHttpHeaders
    secret: string | undefined
  }>().toExtend<Options>()
  expectTypeOf({ payload, headers: new Headers(), secrets: ['whsec_1'] as const }).toExtend<Options>()
  expectTypeOf({ payload: new ArrayBuffer(0), signature: null, secret }).toExtend<Options>()
  expectTypeOf({ payload, secret }).not.toExtend<Options>()
  expectTypeOf({ payload, headers: {} }).not.toExtend<Options>()
  expectTypeOf({ payload: {}, headers: {}, secret }).not.toExtend<Options>()
})

test('of an inbound message the API may return ids alone, and a webhook is handled by the same code', () => {
  type Read = Extract<Event, { type: 'inbound.received' }>
  expectTypeOf<Read['data']['inbound_message_id']>().toEqualTypeOf<string>()
  expectTypeOf<Read['data']['text']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<WebhookEvent>().toExtend<Event>()
})

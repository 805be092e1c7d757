import type { Dispatcher } from 'undici'
import type { components } from '../../../../generated/api-types.js'
import { toTypeId, type Uuid } from '../../../platform/db/ids.js'
import { signatureHeader } from '../sign.js'
import { standardSignature } from '../standard-signature.js'
import { SendFailure } from './failure.js'
import { userAgent } from './endpoint.js'
import type { OutgoingWebhook, SentHeader } from './webhook.js'

/** @throws SendFailure */
export function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new SendFailure('connection_failed', 'The URL is not an http or https address.')
}

/** The header of an attempt that begins at this time. Credentials in the url are left out. */
export function headerOf(
  url: URL,
  { eventId, secrets, body, traceparent }: OutgoingWebhook,
  at: Date,
): SentHeader {
  return {
    host: url.host,
    user_agent: userAgent,
    signature: signatureHeader(secrets, body, at),
    standard_signature: standardSignature(secrets, eventId, body, at),
    length: body.length,
    ...(traceparent !== undefined && { traceparent }),
  }
}

/** The request of an attempt. Credentials in the url are left out. */
export function requestOf(
  url: URL,
  { deliveryId, eventId, body }: OutgoingWebhook,
  header: SentHeader,
): Dispatcher.DispatchOptions {
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method: 'POST',
    headers: ownFields(deliveryId, eventId, header).flat(),
    body,
  }
}

/**
 * The header fields of a request as they were sent, in their order. `Connection` is not among them: it is about the
 * connection (RFC 9110, section 7.6.1), and the client chooses it.
 *
 * @param eventId as the body has it, `evt_…`
 */
export function presentHeader(
  deliveryId: Uuid,
  eventId: string,
  header: SentHeader,
): components['schemas']['WebhookRequestHeader'][] {
  // The client writes the first and the last.
  const fields = [
    ['host', header.host] as const,
    ...ownFields(deliveryId, eventId, header),
    ['content-length', String(header.length)] as const,
  ]
  return fields.map(([name, value]) => ({ name, value }))
}

function ownFields(
  deliveryId: Uuid,
  eventId: string,
  header: SentHeader,
): (readonly [name: string, value: string])[] {
  const { signature, standard_signature: standard } = header
  return [
    ['Content-Type', 'application/json'],
    ['User-Agent', header.user_agent],
    ['Service-Signature', signature],
    ['Service-Delivery', toTypeId('whd', deliveryId)],
    ...(standard === undefined ? [] : standardFields(eventId, signature, standard)),
    ...(header.traceparent === undefined ? [] : [['traceparent', header.traceparent] as const]),
  ]
}

/** The fields of Standard Webhooks. Both signatures are of one time. */
function standardFields(eventId: string, signature: string, standard: string) {
  return [
    ['webhook-id', eventId] as const,
    ['webhook-timestamp', signature.slice('t='.length, signature.indexOf(','))] as const,
    ['webhook-signature', standard] as const,
  ]
}

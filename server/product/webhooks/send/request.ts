import type { Dispatcher } from 'undici'
import type { components } from '../../../../generated/api-types.js'
import { toTypeId, type Uuid } from '../../../platform/db/ids.js'
import { signatureHeader } from '../sign.js'
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
export function headerOf(url: URL, { secrets, body, traceparent }: OutgoingWebhook, at: Date): SentHeader {
  const signature = signatureHeader(secrets, body, at)
  return {
    host: url.host,
    user_agent: userAgent,
    signature,
    length: body.length,
    ...(traceparent !== undefined && { traceparent }),
  }
}

/** The request of an attempt. Credentials in the url are left out. */
export function requestOf(
  url: URL,
  { deliveryId, body }: OutgoingWebhook,
  header: SentHeader,
): Dispatcher.DispatchOptions {
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method: 'POST',
    headers: ownFields(deliveryId, header).flat(),
    body,
  }
}

/**
 * The header fields of a request as they were sent, in their order. `Connection` is not among them: it is about the
 * connection (RFC 9110, section 7.6.1), and the client chooses it.
 */
export function presentHeader(
  deliveryId: Uuid,
  header: SentHeader,
): components['schemas']['WebhookRequestHeader'][] {
  // The client writes the first and the last.
  const fields = [
    ['host', header.host] as const,
    ...ownFields(deliveryId, header),
    ['content-length', String(header.length)] as const,
  ]
  return fields.map(([name, value]) => ({ name, value }))
}

function ownFields(deliveryId: Uuid, header: SentHeader): (readonly [name: string, value: string])[] {
  return [
    ['Content-Type', 'application/json'],
    ['User-Agent', header.user_agent],
    ['Service-Signature', header.signature],
    ['Service-Delivery', toTypeId('whd', deliveryId)],
    ...(header.traceparent === undefined ? [] : [['traceparent', header.traceparent] as const]),
  ]
}

import type { Dispatcher } from 'undici'
import type { components } from '../../../../generated/api-types.js'
import { toTypeId, type Uuid } from '../../../platform/db/ids.js'
import { signatureHeader } from '../signatures/sign.js'
import { standardSignature } from '../signatures/standard-signature.js'
import { userAgent } from './endpoint.js'
import type { Target } from './target.js'
import type { OutgoingWebhook, SentHeader } from './webhook.js'

/** Returns the header of an attempt that begins at this time. */
export function headerOf(
  { host }: Pick<Target, 'host'>,
  { eventId, secrets, body, signFields, traceparent }: OutgoingWebhook,
  at: Date,
): SentHeader {
  const signature = signatureHeader(secrets, body, at)
  const standard = standardSignature(secrets, eventId, body, at)
  return {
    host,
    user_agent: userAgent,
    signature,
    standard_signature: standard,
    ...(signFields && {
      format_fields: signFields({ eventId, secrets, body, timestamp: timestampIn(signature), standard }),
    }),
    length: body.length,
    ...(traceparent !== undefined && { traceparent }),
  }
}

/** Returns the request of an attempt. */
export function requestOf(
  { origin, path }: Target,
  { deliveryId, eventId, body }: OutgoingWebhook,
  header: SentHeader,
): Dispatcher.DispatchOptions {
  return { origin, path, method: 'POST', headers: ownFields(deliveryId, eventId, header), body }
}

/**
 * Returns the header fields of a request as they were sent, in their order. `Connection` is not among them: it is
 * about the connection (RFC 9110, section 7.6.1), and the client chooses it.
 *
 * @param eventId id in the form of the body, `evt_…`
 */
export function presentHeader(
  deliveryId: Uuid,
  eventId: string,
  header: SentHeader,
): components['schemas']['WebhookRequestHeader'][] {
  const own = ownFields(deliveryId, eventId, header)
  // The client itself writes the first and the last field.
  const fields = ['host', header.host, ...own, 'content-length', String(header.length)]
  return fields.flatMap((name, at) => (at % 2 === 0 ? { name, value: fields[at + 1] ?? '' } : []))
}

/** Returns names and values in turns, as the client takes them. */
function ownFields(deliveryId: Uuid, eventId: string, header: SentHeader): string[] {
  const { signature, standard_signature: standard, format_fields: own = [], traceparent } = header
  const fields = [
    'Content-Type',
    'application/json',
    'User-Agent',
    header.user_agent,
    'Service-Signature',
    signature,
    'Service-Delivery',
    toTypeId('whd', deliveryId),
  ]
  if (standard !== undefined) {
    const timestamp = timestampIn(signature)
    fields.push('webhook-id', eventId, 'webhook-timestamp', timestamp, 'webhook-signature', standard)
  }
  for (const [name, value] of own) fields.push(name, value)
  if (traceparent !== undefined) fields.push('traceparent', traceparent)
  return fields
}

/** Returns the unix seconds in a value of `Service-Signature`. The other signatures have the same. */
function timestampIn(signature: string): string {
  return signature.slice('t='.length, signature.indexOf(','))
}

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
  { eventId, secrets, body, alsoSignedAs, traceparent }: OutgoingWebhook,
  at: Date,
): SentHeader {
  return {
    host,
    user_agent: userAgent,
    signature: signatureHeader(secrets, body, at),
    standard_signature: standardSignature(secrets, eventId, body, at),
    ...(alsoSignedAs && { also_signed_as: alsoSignedAs }),
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
  const { signature, standard_signature: standard, also_signed_as: alsoAs, traceparent } = header
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
    // Both signatures have the same time.
    const timestamp = signature.slice('t='.length, signature.indexOf(','))
    for (const prefix of alsoAs === undefined ? ['webhook'] : ['webhook', alsoAs]) {
      fields.push(`${prefix}-id`, eventId, `${prefix}-timestamp`, timestamp, `${prefix}-signature`, standard)
    }
  }
  if (traceparent !== undefined) fields.push('traceparent', traceparent)
  return fields
}

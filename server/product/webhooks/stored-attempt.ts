import type { components } from '../../../generated/api-types.js'
import { toTypeId, type Uuid } from '../../platform/db/ids.js'
import { presentHeader } from './send/request.js'
import type { SentHeader } from './send/webhook.js'

type WebhookAttempt = components['schemas']['WebhookAttempt']

/**
 * An attempt as the history stores it. `request` is missing if no request was made, if version 0.1.0 made it, or if
 * an erasure has removed it.
 */
export interface StoredAttempt extends Omit<WebhookAttempt, 'request_headers'> {
  readonly request?: SentHeader
}

/** Returns an attempt in the contract's shape. */
export function presentAttempt(
  deliveryId: Uuid,
  eventId: Uuid,
  { request, ...attempt }: StoredAttempt,
): WebhookAttempt {
  return {
    ...attempt,
    request_headers:
      request === undefined ? null : presentHeader(deliveryId, toTypeId('evt', eventId), request),
  }
}

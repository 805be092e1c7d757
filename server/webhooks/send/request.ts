import type { Dispatcher } from 'undici'
import { toTypeId } from '../../db/ids.js'
import { signatureHeader } from '../sign.js'
import { SendFailure } from './failure.js'
import { userAgent } from './endpoint.js'
import type { OutgoingWebhook } from './webhook.js'

/** @throws SendFailure */
export function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new SendFailure('connection_failed', 'The URL is not an http or https address.')
}

/** The request of an attempt that begins at this time. Credentials in the url are left out. */
export function requestOf(url: URL, webhook: OutgoingWebhook, at: Date): Dispatcher.DispatchOptions {
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method: 'POST',
    headers: [
      ...['Content-Type', 'application/json', 'User-Agent', userAgent],
      ...['Service-Signature', signatureHeader(webhook.secrets, webhook.body, at)],
      ...['Service-Delivery', toTypeId('whd', webhook.deliveryId)],
    ],
    body: webhook.body,
  }
}

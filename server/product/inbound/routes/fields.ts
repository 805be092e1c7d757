import { cleanName } from '../../../mail/text/clean-name.js'
import { refusedValue } from '../../../platform/http/errors.js'
import { normalizeDomain, readAddress } from '../../../mail/address.js'
import { readRouteRecipient, type RouteRecipient } from './recipients.js'

/** @throws ApiError 422 `validation_failed` where nothing of the name can be read */
export function routeName(given: string): string {
  const name = cleanName(given)
  if (name === null) throw refusedValue('/body/name', 'empty', 'must have a visible character')
  return name
}

/** @throws ApiError 422 `validation_failed` */
export function routeRecipient(given: string): RouteRecipient {
  const read = readRouteRecipient(given)
  if (read !== undefined) return read
  const message = 'must be an address, or a pattern such as support+*@in.shop.example or *@in.shop.example'
  throw refusedValue('/body/recipient', 'recipient', message)
}

/**
 * Senders to refuse, in the form to compare by, each once.
 *
 * @throws ApiError 422 `validation_failed` at the first that is none
 */
export function blockedSenders(given: readonly string[]): string[] {
  return [...new Set(given.map(blockedSender))]
}

function blockedSender(given: string, index: number): string {
  const domain = given.startsWith('@') ? normalizeDomain(given.slice(1)) : undefined
  const sender = domain === undefined ? readAddress(given)?.address : `@${domain}`
  if (sender !== undefined) return sender
  throw refusedValue(
    `/body/block/${index}`,
    'sender',
    'must be an address, or a domain such as @spam.example',
  )
}

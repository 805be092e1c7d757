import type { components } from '../../../../generated/api-types.js'
import { refusedValue } from '../../../platform/http/errors.js'
import { normalizeAddress } from '../../../mail/address.js'

type ListUnsubscribe = components['schemas']['ListUnsubscribe']

/**
 * How to leave the list (RFC 8058). The contract has checked the characters; that it is an address is checked
 * here, for mail readers will ask it.
 *
 * @param at where the message stands in the request, as a JSON pointer
 * @throws ApiError 422 `validation_failed`
 */
export function admitListUnsubscribe(given: ListUnsubscribe | undefined, at: string): ListUnsubscribe | null {
  if (given === undefined) return null
  const url = URL.canParse(given.url) ? new URL(given.url) : undefined
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw refusedValue(
      `${at}/list_unsubscribe/url`,
      'url',
      'must be an https address without user name and password',
    )
  }
  return { url: given.url, ...(given.email !== undefined && { email: normalizeAddress(given.email) }) }
}

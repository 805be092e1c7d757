import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { pointerToken } from '../../../platform/http/validation/json-pointer.js'
import type { components } from '../../../../generated/api-types.js'
import { normalizeAddress } from '../../../../base/addresses/address.js'
import { parseUrl } from '../../../../base/addresses/parse-url.js'

/** Fields that a send may not set, each with the reason. A name with a star at the end is the beginning of names. */
const refusedFields: readonly { readonly names: readonly string[]; readonly because: string }[] = [
  {
    names: ['from', 'to', 'cc', 'bcc', 'reply-to', 'subject'],
    because: 'must be set by its own field, next to `headers`',
  },
  {
    names: ['date', 'message-id', 'feedback-id', 'mime-version', 'content-*'],
    because: 'is written by the service',
  },
  {
    names: ['list-unsubscribe', 'list-unsubscribe-post'],
    because: 'is written from `list_unsubscribe`: use that',
  },
  // The service names the sender, and the servers on the way name where bounces go (RFC 5321, section 4.4).
  {
    names: [
      'sender',
      'return-path',
      'errors-to',
      'return-receipt-to',
      'received',
      'received-spf',
      'resent-*',
    ],
    because: 'belongs to the transport of mail',
  },
  { names: ['delivered-to', 'x-original-to', 'envelope-to'], because: 'belongs to the receiving server' },
  // Only the hosts that sign or verify write signatures and results of authentication (RFC 6376, 8601, 8617).
  {
    names: [
      'dkim-signature',
      'domainkey-signature',
      'x-google-dkim-signature',
      'arc-*',
      'authentication-results',
      'x-authentication-results',
      'bimi-*',
    ],
    because: 'is reserved for the servers that sign and receive the message',
  },
  // The field decides how servers on the way treat TLS (RFC 8689), which no delivery here could promise.
  { names: ['tls-required'], because: 'decides how the message is delivered' },
]

/** Every control below U+0020 except the tab, and U+007F to U+009F. */
const controls = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/

/**
 * Checks and returns the further header fields of a message.
 *
 * @param at JSON pointer to the message in the request
 * @throws ApiError 422 `validation_failed`
 */
export function admitHeaders(
  headers: Readonly<Record<string, string>> | undefined,
  at: string,
): Record<string, string> {
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(headers ?? {})) {
    const here = `${at}/headers/${pointerToken(name)}`
    const lower = name.toLowerCase()
    const because = reasonAgainst(lower)
    if (because !== undefined) throw refusedValue(here, 'forbidden_header', `is refused: it ${because}`)
    if (seen.has(lower)) throw refusedValue(here, 'duplicate', 'must not repeat a header in another case')
    seen.add(lower)
    if (controls.test(value)) throw refusedValue(here, 'characters', 'must not contain control characters')
    // An empty field says nothing, and some servers refuse one (RFC 822 had none either).
    if (value.trim() === '') throw refusedValue(here, 'empty', 'must not be blank')
  }
  return { ...headers }
}

/**
 * Returns the reason why a send may not set a header field, as the rest of a sentence; undefined if it may.
 *
 * @param name name in lower case
 */
export function reasonAgainst(name: string): string | undefined {
  return refusedFields.find(({ names }) =>
    names.some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each)),
  )?.because
}

type ListUnsubscribe = components['schemas']['ListUnsubscribe']

/**
 * Checks and returns the way to leave the list (RFC 8058). The contract has checked the characters; this checks that
 * it is an address, since mail readers will request it.
 *
 * @param at JSON pointer to the message in the request
 * @throws ApiError 422 `validation_failed`
 */
export function admitListUnsubscribe(given: ListUnsubscribe | undefined, at: string): ListUnsubscribe | null {
  if (given === undefined) return null
  const url = parseUrl(given.url)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw refusedValue(
      `${at}/list_unsubscribe/url`,
      'url',
      'must be an https address without user name and password',
    )
  }
  return { url: given.url, ...(given.email !== undefined && { email: normalizeAddress(given.email) }) }
}

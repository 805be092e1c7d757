import type { components } from '../../../../generated/api-types.js'
import type { components as postmark } from '../../../../generated/wires/postmark.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'

type SendRequest = components['schemas']['SendMessageRequest']
type ListUnsubscribe = NonNullable<SendRequest['list_unsubscribe']>

/**
 * Translates a list of header fields. `List-Unsubscribe` (RFC 2369) becomes the field of that name, if it has an https
 * address; `List-Unsubscribe-Post` (RFC 8058) then says what this service writes anyway.
 *
 * @param at JSON Pointer to the list in the request
 * @throws ApiError 422 `validation_failed` for a name that occurs twice
 */
export function headersOf(
  given: postmark['schemas']['Headers'],
  at: string,
): Pick<SendRequest, 'headers' | 'list_unsubscribe'> {
  const unsubscribe = given.flatMap(({ Name, Value }) =>
    Name.toLowerCase() === 'list-unsubscribe' ? (unsubscribeOf(String(Value)) ?? []) : [],
  )
  const written = unsubscribe.length === 0 ? [] : ['list-unsubscribe', 'list-unsubscribe-post']
  const headers: Record<string, string> = Object.create(null) as Record<string, string>
  const seen = new Set<string>()
  for (const [index, { Name, Value }] of given.entries()) {
    const name = Name.toLowerCase()
    if (seen.has(name)) throw refusedValue(`${at}/${index}/Name`, 'duplicate', 'occurs twice')
    seen.add(name)
    if (!written.includes(name)) headers[Name] = String(Value)
  }
  const [first] = unsubscribe
  return { headers: { ...headers }, ...(first !== undefined && { list_unsubscribe: first }) }
}

/** Reads the addresses of a `List-Unsubscribe`, such as `<https://shop.example/u/1>, <mailto:u@shop.example>`. */
function unsubscribeOf(value: string): ListUnsubscribe | undefined {
  const addresses = [...value.matchAll(/<([^<>]*)>/g)].map(([, address = '']) => address.trim())
  const url = addresses.find((address) => /^https:\/\//i.test(address))
  const mail = addresses.find((address) => /^mailto:[^?]+$/i.test(address))
  if (url === undefined) return undefined
  return { url, ...(mail !== undefined && { email: mail.slice('mailto:'.length) }) }
}

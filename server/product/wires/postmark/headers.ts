import type { components } from '../../../../generated/api-types.js'
import type { components as postmark } from '../../../../generated/wires/postmark.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { withLeave } from '../frame/texts/list-unsubscribe.js'

type SendRequest = components['schemas']['SendMessageRequest']

/**
 * Translates a list of header fields.
 *
 * @param at JSON Pointer to the list in the request
 * @throws ApiError 422 `validation_failed` for a name that occurs twice
 */
export function headersOf(
  given: postmark['schemas']['Headers'],
  at: string,
): Pick<SendRequest, 'headers' | 'list_unsubscribe'> {
  const fields = new Map<string, readonly [name: string, value: string]>()
  for (const [index, { Name, Value }] of given.entries()) {
    const lower = Name.toLowerCase()
    if (fields.has(lower)) throw refusedValue(`${at}/${index}/Name`, 'duplicate', 'occurs twice')
    fields.set(lower, [Name, String(Value)])
  }
  return withLeave(Object.fromEntries(fields.values()))
}

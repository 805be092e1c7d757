import type { TimeField } from '../../../generated/sdk/time-fields.js'
import { isDate } from './arguments.js'
import { PostsealError } from '../errors/errors.js'

/** A request in which each time can be a string (RFC 3339) or a `Date`. */
export type WithDates<T> = { [Field in keyof T]: Field extends TimeField ? T[Field] | Date : T[Field] }

/** A request in which all times are strings. */
export type WithTexts<T> = { [Field in keyof T]: Exclude<T[Field], Date> }

/**
 * Returns the fields with each Date converted to a string (RFC 3339, in UTC with milliseconds).
 *
 * @param where the name of the fields in an error, such as `messages.list(query): query`
 * @throws PostsealError if a Date is invalid
 */
export function datesAsText<T extends object>(fields: T, where: string): WithTexts<T> {
  const entries = Object.entries(fields).map(([field, value]: [string, unknown]) => {
    if (!isDate(value)) return [field, value] as const
    if (Number.isNaN(value.getTime())) throw new PostsealError(`${where}.${field} is an invalid Date.`)
    return [field, value.toISOString()] as const
  })
  return Object.fromEntries(entries) as WithTexts<T>
}

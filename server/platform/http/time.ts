import { refusedValue } from './errors/api-error.js'

/**
 * Parses a time of a request (RFC 3339). The contract has checked its form, which allows the leap second 23:59:60
 * that no Date can hold.
 *
 * @param path the path of the value, for the error
 * @throws ApiError 422 `validation_failed`
 */
export function parseTime(text: string, path: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw refusedValue(path, 'time', 'must be a time that exists, without leap seconds')
  return time
}

/**
 * Keeps the plus of a time's offset in a query as it is. `since` and `until` allow reserved characters, so clients
 * may send a bare plus, and form decoding would make a space of it.
 */
export function keepOffsets(query: string): string {
  return query.replace(
    /(T\d\d(?::|%3A)\d\d(?::|%3A)\d\d(?:\.\d+)?)\+(?=\d\d(?::|%3A)\d\d(?:&|$))/gi,
    (_match, time: string) => `${time}%2B`,
  )
}

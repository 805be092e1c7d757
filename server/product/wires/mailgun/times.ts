import { refusedValue } from '../../../platform/http/errors/api-error.js'

/**
 * Reads a time as Mailgun's clients write one: as in RFC 5322 (section 3.3) or RFC 3339, or as seconds since 1970.
 *
 * @param path JSON Pointer to the value in the request
 * @returns the time as in RFC 3339
 * @throws ApiError 422 `validation_failed`
 */
export function timeOf(text: string, path: string): string {
  const isSeconds = /^\d{1,11}(\.\d{1,9})?$/.test(text)
  const hasZone = /^\w{0,3},? ?\d{1,2} \w{3} \d{4} \d\d:\d\d(:\d\d)? ([+-]\d{4}|GMT|UTC|UT)$/.test(text)
  const isRfc3339 = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)
  const time = isSeconds ? Number(text) * 1000 : hasZone || isRfc3339 ? Date.parse(text) : Number.NaN
  if (Number.isFinite(time)) return new Date(time).toISOString()
  throw refusedValue(path, 'time', 'must be a time such as Fri, 04 Dec 2026 08:00:00 +0000')
}

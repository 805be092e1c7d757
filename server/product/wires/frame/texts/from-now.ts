import { refusedValue } from '../../../../platform/http/errors/api-error.js'

const relative = /^in (\d{1,6}|an?) (sec|second|min|minute|hr|hour|day|week)s?$/i

const unitMs: ReadonlyMap<string, number> = new Map([
  ['sec', 1_000],
  ['second', 1_000],
  ['min', 60_000],
  ['minute', 60_000],
  ['hr', 3_600_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
  ['week', 7 * 86_400_000],
])

/**
 * Returns the time that applications write as a time from now, such as `in 30 minutes`. A time with its zone (RFC 3339)
 * is returned as it is.
 *
 * @param path JSON Pointer to the value in the request
 * @throws ApiError 422 `validation_failed` for any other text
 */
export function fromNow(text: string, path: string): string {
  const [, amount, unit] = relative.exec(text.trim()) ?? []
  if (amount !== undefined && unit !== undefined) {
    const count = /^an?$/i.test(amount) ? 1 : Number(amount)
    return new Date(Date.now() + count * (unitMs.get(unit.toLowerCase()) ?? 0)).toISOString()
  }
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) return text.replace(' ', 'T')
  const message = 'must be a time with its zone (RFC 3339), or a time from now such as "in 30 minutes"'
  throw refusedValue(path, 'time', message)
}

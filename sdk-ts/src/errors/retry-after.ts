/**
 * Parses a `Retry-After` header (RFC 9110, section 10.2.3), which is a number of seconds or an HTTP date. Also accepts
 * decimals, which are not in the standard but which some gateways send. Returns the seconds to wait from now, 0 for a
 * date in the past, or undefined for any other value.
 */
export function retryAfterSeconds(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header)
  // Date.parse accepts almost anything as a date, even "-5". HTTP dates are always in GMT and say so.
  const time = header.endsWith('GMT') ? Date.parse(header) : NaN
  return Number.isNaN(time) ? undefined : Math.max(0, (time - Date.now()) / 1000)
}

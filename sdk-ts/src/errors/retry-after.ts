/**
 * Reads a `Retry-After` header (RFC 9110, section 10.2.3): a number of seconds or an HTTP date. Takes decimals too,
 * which the standard does not know but some gateways send. Returns the seconds to wait from now, 0 for a date that
 * has passed, undefined for any other value.
 */
export function retryAfterSeconds(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header)
  // Date.parse takes nearly anything for a date, "-5" too. HTTP's dates are all in GMT and say so.
  const time = header.endsWith('GMT') ? Date.parse(header) : NaN
  return Number.isNaN(time) ? undefined : Math.max(0, (time - Date.now()) / 1000)
}

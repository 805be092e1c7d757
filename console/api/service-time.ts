/** Milliseconds by which the service's clock is ahead of this page's, as far as replies have shown. */
let ahead: number | undefined

/**
 * Notes the time at which the service answered. The header has whole seconds (RFC 9110, section 6.6.1) and takes a
 * while to arrive, so each difference is too small, and the largest one is closest to the truth.
 *
 * @param date the header `Date` of a reply
 * @param now milliseconds since the page was opened
 */
export function noteServiceTime(date: string | null, now = performance.now()): void {
  const difference = Date.parse(date ?? '') - now
  if (difference > (ahead ?? -Infinity)) ahead = difference
}

/**
 * Returns the present time by the service's clock, in milliseconds since 1970. The result is never ahead of that clock,
 * and is behind it by at most one second and the time that a reply takes. Returns undefined before the first reply.
 */
export function serviceTime(now = performance.now()): number | undefined {
  return ahead === undefined ? undefined : ahead + now
}

/** Milliseconds by which the service's clock is ahead of this page's, as far as replies have shown. */
let ahead: number | undefined

/**
 * Notes the time at which the service answered. The header is cut to the second and arrives after a while, so the
 * largest difference is closest to the truth, and none is beyond it.
 *
 * @param date the header `Date` of a reply
 * @param now milliseconds since the page was opened
 */
export function noteServiceTime(date: string | null, now = performance.now()): void {
  const difference = Date.parse(date ?? '') - now
  if (difference > (ahead ?? -Infinity)) ahead = difference
}

/**
 * Returns the present time by the service's clock, in milliseconds since 1970; at most a second and the way of a reply
 * behind it, and never ahead. Undefined before the first reply.
 */
export function serviceTime(now = performance.now()): number | undefined {
  return ahead === undefined ? undefined : ahead + now
}

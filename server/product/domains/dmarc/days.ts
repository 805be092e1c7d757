import { dayMs } from '../../../platform/db/retention.js'

/**
 * Days in UTC as `2026-01-31`, the unit in which DMARC reports are counted: the first day of the range and the first
 * day after it.
 */
export interface Days {
  readonly from: string
  readonly below: string
}

/** A day later than every other, which PostgreSQL knows as a date. */
const never = 'infinity'

/** Returns the day that a time is in. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

/**
 * Returns the days from that of `since` up to those that begin before `until`; none if the range ends before it
 * begins.
 */
export function daysWithin({ since, until }: { readonly since: Date; readonly until: Date | null }): Days {
  const from = dayOf(since)
  if (until === null) return { from, below: never }
  if (until <= since) return { from, below: from }
  const below = new Date(Math.ceil(until.getTime() / dayMs) * dayMs)
  // The day after the last of the year 9999 has no such form.
  return { from, below: below.getUTCFullYear() > 9999 ? never : dayOf(below) }
}

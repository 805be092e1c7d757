import { dayMs } from '../../../platform/db/retention.js'

/**
 * Days in UTC as `2026-01-31`, which is how DMARC reports are counted: the first that is meant and the first
 * that is not.
 */
export interface Days {
  readonly from: string
  readonly below: string
}

/** Later than every day. PostgreSQL knows it as a date. */
const never = 'infinity'

/** The day that a time is in. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

/**
 * The days from that of `since` up to those that begin before `until`; none where it ends before it begins.
 */
export function daysWithin({ since, until }: { readonly since: Date; readonly until: Date | null }): Days {
  const from = dayOf(since)
  if (until === null) return { from, below: never }
  if (until <= since) return { from, below: from }
  const below = new Date(Math.ceil(until.getTime() / dayMs) * dayMs)
  // The day after the last of the year 9999 has no such form.
  return { from, below: below.getUTCFullYear() > 9999 ? never : dayOf(below) }
}

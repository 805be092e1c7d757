import { failsAt, graceMs, type DomainLifecycle } from '../lifecycle.js'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The properties of a domain that decide when it is checked again. */
export interface Due extends Omit<DomainLifecycle, 'verifiedAt'> {
  readonly createdAt: Date
  /** Time at which the youngest pending key was made; null if none is pending. */
  readonly keyPendingSince: Date | null
  /** Time since which the domain's own return path is lost; null while mail leaves with it, or if it never did. */
  readonly returnPathBrokenSince: Date | null
}

/**
 * Returns when the service checks a domain again by itself: often while somebody is likely to be at work on its DNS,
 * and seldom once nobody seems to be.
 */
export function nextCheckAfter(due: Due, now: Date): Date {
  const waits = [waitOf(due, now)]
  for (const since of [due.keyPendingSince, due.returnPathBrokenSince]) {
    if (since !== null) waits.push(now.getTime() - since.getTime() < 14 * day ? 15 * minute : hour)
  }
  // The end of the grace is promised to the minute.
  const fails = failsAt(due)
  if (fails !== null && fails > now) waits.push(fails.getTime() - now.getTime())
  return new Date(now.getTime() + Math.min(...waits))
}

function waitOf({ status, createdAt, degradedSince }: Due, now: Date): number {
  const since = (time: Date) => now.getTime() - time.getTime()
  switch (status) {
    case 'pending':
      if (since(createdAt) < day) return 5 * minute
      return since(createdAt) < 14 * day ? hour : day
    case 'verified':
      return 6 * hour
    case 'degraded':
      return 15 * minute
    case 'failed':
      return degradedSince === null || since(degradedSince) < graceMs + 7 * day ? hour : day
  }
}

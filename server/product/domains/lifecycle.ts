import type { components } from '../../../generated/api-types.js'
import type { DomainRecord } from './check/record-check.js'

/**
 * Decides the status of a domain by the findings of a check. Nothing in this file asks or writes anything.
 *
 * pending -> verified once everything is there; verified -> degraded when something is not; degraded -> failed when
 * that has lasted for the time of grace; degraded and failed -> verified when everything is there again.
 */

export type DomainStatus = components['schemas']['DomainStatus']

/** Time for which a degraded domain's mail still goes out, in milliseconds. The contract promises it. */
export const graceMs = 24 * 3600 * 1000

/** The status of a domain with its times. */
export interface DomainLifecycle {
  readonly status: DomainStatus
  /** Time at which the domain last became verified. */
  readonly verifiedAt: Date | null
  /** Time since which the domain is degraded or failed; null for any other status. */
  readonly degradedSince: Date | null
}

/**
 * `sound`: everything required is there. `broken`: something is surely missing or wrong. `unknown`: nobody can tell.
 */
export type DomainVerdict = 'sound' | 'broken' | 'unknown'

/**
 * Returns the verdict of the required records together. A record that is surely missing decides, whatever else is
 * unknown.
 */
export function verdictOf(records: readonly DomainRecord[]): DomainVerdict {
  const required = records.filter(({ need }) => need === 'required')
  if (brokenIn(required).length > 0) return 'broken'
  // A domain without any findings proves nothing, however little is required of it.
  if (!required.some(({ status }) => status === 'ok')) return 'unknown'
  return required.every(({ status }) => status === 'ok' || status === 'not_needed') ? 'sound' : 'unknown'
}

/** Returns the required records that are surely missing or wrong. */
export function brokenIn(records: readonly DomainRecord[]): DomainRecord[] {
  return records.filter(
    ({ need, status }) => need === 'required' && (status === 'missing' || status === 'wrong'),
  )
}

/**
 * Returns the lifecycle after a check. If nobody can tell, everything stays as it is: even a degraded domain fails
 * only by a check that sees it broken, however long ago its grace ended, because a DNS that does not answer proves
 * nothing.
 *
 * @param vouched true if the operator vouches for the domain, which is verified then whatever is found
 */
export function lifecycleAfter(
  before: DomainLifecycle,
  vouched: boolean,
  verdict: DomainVerdict,
  now: Date,
): DomainLifecycle {
  if (vouched || verdict === 'sound') return verified(before, now)
  if (verdict === 'unknown') return before
  switch (before.status) {
    case 'pending':
    case 'failed':
      return before
    case 'verified':
      return { ...before, status: 'degraded', degradedSince: now }
    case 'degraded': {
      const since = before.degradedSince ?? now
      const over = now.getTime() - since.getTime() >= graceMs
      return { ...before, status: over ? 'failed' : 'degraded', degradedSince: since }
    }
  }
}

function verified(before: DomainLifecycle, now: Date): DomainLifecycle {
  const stays = before.status === 'verified' ? before.verifiedAt : null
  return { status: 'verified', verifiedAt: stays ?? now, degradedSince: null }
}

/** Returns when a degraded domain fails if nobody fixes it; null for every other domain. */
export function failsAt({ status, degradedSince }: Omit<DomainLifecycle, 'verifiedAt'>): Date | null {
  if (status !== 'degraded' || degradedSince === null) return null
  return new Date(degradedSince.getTime() + graceMs)
}

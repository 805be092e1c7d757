import type { components } from '../../../generated/api-types.js'
import type { DomainRecord } from './check/record-check.js'

/**
 * What becomes of a domain by what a check finds. Nothing in this file asks or writes anything.
 *
 * pending -> verified once everything is there; verified -> degraded when something is not; degraded ->
 * failed when that has lasted for the time of grace; degraded and failed -> verified when everything is there
 * again.
 */

export type DomainStatus = components['schemas']['DomainStatus']

/** How long a degraded domain's mail still goes out, in milliseconds. The contract promises it. */
export const graceMs = 24 * 3600 * 1000

/** What is known of a domain's status. */
export interface DomainLifecycle {
  readonly status: DomainStatus
  /** When it became verified last. */
  readonly verifiedAt: Date | null
  /** Of a degraded or failed domain. */
  readonly degradedSince: Date | null
}

/** `sound`: all that is required is there. `broken`: something is surely not. `unknown`: nobody can tell. */
export type DomainVerdict = 'sound' | 'broken' | 'unknown'

/**
 * What the required records say together. Something that is surely missing decides, whatever else is unknown.
 */
export function verdictOf(records: readonly DomainRecord[]): DomainVerdict {
  const required = records.filter(({ need }) => need === 'required')
  if (brokenIn(required).length > 0) return 'broken'
  // A domain of which nothing was found proves nothing, however little is required of it.
  if (!required.some(({ status }) => status === 'ok')) return 'unknown'
  return required.every(({ status }) => status === 'ok' || status === 'not_needed') ? 'sound' : 'unknown'
}

/** The required records that are surely not as they should be. */
export function brokenIn(records: readonly DomainRecord[]): DomainRecord[] {
  return records.filter(
    ({ need, status }) => need === 'required' && (status === 'missing' || status === 'wrong'),
  )
}

/**
 * The lifecycle after a check. Where nobody can tell, everything stays as it is: also a degraded domain fails
 * only by a check that sees it broken, however long ago its grace ended, because a DNS that does not answer
 * proves nothing.
 *
 * @param vouched whether the operator vouches for it, so that it is verified whatever is found
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

/** When a degraded domain fails, if nobody mends it; null for every other. */
export function failsAt({ status, degradedSince }: Omit<DomainLifecycle, 'verifiedAt'>): Date | null {
  if (status !== 'degraded' || degradedSince === null) return null
  return new Date(degradedSince.getTime() + graceMs)
}

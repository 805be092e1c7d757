import { usedUntil, type WorkspaceHost } from '../../../platform/db/workspace-hosts.js'

const minute = 60_000
const hour = 60 * minute

/** State of a host after a check. */
interface HostAfter {
  readonly status: WorkspaceHost['status']
  readonly failingSince: Date | null
  readonly nextCheckAt: Date
}

/**
 * Returns the state of a host after a check that had an answer: pending -> verified once the host leads here;
 * verified -> failing when it does no more; failing -> verified when it does again. The host is checked often while
 * somebody is likely to be at work on its DNS: on the first day, and as long as new mail goes on with a host that
 * fails.
 *
 * @param problem why the host does not lead here; null if it does
 */
export function hostAfter(
  before: Pick<WorkspaceHost, 'status' | 'created_at' | 'failing_since'>,
  problem: string | null,
  now: Date,
): HostAfter {
  const after = (status: HostAfter['status'], failingSince: Date | null, waitMs: number): HostAfter => ({
    status,
    failingSince,
    nextCheckAt: new Date(now.getTime() + waitMs),
  })
  if (problem === null) return after('verified', null, hour)
  if (before.status === 'pending') {
    const isYoung = now.getTime() - before.created_at.getTime() < 24 * hour
    return after('pending', null, isYoung ? 5 * minute : hour)
  }
  const since = before.failing_since ?? now
  const isUsed = (usedUntil({ failing_since: since }) ?? now) > now
  return after('failing', since, isUsed ? 5 * minute : hour)
}

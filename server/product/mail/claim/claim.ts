import type { UnsentReason } from '../../audience/unsent-reason.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import type { Environment } from '../../../platform/auth/principal.js'
import type { Capacity } from '../../../platform/queue/limiter/capacity.js'
import { standing, unsentReasonOfLog, type StoppedCampaign } from '../standing.js'
import type { Stream } from '../stream.js'
import { streamSql } from '../../../platform/db/statements/stream-sql.js'

/**
 * Claims due deliveries of one workspace and class (single sends, or bulk) under a lease. The end of the lease is the
 * new due time: if a worker dies, its deliveries become due again. A due delivery is not necessarily one that may go
 * now: a claim takes no more for each destination than its free capacity, and for destinations on probation together
 * no more than they are allowed (delivery/allowance.ts). The rest is not touched.
 *
 * Two statements share a backlog (fair-claimer.ts). `claimLongestDue` looks at the deliveries that have been due for
 * longest, and suffices while the queue is short. It reads no further than a window, which a destination without
 * capacity can fill; `claimRoundRobin` goes from destination to destination along an index and takes the first
 * deliveries of each. Either reads a bounded number of rows however long the queue is. This file contains what the
 * two share.
 */

/**
 * A delivery that this worker has claimed, with everything that its attempt is judged and recorded by, but not its
 * content.
 */
export interface ClaimedDelivery {
  readonly workspaceId: WorkspaceId
  readonly logId: Uuid
  readonly messageId: Uuid
  readonly projectId: Uuid
  readonly environment: Environment
  readonly destination: string
  readonly bulk: boolean
  /** Time of the claim by the database's clock, like all times of a delivery. */
  readonly claimedAt: Date
  /** Attempts before this one. */
  readonly attempts: number
  /** Time at which the first attempt ended; null before that. */
  readonly firstAttemptAt: Date | null
  readonly recipient: string
  readonly category: string | null
  /**
   * Reason for which nothing is sent to this recipient any more, because of a change after the message was accepted.
   */
  readonly suppressed: UnsentReason | null
  /** The message's campaign. */
  readonly campaignId: Uuid | null
  /** The message's automation. */
  readonly automationId: Uuid | null
  /** Status that keeps its campaign from sending; null if nothing does. */
  readonly stopped: StoppedCampaign | null
  readonly stream: Stream
  /** Trace that the delivery belongs to (W3C Trace Context). */
  readonly traceparent?: string
}

/** Selects the deliveries to claim, and sets the time of the lease. */
export interface DeliveryClaim {
  readonly workspaceId: WorkspaceId
  readonly bulk: boolean
  readonly max: number
  /** Number of deliveries that may go to destinations on probation. */
  readonly maxOnProbation: number
  readonly capacity: Capacity
  /** The worker's own id, which must match when it records the outcomes. */
  readonly lease: Uuid
  readonly leaseSeconds: number
}

/** Parameters $1 to $9, with which claims begin. */
export type ClaimParams = [
  workspaceId: WorkspaceId,
  bulk: boolean,
  lease: Uuid,
  leaseSeconds: number,
  /** Capacity of destinations that are not named below. They are on probation. */
  byDefault: number,
  /** JSON: capacity by destination, for destinations that are not on probation. */
  proven: string,
  max: number,
  /** JSON: capacity by destination, for destinations on probation. */
  onProbation: string,
  maxOnProbation: number,
]

/** Largest number of destinations whose capacity a claim names. */
const maxNamed = 1000

/** Largest capacity of a destination, so that it is a number that the database takes. */
const maxPerDestination = 1_000_000

export function claimParams(claim: DeliveryClaim): ClaimParams {
  const { workspaceId, bulk, max, maxOnProbation, capacity, lease, leaseSeconds } = claim
  const bounded = (free: number) => Math.max(0, Math.min(maxPerDestination, Math.floor(free)))
  const json = (all: readonly FreeOf[]) =>
    JSON.stringify(Object.fromEntries(all.map(([name, free]) => [name, bounded(free)])))
  const named = namedOf(capacity, maxOnProbation)
  const begin = [workspaceId, bulk, lease, leaseSeconds, bounded(capacity.byDefault)] as const
  return [...begin, json(named.proven), max, json(named.onProbation), bounded(maxOnProbation)]
}

type FreeOf = readonly [destination: string, free: number]

/**
 * Returns the destinations that a claim names. A service that sends to thousands of destinations names only those
 * that were used last, and those with less capacity than others. The rest count as on probation, and get their real
 * capacity at the next claim. If nothing may go to destinations on probation, all others are named.
 */
function namedOf({ proven, onProbation, byDefault }: Capacity, maxOnProbation: number) {
  const all = [...proven]
  if (proven.size + (onProbation?.size ?? 0) <= maxNamed)
    return { proven: all, onProbation: [...(onProbation ?? [])] }
  const hasLess = ([, free]: FreeOf) => free < byDefault
  if (onProbation === undefined) return { proven: all.filter(hasLess), onProbation: [] }
  if (maxOnProbation <= 0) return { proven: all.filter(([, free]) => free > 0), onProbation: [] }
  // The destination used last stands last.
  const first = all.length - maxNamed
  return {
    proven: all.filter((each, index) => index >= first || hasLess(each)),
    onProbation: [...onProbation].filter(hasLess),
  }
}

/** Seconds for which a claim leaves a scheduled delivery alone if another transaction has locked its log. */
const lateSeconds = 5

/** SQL: the free capacity of a destination. */
export const freeOf = (destination: string) =>
  `coalesce(($6::jsonb ->> ${destination})::integer, ($8::jsonb ->> ${destination})::integer, $5::integer)`

/** SQL: whether a destination is on probation. */
export const isOnProbation = (destination: string) => `($6::jsonb -> ${destination}) is null`

/**
 * SQL: the end of both statements, from a `chosen (log_id)` to a `delivery`. Rows that another worker is claiming, or
 * that are being cancelled, are skipped, not waited for; a worker that has lost a race sees the new due time here. A
 * scheduled message whose log another transaction has locked is left alone for a while, so that it is in nobody's
 * way. The message's content is not returned: it would come once for each recipient. Facts that may have changed
 * since the message was accepted are looked up again (mail/standing.ts).
 */
export const claimChosen = `
  locked as (
    select log_id from delivery_queue
    where workspace_id = $1 and log_id = any(array(select log_id from chosen)) and due_at <= now()
    for update skip locked
  ), scheduled as materialized (
    select log_id from locked cross join lateral (
      select status from message_logs
      where workspace_id = $1 and id >= locked.log_id and id <= locked.log_id order by id limit 1
    ) log where log.status = 'scheduled'
  ), free as materialized (
    select id from message_logs
    where workspace_id = $1 and id = any(array(select log_id from scheduled)) and status = 'scheduled'
    for no key update skip locked
  ), late as materialized (
    select log_id from scheduled where log_id not in (select id from free)
  ), left_alone as (
    update delivery_queue set due_at = now() + interval '${lateSeconds} seconds'
    where workspace_id = $1 and log_id = any(array(select log_id from late))
  ), begun as (
    update message_logs set status = 'queued', updated_at = now()
    where workspace_id = $1 and status = 'scheduled' and id = any(array(select id from free))
  ), claimed as (
    update delivery_queue set due_at = now() + make_interval(secs => $4), lease = $3
    where workspace_id = $1
      and log_id = any(array(select log_id from locked where log_id not in (select log_id from late)))
    returning log_id, message_id, attempts, first_attempt_at, destination, traceparent
  ), delivery as (
    select claimed.*, now() as claimed_at, log.recipient, log.project_id, log.environment, log.category, log.campaign_id,
      log.automation_id, campaign.stopped, ${streamSql('log')} as stream,
      ${unsentReasonOfLog} as suppressed
    from claimed
    cross join lateral (
      select recipient, project_id, environment, category, address, list_id, campaign_id, automation_id,
        respects_opt_out, stream, topic
      from message_logs where workspace_id = $1 and id >= claimed.log_id and id <= claimed.log_id order by id limit 1
    ) log
    ${standing}
  )`

export interface ClaimedDeliveryRow {
  /** Null in the one row of a claim that took nothing. */
  log_id: Uuid | null
  message_id: Uuid
  project_id: Uuid
  environment: Environment
  destination: string
  claimed_at: Date
  attempts: number
  first_attempt_at: Date | null
  recipient: string
  category: string | null
  suppressed: UnsentReason | null
  campaign_id: Uuid | null
  automation_id: Uuid | null
  stopped: StoppedCampaign | null
  stream: Stream
  traceparent: string | null
}

export function claimedOf(
  { workspaceId, bulk }: Pick<DeliveryClaim, 'workspaceId' | 'bulk'>,
  rows: readonly ClaimedDeliveryRow[],
): ClaimedDelivery[] {
  return rows.flatMap((row) => {
    if (row.log_id === null) return []
    return {
      workspaceId,
      bulk,
      logId: row.log_id,
      messageId: row.message_id,
      projectId: row.project_id,
      environment: row.environment,
      destination: row.destination,
      claimedAt: row.claimed_at,
      attempts: row.attempts,
      firstAttemptAt: row.first_attempt_at,
      recipient: row.recipient,
      category: row.category,
      suppressed: row.suppressed,
      campaignId: row.campaign_id,
      automationId: row.automation_id,
      stopped: row.stopped,
      stream: row.stream,
      ...(row.traceparent !== null && { traceparent: row.traceparent }),
    }
  })
}

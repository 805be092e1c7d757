import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { Environment } from '../../workspace/principal.js'

/** What an attempt leaves behind, ready to be written. */
export interface RecordedOutcome {
  readonly workspaceId: Uuid
  readonly logId: Uuid
  readonly status: 'delivered' | 'deferred' | 'bounced' | 'failed'
  /** When a deferred delivery is due again. */
  readonly nextAttemptAt: Date | null
  /** The attempt in the contract's shape. */
  readonly attempt: object
  readonly eventId: Uuid
  readonly eventType: string
  readonly eventData: object
}

/**
 * Records outcomes of one workspace in one statement, so in one transaction: the queue row goes or moves, and
 * only where it still is this worker's do its log and its event follow. What became of live mail for good is
 * counted by the hour, in rows of this worker's own.
 */
const recordOutcomes = statement<
  [
    workspaceId: Uuid,
    lease: Uuid,
    logIds: Uuid[],
    statuses: string[],
    nextAttempts: (string | null)[],
    attempts: string[],
    eventIds: Uuid[],
    eventTypes: string[],
    eventData: string[],
  ],
  { environment: Environment; type: string }
>(
  'record_outcomes',
  `with outcome as (
     select * from unnest($3::uuid[], $4::text[], $5::timestamptz[], $6::jsonb[], $7::uuid[], $8::text[], $9::jsonb[])
       as o (log_id, status, next_attempt_at, attempt, event_id, event_type, event_data)
   ), ended as (
     delete from delivery_queue queue using outcome
     where queue.workspace_id = $1 and queue.log_id = outcome.log_id and queue.lease = $2
       and outcome.status <> 'deferred'
     returning queue.log_id
   ), postponed as (
     update delivery_queue queue set due_at = outcome.next_attempt_at, lease = null, attempts = attempts + 1,
       first_attempt_at = coalesce(first_attempt_at, now())
     from outcome
     where queue.workspace_id = $1 and queue.log_id = outcome.log_id and queue.lease = $2
       and outcome.status = 'deferred'
     returning queue.log_id
   ), ours as (
     select log_id from ended union all select log_id from postponed
   ), logs as (
     update message_logs log
     set status = outcome.status,
       attempts = log.attempts || jsonb_build_array(outcome.attempt),
       next_attempt_at = outcome.next_attempt_at,
       delivered_at = case when outcome.status = 'delivered' then now() end,
       updated_at = now()
     from outcome join ours using (log_id)
     where log.workspace_id = $1 and log.id = outcome.log_id
     returning log.id, log.project_id, log.environment, log.status
   ), counted as (
     insert into sending_totals as total (workspace_id, hour, counted_by, settled, bounced)
     select $1, date_trunc('hour', now(), 'UTC'), $2, count(*), count(*) filter (where status = 'bounced')
     from logs where environment = 'live' and status in ('delivered', 'bounced')
     having count(*) > 0
     on conflict (workspace_id, hour, counted_by) do update
     set settled = total.settled + excluded.settled, bounced = total.bounced + excluded.bounced
   )
   insert into events (workspace_id, id, project_id, environment, type, data)
   select $1, outcome.event_id, logs.project_id, logs.environment, outcome.event_type, outcome.event_data
   from outcome join logs on logs.id = outcome.log_id
   returning environment, type`,
)

/** What was written. */
export interface Recorded {
  /** How many were still held by this lease; the others have been claimed by another worker since. */
  readonly outcomes: number
  /** The workspaces of which live mail bounced. */
  readonly bouncing: readonly Uuid[]
}

/** Writes what became of some deliveries. */
export async function record(db: Knex, lease: Uuid, outcomes: readonly RecordedOutcome[]): Promise<Recorded> {
  const workspaces = new Set(outcomes.map((outcome) => outcome.workspaceId))
  let recorded = 0
  const bouncing: Uuid[] = []
  for (const workspaceId of workspaces) {
    const own = outcomes.filter((outcome) => outcome.workspaceId === workspaceId)
    const rows = await recordOutcomes(
      db,
      workspaceId,
      lease,
      own.map((outcome) => outcome.logId),
      own.map((outcome) => outcome.status),
      own.map((outcome) => outcome.nextAttemptAt?.toISOString() ?? null),
      own.map((outcome) => JSON.stringify(outcome.attempt)),
      own.map((outcome) => outcome.eventId),
      own.map((outcome) => outcome.eventType),
      own.map((outcome) => JSON.stringify(outcome.eventData)),
    )
    recorded += rows.length
    if (rows.some((row) => row.environment === 'live' && row.type === 'message.bounced'))
      bouncing.push(workspaceId)
  }
  return { outcomes: recorded, bouncing }
}

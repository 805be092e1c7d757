import type { Knex } from 'knex'
import {
  columnArrays,
  unnestColumns,
  type ColumnTypes,
} from '../../../platform/db/statements/column-arrays.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { recordEvents } from '../../../platform/events/fan-out.js'

/** Reasons for which a delivery waits beyond its turn, in the words of the log. */
export type WaitingFor = 'warm_up' | 'provider' | 'source'

/** A claimed delivery that cannot go now, for a reason that is not its recipient's. */
export interface WaitingDelivery {
  readonly logId: Uuid
  readonly afterSeconds: number
  /** Reason in the log; null if the wait is too short for the log to mention. */
  readonly waitingFor: WaitingFor | null
  /** Id of the event that tells of the wait, if the delivery has not waited before. */
  readonly eventId: Uuid
  /** Event data without `next_attempt_at`, which is only known once the wait is written. */
  readonly eventData: object
}

/** Result of recording waits. */
export interface RecordedWaits {
  /** True if there are events that tell of waits. */
  readonly isRecorded: boolean
  /** True if events now wait for webhook subscriptions. */
  readonly webhooks: boolean
}

/** Columns of the waits, in the order of the parameters from $3 on. */
const waitTypes = {
  log_id: 'uuid',
  after_seconds: 'float8',
  waiting_for: 'text',
  event_id: 'uuid',
  event_data: 'jsonb',
} as const satisfies ColumnTypes

/**
 * SQL: the logs of the waits, as an array that the planner does not know, so that it plans the statement once for any
 * number.
 */
const waiting = 'any(array(select log_id from given))'

/**
 * Records waits. From its first wait on, the time limit of a delivery runs, as from a first attempt. The event is
 * recorded if its log mentioned no wait before; an attempt clears that. The log's former state is read before
 * anything is written: a database of many machines runs the parts of the statement one after the other.
 */
const wait = statement<
  [workspaceId: WorkspaceId, lease: Uuid, ...columns: (Buffer | null)[]],
  { webhooks: boolean }
>(
  'wait_with_deliveries',
  `with given as materialized (
     select g.*, date_trunc('milliseconds', now() + make_interval(secs => after_seconds)) as due_at,
       log.waited_for is null as is_news
     from ${unnestColumns(waitTypes, 3, 'g')}
     left join lateral (
       select waiting_for as waited_for from message_logs
       where workspace_id = $1 and id >= g.log_id and id <= g.log_id order by id limit 1
     ) log on true
   ), put_back as (
     update delivery_queue queue set lease = null, due_at = given.due_at,
       first_attempt_at = case when given.waiting_for is null then first_attempt_at
         else coalesce(first_attempt_at, (select now())) end
     from given
     where queue.workspace_id = $1 and queue.log_id = ${waiting} and queue.log_id = given.log_id
       and queue.lease = $2
     returning queue.log_id, queue.due_at, queue.traceparent, given.waiting_for, given.event_id, given.event_data,
       given.is_news
   ), logs as (
     update message_logs log set status = 'deferred', waiting_for = put_back.waiting_for,
       next_attempt_at = put_back.due_at, updated_at = now()
     from put_back
     where log.workspace_id = $1 and log.id = ${waiting} and log.id = put_back.log_id
       and put_back.waiting_for is not null
     returning log.id, log.project_id, log.environment, put_back.due_at, put_back.event_id, put_back.event_data,
       put_back.is_news
   ), ${recordEvents(
     `select event_id as id, project_id, environment, 'message.deferred' as type,
       event_data || jsonb_build_object('next_attempt_at',
         to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data
     from logs where is_news`,
     'select event_id, traceparent from put_back',
   )}
   select exists (select from wanted_event) as webhooks from recorded_events limit 1`,
)

/** Puts claimed deliveries back until their source may send, without an attempt. */
export async function waitWithDeliveries(
  db: Knex,
  workspaceId: WorkspaceId,
  lease: Uuid,
  waits: readonly WaitingDelivery[],
): Promise<RecordedWaits> {
  const given = waits.map(({ logId, afterSeconds, waitingFor, eventId, eventData }) => ({
    log_id: logId,
    after_seconds: afterSeconds,
    waiting_for: waitingFor,
    event_id: eventId,
    event_data: eventData,
  }))
  const [row] = await wait(db, workspaceId, lease, ...columnArrays(waitTypes, given))
  return { isRecorded: row !== undefined, webhooks: row?.webhooks ?? false }
}

import { countedColumns, countStatistics } from '../../platform/statistics/count.js'

/**
 * Defines the states of a row of `delivery_queue`, as SQL. README.md draws them. A row is due at `due_at`; a worker
 * that claims it sets its `lease`, and `due_at` to the end of that lease. A row that must not be claimed is due at
 * infinity, and keeps its former time in one of two columns: `paused_due_at` while its campaign is paused,
 * `held_due_at` since a restore of the database.
 */

/** SQL: a worker has the delivery in hand. */
export const isInFlight = `lease is not null and due_at > now() and due_at < 'infinity'`

/** SQL: no worker has the delivery in hand: it may be taken out of the queue. */
export const isNotInFlight = `(lease is null or due_at <= now() or due_at = 'infinity')`

/** SQL: the delivery waits for its paused campaign. */
export const isPaused = 'paused_due_at is not null'

/** SQL: assignments that pause a delivery with its campaign. */
export const pause = `paused_due_at = due_at, due_at = 'infinity', lease = null`

/** SQL: assignments that let a paused delivery go: at its former time, or now if that has passed. */
export const resume = 'due_at = greatest(paused_due_at, now()), paused_due_at = null'

/**
 * SQL: assignments that give a delivery another time. A paused or held delivery stays so, and has that time once it
 * is let go.
 *
 * @param time SQL of the time
 */
export const dueAt = (
  time: string,
) => `due_at = case when due_at = 'infinity' then due_at else (select ${time}) end,
       held_due_at = case when held_due_at is not null then (select ${time}) end,
       paused_due_at = case when paused_due_at is not null then (select ${time}) end`

/**
 * SQL: common table expressions that take deliveries of workspace $1 out of the queue, set their logs to `cancelled`
 * and count them. The last expression that a statement can read is `cancelled`, with the columns `log_id`,
 * `message_id`, `project_id`, `environment`, `category` and `recipient`.
 *
 * @param which SQL condition that selects the rows of the queue
 */
export const cancelling = (which: string) => `ended as (
     delete from delivery_queue where workspace_id = $1 and ${which}
     returning log_id
   ), cancelled as (
     update message_logs set status = 'cancelled', next_attempt_at = null, updated_at = now()
     where workspace_id = $1 and id = any(array(select log_id from ended))
     returning id as log_id, message_id, project_id, environment, category, recipient
   ), ${countStatistics(`select ${countedColumns("'cancelled'")} from cancelled`)}`

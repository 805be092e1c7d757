import type { Knex } from 'knex'
import { minUuidAt, nilUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { noteWorkspace } from '../../../platform/queue/owners.js'
import { currentTraceparent } from '../../../platform/tracing/tracing.js'
import { dueAt } from '../queue-row.js'

/** Deliveries of a workspace that an operator has chosen. */
export interface ChosenDeliveries {
  readonly workspaceId: WorkspaceId
  /** Destination of the deliveries; null means any. */
  readonly destination: string | null
  /** Log of the one delivery; null means any. */
  readonly logId: Uuid | null
  /** Narrows the deliveries by their messages; undefined does not narrow them. */
  readonly mail?: ChosenMail | undefined
}

/** Messages that an operator has chosen. Null means any. */
export interface ChosenMail {
  /** API key that the messages were sent with. */
  readonly apiKeyId: Uuid | null
  readonly projectId: Uuid | null
  /** Earliest time at which the messages were accepted. */
  readonly since: Date | null
}

/** Parameters by which a statement narrows the messages. */
export type MailParams = [apiKeyId: Uuid | null, projectId: Uuid | null, since: Uuid | null]

export function mailParams({ mail }: ChosenDeliveries): MailParams {
  if (mail === undefined) return [null, null, null]
  return [mail.apiKeyId, mail.projectId, mail.since === null ? null : minUuidAt(mail.since)]
}

/**
 * SQL: whether a row of `delivery_queue` belongs to the chosen messages.
 *
 * @param first number of the first of its {@link MailParams}
 */
export function isOfMail(first: number): string {
  const [key, project, since] = [`$${first}::uuid`, `$${first + 1}::uuid`, `$${first + 2}::uuid`]
  return `(coalesce(${key}, ${project}, ${since}) is null or (
       select (${key} is null or api_key_id = ${key}) and (${project} is null or project_id = ${project})
         and (${since} is null or id >= ${since})
       from messages where workspace_id = $1 and id = delivery_queue.message_id limit 1))`
}

/** Number of rows that one transaction changes, small enough that workers and sends don't wait for it. */
export const changedTogether = 1000

/**
 * Makes deferred deliveries due now. Those scheduled for later were never tried, and stay so. Held ones stay held,
 * and those that wait with their campaign, which are due at infinity as well, keep waiting.
 */
const retry = statement<
  [
    workspaceId: WorkspaceId,
    destination: string | null,
    logId: Uuid | null,
    max: number,
    after: Uuid,
    ...mail: MailParams,
  ],
  { log_id: Uuid }
>(
  'retry_deliveries',
  `with deferred as (
     select log_id from delivery_queue
     where workspace_id = $1 and ($2::text is null or destination = $2) and ($3::uuid is null or log_id = $3)
       and log_id > $5 and lease is null and (attempts > 0 or first_attempt_at is not null) and due_at > now()
       and due_at < 'infinity' and ${isOfMail(6)}
     order by log_id limit $4 for update skip locked
   ), due as (
     update delivery_queue set due_at = now()
     where workspace_id = $1 and log_id = any(array(select log_id from deferred))
     returning log_id
   ), logs as (
     update message_logs set next_attempt_at = now(), updated_at = now()
     where workspace_id = $1 and id = any(array(select log_id from due))
   )
   select log_id from due order by log_id`,
)

/** Makes deferred deliveries due now. A delivery that waits for capacity at its destination keeps waiting. */
export async function retryNow(db: Knex, chosen: ChosenDeliveries): Promise<number> {
  const { workspaceId, destination, logId } = chosen
  let sum = 0
  // Each delivery is retried once, in order: one that a worker defers again meanwhile has been tried.
  let after: Uuid = nilUuid
  for (;;) {
    const rows = await retry(
      db,
      workspaceId,
      destination,
      logId,
      changedTogether,
      after,
      ...mailParams(chosen),
    )
    const last = rows.at(-1)
    if (last === undefined) return sum
    after = last.log_id
    sum += rows.length
  }
}

/** Makes a delivery that is held, or waits with its campaign, due at once when it is let go. */
const retryHeld = statement<[workspaceId: WorkspaceId, logId: Uuid]>(
  'retry_held_delivery',
  `update delivery_queue set ${dueAt('now()')}
   where workspace_id = $1 and log_id = $2 and due_at = 'infinity'`,
)

const countRetry = statement<[workspaceId: WorkspaceId, logId: Uuid]>(
  'count_retry',
  'update message_logs set retries = retries + 1, updated_at = now() where workspace_id = $1 and id = $2',
)

/** Makes one deferred delivery due now, as its sender asked. The caller has locked its queue row. */
export async function retryDeferred(db: Knex, workspaceId: WorkspaceId, logId: Uuid): Promise<void> {
  await retryNow(db, { workspaceId, destination: null, logId })
  await retryHeld(db, workspaceId, logId)
  await countRetry(db, workspaceId, logId)
}

/**
 * Queues a delivery again. The time to give up counts from the next attempt, as from a first one. The attempts keep
 * counting from their number.
 */
const requeue = statement<
  [workspaceId: WorkspaceId, logId: Uuid, destination: string, traceparent: string | null]
>(
  'requeue_delivery',
  `with again as (
     update message_logs set status = 'queued', next_attempt_at = null, retries = retries + 1, updated_at = now()
     where workspace_id = $1 and id = $2
     returning id, message_id, campaign_id, jsonb_array_length(attempts) as attempts
   ), queued as (
     insert into delivery_queue
       (workspace_id, log_id, message_id, due_at, attempts, destination, bulk, campaign_id, traceparent)
     select own.workspace_id, id, message_id, now(), attempts, $3, campaign_id is not null, campaign_id, $4
     from ${ownWorkspace} cross join again
   ), noted_owner as (
     ${noteWorkspace('delivery', 'again')}
   )
   select`,
)

/**
 * Puts a delivery that had bounced or failed back into the queue, due now. The caller has locked its log. If its
 * campaign is paused or cancelled meanwhile, the worker that claims the delivery finds out.
 *
 * @param destination destination in the form of `destinationOf`
 */
export async function reopenDelivery(
  db: Knex,
  workspaceId: WorkspaceId,
  logId: Uuid,
  destination: string,
): Promise<void> {
  await requeue(db, workspaceId, logId, destination, currentTraceparent() ?? null)
}

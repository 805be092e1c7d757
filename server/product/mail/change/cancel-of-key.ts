import type { Knex } from 'knex'
import type { Environment } from '../../../platform/auth/principal.js'
import {
  minUuidAt,
  newUuid,
  timeOf,
  toTypeId,
  type Uuid,
  type WorkspaceId,
} from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import type { NewEvent } from '../../../platform/events/event-types.js'
import { insertEvents } from '../../../platform/events/insert-event.js'
import { ofNoProgram, programIn } from '../../../platform/events/program-of-mail.js'
import { cancelling, isNotInFlight } from '../queue-row.js'

/**
 * Number of queue rows that one transaction reads and cancels, small enough that workers and sends don't wait for it.
 */
const lookedAtTogether = 10_000
const cancelledTogether = 1000

/**
 * Largest difference between the clocks of two machines, in milliseconds: a key's mail has later ids than the key.
 */
const clocksApartMs = 86_400_000

interface CancelledRow {
  readonly log_id: Uuid
  readonly message_id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  readonly category: string | null
  readonly recipient: string
}

interface Step {
  /** Last delivery that was read; null if there was none. */
  readonly last: Uuid | null
  /** Number of rows that are mail of the keys. */
  readonly own: number
  readonly cancelled: readonly CancelledRow[]
}

/**
 * Cancels a batch along the queue's primary key: there is no index of API keys, which each send would have to write
 * to.
 */
const cancelStep = statement<
  [workspaceId: WorkspaceId, keyIds: readonly Uuid[], after: Uuid, max: number, maxOwn: number],
  Step
>(
  'cancel_mail_of_keys',
  `with waiting as materialized (
     select log_id, message_id from delivery_queue
     where workspace_id = $1 and log_id > $3 order by workspace_id, log_id limit $4
   ), own as materialized (
     select log_id from waiting cross join lateral (
       select api_key_id from messages where workspace_id = $1 and id = waiting.message_id limit 1
     ) message where api_key_id = any($2::uuid[])
     order by log_id limit $5
   ), locked as (
     select log_id from delivery_queue
     where workspace_id = $1 and log_id = any(array(select log_id from own))
       and ${isNotInFlight}
     for update skip locked
   ), ${cancelling('log_id = any(array(select log_id from locked))')}
   select case when (select count(*) from own) = $5 then (select log_id from own order by log_id desc limit 1)
       else (select log_id from waiting order by log_id desc limit 1) end as last,
     (select count(*)::integer from own) as own,
     (select coalesce(json_agg(cancelled order by log_id), '[]') from cancelled) as cancelled`,
)

/** Result of cancelling the mail of API keys. */
export interface CancelledMail {
  /** Number of recipients whose mail was cancelled. */
  readonly cancelled: number
  /** Number of recipients whose mail a worker had in hand. */
  readonly inFlight: number
  /** True if the queue was walked to its end. */
  readonly isThrough: boolean
}

/**
 * Cancels the waiting mail of revoked API keys, tried before or not, in many transactions. If the process dies,
 * finished transactions stay done, and the next call does the rest.
 *
 * @param until time at which to stop, in milliseconds of `performance.now()`; at least one step is made
 * @param wakeWebhooks called if events now wait for subscriptions
 */
export async function cancelMailOf(
  db: Knex,
  workspaceId: WorkspaceId,
  keyIds: readonly [Uuid, ...Uuid[]],
  { until, wakeWebhooks }: { readonly until: number; readonly wakeWebhooks: () => void },
): Promise<CancelledMail> {
  const [oldest] = [...keyIds].sort()
  let after = minUuidAt(new Date(timeOf(oldest ?? keyIds[0]).getTime() - clocksApartMs))
  let cancelled = 0
  let inFlight = 0
  for (;;) {
    const { last, own, done } = await inTransaction(db, async (tx) => {
      const [step] = await cancelStep(tx.sql, workspaceId, keyIds, after, lookedAtTogether, cancelledTogether)
      if (step === undefined) throw new Error('a step along the queue has no result')
      if (await insertEvents(tx.sql, workspaceId, eventsOf(step.cancelled))) tx.afterCommit(wakeWebhooks)
      return { last: step.last, own: step.own, done: step.cancelled.length }
    })
    cancelled += done
    inFlight += own - done
    if (last === null) return { cancelled, inFlight, isThrough: true }
    if (performance.now() >= until) return { cancelled, inFlight, isThrough: false }
    after = last
  }
}

/** Returns one event for each message, with those of its recipients whose mail was cancelled. */
function eventsOf(rows: readonly CancelledRow[]): NewEvent[] {
  const byMessage = new Map<Uuid, CancelledRow[]>()
  for (const row of rows) byMessage.set(row.message_id, [...(byMessage.get(row.message_id) ?? []), row])
  return [...byMessage.values()].flatMap((recipients): NewEvent[] => {
    const [first] = recipients
    if (first === undefined) return []
    const data = {
      message_id: toTypeId('msg', first.message_id),
      category: first.category,
      ...programIn(ofNoProgram),
      recipients: recipients.map(({ log_id, recipient }) => ({
        log_id: toTypeId('log', log_id),
        email: recipient,
      })),
    }
    const { project_id: projectId, environment } = first
    return [{ id: newUuid(), projectId, environment, type: 'message.cancelled', data }]
  })
}

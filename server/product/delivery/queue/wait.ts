import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statement.js'
import type { WaitingFor } from '../sources/router.js'

/** A claimed delivery that cannot go now, for no reason of its recipient's. */
export interface WaitingDelivery {
  readonly logId: Uuid
  readonly afterSeconds: number
  /** Null: it is so soon that the log does not mention it. */
  readonly waitingFor: WaitingFor | null
}

/** From its first wait on a delivery has its time to be delivered in, as from a first attempt on. */
const wait = statement<
  [
    workspaceId: WorkspaceId,
    lease: Uuid,
    logIds: Uuid[],
    afterSeconds: number[],
    waitingFor: (WaitingFor | null)[],
  ]
>(
  'wait_with_deliveries',
  `with given as (
     select * from unnest($3::uuid[], $4::float8[], $5::text[]) as g (log_id, after_seconds, waiting_for)
   ), put_back as (
     update delivery_queue queue set lease = null,
       due_at = date_trunc('milliseconds', (select now()) + make_interval(secs => given.after_seconds)),
       first_attempt_at = case when given.waiting_for is null then first_attempt_at
         else coalesce(first_attempt_at, (select now())) end
     from given
     where queue.workspace_id = $1 and queue.log_id = any($3) and queue.log_id = given.log_id and queue.lease = $2
     returning queue.log_id, queue.due_at, given.waiting_for
   )
   update message_logs log set status = 'deferred', waiting_for = put_back.waiting_for,
     next_attempt_at = put_back.due_at, updated_at = now()
   from put_back
   where log.workspace_id = $1 and log.id = any($3) and log.id = put_back.log_id
     and put_back.waiting_for is not null`,
)

/** Puts claimed deliveries back until their source may send, without an attempt. */
export async function waitWithDeliveries(
  db: Knex,
  workspaceId: WorkspaceId,
  lease: Uuid,
  waiting: readonly WaitingDelivery[],
): Promise<void[]> {
  await wait(
    db,
    workspaceId,
    lease,
    waiting.map(({ logId }) => logId),
    waiting.map(({ afterSeconds }) => afterSeconds),
    waiting.map(({ waitingFor }) => waitingFor),
  )
  return waiting.map(() => undefined)
}

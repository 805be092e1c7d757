import { newUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import type { ContactRow } from '../contacts/contact-rows.js'
import { decideRequest, type Decision } from './decide.js'
import type { SubscriptionRow } from './subscription-rows.js'

type LockedRow = SubscriptionRow & { readonly created: boolean; readonly now: Date }

/**
 * Inserts the subscription of an address if there is none, and locks it, so that of two simultaneous requests the
 * second finds the result of the first. The time is the database's, taken once the row is locked, so that rounds
 * follow on each other whichever process asks. It is to the millisecond, as in links.
 */
const insertOrLock = statement<
  [
    workspaceId: WorkspaceId,
    id: Uuid,
    listId: Uuid,
    projectId: Uuid,
    environment: string,
    contactId: Uuid,
    email: string,
    address: string,
  ],
  LockedRow
>(
  'insert_or_lock_subscription',
  `with drawn as materialized (
     select date_trunc('milliseconds', clock_timestamp()) as now
   ), locked as (
     insert into subscriptions (workspace_id, id, list_id, project_id, environment, contact_id, email, address, status,
       round_started_at, requested_at, updated_at)
     select own.workspace_id, $2::uuid, $3::uuid, $4::uuid, $5::text, $6::uuid, $7::text, $8::text, 'pending', now, now,
       now
     from ${ownWorkspace} cross join drawn
     on conflict (workspace_id, list_id, address) do update set status = subscriptions.status
     returning *
   )
   select locked.*, id = $2::uuid as created, date_trunc('milliseconds', clock_timestamp()) as now from locked`,
)

const beginPending = statement<
  [
    workspaceId: WorkspaceId,
    id: Uuid,
    contactId: Uuid,
    email: string,
    roundStartedAt: Date,
    requestedAt: Date,
  ],
  SubscriptionRow
>(
  'begin_pending_subscription',
  `update subscriptions set status = 'pending', contact_id = $3, email = $4, round_started_at = $5, requested_at = $6,
     confirmed_at = null, unsubscribed_at = null, updated_at = $6
   where workspace_id = $1 and id = $2
   returning *`,
)

/**
 * Decides the outcome of a request, and makes the subscription pending if a mail is to be sent.
 *
 * @param contact the contact, in the project of the list
 */
export async function beginSubscription(
  { sql }: Transaction,
  listId: Uuid,
  contact: ContactRow,
): Promise<{ decision: Decision; row: SubscriptionRow }> {
  const { workspace_id, project_id, environment, id, email, address } = contact
  const [locked] = await insertOrLock(
    sql,
    workspace_id,
    newUuid(),
    listId,
    project_id,
    environment,
    id,
    email,
    address,
  )
  if (locked === undefined) throw new Error('a subscription that was saved is not returned')
  const { created, now, ...before } = locked
  if (created) return { decision: 'new_round', row: before }
  const { status, requested_at: requestedAt, round_started_at: roundStartedAt } = before
  const decision = decideRequest({ status, requestedAt, roundStartedAt }, now)
  if (decision !== 'new_round' && decision !== 'again') return { decision, row: before }
  const round = decision === 'new_round' ? now : roundStartedAt
  const [row] = await beginPending(sql, workspace_id, before.id, id, email, round, now)
  if (row === undefined) throw new Error('a locked subscription is gone')
  return { decision, row }
}

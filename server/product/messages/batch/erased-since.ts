import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { erasedAddress, redactorOf, type Redactor } from '../../audience/erasure/redact.js'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statement.js'
import { foldAddress } from '../../../mail/address.js'

/** Locked in order, as erasures lock them. The lock is in nobody's way but theirs and retention's. */
const lockErased = statement<
  [workspaceId: WorkspaceId, logIds: readonly Uuid[], erased: string],
  { id: Uuid }
>(
  'lock_logs_of_batch',
  `with locked as (
     select id, recipient from message_logs where workspace_id = $1 and id = any($2::uuid[])
     order by id for key share
   )
   select id from locked where recipient = $3`,
)

/**
 * Returns what takes the recipients out of a batch's reply that were erased since its messages were stored. The
 * caller keeps the reply in the same transaction.
 *
 * An erasure changes the logs of messages before it searches kept replies, and waits here for the lock of a log. So
 * either its change of the log is seen here, or its search comes after this transaction and finds the reply.
 */
export async function erasedSince(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  { data }: components['schemas']['BatchResult'],
): Promise<Redactor[]> {
  const recipients = data.flatMap(({ message }) => message?.recipients ?? [])
  const emails = new Map(recipients.map(({ log_id, email }) => [fromTypeId('log', log_id), email]))
  const erased = await lockErased(trx, workspaceId, [...emails.keys()], erasedAddress)
  const addresses = new Set(erased.map(({ id }) => foldAddress(emails.get(id) ?? '')))
  addresses.delete(erasedAddress)
  return [...addresses].map(redactorOf)
}

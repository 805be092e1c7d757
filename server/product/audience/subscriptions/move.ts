import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import type { ContactRow } from '../contacts/contact-rows.js'
import { subscriptionEntry } from './ledger-entry.js'
import type { SubscriptionRow } from './subscription-rows.js'

/**
 * Moves a contact's subscriptions to its new address. A person who opens the link of an opt-in mail to the old
 * address does not speak for the new one. So a pending subscription begins a round that is later than the last of
 * these links, which have the time of their request.
 */
const move = statement<
  [workspaceId: WorkspaceId, contactId: Uuid, email: string, address: string, at: Date],
  SubscriptionRow
>(
  'move_subscriptions_of_contact',
  `with locked as materialized (
     select id, requested_at + interval '1 millisecond' as later from subscriptions
     where workspace_id = $1 and contact_id = $2 order by contact_id, id for update
   )
   update subscriptions set email = $3, address = $4,
     round_started_at = case when status = 'pending' then locked.later else round_started_at end,
     updated_at = greatest(updated_at, $5)
   from locked where workspace_id = $1 and subscriptions.id = locked.id
   returning subscriptions.*`,
)

/**
 * Gives the subscriptions of a contact its new address.
 *
 * @param contact the contact as it is now, locked so that nothing is recorded about it meanwhile
 */
export async function moveSubscriptionsOf(
  trx: Knex.Transaction,
  { workspace_id: workspaceId, id, email, address, updated_at: at }: ContactRow,
): Promise<void> {
  const moved = await move(trx, workspaceId, id, email, address, at)
  // The ledger keeps the address with each ended subscription.
  const ended = moved.filter(({ status }) => status === 'unsubscribed')
  recordInLedger(trx, ...ended.map((row) => subscriptionEntry(row, false)))
}

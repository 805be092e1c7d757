import type { Before } from '../../../audience/subscriptions/decide.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { atKey } from '../../../../platform/db/statements/at-key.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { Simulation } from './simulation.js'

const selectSubscription = statement<[workspaceId: WorkspaceId, listId: Uuid, address: string], Before>(
  'select_subscription_to_simulate',
  `select status, requested_at as "requestedAt", round_started_at as "roundStartedAt" from subscriptions
   where workspace_id = $1 and ${atKey('list_id, address', '$2::uuid, $3')}
   order by list_id, address limit 1`,
)

/** Returns the contact's subscription to a list, as the simulation has left it. */
export async function subscriptionTo(
  { contact, dependencies, workspaceId }: Simulation,
  listId: Uuid,
): Promise<Before | undefined> {
  const left = contact.subscriptions.get(listId)
  if (left !== undefined) return { status: left.status, requestedAt: left.at, roundStartedAt: left.at }
  if (!contact.isReal) return undefined
  return (await selectSubscription(dependencies.db, workspaceId, listId, contact.row.address))[0]
}

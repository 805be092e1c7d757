import type { components } from '../../../../../generated/api-types.js'
import { decideRequest, type Before } from '../../../audience/subscriptions/decide.js'
import type { SubscriptionStatus } from '../../../audience/subscriptions/rows.js'
import { suppressionsOf } from '../../../audience/suppressions/find.js'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statement.js'
import { findAskedList, notAsked } from '../steps/subscribe.js'
import { alreadyOptedOut, notSubscribed } from '../steps/unsubscribe.js'
import { asDone, done, failed, type SimulatedResult } from './result.js'
import type { Simulation } from './simulation.js'

type Schemas = components['schemas']

const selectSubscription = statement<
  [workspaceId: WorkspaceId, listId: Uuid, address: string],
  { status: SubscriptionStatus; requestedAt: Date }
>(
  'select_subscription_to_simulate',
  `select status, requested_at as "requestedAt" from subscriptions
   where workspace_id = $1 and (list_id, address) >= ($2::uuid, $3) and (list_id, address) <= ($2::uuid, $3)
   order by list_id, address limit 1`,
)

/** The contact's subscription to a list, as the simulation has left it. */
async function subscriptionTo(
  { contact, dependencies, workspaceId }: Simulation,
  listId: Uuid,
): Promise<Before | undefined> {
  const left = contact.subscriptions.get(listId)
  if (left !== undefined) return { status: left.status, requestedAt: left.at }
  if (!contact.isReal) return undefined
  return (await selectSubscription(dependencies.db, workspaceId, listId, contact.row.address))[0]
}

/** Says whether the opt-in mail would be sent. Nobody confirms it in a simulation. */
export async function simulateSubscribe(
  simulation: Simulation,
  { list_id: id }: Schemas['AutomationSubscribe'],
): Promise<SimulatedResult> {
  const { contact, dependencies, input, now, workspaceId } = simulation
  const { db, tokens } = dependencies
  const projectId = input.automation.project_id
  const asked = await findAskedList(dependencies, { workspaceId, projectId }, id)
  if (asked.kind === 'fails') return failed(asked)
  const { address, email } = contact.row
  const suppressed = (await suppressionsOf(db, tokens, workspaceId, projectId, [address])).get(address)
  if (suppressed !== undefined) return asDone(notAsked(suppressed))
  const listId = asked.list.id
  const decision = decideRequest(await subscriptionTo(simulation, listId), now)
  if (decision === 'already_requested' || decision === 'already_confirmed') return asDone(notAsked(decision))
  contact.subscriptions.set(listId, { status: 'pending', at: now })
  return done(`Asks ${email} to confirm ${asked.list.name}, with its confirmation mail.`)
}

/** Ends a subscription or, without a list, has the contact opt out, so that later steps send nothing. */
export async function simulateUnsubscribe(
  simulation: Simulation,
  { list_id: id }: Schemas['AutomationUnsubscribe'],
): Promise<SimulatedResult> {
  const { contact, now } = simulation
  if (id === undefined) {
    if (contact.row.unsubscribed_at !== null) return asDone(alreadyOptedOut)
    contact.row = { ...contact.row, unsubscribed_at: now }
    return done('The contact opts out of campaigns and automations.')
  }
  const listId = fromTypeId('lst', id)
  const subscription = await subscriptionTo(simulation, listId)
  if (subscription === undefined || subscription.status === 'unsubscribed') return asDone(notSubscribed)
  contact.subscriptions.set(listId, { status: 'unsubscribed', at: now })
  return done('Ends the subscription of the contact to the list.')
}

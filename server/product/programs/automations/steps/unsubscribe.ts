import type { ConsentProof } from '../../../audience/subscriptions/consents.js'
import { optOut } from '../../../audience/contacts/opt-out.js'
import type { SubscriptionRow } from '../../../audience/subscriptions/subscription-rows.js'
import { unsubscribe } from '../../../audience/subscriptions/unsubscribe.js'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { atKey } from '../../../../platform/db/statements/at-key.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import { asDone, done, type SimulatedResult } from '../simulate/result.js'
import type { Simulation } from '../simulate/simulation.js'
import { subscriptionTo } from '../simulate/subscriptions.js'
import { givenIn, type DoStep, type Given, type RunAtStep, type StepDone, type StepResult } from './step.js'

/** The proof of consents that a step records: there was no browser. */
export const automationProof: ConsentProof = { source: 'automation', ip: null, userAgent: null }

/**
 * Locks subscriptions row by row, in one order, so that no two transactions wait for each other. The list is part of
 * the comparison with the address, so that only the index of addresses has the order: the planner would try others if
 * its statistics are out of date.
 */
const lockOfAddresses = statement<
  [workspaceId: WorkspaceId, listId: Uuid, addresses: readonly string[]],
  SubscriptionRow
>(
  'lock_subscriptions_of_runs',
  `select subscription.*
   from unnest($3::text[]) as asked (address)
   cross join lateral (
     select * from subscriptions
     where workspace_id = $1 and ${atKey('list_id, address', '$2::uuid, asked.address')}
     order by list_id, address limit 1 for update
   ) subscription`,
)

/** Result of a step that has no subscription to end. */
const notSubscribed: StepDone = {
  kind: 'done',
  outcome: 'skipped',
  reason: 'not_subscribed',
  detail: 'The contact is not subscribed to the list.',
}

/** Result of a step whose contact has already opted out of campaigns and automations. */
const alreadyOptedOut: StepDone = {
  kind: 'done',
  outcome: 'skipped',
  reason: 'already_opted_out',
  detail: 'The contact had already opted out of campaigns and automations.',
}

/** Ends the subscriptions of the runs' contacts to a list or, without one, opts the contacts out. */
export function unsubscribeStep(wakes: Pick<Wakes, 'webhooks' | 'automations'>): DoStep {
  return async (tx, { workspaceId, flowStep, runs }) => {
    const { list_id: listId } = givenIn(flowStep.step, 'unsubscribe')
    const results =
      listId === undefined
        ? await optOutOf(tx, workspaceId, runs)
        : await endSubscriptions(tx, workspaceId, fromTypeId('lst', listId), runs)
    tx.afterCommit(wakes.webhooks)
    tx.afterCommit(wakes.automations)
    return results
  }
}

async function endSubscriptions(
  tx: Transaction,
  workspaceId: WorkspaceId,
  listId: Uuid,
  runs: readonly RunAtStep[],
): Promise<StepResult[]> {
  const addresses = [...new Set(runs.map(({ contact }) => contact.address))].sort()
  const locked = await lockOfAddresses(tx.sql, workspaceId, listId, addresses)
  const subscriptions = new Map(locked.map((row) => [row.address, row]))
  const results: StepResult[] = []
  for (const { run, contact } of runs) {
    const row = subscriptions.get(contact.address)
    if (row === undefined || row.status === 'unsubscribed') {
      results.push(notSubscribed)
      continue
    }
    const ended = await unsubscribe(tx, row, { at: new Date(), proof: automationProof, depth: run.depth + 1 })
    subscriptions.set(contact.address, ended)
    // The end of a subscription can be an exit of the run itself.
    results.push({ kind: 'done', outcome: 'done', recorded: true })
  }
  return results
}

async function optOutOf(
  tx: Transaction,
  workspaceId: WorkspaceId,
  runs: readonly RunAtStep[],
): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const { run } of runs) {
    const how = { at: new Date(), source: 'automation', automationId: run.automation_id } as const
    const contact = await optOut(tx, workspaceId, run.contact_id, how)
    results.push(contact === undefined ? alreadyOptedOut : { kind: 'done', outcome: 'done', contact })
  }
  return results
}

/** Ends the simulated contact's subscription or, without a list, opts it out, so that later steps send nothing. */
export async function simulateUnsubscribe(
  simulation: Simulation,
  { list_id: id }: Given<'unsubscribe'>,
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

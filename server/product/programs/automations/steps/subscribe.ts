import type { Knex } from 'knex'
import type { SubscriberListRow } from '../../../audience/lists/list-rows.js'
import { requestSubscription, type OptInDependencies } from '../../opt-in.js'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import type { SenderRules } from '../../../domains/sender-rules.js'
import { isHalted } from '../../../workspace/halting/halting.js'
import { findProject, type Project } from '../../../workspace/projects/projects.js'
import { failureOf, fails } from './send/failures.js'
import { decideRequest } from '../../../audience/subscriptions/decide.js'
import { suppressionsOf } from '../../../audience/suppressions/find.js'
import { asDone, done, failed, type SimulatedResult } from '../simulate/result.js'
import type { Simulation } from '../simulate/simulation.js'
import { subscriptionTo } from '../simulate/subscriptions.js'
import {
  givenIn,
  type Given,
  type PreparedStep,
  type StepBatch,
  type StepBlocked,
  type StepDone,
  type StepFails,
  type StepResult,
} from './step.js'
import { automationProof } from './unsubscribe.js'

/** The dependencies of steps that subscribe. */
export interface SubscribeDependencies extends OptInDependencies {
  readonly db: Knex
  readonly senderRules: SenderRules
}

/** The list to which contacts are subscribed, once it may send its opt-in mail. */
interface AskedList {
  readonly kind: 'list'
  readonly project: Project
  readonly list: SubscriberListRow
}

/** The preparation of a run at a step that subscribes. */
export type PreparedSubscribe = AskedList | StepFails | StepBlocked

/** The project of an automation. */
interface Place {
  readonly workspaceId: WorkspaceId
  readonly projectId: Uuid
}

/**
 * Finds a list of the project and checks its sender.
 *
 * @param listId the id in the API's form
 * @throws errors that are no reason for the step to fail
 */
async function findAskedList(
  { db, senderRules }: Pick<SubscribeDependencies, 'db' | 'senderRules'>,
  { workspaceId, projectId }: Place,
  listId: string,
): Promise<AskedList | StepFails> {
  const where = { workspace_id: workspaceId, id: fromTypeId('lst', listId), project_id: projectId }
  const list = await db<SubscriberListRow>('subscriber_lists').where(where).first()
  const project = await findProject(db, workspaceId, projectId)
  if (list === undefined || project === undefined) {
    return fails('list_not_found', 'The project does not have the list.')
  }
  try {
    await senderRules.admitSender(workspaceId, project.environment, list.from_email)
  } catch (error) {
    return failureOf(error)
  }
  return { kind: 'list', project, list }
}

const details: ReadonlyMap<string, string> = new Map([
  ['already_requested', 'The contact was asked within the last 24 hours.'],
  ['already_confirmed', 'The contact has confirmed the list.'],
])

/**
 * Returns the result for a contact that is not asked to confirm.
 *
 * @param reason the outcome of the request, or the reason why the address is suppressed
 */
function notAsked(reason: string): StepDone {
  const detail = details.get(reason) ?? 'The address of the contact is suppressed.'
  return { kind: 'done', outcome: 'skipped', reason, detail }
}

/** Asks contacts to confirm a list, by its opt-in mail. */
export function subscribeStep(dependencies: SubscribeDependencies): PreparedStep<PreparedSubscribe> {
  return {
    prepare: async (batch) => {
      const { workspaceId, runs } = batch
      const [first] = runs
      if (first === undefined) return new Map()
      const prepared: PreparedSubscribe = (await isHalted(dependencies.db, workspaceId))
        ? { kind: 'blocked', by: 'sending_halted' }
        : await findAskedList(dependencies, { workspaceId, projectId: first.run.project_id }, listOf(batch))
      return new Map(runs.map(({ run }) => [run.id, prepared]))
    },

    do: async (tx, { runs }, prepared) => {
      const results: StepResult[] = []
      for (const { run, contact } of runs) {
        const found = prepared.get(run.id)
        if (found?.kind !== 'list') {
          results.push(found ?? { kind: 'needs_preparation' })
          continue
        }
        const request = { ...found, body: { email: contact.email }, proof: automationProof }
        results.push(resultOf(await requestSubscription(tx, dependencies, request)))
      }
      return results
    },
  }
}

function listOf({ flowStep }: StepBatch): string {
  return givenIn(flowStep.step, 'subscribe').list_id
}

function resultOf(asked: Awaited<ReturnType<typeof requestSubscription>>): StepResult {
  const { outcome, message_id: messageId, suppression_reason: suppressed } = asked
  if (outcome === 'suppressed') {
    if (suppressed === null) throw new Error('an address is suppressed without a reason')
    return notAsked(suppressed)
  }
  if (outcome !== 'requested') return notAsked(outcome)
  return {
    kind: 'done',
    outcome: 'done',
    ...(messageId !== null && { messageId: fromTypeId('msg', messageId) }),
  }
}

/** Reports whether the opt-in mail would be sent. Nobody confirms it in a simulation. */
export async function simulateSubscribe(
  simulation: Simulation,
  { list_id: id }: Given<'subscribe'>,
): Promise<SimulatedResult> {
  const { contact, dependencies, input, now, workspaceId } = simulation
  const { db, tokens } = dependencies
  const projectId = input.automation.project_id
  const asked = await findAskedList(dependencies, { workspaceId, projectId }, id)
  if (asked.kind === 'fails') return failed(asked)
  const { address, email } = contact.row
  const suppressed = (await suppressionsOf(db, tokens, workspaceId, { projectId, addresses: [address] })).get(
    address,
  )
  if (suppressed !== undefined) return asDone(notAsked(suppressed))
  const listId = asked.list.id
  const decision = decideRequest(await subscriptionTo(simulation, listId), now)
  if (decision === 'already_requested' || decision === 'already_confirmed') return asDone(notAsked(decision))
  contact.subscriptions.set(listId, { status: 'pending', at: now })
  return done(`Asks ${email} to confirm ${asked.list.name}, with its confirmation mail.`)
}

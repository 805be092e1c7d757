import type { Uuid } from '../../../../../platform/db/ids.js'
import { sendingBlock } from '../../../../workspace/limits/quota.js'
import { givenIn, type RunAtStep, type StepBatch, type StepBlocked, type StepFails } from '../step.js'
import type { SendDependencies } from './dependencies.js'
import { makeMail, type MadeMail } from './make-mail.js'
import { findSource, type Send, type SendPlace } from './source.js'

/** The preparation of a run at a step that sends: its mail, or the reason why it cannot be sent. */
export type PreparedSend = MadeMail | StepFails | StepBlocked

/** The number of renders of one batch that run at the same time, so that the batch leaves room for sends. */
const together = 4

/**
 * Finds the source of a batch's mails, and renders the mail of each run once, with the present data of its contact.
 * Anything that can fail fails here, and the mail that is stored afterwards is the rendered one.
 *
 * @throws errors other than mistakes in a template or in its values
 */
export async function prepareSends(
  dependencies: SendDependencies,
  { workspaceId, version, flowStep, runs }: StepBatch,
): Promise<ReadonlyMap<Uuid, PreparedSend>> {
  const [first] = runs
  if (first === undefined) return new Map()
  const all = (prepared: PreparedSend) => new Map(runs.map(({ run }) => [run.id, prepared]))
  const block = await sendingBlock(dependencies.db, workspaceId, first.run.environment)
  if (block !== null) return all({ kind: 'blocked', by: block })
  const send = sendOf(flowStep.step)
  const source = await findSource(dependencies, placeOf(first), send, version.definition.sender)
  if (source.kind === 'fails') return all(source)
  const prepared = new Map<Uuid, PreparedSend>()
  const waiting = runs.values()
  const renderNext = async () => {
    for (const { run, contact } of waiting) {
      prepared.set(run.id, await makeMail(dependencies, source, send, { contact, data: run.data }))
    }
  }
  await Promise.all(Array.from({ length: Math.min(together, runs.length) }, renderNext))
  return prepared
}

/** Returns the content of a step that sends. */
export function sendOf(step: StepBatch['flowStep']['step']): Send {
  return givenIn(step, 'send')
}

/** Returns the project of a run, which is that of its automation. */
export function placeOf({ run }: RunAtStep): SendPlace {
  return { workspaceId: run.workspace_id, projectId: run.project_id, environment: run.environment }
}

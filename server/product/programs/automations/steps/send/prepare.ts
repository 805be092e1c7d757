import type { Uuid } from '../../../../../platform/db/ids.js'
import { sendingBlock } from '../../../../workspace/limits/quota.js'
import { givenIn, type RunAtStep, type StepBatch, type StepBlocked, type StepFails } from '../step.js'
import type { SendDependencies } from './dependencies.js'
import { makeMail, type MadeMail } from './make-mail.js'
import { findSource, type Send, type SendPlace } from './source.js'

/** What a run at a step that sends needs before its transaction: its mail, or why it cannot be sent. */
export type PreparedSend = MadeMail | StepFails | StepBlocked

/** As many renders of one batch run at the same time, so that it leaves room for sends. */
const together = 4

/**
 * Finds what a batch is sent from, and renders the mail of each run once, with what is known of its contact now.
 * What can fail fails here, and the mail that is stored afterwards is the one that was rendered.
 *
 * @throws what is no mistake in a template or in its values
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
      prepared.set(run.id, await makeMail(dependencies, source, send, contact, run.data))
    }
  }
  await Promise.all(Array.from({ length: Math.min(together, runs.length) }, renderNext))
  return prepared
}

/** What a step that sends says. */
export function sendOf(step: StepBatch['flowStep']['step']): Send {
  return givenIn(step, 'send')
}

/** The project that a run is of, which is that of its automation. */
export function placeOf({ run }: RunAtStep): SendPlace {
  return { workspaceId: run.workspace_id, projectId: run.project_id, environment: run.environment }
}

import { ApiError } from '../../../../platform/http/errors/api-error.js'
import { contactsSelected } from './rules.js'
import { failed, type SimulatedResult } from '../simulate/result.js'
import type { Simulation } from '../simulate/simulation.js'
import { givenIn, type DoStep, type Given, type RunAtStep, type StepBatch, type StepResult } from './step.js'

/**
 * Takes the steps of the first case whose rule selects the contact, or else those of `else`. Each rule is judged once
 * for all runs that are left.
 *
 * @param retainedSince the beginning of the workspace's retention, looked up before the transaction
 */
export function branchStep(retainedSince: Date): DoStep {
  return async ({ sql }, batch) => {
    const { cases } = givenIn(batch.flowStep.step, 'branch')
    const results = new Map<string, StepResult>()
    let left = batch.runs
    for (const [index, { if: rule }] of cases.entries()) {
      if (left.length === 0) break
      const selected = await contactsSelected(
        sql,
        rule,
        left.map(({ contact }) => contact.id),
        contextOf(batch, left, retainedSince),
      ).catch(asFailure)
      if (!(selected instanceof Set)) {
        for (const { run } of left) results.set(run.id, selected as StepResult)
        left = []
        break
      }
      const taken = `cases/${index}`
      const detail = `The rule of case ${index + 1} holds.`
      for (const { run, contact } of left) {
        if (selected.has(contact.id)) results.set(run.id, { kind: 'done', outcome: 'done', taken, detail })
      }
      left = left.filter(({ run }) => !results.has(run.id))
    }
    const otherwise: StepResult = { kind: 'done', outcome: 'done', taken: 'else', detail: 'No case holds.' }
    return batch.runs.map(({ run }) => results.get(run.id) ?? otherwise)
  }
}

/** Returns the context in which the rules of a version are judged. */
export function contextOf(
  { workspaceId, now }: Pick<StepBatch, 'workspaceId' | 'now'>,
  [first]: readonly Pick<RunAtStep, 'run'>[],
  retainedSince: Date,
) {
  if (first === undefined) throw new Error('a rule was to be judged for no run')
  return { workspaceId, projectId: first.run.project_id, asOf: now, retainedSince }
}

/** Turns a rule that can no longer be judged into a failure, which somebody has to fix. */
function asFailure(error: unknown): StepResult {
  if (!(error instanceof ApiError)) throw error
  return {
    kind: 'fails',
    code: 'segment_invalid',
    message: `The rule cannot be evaluated: ${error.message}`,
    mayRetry: false,
  }
}

/** Takes the steps of the first case whose rule selects the simulated contact. */
export async function simulateBranch(
  simulation: Simulation,
  { cases }: Given<'branch'>,
): Promise<SimulatedResult> {
  for (const [index, { if: rule }] of cases.entries()) {
    const judged = await simulation.judge(rule)
    if (typeof judged === 'object') {
      return failed({ code: 'segment_invalid', message: `The rule cannot be evaluated: ${judged.invalid}` })
    }
    if (judged) return taking(`cases/${index}`, `The rule of case ${index + 1} holds.`)
  }
  return taking('else', 'No case holds.')
}

function taking(taken: string, detail: string): SimulatedResult {
  return { shown: { outcome: 'done', detail, taken } }
}

import type { Knex } from 'knex'
import type { AutomationsConfig } from '../../../../platform/config/automations.js'
import type { Uuid } from '../../../../platform/db/ids.js'
import { kindOf, type StepKind } from '../definition.js'
import type { FlowStep } from '../flow.js'
import type { RunRow } from '../automation-rows.js'
import type { DoStep, PreparedStep, RunAtStep, StepBatch } from '../steps/step.js'
import type { LoadedVersion, LoadVersion } from '../versions.js'
import { readContacts } from './lock.js'
import { nextAttemptAfter } from './next-attempt.js'

/** Returns how a transaction does the steps of a kind. */
export type StepsOf = (kind: StepKind) => DoStep

/**
 * Functions that do the steps of each kind. `Sent` and `Asked` are the results of preparing sends and subscriptions.
 */
export interface EngineSteps<Sent, Asked> {
  readonly send: PreparedStep<Sent>
  readonly subscribe: PreparedStep<Asked>
  /**
   * @param retainedSince the beginning of the workspace's retention
   */
  readonly others: (retainedSince: Date) => Readonly<Record<Exclude<StepKind, 'send' | 'subscribe'>, DoStep>>
}

interface PrepareDependencies {
  readonly db: Knex
  readonly versions: LoadVersion
  readonly clock: () => Date
  readonly config: Pick<AutomationsConfig, 'retrySeconds'>
}

/**
 * Prepares the steps of claimed runs that need something outside of a transaction.
 *
 * @param rows the runs, all of one workspace
 * @returns how a transaction does the steps of these runs
 */
export async function prepareSteps<Sent, Asked>(
  { db, versions, clock, config }: PrepareDependencies,
  steps: EngineSteps<Sent, Asked>,
  rows: readonly RunRow[],
  retainedSince: Date,
): Promise<StepsOf> {
  const now = clock()
  // The other runs only check whether an exit ends them.
  const trying = rows.filter((row) => nextAttemptAfter(row, now, config.retrySeconds) === undefined)
  // Results are kept by step, since a run may reach the next step of the kind in the same transaction.
  const sent = new Map<string, ReadonlyMap<Uuid, Sent>>()
  const asked = new Map<string, ReadonlyMap<Uuid, Asked>>()
  for (const batch of await batchesOf(db, versions, trying, now)) {
    if (batch.flowStep.step.send !== undefined) sent.set(nameOf(batch), await steps.send.prepare(batch))
    else asked.set(nameOf(batch), await steps.subscribe.prepare(batch))
  }
  const others = steps.others(retainedSince)
  return (kind) => {
    if (kind === 'send') {
      return (tx, batch) => steps.send.do(tx, batch, sent.get(nameOf(batch)) ?? new Map())
    }
    if (kind === 'subscribe') {
      return (tx, batch) => steps.subscribe.do(tx, batch, asked.get(nameOf(batch)) ?? new Map())
    }
    return others[kind]
  }
}

function nameOf({ version: { automationId, version }, flowStep: { step } }: StepBatch): string {
  return `${automationId} ${version} ${step.key}`
}

/** Returns the runs whose step needs preparation, by step, with their contacts as they are now. */
async function batchesOf(
  db: Knex,
  versions: LoadVersion,
  rows: readonly RunRow[],
  now: Date,
): Promise<StepBatch[]> {
  const atSteps = new Map<FlowStep, { version: LoadedVersion; runs: RunRow[] }>()
  for (const run of rows) {
    const { workspace_id: workspaceId, automation_id: automationId, step_key: key } = run
    if (key === null) continue
    const version = await versions(db, { workspaceId, automationId, version: run.version })
    const flowStep = version?.flow.step(key)
    if (version === undefined || flowStep === undefined) continue
    const kind = kindOf(flowStep.step)
    if (kind !== 'send' && kind !== 'subscribe') continue
    const known = atSteps.get(flowStep)
    if (known === undefined) atSteps.set(flowStep, { version, runs: [run] })
    else known.runs.push(run)
  }
  const batches: StepBatch[] = []
  for (const [flowStep, { version, runs }] of atSteps) {
    const { workspaceId } = version
    const ids = [...new Set(runs.map(({ contact_id }) => contact_id))]
    const contacts = new Map(
      (await readContacts(db, workspaceId, ids)).map((contact) => [contact.id, contact]),
    )
    const found = runs.flatMap((run): RunAtStep[] => {
      const contact = contacts.get(run.contact_id)
      return contact === undefined ? [] : [{ run, contact }]
    })
    if (found.length > 0) batches.push({ workspaceId, version, flowStep, runs: found, now })
  }
  return batches
}

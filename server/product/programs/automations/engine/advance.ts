import type { AutomationsConfig } from '../../../../platform/config/automations.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import { kindOf, type StepKind } from '../definition.js'
import type { FlowStep } from '../flow.js'
import type { RunAtStep, StepBatch } from '../steps/step.js'
import type { LoadedVersion, LoadVersion } from '../versions.js'
import { exitsOf, type Judged } from './exits.js'
import { lockClaimedRuns } from './lock.js'
import { RunProgress } from './progress.js'
import type { StepsOf } from './prepare.js'
import { storeProgress } from './store.js'

/** Kinds of steps that take some statements for each run, and the most runs that do one of them in a transaction. */
const oneByOne: readonly StepKind[] = ['subscribe', 'unsubscribe', 'record_event']
const maxOneByOne = 25

/**
 * The most rounds of a transaction: a run does a step in each. Runs that are not finished by then are due at once.
 */
const maxRounds = 25

export interface Advancing {
  readonly workspaceId: WorkspaceId
  readonly lease: Uuid
  readonly clock: () => Date
  readonly config: Pick<AutomationsConfig, 'retrySeconds'>
  readonly versions: LoadVersion
  readonly steps: StepsOf
  readonly wakes: Pick<Wakes, 'webhooks'>
  /** Beginning of the workspace's retention. */
  readonly retainedSince: Date
}

/** Runs that follow the same version and are to be moved. */
interface Group {
  readonly version: LoadedVersion
  readonly runs: readonly RunProgress[]
}

/**
 * Moves claimed runs of a workspace until each of them rests, in the caller's transaction. In each round every run
 * does a step, together with the others that are at the same one.
 */
export async function advance(tx: Transaction, context: Advancing, ids: readonly Uuid[]): Promise<void> {
  const { workspaceId, lease, clock, config, wakes } = context
  const now = clock()
  const { runs, contacts, statuses } = await lockClaimedRuns(tx.sql, workspaceId, ids, lease)
  const all = runs.map((run) => new RunProgress(run, contacts, now, config.retrySeconds))
  const waitedBefore = new Set(runs.filter((run) => run.wait_event !== null).map((run) => run.id))
  for (const progress of all) {
    const status = statuses.get(progress.run.automation_id)
    if (status === undefined || status === 'archived') progress.end('cancelled', 'automation_archived')
    else if (progress.contact === undefined) progress.end('cancelled', 'contact_erased')
    else if (status === 'paused') progress.block('automation_paused')
  }
  let asked = new Set(all)
  for (let round = 0; round < maxRounds; round += 1) {
    const moving = all.filter(({ isResting }) => !isResting)
    if (moving.length === 0) break
    const recorded = new Set<RunProgress>()
    for (const group of await groupsOf(tx, context, moving)) {
      await moveGroup(tx, context, group, { now, asked, recorded })
    }
    asked = recorded
  }
  for (const progress of all) if (!progress.isResting) progress.leave()
  if (await storeProgress(tx.sql, workspaceId, all, waitedBefore)) tx.afterCommit(wakes.webhooks)
}

async function groupsOf(
  tx: Transaction,
  context: Advancing,
  moving: readonly RunProgress[],
): Promise<Group[]> {
  const byVersion = new Map<string, RunProgress[]>()
  for (const progress of moving) {
    const key = `${progress.run.automation_id} ${progress.run.version}`
    byVersion.set(key, [...(byVersion.get(key) ?? []), progress])
  }
  const groups: Group[] = []
  for (const runs of byVersion.values()) {
    const [first] = runs
    if (first === undefined) continue
    const { automation_id: automationId, version: number } = first.run
    const key = { workspaceId: context.workspaceId, automationId, version: number }
    const version = await context.versions(tx.sql, key)
    if (version === undefined) throw new Error('a run follows a version that is not there')
    groups.push({ version, runs })
  }
  return groups
}

/** Moves the runs of a version by one step. */
async function moveGroup(
  tx: Transaction,
  context: Advancing,
  { version, runs }: Group,
  {
    now,
    asked,
    recorded,
  }: {
    readonly now: Date
    /** The runs whose contacts may have had events since their exits were judged. */
    readonly asked: ReadonlySet<RunProgress>
    /** Receives the runs whose step has recorded an event. */
    readonly recorded: Set<RunProgress>
  },
): Promise<void> {
  const { exit_on: exits } = version.definition
  if (exits.length > 0) {
    await exit(tx, context, version, { runs: runs.filter((run) => asked.has(run)), judged: 'all', now })
    await exit(tx, context, version, { runs: runs.filter((run) => !asked.has(run)), judged: 'rules', now })
  }
  const atSteps = new Map<FlowStep, RunProgress[]>()
  for (const progress of runs) {
    if (progress.isResting) continue
    const { step_key: key } = progress.run
    if (key === null) {
      progress.end('completed', null)
      continue
    }
    if (progress.awaitAttempt()) continue
    const flowStep = version.flow.step(key)
    if (flowStep === undefined) throw new Error('a run is at a step that its version does not have')
    atSteps.set(flowStep, [...(atSteps.get(flowStep) ?? []), progress])
  }
  for (const [flowStep, all] of atSteps) {
    const group = all.slice(0, maxOf(flowStep))
    for (const progress of all.slice(group.length)) progress.leave()
    const batch = batchOf(context, version, { flowStep, runs: group, now })
    const results = await context.steps(kindOf(flowStep.step))(tx, batch)
    for (const [index, progress] of group.entries()) {
      const result = results[index]
      if (result === undefined) throw new Error('a step has said nothing of a run')
      progress.apply(flowStep, result)
      if (result.kind === 'done' && result.recorded === true) recorded.add(progress)
    }
  }
}

async function exit(
  tx: Transaction,
  context: Advancing,
  version: LoadedVersion,
  {
    runs,
    judged,
    now,
  }: { readonly runs: readonly RunProgress[]; readonly judged: Judged; readonly now: Date },
): Promise<void> {
  if (runs.length === 0) return
  const batch = { workspaceId: context.workspaceId, now, runs: runs.map(atStep) }
  const ended = await exitsOf(tx.sql, version.definition.exit_on, batch, {
    judged,
    retainedSince: context.retainedSince,
  })
  for (const progress of runs) {
    const reason = ended.get(progress.run.id)
    if (reason === undefined) continue
    const { step_key: key } = progress.run
    progress.exit(key === null ? undefined : version.flow.step(key), reason)
  }
}

/** Returns the most runs that do a step in one round, because the embedded database does nothing else meanwhile. */
function maxOf({ step }: FlowStep): number {
  return oneByOne.includes(kindOf(step)) ? maxOneByOne : Infinity
}

function batchOf(
  { workspaceId }: Pick<Advancing, 'workspaceId'>,
  version: LoadedVersion,
  {
    flowStep,
    runs: group,
    now,
  }: { readonly flowStep: FlowStep; readonly runs: readonly RunProgress[]; readonly now: Date },
): StepBatch {
  return { workspaceId, version, flowStep, runs: group.map(atStep), now }
}

function atStep({ run, contact }: RunProgress): RunAtStep {
  if (contact === undefined) throw new Error('a run without a contact was moved')
  return { run, contact }
}

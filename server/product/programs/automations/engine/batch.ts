import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { AutomationsConfig } from '../../../../platform/config/automations.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { inTransaction } from '../../../../platform/db/transaction/transaction.js'
import { isUnavailable, tookTooLong } from '../../../../platform/db/connection/unavailable.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import type { RetentionStart } from '../../../../platform/db/retention.js'
import type { RunRow } from '../automation-rows.js'
import type { StepResult } from '../steps/step.js'
import type { LoadVersion } from '../versions.js'
import { advance } from './advance.js'
import { postponeRun } from './claim.js'
import { lockClaimedRuns } from './lock.js'
import { prepareSteps, type EngineSteps } from './prepare.js'
import { RunProgress } from './progress.js'
import { storeProgress } from './store.js'

/** The dependencies of the work on runs. */
export interface EngineDependencies<Sent = unknown, Asked = unknown> {
  readonly db: Knex
  /** This process as the owner of leases. */
  readonly lease: Uuid
  /** Tells the time by which runs are due. */
  readonly clock: () => Date
  readonly config: AutomationsConfig
  readonly versions: LoadVersion
  readonly steps: EngineSteps<Sent, Asked>
  readonly retention: RetentionStart
  readonly wakes: Wakes
  readonly log: Logger
}

/** The most runs of a batch that may each take too long, for example because another transaction has locked them. */
const maxLate = 5

/**
 * Milliseconds that runs wait for a row that another transaction has locked. The other runs of the batch wait as
 * long; the locked one is then tried again alone.
 */
const lockMs = 500

/** Seconds until a run that took too long is tried again. */
const lateSeconds = 5

/**
 * Moves claimed runs of a workspace together. If one of them makes that fail, each is moved alone, and a run that
 * fails alone is tried again after a while.
 *
 * @throws if the database is unavailable. Runs that were not moved then keep their leases
 */
export async function workOnRuns<Sent, Asked>(
  dependencies: EngineDependencies<Sent, Asked>,
  workspaceId: WorkspaceId,
  rows: readonly RunRow[],
): Promise<void> {
  const { db, clock, config, versions, steps, retention } = dependencies
  try {
    const retainedSince = await retention(workspaceId)
    const prepared = await prepareSteps({ db, versions, clock, config }, steps, rows, retainedSince)
    const context = { ...dependencies, workspaceId, steps: prepared, retainedSince }
    const ids = rows.map(({ id }) => id)
    await inTransaction(db, (tx) => advance(tx, context, ids), { lockWait: { workspaceId, ms: lockMs } })
  } catch (error) {
    if (isUnavailable(error) && !tookTooLong(error)) throw error
    const [row, ...others] = rows
    if (row === undefined) return
    if (others.length > 0) return workOnEach(dependencies, workspaceId, rows)
    if (!tookTooLong(error)) return failAlone(dependencies, row, error)
    await postponeRun(db, workspaceId, {
      id: row.id,
      lease: dependencies.lease,
      now: clock(),
      seconds: lateSeconds,
    })
    throw error
  }
}

/**
 * Moves each run alone. Each run that is late costs time, so after some of them the rest of the batch is left to the
 * next one.
 */
async function workOnEach<Sent, Asked>(
  dependencies: EngineDependencies<Sent, Asked>,
  workspaceId: WorkspaceId,
  rows: readonly RunRow[],
): Promise<void> {
  let late = 0
  let failure: unknown
  for (const row of rows) {
    try {
      await workOnRuns(dependencies, workspaceId, [row])
    } catch (error) {
      failure = error
      late += 1
      if (!tookTooLong(error) || late === maxLate) throw error
    }
  }
  if (late > 0) throw failure
}

/** Records a failure that the step itself did not foresee. */
async function failAlone<Sent, Asked>(
  { db, lease, clock, config, versions, wakes, log }: EngineDependencies<Sent, Asked>,
  row: RunRow,
  error: unknown,
): Promise<void> {
  const { workspace_id: workspaceId, id, automation_id: automationId, version: number } = row
  log.error({ run_id: toTypeId('run', id), step: row.step_key, err: error }, 'a step of an automation failed')
  await inTransaction(db, async (tx) => {
    const { runs, contacts } = await lockClaimedRuns(tx.sql, workspaceId, [id], lease)
    const [run] = runs
    if (run === undefined) return
    const version = await versions(tx.sql, { workspaceId, automationId, version: number })
    const flowStep = run.step_key === null ? undefined : version?.flow.step(run.step_key)
    if (flowStep === undefined) throw error
    const progress = new RunProgress(run, contacts, clock(), config.retrySeconds)
    if (!progress.awaitAttempt()) progress.apply(flowStep, resultOf(error))
    const waitedBefore = new Set(run.wait_event === null ? [] : [run.id])
    if (await storeProgress(tx.sql, workspaceId, [progress], waitedBefore)) tx.afterCommit(wakes.webhooks)
  })
}

function resultOf(error: unknown): StepResult {
  if (error instanceof ApiError && (error.code === 'sending_halted' || error.code === 'quota_exceeded'))
    return { kind: 'blocked', by: error.code }
  return {
    kind: 'fails',
    code: 'internal_error',
    message: 'The step failed because of an error in the service, which its log shows.',
    mayRetry: true,
  }
}

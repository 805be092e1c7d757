import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import type { RunRow, RunStepRow } from '../automation-rows.js'

/** The ids that identify a run of an automation. */
export interface RunKey {
  readonly workspaceId: WorkspaceId
  readonly automationId: Uuid
  readonly id: Uuid
}

type Params = [workspaceId: WorkspaceId, automationId: Uuid, id: Uuid]

const select = statement<Params, RunRow>(
  'select_automation_run',
  'select * from automation_runs where workspace_id = $1 and automation_id = $2 and id = $3',
)

const lock = statement<Params, RunRow>(
  'lock_automation_run',
  'select * from automation_runs where workspace_id = $1 and automation_id = $2 and id = $3 for update',
)

/**
 * Finds a run of an automation.
 *
 * @param retainedSince the beginning of the workspace's retention: runs that ended before count as deleted
 * @throws ApiError 404 `not_found`, also for a run of another automation
 */
export async function findRun(db: Knex, key: RunKey, retainedSince: Date): Promise<RunRow> {
  const [row] = await select(db, key.workspaceId, key.automationId, key.id)
  return expectRun(row, retainedSince)
}

/**
 * Finds a run of an automation, and locks it until the transaction ends, so that no worker moves it meanwhile.
 *
 * @throws ApiError 404 `not_found`
 */
export async function lockRun(trx: Knex.Transaction, key: RunKey, retainedSince: Date): Promise<RunRow> {
  const [row] = await lock(trx, key.workspaceId, key.automationId, key.id)
  return expectRun(row, retainedSince)
}

function expectRun(row: RunRow | undefined, retainedSince: Date): RunRow {
  const isGone = row?.ended_at != null && row.ended_at < retainedSince
  if (row === undefined || isGone) throw new ApiError('not_found', 'The automation has no such run.')
  return row
}

/** The most steps that are shown of a run. Each retry of a failed run adds one. */
const shownSteps = 500

const selectSteps = statement<[workspaceId: WorkspaceId, runId: Uuid], RunStepRow>(
  'select_automation_run_steps',
  `select * from automation_run_steps where workspace_id = $1 and run_id = $2
   order by number desc limit ${shownSteps}`,
)

/** Returns the steps of a run that have ended, in their order; if there are very many, the last ones. */
export async function findSteps(db: Knex, workspaceId: WorkspaceId, runId: Uuid): Promise<RunStepRow[]> {
  return (await selectSteps(db, workspaceId, runId)).reverse()
}

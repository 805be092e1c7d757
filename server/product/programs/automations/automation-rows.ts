import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Environment } from '../../../platform/auth/principal.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { Definition, StepKind } from './definition.js'

type Schemas = components['schemas']

export type AutomationStatus = Schemas['AutomationStatus']
export type RunStatus = Schemas['AutomationRunStatus']
export type IgnoredReason = Schemas['AutomationIgnoredReason']
export type BlockedBy = NonNullable<Schemas['AutomationRun']['blocked_by']>
export type StepOutcome = 'done' | 'skipped' | 'timed_out' | 'failed'
/** The reason why a run ended before its last step. */
export type EndedReason =
  | 'exit_step'
  | 'exit_event'
  | 'exit_list'
  | 'exit_rule'
  | 'max_depth'
  | 'manual'
  | 'automation_archived'
  | 'contact_erased'

/** The ids that identify an automation. */
export interface AutomationKey {
  readonly workspaceId: WorkspaceId
  readonly id: Uuid
}

/** A stored automation. The migration explains the columns. */
export interface AutomationRow {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  readonly name: string
  readonly status: AutomationStatus
  readonly published_version: number | null
  readonly latest_version: number
  readonly retry_filter: Schemas['RetryAutomationRunsRequest'] | null
  readonly retry_requested_at: Date | null
  readonly retry_position: Uuid | null
  readonly retry_total: number
  readonly retry_retried: number
  readonly retry_skipped: number
  readonly retry_completed_at: Date | null
  readonly updated_at: Date
}

export interface AutomationVersionRow {
  readonly workspace_id: WorkspaceId
  readonly automation_id: Uuid
  readonly version: number
  readonly definition: Definition
  readonly created_at: Date
  readonly created_by: Uuid
  readonly published_at: Date | null
}

/** A stored run. The migration explains the columns. */
export interface RunRow {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  readonly automation_id: Uuid
  readonly version: number
  readonly project_id: Uuid
  readonly environment: Environment
  readonly contact_id: Uuid
  readonly status: RunStatus
  readonly trigger_kind: Schemas['AutomationRunTrigger']['kind']
  readonly contact_event_id: Uuid | null
  /** Id of the contact's mail that started the run; null if none did. */
  readonly inbound_message_id: Uuid | null
  /** Properties of the event that started the run, or the data in their place. */
  readonly data: Readonly<Record<string, unknown>>
  readonly entry_key: string | null
  /** Time of the signal that started the run. The run does not wait for events before that. */
  readonly since: Date
  readonly started_at: Date
  readonly depth: number
  /** Key of the step that the run is at; null after the last step. */
  readonly step_key: string | null
  readonly step_started_at: Date
  readonly steps_taken: number
  readonly wait_until: Date | null
  readonly wait_event: string | null
  readonly blocked_by: BlockedBy | null
  readonly attempts: number
  readonly error_code: string | null
  readonly error_message: string | null
  readonly ended_reason: EndedReason | null
  readonly ended_at: Date | null
  /** Time when the run goes on; Infinity while something holds it, null once it has ended. */
  readonly due_at: Date | number | null
}

/** A stored step of a run. The step has ended. */
export interface RunStepRow {
  readonly run_id: Uuid
  readonly number: number
  readonly step_key: string
  readonly kind: StepKind
  readonly outcome: StepOutcome
  readonly reason: string | null
  readonly detail: string | null
  readonly taken: string | null
  readonly message_id: Uuid | null
  readonly attempts: number
  readonly started_at: Date
  readonly ended_at: Date
}

/**
 * Finds an automation of a workspace.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findAutomation(db: Knex, { workspaceId, id }: AutomationKey): Promise<AutomationRow> {
  return expectAutomation(await db('automations').where({ workspace_id: workspaceId, id }).first())
}

/**
 * Finds an automation, and locks it until the transaction ends.
 *
 * @throws ApiError 404 `not_found`
 */
export async function lockAutomation(
  trx: Knex.Transaction,
  { workspaceId, id }: AutomationKey,
): Promise<AutomationRow> {
  return expectAutomation(
    await trx('automations').where({ workspace_id: workspaceId, id }).forUpdate().first(),
  )
}

function expectAutomation(row: unknown): AutomationRow {
  if (row === undefined) throw new ApiError('not_found', 'No such automation.')
  return row as AutomationRow
}

/**
 * Finds a version of an automation.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findVersion(
  db: Knex,
  { workspaceId, id }: AutomationKey,
  version: number,
): Promise<AutomationVersionRow> {
  const where = { workspace_id: workspaceId, automation_id: id, version }
  const row = (await db('automation_versions').where(where).first()) as AutomationVersionRow | undefined
  if (row === undefined) throw new ApiError('not_found', 'The automation has no such version.')
  return row
}

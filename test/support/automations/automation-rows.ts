import type pg from 'pg'
import { newUuid, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'

/** Automations and their runs as rows, written past the API and past the engine. */

type Columns = Readonly<Record<string, unknown>>

export interface AutomationFields {
  readonly status?: 'draft' | 'active' | 'paused' | 'archived'
  readonly steps?: readonly object[]
  readonly mode?: 'once' | 'after_exit' | 'always'
  /** Further parts of its two versions. */
  readonly definition?: object
}

async function insert(sql: pg.Pool | pg.Client, table: string, columns: Columns): Promise<void> {
  const names = Object.keys(columns)
  const marks = names.map((_, index) => `$${index + 1}`)
  await sql.query(
    `insert into ${table} (${names.join(', ')}) values (${marks.join(', ')})`,
    Object.values(columns),
  )
}

const exit = { key: 'order', exit: {} }

/** An automation of a test project with two versions that are the same, the first of which is published. */
export async function insertAutomation(
  sql: pg.Pool | pg.Client,
  workspaceId: WorkspaceId,
  projectId: Uuid,
  { status = 'active', steps = [exit], mode = 'after_exit', definition = {} }: AutomationFields = {},
): Promise<Uuid> {
  const id = newUuid()
  await insert(sql, 'automations', {
    ...{ workspace_id: workspaceId, id, project_id: projectId, environment: 'test', name: 'Welcome' },
    ...{ status, published_version: 1, latest_version: 2 },
  })
  for (const version of [1, 2])
    await insert(sql, 'automation_versions', {
      ...{ workspace_id: workspaceId, automation_id: id, version, created_by: newUuid() },
      definition: {
        ...{ trigger: { manual: {} }, entry_rule: null, reentry: { mode }, exit_on: [], sender: {}, steps },
        ...definition,
      },
    })
  return id
}

/** A run that began a moment ago. */
export async function insertRun(
  sql: pg.Pool | pg.Client,
  of: { readonly workspaceId: WorkspaceId; readonly projectId: Uuid; readonly automationId: Uuid },
  columns: Columns = {},
): Promise<Uuid> {
  const id = newUuid()
  const now = new Date()
  await insert(sql, 'automation_runs', {
    ...{ workspace_id: of.workspaceId, id, automation_id: of.automationId, version: 1 },
    ...{ project_id: of.projectId, environment: 'test', contact_id: newUuid(), status: 'running' },
    ...{ trigger_kind: 'manual', since: now, started_at: now, step_started_at: now, step_key: 'order' },
    ...columns,
  })
  return id
}

/** A step of a run that has ended. */
export async function insertRunStep(
  sql: pg.Pool | pg.Client,
  workspaceId: WorkspaceId,
  runId: Uuid,
  { number, columns }: { readonly number: number; readonly columns: Columns },
): Promise<void> {
  const times = { started_at: new Date(), ended_at: new Date() }
  await insert(sql, 'automation_run_steps', {
    ...{ workspace_id: workspaceId, run_id: runId, number, ...times },
    ...columns,
  })
}

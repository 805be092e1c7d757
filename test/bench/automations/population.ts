import type { Knex } from 'knex'
import { newUuid, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import type { Definition } from '../../../server/product/programs/automations/definition.js'
import type { Project } from '../campaigns/population.js'

/** An automation whose runs are measured. */
export interface AutomationKey {
  readonly workspaceId: WorkspaceId
  readonly id: Uuid
}

/** Makes an active automation with one published version. */
export async function addAutomation(
  db: Knex,
  { workspaceId: workspace_id, projectId: project_id }: Project,
  definition: Definition,
): Promise<AutomationKey> {
  const id = newUuid()
  const numbers = { published_version: 1, latest_version: 1 }
  await db('automations').insert({
    ...{ workspace_id, id, project_id, environment: 'live', name: 'Onboarding', status: 'active' },
    ...numbers,
  })
  const version = { workspace_id, automation_id: id, version: 1, created_by: newUuid() }
  await db('automation_versions').insert({ ...version, definition: JSON.stringify(definition) })
  return { workspaceId: workspace_id, id }
}

/**
 * Adds a run for as many contacts, which waits for an event at the step `order`, and is to be woken by it.
 *
 * @param until when the wait is over
 */
export async function addWaitingRuns(
  db: Knex,
  { workspaceId, id }: AutomationKey,
  count: number,
  until: Date,
): Promise<void> {
  await db.raw(
    `insert into automation_runs (workspace_id, id, automation_id, version, project_id, environment, contact_id, status,
       trigger_kind, since, started_at, step_started_at, step_key, wait_until, wait_event, due_at)
     select contact.workspace_id, gen_random_uuid(), ?, 1, contact.project_id, 'live', contact.id, 'waiting', 'event',
       now(), now(), now(), 'order', ?, 'order_placed', ?
     from contacts contact where contact.workspace_id = ? order by id limit ?`,
    [id, until, until, workspaceId, count],
  )
  await db.raw(
    `insert into automation_waits (workspace_id, contact_id, kind, name, run_id, is_exit)
     select workspace_id, contact_id, 'event', 'order_placed', id, false
     from automation_runs where workspace_id = ? and automation_id = ?`,
    [workspaceId, id],
  )
}

/** Adds a run for as many contacts, which is due at the first step. */
export async function addDueRuns(
  db: Knex,
  { workspaceId, id }: AutomationKey,
  first: string,
  count: number,
): Promise<void> {
  await db.raw(
    `insert into automation_runs (workspace_id, id, automation_id, version, project_id, environment, contact_id, status,
       trigger_kind, since, started_at, step_started_at, step_key, due_at)
     select contact.workspace_id, gen_random_uuid(), ?, 1, contact.project_id, 'live', contact.id, 'running', 'event',
       now(), now(), now(), ?, now()
     from contacts contact where contact.workspace_id = ? order by id limit ?`,
    [id, first, workspaceId, count],
  )
}

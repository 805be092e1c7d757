import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'

/** A workspace that has something to deliver now, and may. */
export interface DueWorkspace {
  readonly id: Uuid
  /** Whether single sends are among it. */
  readonly single: boolean
  readonly bulk: boolean
}

/** SQL: whether the delivery that is due first is due. To ask whether any is could read the whole queue. */
const isDue = (bulk: boolean) => `coalesce((
         select due_at from delivery_queue
         where workspace_id = queued.workspace_id and bulk = ${bulk} order by due_at limit 1
       ) <= now(), false)`

/**
 * A loose index scan, from each workspace in the queue straight to the next one: workspaces without queued
 * mail cost nothing, nor do many deliveries of one workspace.
 */
const selectDue = statement<[], DueWorkspace>(
  'select_due_workspaces',
  `with recursive queued (workspace_id) as (
     (select workspace_id from delivery_queue order by workspace_id limit 1)
     union all
     select next.workspace_id from queued cross join lateral (
       select workspace_id from delivery_queue where workspace_id > queued.workspace_id
       order by workspace_id limit 1
     ) next
   )
   select workspace_id as id, single, bulk
   from queued cross join lateral (
     select ${isDue(false)} as single, ${isDue(true)} as bulk
   ) due
   where single or bulk
   order by workspace_id`,
)

const selectHalted = statement<[ids: readonly Uuid[]], { id: Uuid }>(
  'select_halted_workspaces',
  'select id from workspaces where id = any($1::uuid[]) and halted_at is not null',
)

/**
 * The workspaces that have something to deliver now and may, sorted by id. Mail of halted workspaces waits.
 */
export async function dueWorkspaces(db: Knex): Promise<DueWorkspace[]> {
  const due = await selectDue(db)
  if (due.length === 0) return []
  const halted = new Set(
    (
      await selectHalted(
        db,
        due.map(({ id }) => id),
      )
    ).map(({ id }) => id),
  )
  return due.filter(({ id }) => !halted.has(id))
}

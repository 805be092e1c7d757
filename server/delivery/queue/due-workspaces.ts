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

const selectDue = statement<[], DueWorkspace>(
  'select_due_workspaces',
  `select id, single, bulk
   from workspaces
   cross join lateral (
     select
       exists (select from delivery_queue where workspace_id = id and bulk = false and due_at <= now()) as single,
       exists (select from delivery_queue where workspace_id = id and bulk = true and due_at <= now()) as bulk
   ) due
   where halted_at is null and (single or bulk)
   order by id`,
)

/** The workspaces that have something to deliver now and may, sorted by id. While sending is halted mail waits. */
export function dueWorkspaces(db: Knex): Promise<DueWorkspace[]> {
  return selectDue(db)
}

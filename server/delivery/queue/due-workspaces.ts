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
         select due_at from delivery_queue where workspace_id = id and bulk = ${bulk} order by due_at limit 1
       ) <= now(), false)`

const selectDue = statement<[], DueWorkspace>(
  'select_due_workspaces',
  `select id, single, bulk
   from workspaces
   cross join lateral (
     select ${isDue(false)} as single, ${isDue(true)} as bulk
   ) due
   where halted_at is null and (single or bulk)
   order by id`,
)

/** The workspaces that have something to deliver now and may, sorted by id. While sending is halted mail waits. */
export function dueWorkspaces(db: Knex): Promise<DueWorkspace[]> {
  return selectDue(db)
}

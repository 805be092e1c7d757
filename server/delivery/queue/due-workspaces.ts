import type { Knex } from 'knex'
import { nilUuid, type Uuid, type WorkspaceId } from '../../db/ids.js'
import { gather } from '../../db/statement.js'
import { DueScan, type DueScanLimits } from '../../queue/due-scan.js'

/** A workspace that has something to deliver now, and may. */
export interface DueWorkspace {
  readonly id: WorkspaceId
  /** Whether single sends are among it. */
  readonly single: boolean
  readonly bulk: boolean
}

/** As the index of due times has it, which begins with what is due whatever the workspace. */
const dueAt = `due_at at time zone 'UTC'`

const selectDue = (order: 'asc' | 'desc') =>
  gather<[max: number], DueWorkspace>(
    `select_due_deliveries_${order}`,
    `select workspace_id as id, not bulk as single, bulk from delivery_queue
     where ${dueAt} <= now() at time zone 'UTC' order by ${dueAt} ${order} limit $1`,
  )

const selectLongestDue = selectDue('asc')
const selectLatestDue = selectDue('desc')

/** SQL: whether the delivery that is due first is due. To ask whether any is could read the whole queue. */
const isDue = (bulk: boolean) => `coalesce((
         select due_at from delivery_queue
         where workspace_id = queued.workspace_id and bulk = ${bulk} order by due_at limit 1
       ) <= now(), false)`

/**
 * A loose index scan, from each workspace in the queue straight to the next one: workspaces without queued
 * mail cost nothing, nor do many deliveries of one workspace. The last one walked is among the rows in any case.
 */
const walkQueued = gather<[after: string, max: number], DueWorkspace & { place: number }>(
  'walk_queued_workspaces',
  `with recursive queued (workspace_id, place) as (
     (select workspace_id, 1 from delivery_queue where workspace_id > $1 order by workspace_id limit 1)
     union all
     select next.workspace_id, queued.place + 1 from queued cross join lateral (
       select workspace_id from delivery_queue where workspace_id > queued.workspace_id
       order by workspace_id limit 1
     ) next
     where queued.place < $2
   )
   select workspace_id as id, single, bulk, place
   from queued cross join lateral (
     select ${isDue(false)} as single, ${isDue(true)} as bulk
   ) due
   where single or bulk or place = $2
   order by workspace_id`,
)

const selectHalted = gather<[ids: readonly Uuid[]], { id: Uuid }>(
  'select_halted_workspaces',
  'select id from workspaces where id = any($1::uuid[]) and halted_at is not null',
)

/**
 * Finds the workspaces that have something to deliver now and may, in the order of their turns. Mail of halted
 * workspaces waits.
 */
export class DueWorkspaces {
  readonly #db: Knex
  readonly #scan: DueScan<DueWorkspace>

  constructor(db: Knex, limits?: DueScanLimits) {
    this.#db = db
    this.#scan = new DueScan<DueWorkspace>(
      {
        longest: (max) => selectLongestDue(db, max),
        latest: (max) => selectLatestDue(db, max),
        walk: async (after, max) => {
          const walked = await walkQueued(db, after === '' ? nilUuid : after, max)
          const last = walked.at(-1)
          const due = walked.filter(({ single, bulk }) => single || bulk)
          return { due, end: last?.place === max ? last.id : undefined }
        },
        keyOf: ({ id }) => id,
        merge: (one, other) => ({
          id: one.id,
          single: one.single || other.single,
          bulk: one.bulk || other.bulk,
        }),
      },
      limits,
    )
  }

  /** @param lastServed the workspace that had its turn last */
  async find(lastServed: Uuid): Promise<DueWorkspace[]> {
    const due = await this.#scan.find(lastServed === nilUuid ? '' : lastServed)
    if (due.length === 0) return []
    const ids = due.map(({ id }) => id)
    const halted = new Set((await selectHalted(this.#db, ids)).map(({ id }) => id))
    return due.filter(({ id }) => !halted.has(id))
  }
}

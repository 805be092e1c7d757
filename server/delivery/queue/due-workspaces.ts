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

/** SQL: when the first delivery of a workspace is due. To ask whether any is due could read the whole queue. */
const firstDueAt = (bulk: boolean) => `(
       select due_at from delivery_queue
       where workspace_id = owner.workspace_id and bulk = ${bulk} order by due_at limit 1
     )`

/**
 * From each workspace that had something to queue (queue/owners.ts) to the next one: other workspaces cost nothing, nor
 * do many deliveries of one workspace.
 */
const walkOwners = gather<[after: string, max: number], DueWorkspace>(
  'walk_owners_of_deliveries',
  `select workspace_id as id, coalesce(${firstDueAt(false)} <= now(), false) as single,
     coalesce(${firstDueAt(true)} <= now(), false) as bulk
   from queue_owners owner where queue = 'delivery' and workspace_id > $1
   order by queue, workspace_id limit $2`,
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
          const walked = await walkOwners(db, after === '' ? nilUuid : after, max)
          const due = walked.filter(({ single, bulk }) => single || bulk)
          return { due, end: walked.length === max ? walked.at(-1)?.id : undefined }
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

import type { Knex } from 'knex'
import { nilUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { gather, statement } from '../../../platform/db/statements/statement.js'
import { DueScan, type DueScanLimits } from '../../../platform/queue/due-scan.js'
import { OneByOne } from '../../../platform/queue/one-by-one.js'

/** A workspace that has something to deliver now, and is not halted. */
export interface DueWorkspace {
  readonly id: WorkspaceId
  /** True if single sends are due. */
  readonly single: boolean
  readonly bulk: boolean
}

/**
 * SQL: the due time in the form of the index of due times, which begins with the earliest time whatever the
 * workspace.
 */
const dueAt = `due_at at time zone 'UTC'`

const selectDue = (order: 'asc' | 'desc') =>
  gather<[max: number], DueWorkspace>(
    `select_due_deliveries_${order}`,
    `select workspace_id as id, not bulk as single, bulk from delivery_queue
     where ${dueAt} <= now() at time zone 'UTC' order by ${dueAt} ${order} limit $1`,
  )

const selectLongestDue = selectDue('asc')
const selectLatestDue = selectDue('desc')

/** SQL: the due time of a workspace's first due delivery. To ask whether any is due could read the whole queue. */
const firstDueAt = (workspace: string, bulk: boolean) => `(
       select due_at from delivery_queue
       where workspace_id = ${workspace} and bulk = ${bulk} order by due_at limit 1
     )`

/**
 * Walks from each workspace that had something to queue (platform/queue/owners.ts) to the next: other workspaces cost
 * nothing, and many deliveries of one cost no more than one.
 */
const walkOwners = gather<[after: string, max: number], DueWorkspace>(
  'walk_owners_of_deliveries',
  `select workspace_id as id, coalesce(${firstDueAt('owner.workspace_id', false)} <= now(), false) as single,
     coalesce(${firstDueAt('owner.workspace_id', true)} <= now(), false) as bulk
   from queue_owners owner where queue = 'delivery' and workspace_id > $1
   order by queue, workspace_id limit $2`,
)

const selectHalted = gather<[ids: readonly Uuid[]], { id: Uuid }>(
  'select_halted_workspaces',
  'select id from workspaces where id = any($1::uuid[]) and halted_at is not null',
)

const selectOne = statement<[workspaceId: WorkspaceId], DueWorkspace>(
  'select_due_of_workspace',
  `select owner.workspace_id as id, coalesce(${firstDueAt('$1', false)} <= now(), false) as single,
     coalesce(${firstDueAt('$1', true)} <= now(), false) as bulk
   from (select id as workspace_id from workspaces where id = $1 and halted_at is null) owner`,
)

/**
 * Finds the workspaces that have something to deliver now, in the order of their turns. Mail of halted workspaces
 * waits.
 *
 * While one of several machines is away, the workspaces are queried one by one.
 */
export class DueWorkspaces {
  readonly #db: Knex
  readonly #scan: DueScan<DueWorkspace>
  readonly #oneByOne = new OneByOne()

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

  /**
   * @param lastServed the workspace that had its turn last
   */
  async find(lastServed: Uuid): Promise<DueWorkspace[]> {
    const found = await this.#oneByOne.ask(
      this.#db,
      () => this.#findAll(lastServed),
      (workspaceId) => selectOne(this.#db, workspaceId),
    )
    return found.filter(({ single, bulk }) => single || bulk)
  }

  async #findAll(lastServed: Uuid): Promise<DueWorkspace[]> {
    const due = await this.#scan.find(lastServed === nilUuid ? '' : lastServed)
    if (due.length === 0) return []
    const ids = due.map(({ id }) => id)
    const halted = new Set((await selectHalted(this.#db, ids)).map(({ id }) => id))
    return due.filter(({ id }) => !halted.has(id))
  }
}

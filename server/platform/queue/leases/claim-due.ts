import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../db/ids.js'
import { gather, statement } from '../../db/statements/statement.js'
import { byWorkspace } from '../../db/statements/by-workspace.js'
import { OneByOne } from '../one-by-one.js'

/** A row of a table, of any workspace. */
export interface RowKey {
  readonly workspaceId: WorkspaceId
  readonly id: Uuid
}

interface DueRow extends RowKey {
  readonly dueAt: Date
  /** The number of the row among the due rows of its workspace, from 1; 0 if nobody asks. */
  readonly turn: number
}

/** A claimed row. */
export interface Claimed extends RowKey {
  readonly lease: Uuid
}

/** The rows that a process claims. */
export interface DueClaim {
  /** Id of the process. */
  readonly lease: Uuid
  readonly leaseSeconds: number
  /** Largest number of rows to claim. */
  readonly max: number
  /** Rows to leave alone. */
  readonly except?: readonly Uuid[]
  /** The share of one workspace. With it, the first row of each workspace comes before the second row of any. */
  readonly share?: WorkspaceShare
}

/**
 * Claims the rows of any workspace that have been due for longest.
 *
 * @returns the rows in the order in which they became due
 */
export type ClaimDue = (db: Knex, claim: DueClaim) => Promise<Claimed[]>

/** A workspace's share of places that all workspaces share. */
export interface WorkspaceShare {
  readonly max: number
  /** The number of places that each workspace has already, for those that have any. */
  readonly taken: ReadonlyMap<WorkspaceId, number>
}

/** The tables whose rows are due one by one. */
export type DueTable = 'campaigns' | 'automations' | 'segments' | 'deletions' | 'contact_imports'

/**
 * The number of rows that are looked for beyond those that are wanted, since other processes may be claiming the same
 * ones.
 */
const spare = 8

/** The max number of looks for rows by a claim, when others were faster each time. */
const looksAtMost = 3

/**
 * Makes claims of a table with the columns `id`, `due_at` and `lease`. It looks for due rows in all workspaces at
 * once (platform/queue/one-by-one.ts). It claims them workspace by workspace, which is where they are locked and
 * looked at again: rows that another process has claimed meanwhile, or is claiming, are passed over.
 */
export function dueClaims(table: DueTable): ClaimDue {
  const columns = 'workspace_id as "workspaceId", id, due_at as "dueAt", 0 as turn'
  const select = gather<[except: readonly Uuid[], max: number], DueRow>(
    `select_due_${table}`,
    `select ${columns} from ${table} where due_at <= now() and id <> all($1::uuid[])
     order by due_at limit $2`,
  )
  // A workspace with much to do does not hide those that have little.
  const selectShared = gather<[except: readonly Uuid[], full: readonly WorkspaceId[], max: number], DueRow>(
    `select_due_${table}_by_turns`,
    `select * from (
       select workspace_id as "workspaceId", id, due_at as "dueAt",
         (row_number() over (partition by workspace_id order by due_at))::integer as turn
       from ${table} where due_at <= now() and id <> all($1::uuid[]) and workspace_id <> all($2::uuid[])) due
     order by turn, "dueAt" limit $3`,
  )
  const selectOfWorkspace = statement<
    [workspaceId: WorkspaceId, except: readonly Uuid[], max: number],
    DueRow
  >(
    `select_due_${table}_of_workspace`,
    `select ${columns} from ${table}
     where workspace_id = $1 and due_at <= now() and id <> all($2::uuid[]) order by due_at limit $3`,
  )
  const oneByOne = new OneByOne()
  const claim = statement<
    [workspaceId: WorkspaceId, ids: readonly Uuid[], lease: Uuid, leaseSeconds: number],
    { id: Uuid }
  >(
    `claim_due_${table}`,
    `update ${table} set lease = $3, due_at = now() + make_interval(secs => $4)
     where workspace_id = $1 and id = any(array(
       select id from ${table} where workspace_id = $1 and id = any($2::uuid[]) and due_at <= now()
       for no key update skip locked
     ))
     returning id`,
  )

  return async (db, { lease, leaseSeconds, max, except = [], share }) => {
    const places = new Map(share?.taken)
    const hasPlace = (workspaceId: WorkspaceId) =>
      share === undefined || (places.get(workspaceId) ?? 0) < share.max
    const claimed: Claimed[] = []
    const lookedAt = [...except]
    for (let looks = 0; looks < looksAtMost && claimed.length < max; looks += 1) {
      const wanted = max - claimed.length + spare
      const due = await oneByOne.ask(
        db,
        () => {
          if (share === undefined) return select(db, lookedAt, wanted)
          const full = [...places.keys()].filter((workspaceId) => !hasPlace(workspaceId))
          return selectShared(db, lookedAt, full, wanted)
        },
        (workspaceId) => selectOfWorkspace(db, workspaceId, lookedAt, wanted),
      )
      due.sort((one, other) => one.turn - other.turn || one.dueAt.getTime() - other.dueAt.getTime())
      lookedAt.push(...due.map(({ id }) => id))
      for (let next = 0; next < due.length && claimed.length < max;) {
        const chosen: DueRow[] = []
        for (; next < due.length && chosen.length < max - claimed.length; next += 1) {
          const row = due[next] as DueRow
          if (!hasPlace(row.workspaceId)) continue
          places.set(row.workspaceId, (places.get(row.workspaceId) ?? 0) + 1)
          chosen.push(row)
        }
        const taken = new Set<Uuid>()
        for (const [workspaceId, rows] of byWorkspace(chosen))
          for (const { id } of await claim(
            db,
            workspaceId,
            rows.map(({ id }) => id),
            lease,
            leaseSeconds,
          ))
            taken.add(id)
        for (const { workspaceId, id } of chosen) {
          if (taken.has(id)) claimed.push({ workspaceId, id, lease })
          else places.set(workspaceId, (places.get(workspaceId) ?? 1) - 1)
        }
      }
      if (due.length < wanted) break
    }
    return claimed
  }
}

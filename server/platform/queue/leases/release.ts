import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../db/ids.js'
import { gather, serviceStatement, statement, type Run } from '../../db/statements/statement.js'
import { inTransaction } from '../../db/transaction/transaction.js'
import { byWorkspace } from '../../db/statements/by-workspace.js'

/** Leases that one transaction releases. A process has some hundreds. */
const releasedTogether = 1000

/** A row under a lease. */
export interface RowUnderLease {
  readonly workspaceId: WorkspaceId
  readonly id: Uuid
}

/** A table whose rows are claimed under leases. */
export interface LeasedTable {
  readonly name: string
  /** Finds rows of all workspaces whose lease is the owner's, and ends by a time of the database's clock. */
  readonly find: Run<[owner: Uuid, until: string, max: number, except: readonly Uuid[]], RowUnderLease>
  /**
   * Frees those among some rows of a workspace that still are under that lease: they are due at once. It skips locked
   * rows: their outcomes are being recorded, and they need no release.
   */
  readonly free: Run<
    [workspaceId: WorkspaceId, ids: readonly Uuid[], owner: Uuid, until: string],
    { readonly id: Uuid }
  >
}

/** Names the columns by which the leases of a table are found. */
export interface RowsUnderLease {
  readonly table: string
  /** The column that is a row's key within its workspace. */
  readonly id: string
  /** True if the index by due time has times without a zone. */
  readonly dueInUtc?: boolean
}

/**
 * Describes a table to {@link releaseLeases}. No index has the leases. They end within the length of the dead
 * process's longest one, so only rows that fall due in that time are read.
 */
export function leasedTable({ table, id, dueInUtc = false }: RowsUnderLease): LeasedTable {
  const indexed = (time: string) => (dueInUtc ? `${time} at time zone 'UTC'` : time)
  const due = indexed('due_at')
  const key = id === 'id' ? id : `${id} as id`
  return {
    name: table,
    find: gather<[owner: Uuid, until: string, max: number, except: readonly Uuid[]], RowUnderLease>(
      `select_leases_of_${table}`,
      `select workspace_id as "workspaceId", ${key} from ${table}
       where lease = $1 and ${due} > ${indexed('now()')} and ${due} <= ${indexed('$2::timestamptz')}
         and ${id} <> all($4::uuid[])
       order by ${due} limit $3`,
    ),
    free: statement<
      [workspaceId: WorkspaceId, ids: readonly Uuid[], owner: Uuid, until: string],
      { readonly id: Uuid }
    >(
      `release_leases_of_${table}`,
      `update ${table} set due_at = now(), lease = null
       where workspace_id = $1 and ${id} = any(array(
         select ${id} from ${table}
         where workspace_id = $1 and ${id} = any($2::uuid[]) and lease = $3
           and due_at > now() and due_at <= $4::timestamptz
         for update skip locked
       ))
       returning ${key}`,
    ),
  }
}

/** Frees the rows that were found, workspace by workspace. */
async function freeAll(
  db: Knex,
  table: LeasedTable,
  leased: readonly RowUnderLease[],
  { owner, until }: { readonly owner: Uuid; readonly until: string },
): Promise<Set<Uuid>> {
  const freed = new Set<Uuid>()
  for (const [workspaceId, rows] of byWorkspace(leased)) {
    const ids = rows.map(({ id }) => id)
    for (const { id } of await table.free(db, workspaceId, ids, owner, until)) freed.add(id)
  }
  return freed
}

const selectEnd = serviceStatement<[leaseSeconds: number], { end: string }>(
  'select_end_of_leases',
  `select (now() + make_interval(secs => $1))::text as "end"`,
)

/** Returns the latest time at which leases end that have begun by now. */
async function endOfLeases(db: Knex, leaseSeconds: number): Promise<string> {
  const [time] = await selectEnd(db, leaseSeconds)
  if (time === undefined) throw new Error('a database knows the time')
  return time.end
}

/**
 * Locks the row of a dead process. If that process takes its row back, it waits for this transaction, and the next
 * one releases nothing.
 */
const lockDead = serviceStatement<[owner: Uuid], { id: Uuid }>(
  'lock_dead_lease_owner',
  'select id from lease_owners where id = $1 and expired for share',
)

/**
 * Releases the leases of a process that is taken for dead, in batches: its rows are due at once. Several processes
 * may do it at once.
 *
 * @returns the number of leases that it has released
 */
export async function releaseLeases(
  db: Knex,
  tables: readonly LeasedTable[],
  {
    owner,
    leaseSeconds,
    isStopping,
  }: {
    readonly owner: Uuid
    readonly leaseSeconds: number
    /** Returns true to stop before the next batch. */
    readonly isStopping: () => boolean
  },
): Promise<number> {
  const until = await endOfLeases(db, leaseSeconds)
  let sum = 0
  for (const table of tables) {
    const skipped: Uuid[] = []
    let leased: readonly RowUnderLease[]
    do {
      if (isStopping()) return sum
      leased = await table.find(db, owner, until, releasedTogether, skipped)
      if (leased.length === 0) break
      const freed = await inTransaction(db, async ({ sql }) =>
        (await lockDead(sql, owner)).length === 0 ? undefined : freeAll(sql, table, leased, { owner, until }),
      )
      if (freed === undefined) return sum
      sum += freed.size
      skipped.push(...leased.map(({ id }) => id).filter((id) => !freed.has(id)))
    } while (leased.length === releasedTogether)
  }
  return sum
}

/**
 * Releases the leases that a process has on rows of a table, in batches, except on rows that it works on.
 *
 * If the network is slow, the database can get a statement long after this process has given it up, and has claimed
 * again. So each statement limits itself to leases that end by a given time: a lease that began later ends later.
 *
 * @returns the number of leases that it has released
 */
export async function releaseStrays(
  db: Knex,
  table: LeasedTable,
  {
    owner,
    leaseSeconds,
    inFlight,
  }: {
    readonly owner: Uuid
    readonly leaseSeconds: number
    /** Returns the keys of the rows that the process works on; called before each batch. */
    readonly inFlight: () => Iterable<Uuid>
  },
): Promise<number> {
  const until = await endOfLeases(db, leaseSeconds)
  const skipped: Uuid[] = []
  let sum = 0
  for (;;) {
    const leased = await table.find(db, owner, until, releasedTogether, [...inFlight(), ...skipped])
    const freed = await freeAll(db, table, leased, { owner, until })
    sum += freed.size
    if (leased.length < releasedTogether) return sum
    skipped.push(...leased.map(({ id }) => id).filter((id) => !freed.has(id)))
  }
}

/**
 * Releases all leases of a database that no other process uses, as this one starts. They are those of a process that
 * was killed.
 */
export async function releaseAllLeases(db: Knex, tables: readonly LeasedTable[]): Promise<void> {
  for (const { name } of tables) {
    await db(name).whereNotNull('lease').where('due_at', '>', db.fn.now()).update({ due_at: db.fn.now() })
    await db(name).whereNotNull('lease').update({ lease: null })
  }
}

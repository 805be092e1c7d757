import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { gather, serviceStatement } from '../../db/statement.js'

/** Leases that one transaction releases. A process has some hundreds. */
const releasedTogether = 1000

type Params = [owner: Uuid, leaseSeconds: number, max: number]
type StrayParams = [...Params, inFlight: readonly Uuid[], asOf: string]
type Counted = { readonly count: number }

/** A table whose rows are claimed under leases. */
export interface LeasedTable {
  readonly name: string
  /** Releases leases of a process that is held for dead. */
  readonly release: (db: Knex, ...params: Params) => Promise<Counted[]>
  /**
   * Releases leases of a process that lives, on rows that it does not work on and that it claimed before a time of the
   * database's clock.
   */
  readonly releaseStrays: (db: Knex, ...params: StrayParams) => Promise<Counted[]>
}

/** How the leases of a table are found. */
export interface HeldRows {
  readonly table: string
  /** The column that is a row's key within its workspace. */
  readonly id: string
  /** SQL: common table expressions that `rows` needs, if it needs any. They may be recursive. */
  readonly before?: string
  /**
   * SQL: a query of `workspace_id` and the key of the rows that `isHeld` is true of, in at most $3 rows. It
   * locks them, and skips those that are locked: these are being recorded, and need no release. It returns
   * none if the common table expression `owner` is empty.
   */
  readonly rows: (isHeld: string) => string
}

/**
 * Describes a table to {@link releaseLeases}. No index has the leases. They end within the length of the dead
 * process's longest one, so only what falls due in that time is read.
 */
export function leasedTable({ table, id, before, rows }: HeldRows): LeasedTable {
  const isHeld = 'lease = $1 and due_at > now() and due_at <= now() + make_interval(secs => $2)'
  const text = (owner: string, isReleased: string) => `with ${before === undefined ? '' : `${before}, `}
   owner as materialized (
     ${owner}
   ), held as (
     ${rows(isReleased)}
   ), freed as (
     update ${table} set due_at = now(), lease = null
     where workspace_id = any(array(select distinct workspace_id from held))
       and ${id} = any(array(select ${id} from held)) and lease = $1
     returning 1
   )
   select count(*)::integer as count from freed`
  // If the owner takes its row back, it waits for this transaction, and the next one releases nothing.
  const dead = text('select id from lease_owners where id = $1 and expired for share', isHeld)
  const stray = text(
    'select $1::uuid as id',
    `${isHeld} and ${id} <> all($4::uuid[]) and due_at <= $5::timestamptz + make_interval(secs => $2)`,
  )
  return {
    name: table,
    release: gather<Params, Counted>(`release_leases_of_${table}`, dead),
    releaseStrays: gather<StrayParams, Counted>(`release_stray_leases_of_${table}`, stray),
  }
}

/**
 * Releases the leases of a process that is held for dead, in batches: what they held is due at once. Several
 * processes may do it at once.
 *
 * @param isStopping whether to stop before the next batch
 * @returns how many leases it has released
 */
export async function releaseLeases(
  db: Knex,
  tables: readonly LeasedTable[],
  owner: Uuid,
  leaseSeconds: number,
  isStopping: () => boolean,
): Promise<number> {
  let sum = 0
  for (const { release } of tables) {
    let count: number
    do {
      if (isStopping()) return sum
      count = (await release(db, owner, leaseSeconds, releasedTogether))[0]?.count ?? 0
      sum += count
    } while (count === releasedTogether)
  }
  return sum
}

const selectTime = serviceStatement<[], { now: string }>(
  'select_time_of_database',
  'select now()::text as now',
)

/**
 * Releases the leases that a process has on rows of a table, in batches, but for those that it works on.
 *
 * Where the network is slow, the database can get a statement long after this process has given it up, and has claimed
 * again. So each says until when the leases that it releases began.
 *
 * @param inFlight the keys of the rows that it works on, asked before each batch
 * @returns how many leases it has released
 */
export async function releaseStrays(
  db: Knex,
  table: LeasedTable,
  owner: Uuid,
  leaseSeconds: number,
  inFlight: () => Iterable<Uuid>,
): Promise<number> {
  const [time] = await selectTime(db)
  if (time === undefined) throw new Error('a database knows the time')
  let sum = 0
  for (;;) {
    const working = [...inFlight()]
    const [freed] = await table.releaseStrays(db, owner, leaseSeconds, releasedTogether, working, time.now)
    const count = freed?.count ?? 0
    sum += count
    if (count < releasedTogether) return sum
  }
}

/**
 * Releases all leases of a database that no other process uses, as it starts. They are those of a process
 * that was killed.
 */
export async function releaseAllLeases(db: Knex, tables: readonly LeasedTable[]): Promise<void> {
  for (const { name } of tables) {
    await db(name).whereNotNull('lease').where('due_at', '>', db.fn.now()).update({ due_at: db.fn.now() })
    await db(name).whereNotNull('lease').update({ lease: null })
  }
}

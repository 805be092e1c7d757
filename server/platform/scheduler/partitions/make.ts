import type { Knex } from 'knex'
import { advisoryLocks } from '../../db/transaction/advisory-locks.js'
import { minUuidAt, type Uuid } from '../../db/ids.js'
import { gather, serviceStatement } from '../../db/statements/statement.js'
import { readingMs } from '../../db/connection/time-limits.js'
import { inTransaction } from '../../db/transaction/transaction.js'
import { dayMs } from '../../db/retention.js'
import { historyTables, idsOf, readDivisions, type Division, type HistoryTable } from './state.js'

/**
 * Divides the tables of the history by time, and makes partitions ahead of it.
 *
 * A table that is to be divided becomes the default partition of a divided one (an instant). The default partition
 * then gets a bound some days ahead, is read once to see that nothing is beyond it, and becomes the first partition,
 * beside a new default partition (another instant). Nobody waits meanwhile, and each step is found half done and
 * finished after a crash. Rows that no partition was made for, since no scheduler was there for days, are in the
 * default partition, which then becomes a partition in the same way.
 */

/**
 * The time by which the bound of the default partition is ahead: for so long nobody needs to finish what a crash has
 * left.
 */
const boundAheadMs = 7 * dayMs

/** PostgreSQL's code for a check that a row does not pass. */
const checkViolation = '23514'

/** The time for which partitions are made ahead. */
const aheadMs = 3 * dayMs

const begin = serviceStatement<[table: string]>(
  'begin_history_partitions',
  'select begin_history_partitions($1)',
)
const bound = serviceStatement<[table: string, from: Uuid | null, below: Uuid]>(
  'bound_history_default',
  'select bound_history_default($1, $2::uuid, $3::uuid)',
)
const validate = serviceStatement<[table: string]>(
  'validate_history_bound',
  'select validate_history_bound($1)',
)
const unbound = serviceStatement<[table: string]>(
  'unbound_history_default',
  'select unbound_history_default($1)',
)
const close = serviceStatement<[table: string, part: string, from: Uuid | null, below: Uuid]>(
  'close_history_default',
  'select close_history_default($1, $2, $3::uuid, $4::uuid)',
)
const add = serviceStatement<[table: string, part: string, from: Uuid | null, below: Uuid]>(
  'add_history_partition',
  'select add_history_partition($1, $2, $3::uuid, $4::uuid)',
)
const tryLock = serviceStatement<[number], { mine: boolean }>(
  'try_lock_partitions',
  'select pg_try_advisory_xact_lock($1) as mine',
)
const analyze = serviceStatement<[table: string]>('analyze_history', 'select analyze_history($1)')

/** Statements that find one row, by table, from an id on and below another. */
const selectBehind = new Map(
  historyTables.map(({ table, key }) => [
    table,
    gather<[from: Uuid, below: Uuid], { workspace_id: Uuid }>(
      `select_behind_partitions_of_${table}`,
      `select workspace_id from ${table} where ${key} >= $1 and ${key} < $2 limit 1`,
    ),
  ]),
)

/**
 * Divides a table, or makes the partitions that it needs next. Another process may do the same meanwhile.
 *
 * @param widthDays the number of days of a new partition
 * @returns whether it has changed anything
 */
export async function makePartitions(
  db: Knex,
  table: HistoryTable,
  widthDays: number,
  now: Date,
): Promise<boolean> {
  const width = widthDays * dayMs
  let changed = false
  for (;;) {
    const isDone = await inTransaction(
      db,
      async ({ sql }) => {
        const [lock] = await tryLock(sql, advisoryLocks.partitions)
        return lock?.mine !== true || !(await takeStep(sql, table, width, now))
      },
      { maxMs: readingMs },
    ).catch(async (error: unknown) => {
      // The default partition has ids of a future time. No insert may be refused because of them.
      if ((error as { code?: unknown }).code === checkViolation) await unbound(db, table)
      throw error
    })
    if (isDone) break
    changed = true
  }
  if (changed) await inTransaction(db, ({ sql }) => analyze(sql, table), { maxMs: readingMs })
  return changed
}

/**
 * Takes the next step in dividing a table.
 *
 * @returns false if there is nothing to do
 */
async function takeStep(sql: Knex, table: HistoryTable, width: number, now: Date): Promise<boolean> {
  const division = (await readDivisions(sql)).find((each) => each.table === table)
  if (division === undefined) throw new Error(`there is no table ${table}`)
  const { isDivided, closing } = division
  const last = lastOf(division)
  if (!isDivided) await begin(sql, table)
  else if (closing !== null) {
    if (closing.to.getTime() < now.getTime() + dayMs) await unbound(sql, table)
    else if (!closing.isValid) await validate(sql, table)
    else await close(sql, table, partOf(last), ...idsOf({ from: last, to: closing.to }))
  } else if (last === null || (await hasRowsBehind(sql, table, last, now))) {
    const ahead = startOfDay(now.getTime() + boundAheadMs)
    await bound(
      sql,
      table,
      ...idsOf({ from: last, to: new Date(Math.max(ahead, (last?.getTime() ?? 0) + width)) }),
    )
  } else if (last.getTime() < now.getTime() + aheadMs) {
    await add(sql, table, partOf(last), ...idsOf({ from: last, to: new Date(last.getTime() + width) }))
  } else return false
  return true
}

/** Tells whether the default partition has rows of a time that has come, and that no partition was made for. */
async function hasRowsBehind(sql: Knex, table: HistoryTable, last: Date, now: Date): Promise<boolean> {
  const ahead = new Date(now.getTime() + boundAheadMs)
  return last < ahead && (await selectBehind.get(table)!(sql, minUuidAt(last), minUuidAt(ahead))).length > 0
}

const lastOf = ({ partitions }: Division): Date | null => partitions.at(-1)?.to ?? null

/** Returns the start of a day of UTC. */
const startOfDay = (ms: number): number => ms - (ms % dayMs)

const partOf = (from: Date | null): string =>
  from === null ? 'first' : from.toISOString().slice(0, 10).replaceAll('-', '')

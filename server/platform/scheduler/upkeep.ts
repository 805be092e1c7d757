import type { Knex } from 'knex'
import type { SchedulerConfig } from '../config/scheduler.js'
import { vacuumMs } from '../db/connection/time-limits.js'
import type { Job } from './scheduler.js'
import { serviceStatement } from '../db/statements/statement.js'
import { inTransaction } from '../db/transaction/transaction.js'

/** The changes of a table since it was last looked after. Rows of its TOAST table, of up to 2 kB, count as well. */
interface ChangedTable {
  readonly name: string
  /** Rows that were added, and rows that are gone, since its last vacuum. */
  readonly changed: number
  /** Rows that were changed since the planner last made its statistics of the table. */
  readonly unanalyzed: number
  readonly rows: number
  /** The table's pages at its last vacuum. */
  readonly pages: number
}

const selectChanged = serviceStatement<[], ChangedTable>(
  'select_changed_tables',
  // The session reports pending changes to its statistics at the end of a statement that asks for it.
  `select relname as name, pages, pg_stat_get_live_tuples(oid)::integer as rows,
     pg_stat_get_mod_since_analyze(oid)::integer as unanalyzed,
     (pg_stat_get_ins_since_vacuum(oid) + pg_stat_get_dead_tuples(oid)
       + coalesce(pg_stat_get_ins_since_vacuum(toast) + pg_stat_get_dead_tuples(toast), 0))::integer as changed
   from (
     select own.oid, own.relname, own.reltoastrelid as toast, greatest(own.relpages, toast.relpages) as pages
     from pg_class own left join pg_class toast on toast.oid = own.reltoastrelid
     where own.relkind = 'r' and own.relnamespace = 'public'::regnamespace
   ) tables order by relname`,
)

/** The max pages of a table that are read to see how many of them can be cut off. */
const maxCutPages = 4096
/** The max pages of a table that the planner's statistics are made of; 300 for each step of their target. */
const maxSampledPages = 9_000

/**
 * Frees the space of deleted rows, and makes statistics of the rows that are there. A PostgreSQL server does both by
 * itself (autovacuum); the embedded database has no process for it, and what retention purges would still fill the
 * disk.
 *
 * Nothing else is done in the embedded database meanwhile, so no statement may have much to do. A vacuum goes through
 * every page that has changed since the last one and writes many of them to the write-ahead log, even if rows were
 * only added: so a table has one as soon as some megabytes have changed. Of a large table no pages are cut off at its
 * end, since that reads all empty ones; new rows fill them.
 */
export function vacuumJob(
  db: Knex,
  { everySeconds, rows: most, restSeconds }: SchedulerConfig['vacuum'],
): Job {
  let restedAt = -Infinity
  return {
    name: 'vacuum',
    everySeconds,
    run: async (stopping) => {
      await db.raw('select pg_stat_force_next_flush()')
      const isRested = performance.now() - restedAt >= restSeconds * 1000
      for (const { name, changed, unanalyzed, rows, pages } of await selectChanged(db)) {
        if (changed >= most || (isRested && changed > 0)) {
          if (stopping.aborted) return
          const cut = pages <= maxCutPages ? 'on' : 'off'
          await db.raw(`vacuum (truncate ${cut}) ??`, [name]).options({ maxMs: vacuumMs })
        }
        // By the rule of autovacuum.
        if (unanalyzed > 50 + rows / 10) {
          if (stopping.aborted) return
          await analyze(db, name, pages)
        }
      }
      if (isRested) restedAt = performance.now()
    },
  }
}

function analyze(db: Knex, table: string, pages: number): Promise<void> {
  return inTransaction(
    db,
    async ({ sql }) => {
      if (pages > maxSampledPages)
        await sql.raw(`set local default_statistics_target = ${maxSampledPages / 300}`)
      await sql.raw('analyze ??', [table])
    },
    { maxMs: vacuumMs },
  )
}
const walBytes = serviceStatement<[], { bytes: string }>(
  'wal_since_checkpoint',
  `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`,
)

/**
 * Makes a checkpoint when much of the write-ahead log has been written since the last one. A PostgreSQL server does
 * so by itself; the embedded database has no process for it, so its log would grow until the service stops, and a
 * start after a crash would read all of it.
 *
 * @param everySeconds seconds from the end of a run to the next one
 * @param maxBytes the max bytes of the log between two checkpoints
 */
export function checkpointJob(db: Knex, everySeconds: number, maxBytes: number): Job {
  return {
    name: 'checkpoint',
    everySeconds,
    run: async () => {
      const [written] = await walBytes(db)
      if (Number(written?.bytes) > maxBytes) await db.raw('checkpoint').options({ maxMs: vacuumMs })
    },
  }
}

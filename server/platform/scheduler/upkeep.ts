import type { Knex } from 'knex'
import { vacuumMs } from '../db/time-limits.js'
import type { Job } from './scheduler.js'
import { serviceStatement } from '../db/statement.js'

/**
 * Frees the space of rows that are gone, and statistics of those that are there. A PostgreSQL server does
 * both by itself (autovacuum); the embedded database has no process for it, and what retention purges would
 * still fill the disk.
 *
 * Table by table, because nothing else is done in the embedded database meanwhile.
 *
 * @param everySeconds from the end of a run to the next one
 */
export function vacuumJob(db: Knex, everySeconds: number): Job {
  return {
    name: 'vacuum',
    everySeconds,
    run: async (stopping) => {
      const tables = await db('pg_tables')
        .where('schemaname', 'public')
        .orderBy('tablename')
        .select('tablename')
      for (const { tablename } of tables as { tablename: string }[]) {
        if (stopping.aborted) return
        await db.raw('vacuum (analyze) ??', [tablename]).options({ maxMs: vacuumMs })
      }
    },
  }
}

const walBytes = serviceStatement<[], { bytes: string }>(
  'wal_since_checkpoint',
  `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`,
)

/**
 * Makes a checkpoint when much of the write-ahead log has been written since the last one. A PostgreSQL
 * server does so by itself; the embedded database has no process for it, so its log would grow until the
 * service stops, and a start after a crash would read all of it.
 *
 * @param everySeconds from the end of a run to the next one
 * @param maxBytes how much of the log may be written between two checkpoints
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

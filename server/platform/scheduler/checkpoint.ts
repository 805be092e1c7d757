import type { Knex } from 'knex'
import { serviceStatement } from '../db/statement.js'
import { vacuumMs } from '../db/time-limits.js'
import type { Job } from './scheduler.js'

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

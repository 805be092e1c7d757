import type { Knex } from 'knex'
import { vacuumMs } from '../db/time-limits.js'
import type { Job } from './scheduler.js'

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

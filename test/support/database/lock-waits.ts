import type pg from 'pg'
import { inject } from 'vitest'
import { until } from '../time/until.js'

/** Who waits for whom in the database of a test. Where it is spread over machines, all of them are asked. */

/** A session that waits for a lock which another one has, or has asked for before it. */
export interface LockWait {
  /** The statement that the waiting session has sent. */
  readonly statement: string
  /** The two sessions, as {@link sessionOf} names them. */
  readonly waiting: string
  readonly blocking: string
}

type Asked = Pick<pg.Pool, 'query'>

const onOneMachine = `select activity.query as statement, activity.pid::text as waiting, blocking::text
  from pg_stat_activity activity cross join unnest(pg_blocking_pids(activity.pid)) blocking
  where activity.datname = current_database()`

const onMachines = `select blocked_statement as statement, waiting_gpid::text as waiting, blocking_gpid::text as blocking
  from citus_lock_waits
  where waiting_gpid in (select global_pid from citus_stat_activity where datname = current_database())`

const isSpread = () => inject('workerUrls').length > 0

/** Asks who waits now. */
export async function lockWaits(sql: Asked): Promise<LockWait[]> {
  return (await sql.query<LockWait>(isSpread() ? onMachines : onOneMachine)).rows
}

/** The name of a connection's session in {@link LockWait}. */
export async function sessionOf(connection: Asked): Promise<string> {
  const own = isSpread() ? 'citus_backend_gpid()' : 'pg_backend_pid()'
  return (await connection.query<{ name: string }>(`select ${own}::text as name`)).rows[0]!.name
}

/** Resolves once so many sessions wait, of those that have sent something with this in it. */
export async function untilWaiting(sql: Asked, what: string, count = 1, text = ''): Promise<void> {
  await until(async () => {
    const waits = (await lockWaits(sql)).filter(({ statement }) => statement.includes(text))
    return new Set(waits.map(({ waiting }) => waiting)).size >= count
  }, what)
}

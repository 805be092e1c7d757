import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { advisoryLocks } from '../../platform/db/transaction/advisory-locks.js'
import type { Uuid } from '../../platform/db/ids.js'
import { serviceStatement } from '../../platform/db/statements/statement.js'

interface OlderRow {
  readonly id: Uuid
  readonly beats: string
  /** True if the process has a session with the database. */
  readonly connected: boolean
}

const olderProcesses = serviceStatement<[before: Date], OlderRow>(
  'find_older_processes',
  `select id, beats, coalesce(session_lock, false) and exists (
     select from pg_locks
     where locktype = 'advisory' and classid = ${advisoryLocks.session} and objsubid = 2
       and database = (select oid from pg_database where datname = current_database())
       and objid = (hashtext(lease_owners.id::text)::bigint & 4294967295)::oid
   ) as connected
   from lease_owners where not expired and started_at < $1`,
)

const pollMs = 500

/**
 * Counts the living processes that started before a time. A process is alive if it has a session with the database,
 * or if its heartbeat goes on. A process that was killed leaves its row for others to delete.
 *
 * @param waitMs milliseconds to wait for a beat of processes without a session
 */
export async function countOlderProcesses(db: Knex, before: Date, waitMs: number): Promise<number> {
  const first = await olderProcesses(db, before)
  const beats = new Map(first.map((row) => [row.id, row.beats]))
  const isAlive = (row: OlderRow) => row.connected || row.beats !== (beats.get(row.id) ?? row.beats)
  let rows = first
  for (let waited = 0; rows.length > 0 && waited < waitMs && !rows.some(isAlive); waited += pollMs) {
    await sleep(pollMs)
    rows = await olderProcesses(db, before)
  }
  return rows.filter(isAlive).length
}

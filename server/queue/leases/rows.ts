import type { Knex } from 'knex'
import { advisoryLocks } from '../../db/advisory-locks.js'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'

export interface OwnerRow {
  readonly id: Uuid
  readonly beats: string
  readonly expired: boolean
  readonly lease_seconds: number
  /** The queues that it wants to be woken for. */
  readonly wakes: readonly string[]
  /** Whether it had a session with the database that has ended, as that of a process does which is killed. */
  readonly ended: boolean
  /** Whether the process that reads has beaten. It has not if its row is expired, or gone. */
  readonly beaten: boolean
}

/** Adds a process. One that was held for dead takes its row back: its leases are released no further. */
export const register = statement<[id: Uuid, leaseSeconds: number]>(
  'register_lease_owner',
  `insert into lease_owners (id, lease_seconds) values ($1, $2)
   on conflict (id) do update set expired = false, beats = lease_owners.beats + 1`,
)

const beatAndRead = statement<[id: Uuid, wakes: readonly string[]], OwnerRow>(
  'beat',
  `with locked as materialized (
     select pg_try_advisory_lock_shared(${advisoryLocks.session}, hashtext($1::uuid::text)) as held
   ), beaten as (
     update lease_owners set beats = beats + 1, wakes = $2, session_lock = locked.held from locked
     where id = $1 and not expired returning id
   ), session as materialized (
     select objid from pg_locks
     where locktype = 'advisory' and classid = ${advisoryLocks.session} and objsubid = 2
       and database = (select oid from pg_database where datname = current_database())
   )
   select id, beats, expired, lease_seconds, wakes, exists (select from beaten) as beaten,
     session_lock and not exists (
       select from session where objid = (hashtext(lease_owners.id::text)::bigint & 4294967295)::oid
     ) as ended
   from lease_owners`,
)

/**
 * Increments a process's beats, and reads all rows. The session that does it takes the process's lock, which lasts as
 * long as the session. It costs no commit of its own. Two processes whose ids have one hash share a lock: then the
 * end of one session is not seen, and the beats alone tell.
 *
 * @param wakes the queues that it wants to be woken for
 */
export async function beat(
  db: Knex,
  id: Uuid,
  wakes: readonly string[],
): Promise<{ beaten: boolean; others: OwnerRow[] }> {
  const rows = await beatAndRead(db, id, wakes)
  return { beaten: rows[0]?.beaten ?? false, others: rows.filter((row) => row.id !== id) }
}

/** Holds a process for dead, unless it has beaten since: then it returns no row. */
export const expire = statement<[id: Uuid, beats: string], { id: Uuid }>(
  'expire_lease_owner',
  'update lease_owners set expired = true where id = $1 and beats = $2 returning id',
)

/** Holds a process for dead that ends: what it could not finish is released. */
export const leave = statement<[id: Uuid]>(
  'leave_lease_owners',
  'update lease_owners set expired = true where id = $1',
)

/** Deletes the row of a dead process, unless it has taken it back: then it returns no row. */
export const forget = statement<[id: Uuid], { id: Uuid }>(
  'forget_lease_owner',
  'delete from lease_owners where id = $1 and expired returning id',
)

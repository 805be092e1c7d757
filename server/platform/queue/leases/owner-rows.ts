import type { Knex } from 'knex'
import { advisoryLocks } from '../../db/transaction/advisory-locks.js'
import type { Uuid } from '../../db/ids.js'
import { serviceStatement } from '../../db/statements/statement.js'

export interface OwnerRow {
  readonly id: Uuid
  readonly beats: string
  readonly expired: boolean
  readonly lease_seconds: number
  /** The queues that the process wants to be woken for. */
  readonly wakes: readonly string[]
  /**
   * Milliseconds for which processes have seen this one without a session with the database and without a beat; null
   * while its session lasts, or if it never showed one. The session of a process that is killed ends.
   */
  readonly ended_ms: number | null
  /** True if the process that reads has beaten. It has not if its row is expired, or gone. */
  readonly beaten: boolean
}

/** Adds a process. A process that was taken for dead takes its row back: its leases are released no further. */
export const register = serviceStatement<[id: Uuid, leaseSeconds: number]>(
  'register_lease_owner',
  `insert into lease_owners (id, lease_seconds) values ($1, $2)
   on conflict (id) do update set expired = false, beats = lease_owners.beats + 1`,
)

/**
 * Writes a beat and reads all rows. Time without a session is added up in the row, so that processes which are killed
 * one after the other know it together. A step is the time since anybody added one, and counts only if the database
 * was there throughout: not if it is longer than $4, since then an outage may have stopped all processes. After an
 * outage nobody has a session, and the living processes have all the time that is left to beat over a new one.
 *
 * The database's clock measures a step, and may jump. A jump back, or far ahead, makes a step that does not count. A
 * small jump ahead counts for no more than $3, the time since the same process beat before, by a clock of its own
 * that only runs forwards. Only the first beat of a process has none: there a jump gains $4 at most.
 *
 * Two processes that see each other's session ended do not lock each other out: a process locks its own row first
 * (hence the count of `beaten`), and skips locked rows, since the owner of such a row beats or somebody else counts.
 */
const beatAndRead = serviceStatement<
  [id: Uuid, wakes: readonly string[], sinceMs: number | null, maxStepMs: number],
  OwnerRow
>(
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
   ), ended as materialized (
     select id from lease_owners
     where id <> $1 and not expired and session_lock and (select count(*) from beaten) >= 0 and not exists (
       select from session where objid = (hashtext(lease_owners.id::text)::bigint & 4294967295)::oid
     )
     for update skip locked
   ), counted as (
     update lease_owners set ended_beats = beats, ended_at = clock_timestamp(), ended_ms = case
       when ended_beats is distinct from beats then 0
       when clock_timestamp() - ended_at between interval '0' and $4::double precision * interval '1 ms'
         then ended_ms + least(extract(epoch from clock_timestamp() - ended_at) * 1000, $3::double precision)
       else ended_ms end
     where id in (select id from ended)
     returning id, ended_ms
   )
   select lease_owners.id, beats, expired, lease_seconds, wakes, exists (select from beaten) as beaten,
     counted.ended_ms
   from lease_owners left join counted on counted.id = lease_owners.id`,
)

export interface BeatOptions {
  /** The queues that the process wants to be woken for. */
  readonly wakes: readonly string[]
  /**
   * The time since the process's last beat began, in milliseconds of a clock that only runs forwards; null at its
   * first one.
   */
  readonly sinceMs: number | null
  /**
   * If two beats of any processes are this far apart, in milliseconds, the database may have been away in between.
   */
  readonly maxStepMs: number
}

/**
 * Increments a process's beats, and reads all rows. The session that does it takes the process's lock, which lasts as
 * long as the session. It costs no commit of its own. Two processes whose ids have one hash share a lock: then the
 * end of one session is not seen, and only the beats tell.
 */
export async function beat(
  db: Knex,
  id: Uuid,
  { wakes, sinceMs, maxStepMs }: BeatOptions,
): Promise<{ beaten: boolean; others: OwnerRow[] }> {
  const rows = await beatAndRead(db, id, wakes, sinceMs, maxStepMs)
  return { beaten: rows[0]?.beaten ?? false, others: rows.filter((row) => row.id !== id) }
}

/** Marks a process as dead, unless it has beaten since: then it returns no row. */
export const expire = serviceStatement<[id: Uuid, beats: string], { id: Uuid }>(
  'expire_lease_owner',
  'update lease_owners set expired = true where id = $1 and beats = $2 returning id',
)

/** Marks a process that ends as dead: the work that it could not finish is released. */
export const leave = serviceStatement<[id: Uuid]>(
  'leave_lease_owners',
  'update lease_owners set expired = true where id = $1',
)

/** Deletes the row of a dead process, unless the process has taken it back: then it returns no row. */
export const forget = serviceStatement<[id: Uuid], { id: Uuid }>(
  'forget_lease_owner',
  'delete from lease_owners where id = $1 and expired returning id',
)

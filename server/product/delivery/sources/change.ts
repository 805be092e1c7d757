import type { Knex } from 'knex'
import { serviceStatement } from '../../../platform/db/statements/statement.js'
import type { Assignment, PoolRelay, Source } from './source-rows.js'
import { usualSchedule } from './warm-up.js'

/** Statements by which operators change sources and pools. */

const insertPool = serviceStatement<[name: string, schedule: readonly number[]]>(
  'insert_pool',
  'insert into sending_pools (name, schedule) values ($1, $2) on conflict (name) do nothing',
)

/** Makes a pool with the usual warm-up, unless there is one of this name. */
async function ensurePool(db: Knex, name: string): Promise<void> {
  await insertPool(db, name, usualSchedule)
}

const updateSchedule = serviceStatement<[name: string, schedule: readonly number[]], { name: string }>(
  'update_schedule_of_pool',
  'update sending_pools set schedule = $2 where name = $1 returning name',
)

/**
 * Sets the warm-up schedule of a pool.
 *
 * @returns false if there is no such pool
 */
export async function setSchedule(db: Knex, name: string, schedule: readonly number[]): Promise<boolean> {
  return (await updateSchedule(db, name, schedule)).length > 0
}

const upsertRelay = serviceStatement<[pool: string, sealed: Buffer]>(
  'set_relay_of_pool',
  `insert into pool_relays (pool, sealed) values ($1, $2)
   on conflict (pool) do update set sealed = excluded.sealed, changed_at = now()`,
)

/** Has a pool's mail go to a relay, whose address is sealed. Makes the pool if there is none of this name. */
export async function setRelay(db: Knex, { pool, sealed }: PoolRelay): Promise<void> {
  await ensurePool(db, pool)
  await upsertRelay(db, pool, sealed)
}

const deleteRelay = serviceStatement<[pool: string], { pool: string }>(
  'delete_relay_of_pool',
  'delete from pool_relays where pool = $1 returning pool',
)

/**
 * Takes a pool's relay away.
 *
 * @returns false if the pool has no relay
 */
export async function removeRelay(db: Knex, pool: string): Promise<boolean> {
  return (await deleteRelay(db, pool)).length > 0
}

const insertSource = serviceStatement<
  [address: string, bind: string, name: string, pool: string, warm: boolean],
  { address: string }
>(
  'insert_source',
  `insert into sending_sources (address, bind, name, pool, warm) values ($1, $2, $3, $4, $5)
   on conflict (address) do nothing returning address`,
)

/**
 * Adds a source, and makes its pool if there is none of this name.
 *
 * @returns false if the source exists already
 */
export async function addSource(
  db: Knex,
  { address, bind, name, pool, warm }: Pick<Source, 'address' | 'bind' | 'name' | 'pool' | 'warm'>,
): Promise<boolean> {
  await ensurePool(db, pool)
  return (await insertSource(db, address, bind, name, pool, warm)).length > 0
}

const updateDraining = serviceStatement<[address: string, draining: boolean], { address: string }>(
  'drain_source',
  'update sending_sources set draining = $2 where address = $1 returning address',
)

/**
 * Sets whether a source takes no further mail.
 *
 * @returns false if there is no such source
 */
export async function setDraining(db: Knex, address: string, draining: boolean): Promise<boolean> {
  return (await updateDraining(db, address, draining)).length > 0
}

const deleteSource = serviceStatement<[address: string], { address: string }>(
  'delete_source',
  `with days as (
     delete from source_days where source = $1
   ), reputations as (
     delete from source_reputations where source = $1
   ), suspensions as (
     delete from source_suspensions where source = $1
   )
   delete from sending_sources where address = $1 returning address`,
)

/**
 * Deletes a source and its days.
 *
 * @returns false if there is no such source
 */
export async function removeSource(db: Knex, address: string): Promise<boolean> {
  return (await deleteSource(db, address)).length > 0
}

const upsertAssignment = serviceStatement<[kind: string, value: string, pool: string]>(
  'assign_to_pool',
  `insert into pool_assignments (kind, value, pool) values ($1, $2, $3)
   on conflict (kind, value) do update set pool = excluded.pool`,
)

export async function assign(db: Knex, { kind, value, pool }: Assignment): Promise<void> {
  await upsertAssignment(db, kind, value, pool)
}

const deleteAssignment = serviceStatement<[kind: string, value: string], { pool: string }>(
  'unassign_from_pool',
  'delete from pool_assignments where kind = $1 and value = $2 returning pool',
)

/**
 * Ends the assignment of a mail stream, workspace or domain to a pool.
 *
 * @returns the pool that it was assigned to; undefined if there was none
 */
export async function unassign(
  db: Knex,
  { kind, value }: Pick<Assignment, 'kind' | 'value'>,
): Promise<string | undefined> {
  return (await deleteAssignment(db, kind, value))[0]?.pool
}

export interface DayRow {
  readonly source: string
  readonly provider: string
  readonly cap: number | null
  readonly taken: number
  readonly sent: number
  readonly deferred: number
  readonly step: number
}

const selectToday = serviceStatement<[day: string], DayRow>(
  'select_source_days',
  `select source, provider, cap, taken, sent, deferred, step from source_days where day = $1::date
   order by source, provider`,
)

/** Reads how many mails each source has sent to each provider on a day. */
export async function readDay(db: Knex, day: string): Promise<DayRow[]> {
  return selectToday(db, day)
}

const purge = serviceStatement<[before: string], { source: string }>(
  'purge_source_days',
  `with reputations as (
     delete from source_reputations where day < $1::date
   )
   delete from source_days old where day < $1::date and day < (
     select max(day) from source_days last where last.source = old.source and last.provider = old.provider
   ) returning source`,
)

/**
 * Deletes days that nobody looks at any more, and the providers' figures of sources for these days. The last day of
 * each source at each provider stays, because the plan of the next one depends on it.
 */
export async function purgeDays(db: Knex, before: string): Promise<number> {
  return (await purge(db, before)).length
}

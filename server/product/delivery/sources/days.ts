import type { Knex } from 'knex'
import { serviceStatement } from '../../../platform/db/statements/statement.js'
import type { Stream } from '../../mail/stream.js'
import type { DayPlan, PastDay } from './warm-up.js'

/*
 * Counts each source's mail to each provider, day by day. Processes reserve their parts of a cap before they send, in
 * one statement that locks the day's row, so that together they never exceed the cap. A process that dies leaves its
 * reserved part unused.
 */

/** A source, a provider, and a day in UTC as `2026-11-27`. */
export interface SourceDay {
  readonly source: string
  readonly provider: string
  readonly day: string
}

const selectBefore = serviceStatement<[source: string, provider: string, day: string], PastDay>(
  'select_source_day_before',
  `select step, cap, greatest(sent, taken) as sent, deferred, taken - taken_bulk as transactional from source_days
   where source = $1 and provider = $2 and day < $3::date order by source, provider, day desc limit 1`,
)

/** Returns the last day before this one on which the source sent to the provider. */
export async function dayBefore(
  db: Knex,
  { source, provider, day }: SourceDay,
): Promise<PastDay | undefined> {
  const [before] = await selectBefore(db, source, provider, day)
  return before
}

const open = serviceStatement<
  [source: string, provider: string, day: string, step: number, cap: number | null, kept: number],
  { cap: number | null }
>(
  'open_source_day',
  `with opened as (
     insert into source_days (source, provider, day, step, cap, kept) values ($1, $2, $3::date, $4, $5, $6)
     on conflict (source, provider, day) do nothing returning cap
   )
   select cap from opened
   union all select cap from source_days where source = $1 and provider = $2 and day = $3::date
   limit 1`,
)

/** Writes a day's plan, unless another process has. Returns the cap that holds. */
export async function openDay(
  db: Knex,
  { source, provider, day }: SourceDay,
  plan: DayPlan,
): Promise<number | null> {
  const [row] = await open(db, source, provider, day, plan.step, plan.cap, plan.kept)
  return row === undefined ? plan.cap : row.cap
}

/**
 * Reserves a twentieth of the remaining cap at once, so that little of it lies unused with one process while another
 * has none.
 */
const reserve = serviceStatement<
  [source: string, provider: string, day: string, bulk: boolean],
  { granted: number }
>(
  'reserve_of_source_day',
  `with here as (
     select least(
         greatest(1, least(200, (cap - taken) / 20)),
         greatest(0, cap - taken),
         case when $4::boolean then greatest(0, cap - kept - taken_bulk) end
       ) as granted
     from source_days where source = $1 and provider = $2 and day = $3::date and cap is not null for update
   )
   update source_days set taken = taken + here.granted,
     taken_bulk = taken_bulk + (case when $4::boolean then here.granted else 0 end)
   from here
   where source = $1 and provider = $2 and day = $3::date
   returning here.granted`,
)

/**
 * Reserves some mails of a cap and returns how many; 0 if the cap is used up, or the rest of it is kept from bulk.
 */
export async function reserveOfDay(
  db: Knex,
  { source, provider, day }: SourceDay,
  stream: Stream,
): Promise<number> {
  const [row] = await reserve(db, source, provider, day, stream === 'bulk')
  return row?.granted ?? 0
}

const add = serviceStatement<
  [
    source: string,
    provider: string,
    day: string,
    unused: number,
    unusedBulk: number,
    sent: number,
    deferred: number,
    addedAt: string,
  ]
>(
  'add_to_source_day',
  `update source_days set taken = taken - $4::integer - $5::integer, taken_bulk = taken_bulk - $5::integer,
     sent = sent + $6::integer, deferred = deferred + $7::integer
   where source = $1 and provider = $2 and day = $3::date
     and exists (select from sending_sources where address = $1 and added_at = $8::timestamptz)`,
)

/** Counts of a process for a day since it last wrote them. */
export interface DayTally {
  /** Number of mails that were reserved and are given back. */
  readonly unused: number
  readonly unusedBulk: number
  readonly sent: number
  /** Number of sent mails that the provider deferred for reasons of the sender's. */
  readonly deferred: number
}

/**
 * Adds a process's counts to a day.
 *
 * @param addedAt time at which the source of these counts was added: if it was removed meanwhile, its day is gone,
 *   and a
 *   source that was added under its address has sent none of this mail
 */
export async function addToDay(
  db: Knex,
  { source, provider, day }: SourceDay,
  addedAt: string,
  { unused, unusedBulk, sent, deferred }: DayTally,
): Promise<void> {
  await add(db, source, provider, day, unused, unusedBulk, sent, deferred, addedAt)
}

import type { Knex } from 'knex'
import { serviceStatement } from '../../../../platform/db/statements/statement.js'
import type { SourceDay } from '../days.js'
import type { DemandedBrake } from '../warm-up.js'

/*
 * Keeps a provider's daily figures of a source: Microsoft gives them, in Smart Network Data Services (SNDS).
 */

export const filterResults = ['GREEN', 'YELLOW', 'RED'] as const

/** Microsoft's figures of an address for a day. */
export interface Reputation {
  /** Address in the form that `ipaddr.process` writes. */
  readonly source: string
  /** Day as `2026-11-20`. */
  readonly day: string
  /**
   * Filter result: GREEN if up to 10 % of the address's mail was judged as spam, YELLOW if up to 90 %, RED if more.
   */
  readonly result: (typeof filterResults)[number]
  /** Complaint rate from 0 to 1; 0 for less than 0.1 %, null if Microsoft gives none. */
  readonly complaintRate: number | null
  readonly trapHits: number
}

/** Provider of all these figures. */
const provider = 'microsoft'

/** Complaint rate from which on a source is held back. */
const maxComplained = 0.003

/** Returns whether figures hold back the warm-up of a source. */
export function isBad({ result, complaintRate }: Pick<Reputation, 'result' | 'complaintRate'>): boolean {
  return result === 'RED' || (complaintRate ?? 0) >= maxComplained
}

const upsert = serviceStatement<
  [
    provider: string,
    sources: readonly string[],
    days: readonly string[],
    results: readonly string[],
    complaintRates: readonly (number | null)[],
    trapHits: readonly number[],
  ],
  { source: string }
>(
  'upsert_source_reputations',
  `insert into source_reputations as known (source, provider, day, result, complaint_rate, trap_hits)
   select figure.source, $1, figure.day, figure.result, figure.complaint_rate, figure.trap_hits
   from unnest($2::text[], $3::date[], $4::text[], $5::numeric[], $6::integer[])
     as figure (source, day, result, complaint_rate, trap_hits)
   join sending_sources on sending_sources.address = figure.source
   order by figure.source, figure.day
   on conflict (source, provider, day) do update
   set result = excluded.result, complaint_rate = excluded.complaint_rate, trap_hits = excluded.trap_hits
   where (known.result, known.complaint_rate, known.trap_hits)
     is distinct from (excluded.result, excluded.complaint_rate, excluded.trap_hits)
   returning source`,
)

/**
 * Writes Microsoft's figures of the sources that exist.
 *
 * @param reputations figures, one for a source and a day
 * @returns how many of them are new or changed
 */
export async function saveReputations(db: Knex, reputations: readonly Reputation[]): Promise<number> {
  const changed = await upsert(
    db,
    provider,
    reputations.map(({ source }) => source),
    reputations.map(({ day }) => day),
    reputations.map(({ result }) => result),
    reputations.map(({ complaintRate }) => complaintRate),
    reputations.map(({ trapHits }) => trapHits),
  )
  return changed.length
}

const selectLatest = serviceStatement<[], Reputation>(
  'select_latest_source_reputations',
  `select distinct on (source) source, day::text, result, complaint_rate::float8 as "complaintRate",
     trap_hits as "trapHits"
   from source_reputations order by source, source_reputations.day desc`,
)

/** Returns the latest figures of each source, however old. */
export async function latestReputations(db: Knex): Promise<Reputation[]> {
  return selectLatest(db)
}

/** Days for which the latest figures count. */
const countedDays = 7

/** Returns the latest figures of each source that still count. @param today day in UTC, as `2026-11-27` */
export async function currentReputations(db: Knex, today: string): Promise<Reputation[]> {
  const since = new Date(Date.parse(today) - countedDays * 86_400_000).toISOString().slice(0, 10)
  return (await latestReputations(db)).filter(({ day }) => day >= since)
}

const selectCounting = serviceStatement<
  [source: string, provider: string, day: string, countedDays: number],
  Pick<Reputation, 'day' | 'result' | 'complaintRate'> & { readonly brakedOn: string | null }
>(
  'select_counting_source_reputation',
  `select day::text, result, complaint_rate::float8 as "complaintRate", braked_on::text as "brakedOn"
   from source_reputations where source = $1 and provider = $2 and day >= $3::date - $4::integer
   order by source, provider, source_reputations.day desc limit 1`,
)

/**
 * Returns the demand of the provider's latest figures on a day's cap. Each bad day sets the cap back once; until
 * better figures come, the cap does not grow.
 *
 * @returns the demand with the day of these figures; undefined if they demand nothing
 */
export async function demandedBrake(
  db: Knex,
  { source, provider: asked, day }: SourceDay,
): Promise<{ readonly brake: DemandedBrake; readonly day: string } | undefined> {
  const [reputation] = await selectCounting(db, source, asked, day, countedDays)
  if (reputation === undefined || !isBad(reputation)) return undefined
  return {
    brake: reputation.brakedOn === null || reputation.brakedOn === day ? 'back' : 'stay',
    day: reputation.day,
  }
}

const setBraked = serviceStatement<[source: string, provider: string, reportedDay: string, day: string]>(
  'note_brake_by_source_reputation',
  `update source_reputations set braked_on = $4::date
   where source = $1 and provider = $2 and day = $3::date and braked_on is null`,
)

/** Notes that a day's cap was set back because of the figures of an earlier day. */
export async function noteBrake(
  db: Knex,
  { source, provider: asked, day }: SourceDay,
  reportedDay: string,
): Promise<void> {
  await setBraked(db, source, asked, reportedDay, day)
}

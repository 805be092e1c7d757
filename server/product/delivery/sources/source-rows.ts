import type { Knex } from 'knex'
import { serviceStatement } from '../../../platform/db/statements/statement.js'

/** An address that mail leaves from. */
export interface Source {
  /** The public address, which receivers see. */
  readonly address: string
  /** The address of this host behind the public one; equal to it without NAT. */
  readonly bind: string
  /** Name that the source gives in EHLO. */
  readonly name: string
  readonly pool: string
  /**
   * Time at which the source was added, as PostgreSQL writes it: a source that was removed and added again is
   * another.
   */
  readonly addedAt: string
  /** True if the source needs no warm-up. */
  readonly warm: boolean
  readonly draining: boolean
  /** Time of the last check; null before the first. */
  readonly checkedAt: Date | null
  /** Reason why the last check failed; null if it passed. */
  readonly problem: string | null
}

export interface Pool {
  readonly name: string
  readonly schedule: readonly number[]
}

/** The relay that a pool's mail goes to in place of its sources. */
export interface PoolRelay {
  readonly pool: string
  /** The relay's address, sealed with the service's key. */
  readonly sealed: Buffer
}

/** Assigns mail to a pool. */
export interface Assignment {
  readonly kind: 'stream' | 'workspace' | 'domain'
  /** The stream, the id of the workspace, or the domain. */
  readonly value: string
  readonly pool: string
}

/** A provider that accepts nothing from a source until a time. */
export interface Suspension {
  readonly source: string
  readonly provider: string
  readonly until: Date
  readonly reply: string
}

const selectSources = serviceStatement<[], Source>(
  'select_sources',
  `select address, bind, name, pool, added_at::text as "addedAt", warm, draining, checked_at as "checkedAt", problem
   from sending_sources order by pool, address`,
)

const selectPools = serviceStatement<[], Pool>(
  'select_pools',
  'select name, schedule from sending_pools order by name',
)

const selectAssignments = serviceStatement<[], Assignment>(
  'select_pool_assignments',
  'select kind, value, pool from pool_assignments order by pool, kind, value',
)

const selectRelays = serviceStatement<[], PoolRelay>(
  'select_pool_relays',
  'select pool, sealed from pool_relays order by pool',
)

const selectSuspensions = serviceStatement<[now: Date], Suspension>(
  'select_source_suspensions',
  'select source, provider, until, reply from source_suspensions where until > $1::timestamptz',
)

/** All settings and states that decide by which address mail leaves. */
export interface Sources {
  readonly sources: readonly Source[]
  readonly pools: readonly Pool[]
  readonly assignments: readonly Assignment[]
  readonly suspensions: readonly Suspension[]
  readonly relays: readonly PoolRelay[]
}

/**
 * Reads the sources, pools, assignments and suspensions.
 *
 * @param now time at which suspensions that are over are left out
 */
export async function readSources(db: Knex, now: Date): Promise<Sources> {
  const sources = await selectSources(db)
  const relays = await selectRelays(db)
  if (sources.length === 0 && relays.length === 0)
    return { sources, relays, pools: [], assignments: [], suspensions: [] }
  return {
    sources,
    relays,
    pools: await selectPools(db),
    assignments: await selectAssignments(db),
    suspensions: await selectSuspensions(db, now),
  }
}

const upsertSuspension = serviceStatement<[source: string, provider: string, until: Date, reply: string]>(
  'suspend_source',
  `insert into source_suspensions as known (source, provider, until, reply) values ($1, $2, $3, $4)
   on conflict (source, provider) do update
   set until = greatest(known.until, excluded.until), reply = excluded.reply`,
)

/** Stops mail from a source to a provider until a time, in every process. */
export async function suspendSource(db: Knex, { source, provider, until, reply }: Suspension): Promise<void> {
  await upsertSuspension(db, source, provider, until, reply)
}

/** Returns the problem of each source; null for a source without one. */
export async function sourceProblems(db: Knex): Promise<(string | null)[]> {
  const sources = await selectSources(db)
  return sources.map(({ checkedAt, problem }) => (checkedAt === null ? 'It was not checked yet.' : problem))
}

import type { Knex } from 'knex'
import { serviceStatement } from '../../../platform/db/statements/statement.js'

/** An address that mail leaves from. */
export interface Source {
  /** The public one, which receivers see. */
  readonly address: string
  /** The address of this host that stands for it; the same where there is no NAT. */
  readonly bind: string
  /** What it says in EHLO. */
  readonly name: string
  readonly pool: string
  /** When it was added, as PostgreSQL writes it: one that was removed and added again is another. */
  readonly addedAt: string
  /** It needs no warm-up. */
  readonly warm: boolean
  readonly draining: boolean
  /** When it was checked last; null before its first check. */
  readonly checkedAt: Date | null
  /** Why that check was not content; null where it was. */
  readonly problem: string | null
}

export interface Pool {
  readonly name: string
  readonly schedule: readonly number[]
}

/** The relay that a pool's mail goes to in place of its sources. */
export interface PoolRelay {
  readonly pool: string
  /** Its address, sealed with the service's key. */
  readonly sealed: Buffer
}

/** Which mail goes by a pool. */
export interface Assignment {
  readonly kind: 'stream' | 'workspace' | 'domain'
  /** The stream, the id of the workspace, or the domain. */
  readonly value: string
  readonly pool: string
}

/** A provider that takes nothing from a source until a time. */
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

/** All that decides by which address mail leaves. */
export interface Sources {
  readonly sources: readonly Source[]
  readonly pools: readonly Pool[]
  readonly assignments: readonly Assignment[]
  readonly suspensions: readonly Suspension[]
  readonly relays: readonly PoolRelay[]
}

/** @param now suspensions that are over are left out */
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

/** Sends nothing more from a source to a provider until a time, whichever process would. */
export async function suspendSource(db: Knex, { source, provider, until, reply }: Suspension): Promise<void> {
  await upsertSuspension(db, source, provider, until, reply)
}

/** Tells what is wrong with each source; null where nothing is. */
export async function sourceProblems(db: Knex): Promise<(string | null)[]> {
  const sources = await selectSources(db)
  return sources.map(({ checkedAt, problem }) => (checkedAt === null ? 'It was not checked yet.' : problem))
}

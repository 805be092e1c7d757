import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { Batch } from './batch.js'

/** What the ramp looks back on, and the day that it looks back from. */
const leastDays = 15

/**
 * The first day that is kept: reads begin with the whole day that the retention begins in.
 *
 * @param before where the retention begins
 */
export function firstDayKept(before: Date, now: Date): string {
  const least = new Date(now.getTime() - leastDays * 24 * 60 * 60 * 1000)
  return (before < least ? before : least).toISOString().slice(0, 10)
}

type Old = [workspaceId: Uuid, firstDay: string, most: number]

/** Days and reports are found by their domain. Those that an import writes at this moment are passed over. */
const deleteOldOf = (table: 'dmarc_source_days' | 'dmarc_reports') =>
  statement<Old, { count: string }>(
    `delete_old_${table}`,
    `with gone as (
       delete from ${table} where ctid = any(array(
         select old.ctid
         from domains domain
         cross join lateral (
           select ctid from ${table}
           where workspace_id = $1 and domain_id = domain.id and day < $2::date
           order by day limit $3
           for update skip locked
         ) old
         where domain.workspace_id = $1
         limit $3))
       returning 1
     )
     select count(*) as count from gone`,
  )

const deleteOldDays = deleteOldOf('dmarc_source_days')
const deleteOldReports = deleteOldOf('dmarc_reports')

/** Purges a batch of what was counted of sources before the first day that is kept. */
export async function purgeDmarcDays(
  trx: Knex,
  workspaceId: Uuid,
  firstDay: string,
  most: number,
): Promise<Batch<true>> {
  const [gone] = await deleteOldDays(trx, workspaceId, firstDay, most)
  const count = Number(gone?.count ?? 0)
  return { purged: { dmarc_source_days: count }, next: count < most ? null : true }
}

/** Purges a batch of the reports of those days. */
export async function purgeDmarcReports(
  trx: Knex,
  workspaceId: Uuid,
  firstDay: string,
  most: number,
): Promise<Batch<true>> {
  const [gone] = await deleteOldReports(trx, workspaceId, firstDay, most)
  const count = Number(gone?.count ?? 0)
  return { purged: { dmarc_reports: count }, next: count < most ? null : true }
}

const selectSources = statement<[workspaceId: Uuid, after: Uuid, most: number], { id: Uuid }>(
  'select_dmarc_sources_to_purge',
  `select id from dmarc_sources where workspace_id = $1 and id > $2 order by id limit $3`,
)

/** An import that is adding to a source has its row locked. */
const lockEmpty = statement<[workspaceId: Uuid, ids: readonly Uuid[]], { id: Uuid }>(
  'lock_empty_dmarc_sources',
  `select id from dmarc_sources source
   where workspace_id = $1 and id = any($2::uuid[]) and review is null
     and not exists (select from dmarc_source_days where workspace_id = $1 and source_id = source.id)
   for update skip locked`,
)

/** Looks again, now that nobody can add to them: an import may have done so a moment before they were locked. */
const deleteEmpty = statement<[workspaceId: Uuid, ids: readonly Uuid[]], { count: string }>(
  'delete_empty_dmarc_sources',
  `with gone as (
     delete from dmarc_sources source
     where workspace_id = $1 and id = any($2::uuid[]) and review is null
       and not exists (select from dmarc_source_days where workspace_id = $1 and source_id = source.id)
     returning 1
   )
   select count(*) as count from gone`,
)

/** Purges, of a batch of sources, those that nothing is left of but their name. A review stays: it would have to be given again. */
export async function purgeDmarcSources(
  trx: Knex,
  workspaceId: Uuid,
  after: Uuid,
  most: number,
): Promise<Batch<Uuid>> {
  const ids = (await selectSources(trx, workspaceId, after, most)).map((row) => row.id)
  const last = ids.at(-1)
  if (last === undefined) return { purged: {}, next: null }
  const empty = (await lockEmpty(trx, workspaceId, ids)).map((row) => row.id)
  const [gone] = empty.length === 0 ? [] : await deleteEmpty(trx, workspaceId, empty)
  return { purged: { dmarc_sources: Number(gone?.count ?? 0) }, next: ids.length < most ? null : last }
}

import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { dayMs } from '../../../platform/db/retention.js'
import { sameKey } from '../../../platform/db/statements/same-key.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { workspacesWith } from '../../../platform/db/statements/workspaces-with.js'
import type { PurgeBatch } from '../../../platform/scheduler/purge/batch.js'
import { untilFewer, type PurgeScope, type PurgeTask } from '../../../platform/scheduler/purge/task.js'

/** Fewest days that are kept: those that the ramp looks back on, and the current day. */
const minDays = 15

/** Returns the first day that is kept: reads begin with the whole day that the retention begins in. */
export function firstDay({ before }: PurgeScope): string {
  const min = new Date(Date.now() - minDays * dayMs)
  return (before < min ? before : min).toISOString().slice(0, 10)
}

type Old = [workspaceId: WorkspaceId, firstDay: string, max: number]

/**
 * Makes the statement that deletes a batch of a table's days or reports, which are found by their domain. Rows that
 * an import writes at this moment are passed over.
 */
export const deleteOldOf = (
  table:
    | 'dmarc_source_days'
    | 'dmarc_reports'
    | 'tls_policy_days'
    | 'tls_failure_days'
    | 'tls_reports'
    | 'domain_provider_days'
    | 'domain_spam_rates',
  key: readonly string[],
) =>
  statement<Old, { count: string }>(
    `delete_old_${table}`,
    `with old as materialized (
       select old.* from domains domain
       cross join lateral (
         select ${key.join(', ')} from ${table}
         where workspace_id = $1 and domain_id = domain.id and day < $2::date
         order by day limit $3
         for update skip locked
       ) old
       where domain.workspace_id = $1
       limit $3
     ), gone as (
       delete from ${table} kept using old where kept.workspace_id = $1 and ${sameKey('kept', 'old', key)} returning 1
     )
     select count(*) as count from gone`,
  )

/** Deletes a batch of the counts of sources before the first day that is kept. */
export const deleteOldDmarcDays = deleteOldOf('dmarc_source_days', ['source_id', 'day'])

/** Deletes a batch of the reports before the first day that is kept. */
export const deleteOldDmarcReports = deleteOldOf('dmarc_reports', ['id'])

interface Walked {
  /** The last source that was looked at; null if it was the last one of all. */
  readonly last: Uuid | null
  /** Sources that no report names since the first day that is kept, and that nobody has reviewed. */
  readonly idle: readonly Uuid[]
}

/** Walks over sources and looks at no more than their rows, because nearly all of them stay. */
const walkSources = statement<[workspaceId: WorkspaceId, after: Uuid, firstDay: string, max: number], Walked>(
  'walk_dmarc_sources_to_purge',
  `select (array_agg(id order by id desc) filter (where place = $4))[1] as last,
     coalesce(array_agg(id) filter (where review is null and last_seen_at < $3::date::timestamp at time zone 'UTC'), '{}')
       as idle
   from (
     select id, review, last_seen_at, row_number() over (order by id) as place from dmarc_sources
     where workspace_id = $1 and id > $2 order by id limit $4
   ) walked`,
)

/** Locks idle sources; a source that an import is adding to is locked, and passed over. */
const lockIdle = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]], { id: Uuid }>(
  'lock_idle_dmarc_sources',
  `select id from dmarc_sources where workspace_id = $1 and id = any($2::uuid[]) and review is null
   for update skip locked`,
)

/**
 * Deletes the locked sources without days. It looks for the days now that nobody can add any: an import may have done
 * so a moment before the sources were locked.
 */
const deleteEmpty = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]], { count: string }>(
  'delete_empty_dmarc_sources',
  `with gone as (
     delete from dmarc_sources source
     where workspace_id = $1 and id = any($2::uuid[])
       and not exists (select from dmarc_source_days where workspace_id = $1 and source_id = source.id)
     returning 1
   )
   select count(*) as count from gone`,
)

/**
 * Purges the sources of a batch that have neither days nor a review. A reviewed source stays, because its review
 * would have to be given again.
 */
export async function purgeDmarcSources(
  trx: Knex,
  workspaceId: WorkspaceId,
  { after, firstDay, max }: { readonly after: Uuid; readonly firstDay: string; readonly max: number },
): Promise<PurgeBatch> {
  const [walked] = await walkSources(trx, workspaceId, after, firstDay, max)
  const idle = walked?.idle ?? []
  const locked = idle.length === 0 ? [] : await lockIdle(trx, workspaceId, idle)
  const ids = locked.map((row) => row.id)
  const [gone] = ids.length === 0 ? [] : await deleteEmpty(trx, workspaceId, ids)
  return { purged: { dmarc_sources: Number(gone?.count ?? 0) }, next: walked?.last ?? null }
}

/** Deletes a batch of the counts of mail that providers have accepted before the first day that is kept. */
export const deleteOldProviderDays = deleteOldOf('domain_provider_days', ['domain_id', 'day', 'provider'])

/** Deletes a batch of the spam rates before the first day that is kept. */
export const deleteOldSpamRates = deleteOldOf('domain_spam_rates', ['domain_id', 'day', 'provider'])

/** Purges the contents of reports in this order: a source is deleted once it has no days left. */
export const dmarcTasks: readonly PurgeTask[] = [
  {
    workspaces: workspacesWith('domain_provider_days', 'domain_id'),
    seldom: true,
    purge: untilFewer('domain_provider_days', (trx, scope, max) =>
      deleteOldProviderDays(trx, scope.workspaceId, firstDay(scope), max),
    ),
  },
  {
    workspaces: workspacesWith('domain_spam_rates', 'domain_id'),
    seldom: true,
    purge: untilFewer('domain_spam_rates', (trx, scope, max) =>
      deleteOldSpamRates(trx, scope.workspaceId, firstDay(scope), max),
    ),
  },
  {
    workspaces: workspacesWith('dmarc_source_days', 'domain_id'),
    seldom: true,
    purge: untilFewer('dmarc_source_days', (trx, scope, max) =>
      deleteOldDmarcDays(trx, scope.workspaceId, firstDay(scope), max),
    ),
  },
  {
    workspaces: workspacesWith('dmarc_reports', 'id'),
    seldom: true,
    purge: untilFewer('dmarc_reports', (trx, scope, max) =>
      deleteOldDmarcReports(trx, scope.workspaceId, firstDay(scope), max),
    ),
  },
  {
    workspaces: workspacesWith('dmarc_sources', 'id'),
    seldom: true,
    purge: (trx, scope, after, max) =>
      purgeDmarcSources(trx, scope.workspaceId, { after, firstDay: firstDay(scope), max }),
  },
]

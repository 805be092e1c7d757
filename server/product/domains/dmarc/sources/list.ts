import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import type { WorkspaceId } from '../../../../platform/db/ids.js'
import { searchRange } from '../../../../platform/http/lists/bounded-walk.js'
import {
  presentPage,
  rangeOf,
  type Page,
  type TimeWindow,
  type WindowQuery,
} from '../../../../platform/http/lists/pagination.js'
import { daysWithin } from '../days.js'
import { sourceConditions, type SourceFilters } from './conditions.js'
import { presentSource, sourceColumns, sourceJoins, type SourceRow } from './source-row.js'

/**
 * Each source that is examined has its days summed, so they are fewer than those of a search that compares
 * only.
 */
export const sourcesExaminedAtMost = 2_000

/**
 * A source of long ago can have sent today, and one that was told of today can have sent long ago: the days
 * decide.
 */
const always: TimeWindow = { since: new Date(0), until: null }

/**
 * A page of sources with what was counted of them within the window.
 *
 * @throws ApiError 422 where a filter is no such thing
 */
export async function listSources(
  db: Knex,
  workspaceId: WorkspaceId,
  query: WindowQuery & SourceFilters,
  {
    window,
    ranges,
  }: {
    readonly window: TimeWindow
    /** Ranges of the addresses that this service sends from. */
    readonly ranges: readonly string[]
  },
): Promise<Page<components['schemas']['DmarcSource']>> {
  const { from, below } = daysWithin(window)
  const search = {
    workspaceId,
    table: 'dmarc_sources',
    alias: 'source',
    conditions: sourceConditions(query),
    columns: sourceColumns,
    join: sourceJoins('?', '?', '?'),
    joinValues: [from, below, arrayOf(ranges)],
  }
  const found = await searchRange<SourceRow>(db, search, rangeOf(query, always), {
    limit: query.limit,
    budget: sourcesExaminedAtMost,
  })
  return presentPage(found, (shown) => shown.map(presentSource))
}

/** Ranges as an array of PostgreSQL's: they have no character that means something there. */
function arrayOf(ranges: readonly string[]): string {
  return `{${ranges.join(',')}}`
}

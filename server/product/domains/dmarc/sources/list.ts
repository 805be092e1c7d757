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

/** Most sources that are examined; fewer than in a search that only compares, because each one's days are summed. */
export const sourcesExaminedAtMost = 2_000

/**
 * A window without limits: a source of long ago can have sent today, and a source that was reported today can have
 * sent long ago, so the days decide.
 */
const always: TimeWindow = { since: new Date(0), until: null }

/**
 * Returns a page of sources with their counts within the window.
 *
 * @throws ApiError 422 if a filter is invalid
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

/** Writes ranges as an array of PostgreSQL's, in whose syntax none of their characters has a meaning. */
function arrayOf(ranges: readonly string[]): string {
  return `{${ranges.join(',')}}`
}

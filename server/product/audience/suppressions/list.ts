import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import {
  isOneOf,
  searchPage,
  type BoundedSearch,
  type Condition,
} from '../../../platform/http/lists/bounded-walk.js'
import {
  presentPage,
  type Page,
  type TimeWindow,
  type WindowQuery,
} from '../../../platform/http/lists/pagination.js'
import { searchAmong } from '../../../platform/http/lists/search-among.js'
import { presentSuppression } from './present.js'
import type { SuppressionReason } from '../unsent-reason.js'
import { replyOf, suppressionColumns, suppressionsOf, type SuppressionRow } from './suppression-rows.js'

/** The filters of a list of suppressions. */
export interface SuppressionFilters {
  readonly reasons: readonly SuppressionReason[] | undefined
  /** Forms under which an address may be stored: itself in the form of `foldAddress`, or its token. */
  readonly forms: readonly string[] | undefined
  /** Text that the reply must contain, in any case. */
  readonly replyContains?: string | undefined
}

/**
 * Returns SQL that is true if a reply contains a text, in any case. `like` would give a meaning to some characters.
 */
export const replyHas = (reply: string, text: string) => `position(lower(${text}) in lower(${reply})) > 0`

/** Searches suppressions by their ids, newest first. No index covers the text of replies, so the walk is bounded. */
export function suppressionSearch(
  workspaceId: WorkspaceId,
  {
    reasons,
    replyContains,
    hasReply = false,
  }: Omit<SuppressionFilters, 'forms'> & { readonly hasReply?: boolean },
): BoundedSearch {
  const conditions: Condition[] = []
  if (reasons !== undefined) conditions.push(isOneOf('suppression.reason', reasons))
  if (replyContains !== undefined)
    conditions.push({ sql: replyHas(replyOf('suppression'), '?'), values: [replyContains] })
  if (hasReply) conditions.push({ sql: `${replyOf('suppression')} is not null`, values: [] })
  const columns = suppressionColumns('suppression')
  return { workspaceId, table: 'suppressions', alias: 'suppression', conditions, columns }
}

/** Returns a page of a workspace's suppressions, the newest first. */
export async function listSuppressions(
  db: Knex,
  workspaceId: WorkspaceId,
  { forms, ...filters }: SuppressionFilters,
  { query, window }: { readonly query: WindowQuery; readonly window: TimeWindow },
): Promise<Page<components['schemas']['Suppression']>> {
  const search = suppressionSearch(workspaceId, filters)
  if (forms === undefined) {
    const found = await searchPage<SuppressionRow>(db, search, query, window)
    return presentPage(found, (rows) => rows.map(presentSuppression))
  }
  const ids = (await suppressionsOf(db, workspaceId, forms)).map(({ id }) => id)
  const found = await searchAmong<SuppressionRow>(db, search, ids, { query, window })
  return presentPage(found, (rows) => rows.map(presentSuppression))
}

import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { isOneOf, searchPage, type BoundedSearch } from '../../../platform/http/bounded-walk.js'
import {
  presentPage,
  type Page,
  type TimeWindow,
  type WindowQuery,
} from '../../../platform/http/pagination.js'
import { searchAmong } from '../../../platform/http/search-among.js'
import { presentSuppression } from './present.js'
import type { SuppressionReason } from '../unsent-reason.js'
import { suppressionsOf, type SuppressionRow } from './rows.js'

/** What narrows a list of suppressions. */
export interface SuppressionFilters {
  readonly reasons: readonly SuppressionReason[] | undefined
  /** What an address may stand under: itself in the form of `foldAddress`, or its token. */
  readonly forms: readonly string[] | undefined
}

/** A page of a workspace's suppressions, the newest first. */
export async function listSuppressions(
  db: Knex,
  workspaceId: WorkspaceId,
  { reasons, forms }: SuppressionFilters,
  query: WindowQuery,
  window: TimeWindow,
): Promise<Page<components['schemas']['Suppression']>> {
  const search: BoundedSearch = {
    workspaceId,
    table: 'suppressions',
    alias: 'suppression',
    conditions: reasons === undefined ? [] : [isOneOf('suppression.reason', reasons)],
    columns: 'suppression.*',
  }
  if (forms === undefined) {
    const found = await searchPage<SuppressionRow>(db, search, query, window)
    return presentPage(found, (rows) => rows.map(presentSuppression))
  }
  const ids = (await suppressionsOf(db, workspaceId, forms)).map(({ id }) => id)
  const found = await searchAmong<SuppressionRow>(db, search, ids, query, window)
  return presentPage(found, (rows) => rows.map(presentSuppression))
}

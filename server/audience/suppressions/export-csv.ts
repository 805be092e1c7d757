import type { Knex } from 'knex'
import { minUuidAt, type Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { TimeWindow } from '../../http/pagination.js'
import { isAddressToken } from '../erasure/address-tokens.js'
import { csvHeader, csvLines } from './csv/write.js'
import type { SuppressionFilters } from './list.js'
import { suppressionsOf, type SuppressionRow } from './rows.js'

/** How many are read together. */
const pageSize = 1000

/**
 * Compared and ordered by the whole primary key, so that it is walked: with the workspace as a constant a
 * planner that has no statistics yet would expect few rows, and collect and sort all of them for each page.
 */
const selectPage = statement<[workspaceId: Uuid, after: string, limit: number], SuppressionRow>(
  'select_suppressions_to_export',
  `select id, address, reason, note, log_id, project_id, suppressed_at
   from suppressions where (workspace_id, address) > ($1, $2) and workspace_id <= $1
   order by workspace_id, address limit $3`,
)

/**
 * A workspace's suppressions as CSV, sorted by address. They are read in pages, each when those before are
 * sent, so that neither a connection nor memory is held by who reads slowly. Erased addresses are left out.
 */
export async function* exportCsv(
  db: Knex,
  workspaceId: Uuid,
  filters: SuppressionFilters,
  window: TimeWindow,
): AsyncGenerator<string> {
  const isWanted = wantedBy(filters, window)
  // With the first page, so that a database which cannot be asked is told of before anything is sent.
  let ahead = csvHeader
  for await (const page of pagesOf(db, workspaceId, filters)) {
    const wanted = page.filter(isWanted).map((row) => ({ ...row, suppressedAt: row.suppressed_at }))
    const lines = ahead + csvLines(wanted)
    ahead = ''
    if (lines !== '') yield lines
  }
}

async function* pagesOf(
  db: Knex,
  workspaceId: Uuid,
  { forms }: SuppressionFilters,
): AsyncGenerator<readonly SuppressionRow[]> {
  if (forms !== undefined) {
    yield await suppressionsOf(db, workspaceId, forms)
    return
  }
  let page: SuppressionRow[]
  let after = ''
  do {
    page = await selectPage(db, workspaceId, after, pageSize)
    yield page
    after = page.at(-1)?.address ?? after
  } while (page.length === pageSize)
}

function wantedBy(
  { reason }: SuppressionFilters,
  { since, until }: TimeWindow,
): (row: SuppressionRow) => boolean {
  const from = minUuidAt(since)
  const below = until && minUuidAt(until)
  return (row) =>
    !isAddressToken(row.address) &&
    (reason === undefined || row.reason === reason) &&
    row.id >= from &&
    (below === null || row.id < below)
}

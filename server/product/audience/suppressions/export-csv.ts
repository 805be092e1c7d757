import type { Knex } from 'knex'
import { minUuidAt, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { TimeWindow } from '../../../platform/http/lists/pagination.js'
import { isAddressToken } from '../../../platform/auth/address-tokens.js'
import { csvHeader, csvLines } from './csv/write.js'
import { replyHas, type SuppressionFilters } from './list.js'
import type { SuppressionReason } from '../unsent-reason.js'
import { replyOf, suppressionsOf } from './suppression-rows.js'

/** Number of suppressions that are read together. */
const pageSize = 1000

/** Begins a line that the database leaves to `csvLines`. No line that the database writes itself contains it. */
const mark = '\u0001'

/** Returns SQL of a text, in quotes if CSV needs them. */
const quoted = (text: string) =>
  `case when ${text} ~ '[",]' then '"' || replace(${text}, '"', '""') || '"' else ${text} end`

/** SQL of the time as `Date.toISOString` writes it. */
const time = `to_char(suppressed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

interface Page {
  readonly lines: string | null
  /** Number of rows read, wanted or not. */
  readonly count: number
  readonly last: string | null
}

/**
 * Selects a page as one text, because taking a row apart and putting it together again costs more than reading it.
 * The database writes the lines that consist of plain ASCII in which a spreadsheet sees no formula. It leaves the
 * others as JSON to `csvLines`, whose rules about Unicode are no business of a regular expression of the database.
 *
 * Rows are compared and ordered by the whole primary key, so that the index is walked: with the workspace as a
 * constant a planner that has no statistics yet would expect few rows, and collect and sort all of them for each
 * page. The aggregates take the rows in the order of the subquery, without another sort.
 */
const selectPage = statement<
  [
    workspaceId: WorkspaceId,
    after: string,
    limit: number,
    reasons: readonly SuppressionReason[] | null,
    from: Uuid,
    below: Uuid | null,
    replyContains: string | null,
  ],
  Page
>(
  'select_suppressions_to_export',
  `select string_agg(
     case when address ~ '^[0-9A-Za-z][!-:<-~]*$' and coalesce(note ~ '^[0-9A-Za-z]([ -:<-~]*[!-:<-~])*$', true)
       then ${quoted('address')} || ',' || reason || ',' || ${time} || ',' || coalesce(${quoted('note')}, '')
       else '${mark}' || json_build_array(address, reason, ${time}, note)::text
     end || E'\\r\\n', '')
     filter (where (address not like '#%' or address like '%@%') and ($4::text[] is null or reason = any($4)) and id >= $5
       and ($6::uuid is null or id < $6) and ($7::text is null or ${replyHas('reply', '$7')})) as lines,
     count(*)::integer as count, (array_agg(address))[count(*)] as last
   from (
     select id, address, reason, note, suppressed_at,
       case when $7::text is not null then ${replyOf('suppression')} end as reply
     from suppressions suppression where workspace_id = $1 and address > $2 order by address limit $3
   ) page`,
)

/**
 * Exports a workspace's suppressions as CSV, sorted by address. Each page is read once the previous ones are sent, so
 * that a slow reader holds neither a connection nor memory. Erased addresses are left out.
 */
export async function* exportCsv(
  db: Knex,
  workspaceId: WorkspaceId,
  filters: SuppressionFilters,
  window: TimeWindow,
): AsyncGenerator<string> {
  // The header is sent with the first page, so that a failure of the database is reported before anything is sent.
  let ahead = csvHeader
  for await (const page of pagesOf(db, workspaceId, filters, window)) {
    const lines = ahead + page
    ahead = ''
    if (lines !== '') yield lines
  }
}

/** Reads the next page while the previous one is sent, and no further page until that one is taken. */
async function* pagesOf(
  db: Knex,
  workspaceId: WorkspaceId,
  { forms, reasons, replyContains }: SuppressionFilters,
  window: TimeWindow,
): AsyncGenerator<string> {
  const from = minUuidAt(window.since)
  const below = window.until && minUuidAt(window.until)
  if (forms !== undefined) {
    const wanted = (await suppressionsOf(db, workspaceId, forms)).filter(
      (row) =>
        !isAddressToken(row.address) &&
        (reasons === undefined || reasons.includes(row.reason)) &&
        (replyContains === undefined || contains(row.reply, replyContains)) &&
        row.id >= from &&
        (below === null || row.id < below),
    )
    yield csvLines(wanted.map((row) => ({ ...row, suppressedAt: row.suppressed_at })))
    return
  }
  const read = (after: string) => {
    const page = selectPage(
      db,
      workspaceId,
      after,
      pageSize,
      reasons ?? null,
      from,
      below,
      replyContains ?? null,
    )
    // A failure is thrown where the page is awaited, if it ever is.
    page.catch(() => undefined)
    return page
  }
  for (let next: Promise<Page[]> | undefined = read(''); next !== undefined;) {
    const [page]: Page[] = await next
    const last: string | null = page?.last ?? null
    next = last === null || page?.count !== pageSize ? undefined : read(last)
    yield withMarked(page?.lines ?? '')
  }
}

function contains(reply: string | null, text: string): boolean {
  return reply?.toLowerCase().includes(text.toLowerCase()) === true
}

/** Writes the lines that the database has left as JSON. */
function withMarked(lines: string): string {
  if (!lines.includes(mark)) return lines
  return lines.replace(marked, (_line, json: string) => {
    const [address, reason, at, note] = JSON.parse(json) as [string, SuppressionReason, string, string | null]
    return csvLines([{ address, reason, suppressedAt: new Date(at), note }])
  })
}

/** Matches a line that the database has left as JSON, which has no line ends of its own. */
const marked = new RegExp(`${mark}(.*)\\r\\n`, 'g')

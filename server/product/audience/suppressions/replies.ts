import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { timeOf, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { searchRange } from '../../../platform/http/lists/bounded-walk.js'
import { rangeOf, type TimeWindow } from '../../../platform/http/lists/pagination.js'
import { isAddressToken } from '../../../platform/auth/address-tokens.js'
import { TimeSlice } from '../../../../base/time/time-slice.js'
import type { ReviewReply } from './reply-line.js'
import { reviewedOnce } from './reviewed-once.js'
import { replyPattern } from './reply-pattern.js'
import { suppressionSearch } from './list.js'
import { presentSuppression } from './present.js'
import { isOfBounce, type BounceReason, type SuppressionRow } from './suppression-rows.js'

type Groups = components['schemas']['SuppressionReplyGroups']

/** Milliseconds that the span covers if the request doesn't say when it begins. */
const usualSpanMs = 30 * 24 * 3_600_000

/** The most suppressions that a request counts, as the contract says. */
const countedAtMost = 20_000
/** Number of suppressions that are read at once. */
const readTogether = 500

export interface ReplyFilters {
  readonly reasons: readonly BounceReason[]
  readonly replyContains: string | undefined
}

/**
 * Returns the span that a request asks for. If the request names no beginning, the span covers the 30 days before its
 * end.
 */
export function spanOf(window: TimeWindow, hasSince: boolean, now = Date.now()): TimeWindow {
  if (hasSince) return window
  return { ...window, since: new Date((window.until?.getTime() ?? now) - usualSpanMs) }
}

/**
 * Groups suppressions of a span by the pattern that their replies have in common, and by the judgement of today's
 * rules on them. It reads some pages, the newest first, and says where it has stopped. Other tasks may run between
 * two of the rows.
 */
export async function groupReplies(
  db: Knex,
  review: ReviewReply,
  workspaceId: WorkspaceId,
  {
    filters,
    window,
    limit,
  }: { readonly filters: ReplyFilters; readonly window: TimeWindow; readonly limit: number },
): Promise<Groups> {
  const search = suppressionSearch(workspaceId, { ...filters, hasReply: true })
  const range = rangeOf({}, window)
  const groups = new Map<string, Group>()
  const reviewed = reviewedOnce(review)
  const slice = new TimeSlice()
  let below: Uuid | null = range.below
  let counted = 0
  // A page of a long search may be short, so pages are bounded as well as rows.
  for (let page = 0; page < countedAtMost / readTogether && below !== null; page += 1) {
    const asked = { from: range.from, below }
    const found: { rows: readonly SuppressionRow[]; next: Uuid | null } = await searchRange<SuppressionRow>(
      db,
      search,
      asked,
      { limit: readTogether },
    )
    for (const row of found.rows) {
      add(groups, row, reviewed)
      await slice.pause()
    }
    counted += found.rows.length
    below = found.next
  }
  const all = [...groups.values()].sort((one, other) => other.count - one.count)
  return {
    data: all.slice(0, limit).map(presentGroup),
    total_groups: all.length,
    total_suppressions: counted,
    counted_since: (below === null ? window.since : timeOf(below)).toISOString(),
    is_complete: below === null,
  }
}

interface Group {
  readonly reply: string
  readonly reason: BounceReason
  readonly class: components['schemas']['BounceClass']
  readonly stillSuppresses: boolean
  count: number
  /** The newest suppression of the group. */
  readonly last: SuppressionRow
  first: SuppressionRow
}

/** Adds a row to its group. Rows come newest first. */
function add(groups: Map<string, Group>, row: SuppressionRow, review: ReviewReply): void {
  const { reply, reason, address } = row
  if (reply === null || !isOfBounce(reason)) return
  const reviewed = review(reply, reason)
  const pattern = replyPattern(reply, isAddressToken(address) ? '' : address)
  // The parts that the pattern leaves out may have decided the review, so the key includes the review: it holds for
  // each reply in a group.
  const key = [reason, reviewed.class, reviewed.stillSuppresses, pattern].join('\n')
  const known = groups.get(key)
  if (known === undefined)
    groups.set(key, { reply: pattern, reason, ...reviewed, count: 1, last: row, first: row })
  else {
    known.count += 1
    known.first = row
  }
}

function presentGroup(group: Group): Groups['data'][number] {
  return {
    reply: group.reply,
    reason: group.reason,
    class: group.class,
    still_suppresses: group.stillSuppresses,
    count: group.count,
    first_created_at: timeOf(group.first.id).toISOString(),
    last_created_at: timeOf(group.last.id).toISOString(),
    sample: presentSuppression(group.last),
  }
}

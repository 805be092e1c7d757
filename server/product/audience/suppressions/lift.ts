import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { searchRange } from '../../../platform/http/lists/bounded-walk.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { cursorOf, rangeOf, unclampedWindow } from '../../../platform/http/lists/pagination.js'
import { TimeSlice } from '../../../../base/time/time-slice.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { liftedEntry } from './ledger-entry.js'
import type { ReviewReply } from './reply-line.js'
import { reviewedOnce } from './reviewed-once.js'
import { suppressionSearch } from './list.js'
import { bounceReasons, isOfBounce, type BounceReason, type SuppressionRow } from './suppression-rows.js'

type Wanted = components['schemas']['LiftSuppressionsRequest']

/**
 * Deletes suppressions that a bounce made, whatever else was found. The planner does not see how many ids there are,
 * so that it looks each up.
 */
const remove = statement<
  [workspaceId: WorkspaceId, ids: readonly Uuid[], reasons: readonly BounceReason[]],
  { id: Uuid; address: string; reason: BounceReason }
>(
  'lift_suppressions',
  `delete from suppressions where workspace_id = $1 and id = any(array(select unnest($2::uuid[])))
     and reason = any($3::text[])
   returning id, address, reason`,
)

export interface Lifted {
  readonly body: components['schemas']['LiftedSuppressions']
  /** Ids of the suppressions that were lifted. */
  readonly ids: readonly Uuid[]
}

/** The suppressions that a request may lift. */
export interface Liftable {
  readonly ids: readonly Uuid[]
  /** Id to go on from; null at the end. */
  readonly next: Uuid | null
}

/**
 * Finds some suppressions that bounces made, the newest first, and the place to go on. It needs no transaction, since
 * suppressions do not change, and should have none open, since judging their replies takes a while in which other
 * tasks may run.
 *
 * @throws ApiError 422 `validation_failed` if the request does not say which suppressions it wants
 */
export async function findLiftable(
  db: Knex,
  review: ReviewReply,
  workspaceId: WorkspaceId,
  wanted: Wanted,
): Promise<Liftable> {
  const { reply_contains: replyContains, reason, still_suppresses: still, since, until } = wanted
  if (replyContains === undefined && since === undefined && until === undefined)
    throw refusedValue(
      '/body',
      'required',
      'must say which suppressions to lift: at least one of "reply_contains", "since" and "until" is required',
    )
  const search = suppressionSearch(workspaceId, {
    reasons: reason === undefined ? bounceReasons : [reason],
    replyContains,
    hasReply: still !== undefined,
  })
  const range = rangeOf(wanted, unclampedWindow(wanted, 'body'), 'body')
  const found = await searchRange<SuppressionRow>(db, search, range, { limit: wanted.limit })
  const reviewed = reviewedOnce(review)
  const slice = new TimeSlice()
  const ids: Uuid[] = []
  for (const row of found.rows) {
    if (still === undefined || stillSuppresses(row, reviewed) === still) ids.push(row.id)
    await slice.pause()
  }
  return { ids, next: found.next }
}

/** Deletes those of the found suppressions that are still there. */
export async function liftSuppressions(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  { ids, next }: Liftable,
  dryRun: boolean,
): Promise<Lifted> {
  const removed = dryRun ? [] : await remove(trx, workspaceId, ids, bounceReasons)
  recordInLedger(trx, ...removed.map((row) => liftedEntry(workspaceId, row)))
  return {
    body: {
      dry_run: dryRun,
      matched: ids.length,
      lifted: removed.length,
      has_more: next !== null,
      next_cursor: next && cursorOf(next),
    },
    ids: removed.map(({ id }) => id),
  }
}

function stillSuppresses({ reply, reason }: SuppressionRow, review: ReviewReply): boolean | undefined {
  return reply === null || !isOfBounce(reason) ? undefined : review(reply, reason).stillSuppresses
}

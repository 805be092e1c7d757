import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statement.js'
import { searchRange } from '../../../platform/http/bounded-walk.js'
import { refusedValue } from '../../../platform/http/errors.js'
import { cursorOf, rangeOf, unclampedWindow } from '../../../platform/http/pagination.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { liftedEntry } from './ledger-entry.js'
import type { ReviewReply } from './reply-line.js'
import { suppressionSearch } from './list.js'
import { bounceReasons, isOfBounce, type BounceReason, type SuppressionRow } from './rows.js'

type Wanted = components['schemas']['LiftSuppressionsRequest']

/**
 * Whatever was found, only what is there for a bounce goes. The planner does not see how many ids there are, so that it
 * looks each up.
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
  /** Of the suppressions that are no more. */
  readonly ids: readonly Uuid[]
}

/**
 * Takes suppressions back that bounces made: some of them, the newest first, and says where to go on.
 *
 * @throws ApiError 422 `validation_failed` where it is not said which
 */
export async function liftSuppressions(
  trx: Knex.Transaction,
  review: ReviewReply,
  workspaceId: WorkspaceId,
  wanted: Wanted,
): Promise<Lifted> {
  const { reply_contains: replyContains, reason, still_suppresses: still, since, until } = wanted
  if (replyContains === undefined && since === undefined && until === undefined)
    throw refusedValue(
      '/body',
      'required',
      'must say which suppressions to lift: needs one of "reply_contains", "since" and "until" at least',
    )
  const search = suppressionSearch(workspaceId, {
    reasons: reason === undefined ? bounceReasons : [reason],
    replyContains,
    hasReply: still !== undefined,
  })
  const range = rangeOf(wanted, unclampedWindow(wanted, 'body'), 'body')
  const found = await searchRange<SuppressionRow>(trx, search, range, wanted.limit)
  const matched =
    still === undefined ? found.rows : found.rows.filter((row) => stillSuppresses(row, review) === still)
  const dryRun = wanted.dry_run
  const removed = dryRun
    ? []
    : await remove(
        trx,
        workspaceId,
        matched.map(({ id }) => id),
        bounceReasons,
      )
  recordInLedger(trx, ...removed.map((row) => liftedEntry(workspaceId, row)))
  return {
    body: {
      dry_run: dryRun,
      matched: matched.length,
      lifted: removed.length,
      has_more: found.next !== null,
      next_cursor: found.next && cursorOf(found.next),
    },
    ids: removed.map(({ id }) => id),
  }
}

function stillSuppresses({ reply, reason }: SuppressionRow, review: ReviewReply): boolean | undefined {
  return reply === null || !isOfBounce(reason) ? undefined : review(reply, reason).stillSuppresses
}

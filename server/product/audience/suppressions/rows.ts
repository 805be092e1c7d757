import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { replyLineSql } from './reply-line.js'
import type { SuppressionReason } from '../unsent-reason.js'

/** The reasons that bounces make. */
export const bounceReasons = ['hard_bounce', 'soft_bounce'] as const satisfies readonly SuppressionReason[]
export type BounceReason = (typeof bounceReasons)[number]

export function isOfBounce(reason: SuppressionReason): reason is BounceReason {
  return (bounceReasons as readonly string[]).includes(reason)
}

/** A suppression as it is stored. */
export interface SuppressionRow {
  readonly id: Uuid
  /** In the form of `foldAddress` or, where it was erased, the token that stands for it. */
  readonly address: string
  readonly reason: SuppressionReason
  readonly note: string | null
  /** What the server said, in one line, where a bounce made it. */
  readonly reply: string | null
  /** The delivery that it follows from. */
  readonly log_id: Uuid | null
  /** Set where it holds for one project only. */
  readonly project_id: Uuid | null
  readonly suppressed_at: Date
}

/**
 * SQL: the reply of a row. Rows that were made before replies were stored have it in their message log, as long as that
 * is kept. The workspace is $1.
 *
 * @param row the alias of the row
 */
export function replyOf(row: string): string {
  return `case when ${row}.reply is not null or ${row}.log_id is null or ${row}.reason not in (${bounceReasons.map((reason) => `'${reason}'`).join(', ')})
    then ${row}.reply
    else (
      select ${replyLineSql("(log.attempts -> -1 -> 'reply')")} from message_logs log
      where log.workspace_id = $1 and log.id = ${row}.log_id limit 1
    ) end`
}

/** SQL: the columns of a {@link SuppressionRow}. */
export function suppressionColumns(row: string): string {
  const columns = ['id', 'address', 'reason', 'note', 'log_id', 'project_id', 'suppressed_at']
  return [...columns.map((column) => `${row}.${column}`), `${replyOf(row)} as reply`].join(', ')
}

const selectByAddress = statement<[workspaceId: WorkspaceId, addresses: readonly string[]], SuppressionRow>(
  'select_suppressions_by_address',
  `select found.*
   from unnest($2::text[]) as asked (address)
   cross join lateral (
     select ${suppressionColumns('suppression')}
     from suppressions suppression where workspace_id = $1 and address = asked.address limit 1
   ) found`,
)

/** The suppressions of some addresses or tokens. */
export function suppressionsOf(
  db: Knex,
  workspaceId: WorkspaceId,
  addresses: readonly string[],
): Promise<SuppressionRow[]> {
  return selectByAddress(db, workspaceId, addresses)
}

const selectById = statement<[workspaceId: WorkspaceId, id: Uuid], SuppressionRow>(
  'select_suppression',
  `select ${suppressionColumns('suppression')}
   from suppressions suppression where workspace_id = $1 and id = $2`,
)

/** @throws ApiError 404 `not_found` */
export async function findSuppression(db: Knex, workspaceId: WorkspaceId, id: Uuid): Promise<SuppressionRow> {
  const [row] = await selectById(db, workspaceId, id)
  if (row === undefined) throw noSuchSuppression()
  return row
}

export function noSuchSuppression(): ApiError {
  return new ApiError('not_found', 'No such suppression.')
}

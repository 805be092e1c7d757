import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { replyLineSql } from './reply-line.js'
import type { SuppressionReason } from '../unsent-reason.js'

/** Reasons of suppressions that bounces make. */
export const bounceReasons = ['hard_bounce', 'soft_bounce'] as const satisfies readonly SuppressionReason[]
export type BounceReason = (typeof bounceReasons)[number]

export function isOfBounce(reason: SuppressionReason): reason is BounceReason {
  return (bounceReasons as readonly string[]).includes(reason)
}

export interface SuppressionRow {
  readonly id: Uuid
  /** The address in the form of `foldAddress` or, if it was erased, the token that stands for it. */
  readonly address: string
  readonly reason: SuppressionReason
  readonly note: string | null
  /** The server's reply in one line; null if no bounce made the suppression. */
  readonly reply: string | null
  /** Id of the delivery that led to the suppression; null if none did. */
  readonly log_id: Uuid | null
  /** Id of the project, if the suppression holds for that project only; null otherwise. */
  readonly project_id: Uuid | null
  readonly suppressed_at: Date
}

/**
 * Returns SQL of the reply of a row. Rows from before replies were stored have theirs in the message log, as long as
 * that is kept. The workspace is $1.
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

/** Returns SQL of the columns of a {@link SuppressionRow}. */
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

/** Returns the suppressions of some addresses or tokens. */
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

/**
 * Finds a suppression of a workspace.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findSuppression(db: Knex, workspaceId: WorkspaceId, id: Uuid): Promise<SuppressionRow> {
  const [row] = await selectById(db, workspaceId, id)
  if (row === undefined) throw noSuchSuppression()
  return row
}

export function noSuchSuppression(): ApiError {
  return new ApiError('not_found', 'No such suppression.')
}

import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { Environment, Visibility } from '../../../platform/auth/principal.js'
import { visibleTo } from '../../../platform/http/access/visible.js'

export interface SubscriberListRow {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  /** Name in one line. */
  readonly name: string
  readonly from_email: string
  readonly from_name: string | null
  readonly confirmation_subject: string
  readonly confirmation_text: string
  readonly confirmation_html: string | null
  readonly updated_at: Date
}

/**
 * Finds a list that this credential sees.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findList(db: Knex, visibility: Visibility, id: Uuid): Promise<SubscriberListRow> {
  return foundIn(await visibleTo(db('subscriber_lists'), visibility).where({ id }).first())
}

/**
 * Finds a list that this credential sees, and locks it until the transaction ends.
 *
 * @throws ApiError 404 `not_found`
 */
export async function lockList(
  trx: Knex.Transaction,
  visibility: Visibility,
  id: Uuid,
): Promise<SubscriberListRow> {
  return foundIn(await visibleTo(trx('subscriber_lists'), visibility).where({ id }).forUpdate().first())
}

function foundIn(row: unknown): SubscriberListRow {
  if (row === undefined) throw new ApiError('not_found', 'No such subscriber list.')
  return row as SubscriberListRow
}

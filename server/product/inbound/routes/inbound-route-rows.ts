import type { Knex } from 'knex'
import type { Environment } from '../../../platform/auth/principal.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'

/** A row of `inbound_routes`. */
export interface RouteRow {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  readonly name: string
  readonly recipient: string
  readonly domain: string
  readonly enabled: boolean
  readonly automatic: 'deliver' | 'keep' | 'drop'
  readonly require_dmarc: boolean
  /** Blocked senders: addresses, and domains behind an `@`; folded. */
  readonly block: readonly string[]
  readonly retain_days: number | null
  readonly updated_at: Date
}

/** A route with the days that its messages are kept: not beyond the workspace's retention. */
export interface ReceivingRoute extends RouteRow {
  readonly kept_days: number
}

/**
 * Returns a route of a workspace.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findRoute(db: Knex, workspaceId: WorkspaceId, id: Uuid): Promise<RouteRow> {
  return expectRoute(await db<RouteRow>('inbound_routes').where({ workspace_id: workspaceId, id }).first())
}

/**
 * Returns a route of a workspace, locked until the transaction ends.
 *
 * @throws ApiError 404 `not_found`
 */
export async function lockRoute(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  id: Uuid,
): Promise<RouteRow> {
  const found = trx<RouteRow>('inbound_routes').where({ workspace_id: workspaceId, id })
  return expectRoute(await found.forUpdate().first())
}

function expectRoute(row: RouteRow | undefined): RouteRow {
  if (row === undefined) throw new ApiError('not_found', 'No such inbound route.')
  return row
}

/**
 * Locks the routes of a workspace, so that one request at a time adds or removes some, and their count and domains
 * hold.
 */
export const lockWorkspaceRoutes = statement<[workspaceId: WorkspaceId]>(
  'lock_workspace_of_inbound_routes',
  'select from workspaces where id = $1 for no key update',
)

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
  /** Addresses, and domains behind an `@`; folded. */
  readonly block: readonly string[]
  readonly retain_days: number | null
  readonly updated_at: Date
}

/** A route, with how long its messages are kept: not beyond the workspace's retention. */
export interface ReceivingRoute extends RouteRow {
  readonly kept_days: number
}

/**
 * A route of a workspace.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findRoute(db: Knex, workspaceId: WorkspaceId, id: Uuid): Promise<RouteRow> {
  return expectRoute(await db<RouteRow>('inbound_routes').where({ workspace_id: workspaceId, id }).first())
}

/** The same, locked until the transaction ends. */
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

/** One request at a time adds routes to a workspace or removes some, so that their count and their domains hold. */
export const lockWorkspaceRoutes = statement<[workspaceId: WorkspaceId]>(
  'lock_workspace_of_inbound_routes',
  'select from workspaces where id = $1 for no key update',
)

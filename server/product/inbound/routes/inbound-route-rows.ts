import type { Knex } from 'knex'
import type { Environment, Visibility } from '../../../platform/auth/principal.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { visibleTo } from '../../../platform/http/access/visible.js'
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
 * Returns a route that a credential sees.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findRoute(db: Knex, visibility: Visibility, id: Uuid): Promise<RouteRow> {
  return expectRoute(await routeOf(db, visibility, id).first())
}

/**
 * Returns a route that a credential sees, locked until the transaction ends.
 *
 * @throws ApiError 404 `not_found`
 */
export async function lockRoute(trx: Knex.Transaction, visibility: Visibility, id: Uuid): Promise<RouteRow> {
  return expectRoute(await routeOf(trx, visibility, id).forUpdate().first())
}

function routeOf(db: Knex, visibility: Visibility, id: Uuid) {
  return visibleTo(db('inbound_routes'), visibility).where({ id })
}

function expectRoute(row: unknown): RouteRow {
  if (row === undefined) throw new ApiError('not_found', 'No such inbound route.')
  return row as RouteRow
}

/**
 * Locks the routes of a workspace, so that one request at a time adds or removes some, and their count and domains
 * hold.
 */
export const lockWorkspaceRoutes = statement<[workspaceId: WorkspaceId]>(
  'lock_workspace_of_inbound_routes',
  'select from workspaces where id = $1 for no key update',
)

import type { Knex } from 'knex'
import type { Visibility } from '../../../platform/auth/principal.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { isVisible } from '../../../platform/http/access/visible.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { RouteRow } from './inbound-route-rows.js'
import { candidatesOf } from './recipients.js'

/** Selects the most specific route among some recipient patterns, which are in this order. */
const selectMostSpecific = statement<
  [workspaceId: WorkspaceId, recipients: readonly string[]],
  Pick<RouteRow, 'workspace_id' | 'project_id' | 'environment'>
>(
  'select_most_specific_inbound_route',
  `select workspace_id, project_id, environment from inbound_routes
   where workspace_id = $1 and recipient = any($2::text[])
   order by array_position($2::text[], recipient) limit 1`,
)

/**
 * Refuses a new route that would take mail from a route that the credential does not see. A more specific route comes
 * before a pattern, so a project key could otherwise read the mail of another project. The caller has locked the
 * workspace's routes.
 *
 * @param recipient recipient pattern of the new route
 * @throws ApiError 403 `project_not_allowed`, `environment_not_allowed`
 */
export async function refuseInterception(
  trx: Knex.Transaction,
  visibility: Visibility,
  recipient: string,
): Promise<void> {
  const { workspaceId, projectId, environment } = visibility
  if (projectId === null && environment === null) return
  // A route for the same recipient is refused later, whoever has it.
  const wider = candidatesOf(recipient).filter((each) => each !== recipient)
  const [route] = await selectMostSpecific(trx, workspaceId, wider)
  if (route === undefined || isVisible(route, visibility)) return
  const code = projectId === null ? 'environment_not_allowed' : 'project_not_allowed'
  const message = `Mail to ${recipient} belongs to a route of a project that this key cannot access.`
  throw new ApiError(code, message)
}

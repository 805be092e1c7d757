import type { Knex } from 'knex'
import type { components } from '../../../generated/api-types.js'
import { timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { statement } from '../../platform/db/statements/statement.js'
import { limitsOf, type Limits } from '../../platform/db/workspace-limits.js'
import { refusedValue } from '../../platform/http/errors/api-error.js'
import { shownName } from './shown-name.js'
import { allowLinks } from './sign-in-rule.js'

type Schemas = components['schemas']

/** Limits that the service's configuration and constants set for a workspace that has none of its own. */
export type StandardLimits = Pick<
  Schemas['WorkspaceLimits'],
  'sends_per_minute' | 'requests_per_minute' | 'checks_per_minute'
> &
  Required<Pick<Limits, 'domains' | 'inbound_bytes' | 'retention_days'>>

interface WorkspaceRow {
  readonly id: Uuid
  readonly name: string
  readonly retention_days: number
  readonly limits: Limits
  readonly sign_in_links: boolean
  readonly has_identity_provider: boolean
}

const selectWorkspace = statement<[workspaceId: WorkspaceId], WorkspaceRow>(
  'select_workspace',
  `select id, name, retention_days, limits,
     coalesce((select links from sign_in_rules where workspace_id = $1), true) as sign_in_links,
     exists (select from identity_providers where workspace_id = $1) as has_identity_provider
   from workspaces where id = $1`,
)

/** Returns a workspace with its settings. */
export async function findWorkspace(db: Knex, workspaceId: WorkspaceId): Promise<WorkspaceRow> {
  return expectWorkspace((await selectWorkspace(db, workspaceId))[0])
}

/**
 * Changes the settings of a workspace. Settings that the request leaves out stay as they are.
 *
 * @throws ApiError 422 `validation_failed`, 409 `invalid_state` if nobody could sign in any more
 */
export async function updateWorkspace(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  { name, retention_days, sign_in_links: links }: Schemas['UpdateWorkspaceRequest'],
): Promise<WorkspaceRow> {
  const { retention_days: longest = Infinity } = await limitsOf(trx, workspaceId)
  if (retention_days !== undefined && retention_days > longest)
    throw refusedValue(
      '/body/retention_days',
      'maximum',
      `must be at most ${longest}, as the operator allows`,
    )
  if (links !== undefined) await allowLinks(trx, workspaceId, links)
  const changes = {
    ...(name !== undefined && { name: shownName(name) }),
    ...(retention_days !== undefined && { retention_days }),
  }
  if (Object.keys(changes).length > 0) await trx('workspaces').where({ id: workspaceId }).update(changes)
  return findWorkspace(trx, workspaceId)
}

export function presentWorkspace(row: WorkspaceRow, standard: StandardLimits): Schemas['Workspace'] {
  const { id, name, retention_days, limits, sign_in_links, has_identity_provider } = row
  return {
    id: toTypeId('ws', id),
    name,
    retention_days,
    created_at: timeOf(id).toISOString(),
    limits: { ...unlimited, ...standard, ...limits },
    sign_in_links,
    has_identity_provider,
  }
}

/** Limits that do not apply unless the operator sets them. */
const unlimited = { recipients_per_day: null, recipients_per_month: null, contacts: null }

function expectWorkspace(row: WorkspaceRow | undefined): WorkspaceRow {
  if (row === undefined) throw new Error('a principal names a workspace that does not exist')
  return row
}

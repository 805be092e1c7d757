import type { Knex } from 'knex'
import type { components } from '../../../generated/api-types.js'
import { timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { statement } from '../../platform/db/statement.js'
import { shownName } from './shown-name.js'

type Schemas = components['schemas']

/** What the operator allows each workspace, in a minute. */
export type WorkspaceLimits = Schemas['WorkspaceLimits']

interface WorkspaceRow {
  readonly id: Uuid
  readonly name: string
  readonly retention_days: number
}

const selectWorkspace = statement<[workspaceId: WorkspaceId], WorkspaceRow>(
  'select_workspace',
  'select id, name, retention_days from workspaces where id = $1',
)

/** A workspace with its settings. */
export async function findWorkspace(db: Knex, workspaceId: WorkspaceId): Promise<WorkspaceRow> {
  return expectWorkspace((await selectWorkspace(db, workspaceId))[0])
}

/**
 * Changes the settings of a workspace. What the request leaves out stays as it is.
 *
 * @throws ApiError 422 `validation_failed`
 */
export async function updateWorkspace(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  { name, retention_days }: Schemas['UpdateWorkspaceRequest'],
): Promise<WorkspaceRow> {
  const [row] = await trx<WorkspaceRow>('workspaces')
    .where({ id: workspaceId })
    .update({
      ...(name !== undefined && { name: shownName(name) }),
      ...(retention_days !== undefined && { retention_days }),
    })
    .returning(['id', 'name', 'retention_days'])
  return expectWorkspace(row)
}

export function presentWorkspace(row: WorkspaceRow, limits: WorkspaceLimits): Schemas['Workspace'] {
  const { id, name, retention_days } = row
  return {
    id: toTypeId('ws', id),
    name,
    retention_days,
    created_at: timeOf(id).toISOString(),
    limits,
  }
}

function expectWorkspace(row: WorkspaceRow | undefined): WorkspaceRow {
  if (row === undefined) throw new Error('a principal names a workspace that does not exist')
  return row
}

import type { Knex } from 'knex'
import { toTypeId, type WorkspaceId } from '../../platform/db/ids.js'
import { CommandError } from '../command-error.js'

/** Number of workspaces listed in an error. */
const maxListed = 20

/**
 * @throws CommandError if the database has no tables yet
 */
export async function allWorkspaces(db: Knex): Promise<{ id: WorkspaceId; name: string }[]> {
  return db<{ id: WorkspaceId; name: string }>('workspaces').select('id', 'name').catch(explainMissingTables)
}

/**
 * Finds the workspace that a command is for: the one that is named, or the only one.
 *
 * @throws CommandError if that is not one workspace
 */
export async function findWorkspace(db: Knex, wanted: string | undefined): Promise<WorkspaceId> {
  const rows = await allWorkspaces(db)
  const workspaces = rows.map((row) => ({ ...row, typeId: toTypeId('ws', row.id) }))
  const listed = workspaces.slice(0, maxListed).map(({ typeId, name }) => `  ${typeId}  ${name}`)
  const others = workspaces.length - listed.length
  const list = [...listed, ...(others > 0 ? [`  and ${others} more: postseal workspace list`] : [])].join(
    '\n',
  )
  if (workspaces.length === 0) throw new CommandError('There is no workspace yet: start the service once.')
  const found = wanted === undefined ? workspaces : workspaces.filter(({ typeId }) => typeId === wanted)
  const [only, another] = found
  if (only === undefined) throw new CommandError(`There is no workspace ${wanted}. There are:\n${list}`)
  if (another !== undefined) throw new CommandError(`Choose the workspace with --workspace:\n${list}`)
  return only.id
}

function explainMissingTables(error: unknown): never {
  const undefinedTable = '42P01'
  if ((error as { code?: string }).code === undefinedTable) {
    throw new CommandError('This database is empty: start the service once to set it up.')
  }
  throw error
}

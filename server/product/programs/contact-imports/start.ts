import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { Project } from '../../workspace/projects/projects.js'
import type { StoredFile } from './file.js'
import type { ImportRow } from './import-rows.js'

/** The most imports of a workspace that may run or wait, since their files take disk. */
export const maxRunning = 10

const countRunning = statement<[workspaceId: WorkspaceId], { count: number }>(
  'count_running_contact_imports',
  `select count(*)::integer as count from contact_imports where workspace_id = $1 and due_at is not null`,
)

/** Locks a workspace, so that one request at a time adds imports to it and the count holds. */
export const lockWorkspaceImports = statement<[workspaceId: WorkspaceId]>(
  'lock_workspace_of_contact_imports',
  'select from workspaces where id = $1 for no key update',
)

const insert = statement<
  [
    workspaceId: WorkspaceId,
    id: Uuid,
    projectId: string,
    environment: string,
    listId: string | null,
    consent: string | null,
    layout: string,
    bytes: number,
    byte: number,
    line: number,
  ],
  ImportRow
>(
  'insert_contact_import',
  `insert into contact_imports (workspace_id, id, project_id, environment, list_id, consent, layout, bytes, next_byte,
     next_line, due_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now())
   returning *`,
)

/** The project and list to which the contacts of a file are added. */
export interface NewImport extends Pick<ImportRow, 'consent'> {
  readonly workspaceId: WorkspaceId
  readonly project: Pick<Project, 'id' | 'environment'>
  /** Id of the list to which the contacts are subscribed, in the way that `consent` states; null for none. */
  readonly listId: Uuid | null
}

/**
 * Refuses an import if as many as allowed already run or wait in the workspace.
 *
 * @throws ApiError 409 `invalid_state`
 */
export async function refuseTooManyRunning(db: Knex, workspaceId: WorkspaceId): Promise<void> {
  const [running] = await countRunning(db, workspaceId)
  if ((running?.count ?? 0) >= maxRunning)
    throw new ApiError(
      'invalid_state',
      `${maxRunning} imports of this workspace are running. Wait until one has ended.`,
    )
}

/**
 * Starts the import of a stored file: the worker of programs takes it from there.
 *
 * @param id the id under which the file was stored
 */
export async function insertImport(
  sql: Knex,
  id: Uuid,
  { workspaceId, project, listId, consent }: NewImport,
  { layout, bytes, from }: StoredFile,
): Promise<ImportRow> {
  const [row] = await insert(
    sql,
    workspaceId,
    id,
    project.id,
    project.environment,
    listId,
    consent,
    JSON.stringify(layout),
    bytes,
    from.byte,
    from.line,
  )
  return row as ImportRow
}

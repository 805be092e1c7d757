import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { UserRole } from '../../../platform/auth/principal.js'
import { timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'

/** A user as it is stored. */
export interface UserRow {
  readonly id: Uuid
  readonly workspace_id: WorkspaceId
  /** Address as `foldAddress` gives it. */
  readonly email: string
  readonly name: string | null
  readonly role: UserRole
  readonly last_signed_in_at: Date | null
}

const columns = 'id, workspace_id, email, name, role, last_signed_in_at'

const selectUser = statement<[workspaceId: WorkspaceId, id: Uuid], UserRow>(
  'select_user',
  `select ${columns} from users where workspace_id = $1 and id = $2`,
)

const selectByAddress = statement<[workspaceId: WorkspaceId, email: string], UserRow>(
  'select_user_of_address',
  `select ${columns} from users where workspace_id = $1 and email = $2`,
)

/**
 * Returns a user of a workspace.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findUser(db: Knex, workspaceId: WorkspaceId, id: Uuid): Promise<UserRow> {
  const [row] = await selectUser(db, workspaceId, id)
  if (row === undefined) throw new ApiError('not_found', 'No such user.')
  return row
}

/** Returns the user with an address, or undefined. */
export async function findByAddress(
  db: Knex,
  workspaceId: WorkspaceId,
  email: string,
): Promise<UserRow | undefined> {
  return (await selectByAddress(db, workspaceId, email))[0]
}

const selectUsers = statement<[workspaceId: WorkspaceId], UserRow>(
  'select_users',
  `select ${columns} from users where workspace_id = $1 order by id desc`,
)

/** Returns all users of a workspace, newest first. Their number is limited. */
export function usersOf(db: Knex, workspaceId: WorkspaceId): Promise<UserRow[]> {
  return selectUsers(db, workspaceId)
}

export function presentUser(row: UserRow): components['schemas']['User'] {
  return {
    id: toTypeId('usr', row.id),
    email: row.email,
    name: row.name,
    role: row.role,
    created_at: timeOf(row.id).toISOString(),
    last_signed_in_at: row.last_signed_in_at?.toISOString() ?? null,
  }
}

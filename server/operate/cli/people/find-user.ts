import type { Knex } from 'knex'
import type { UserRole } from '../../../platform/auth/principal.js'
import { CommandError, WrongUsage } from '../../command-error.js'
import { newUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { foldAddress } from '../../../../base/addresses/address.js'

/** The fields of a user that commands about sessions need. */
export interface CommandUser {
  readonly id: Uuid
  readonly workspace_id: WorkspaceId
  readonly email: string
  readonly role: UserRole
}

/**
 * Finds the user that a command is for.
 *
 * @param email address on the command line; without one, the user is the owner who was added first
 * @throws CommandError if there is no such user
 */
export async function findUser(
  db: Knex,
  workspaceId: WorkspaceId,
  email: string | undefined,
  advice = `Add the user with "postseal user create", or with the API (POST /v1/users).`,
): Promise<CommandUser> {
  if (email === undefined) return findOwner(db, workspaceId)
  const address = foldAddress(email)
  const found = await selectUser(db, workspaceId, address)
  if (found === undefined) throw new CommandError(`There is no user ${address}. ${advice}`)
  return found
}

async function findOwner(db: Knex, workspaceId: WorkspaceId): Promise<CommandUser> {
  const owner = await db<CommandUser>('users')
    .where({ workspace_id: workspaceId, role: 'owner' })
    .orderBy('id')
    .first('id', 'workspace_id', 'email', 'role')
  if (owner === undefined) throw new CommandError('This workspace has no owner: name a user with --email.')
  return owner
}

/**
 * Finds the user that a command is for, or makes it with a role.
 *
 * @throws CommandError if there is no such user and no role, or if the user has another role
 */
export async function findOrMakeUser(
  db: Knex,
  workspaceId: WorkspaceId,
  email: string | undefined,
  role: string | undefined,
): Promise<CommandUser> {
  if (role === undefined) return findUser(db, workspaceId, email, 'Give --role to create one.')
  const address = foldAddress(email ?? (await findOwner(db, workspaceId)).email)
  const found = await selectUser(db, workspaceId, address)
  if (found !== undefined) {
    if (role !== found.role) throw new CommandError(`${address} is ${found.role}, not ${role}.`)
    return found
  }
  if (!isRole(role)) throw new WrongUsage('--role takes owner, admin or member.')
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new WrongUsage('--email takes an e-mail address.')
  const user: CommandUser = { id: newUuid(), workspace_id: workspaceId, email: address, role }
  await db<CommandUser>('users').insert(user)
  return user
}

function selectUser(db: Knex, workspaceId: WorkspaceId, email: string): Promise<CommandUser | undefined> {
  return db<CommandUser>('users')
    .where({ workspace_id: workspaceId, email })
    .first('id', 'workspace_id', 'email', 'role')
}

export function isRole(text: string): text is UserRole {
  return text === 'owner' || text === 'admin' || text === 'member'
}

import type { Knex } from 'knex'
import {
  isAtLeast,
  lesserRole,
  type SessionPrincipal,
  type UserRole,
} from '../../../platform/auth/principal.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'
import { findByAddress } from './user-rows.js'

/** Rules for the users of a workspace together. All are checked under {@link lockUsers}. */

/** Largest number of users of a workspace. */
export const maxUsers = 1_000

/**
 * Locks the users of a workspace, so that one request at a time adds, changes or removes some, in all processes. So
 * the count holds, and of two owners who remove each other one is left.
 */
export const lockUsers = statement<[workspaceId: WorkspaceId], { id: Uuid }>(
  'lock_workspace_of_users',
  'select id from workspaces where id = $1 for no key update',
)

const selectRole = statement<[workspaceId: WorkspaceId, id: Uuid], { role: UserRole }>(
  'select_role_of_actor',
  'select role from users where workspace_id = $1 and id = $2',
)

/** Stands for the command line, which may do what an owner may. */
export const operator = Symbol('the operator')

/** User who makes a request, with the role of the session. */
export type Actor = Pick<SessionPrincipal, 'userId' | 'role'> | typeof operator

/**
 * Checks that an actor may do something with users of these roles. The role of the actor's session may be some
 * seconds old, in which an owner could have changed it, so it is read again.
 *
 * @param roles roles of the user before and after
 * @throws ApiError 403 `insufficient_scope`
 */
export async function refuseActor(
  trx: Knex,
  workspaceId: WorkspaceId,
  actor: Actor,
  roles: readonly UserRole[],
): Promise<void> {
  if (actor === operator) return
  const [found] = await selectRole(trx, workspaceId, actor.userId)
  if (found === undefined) {
    throw new ApiError('insufficient_scope', 'You are no longer a user of this workspace.')
  }
  const role = lesserRole(found.role, actor.role)
  if (!isAtLeast(role, 'admin')) {
    throw new ApiError('insufficient_scope', `This needs the role admin; yours is ${role}.`)
  }
  if (roles.includes('owner') && role !== 'owner') {
    const message = `Only an owner adds, changes or removes an owner, or makes one; your role is ${role}.`
    throw new ApiError('insufficient_scope', message)
  }
}

const selectOtherOwner = statement<[workspaceId: WorkspaceId, id: Uuid], { id: Uuid }>(
  'select_other_owner',
  `select id from users where workspace_id = $1 and role = 'owner' and id <> $2 limit 1`,
)

/** Returns whether a workspace has an owner beside this one. */
export async function hasOtherOwner(trx: Knex, workspaceId: WorkspaceId, id: Uuid): Promise<boolean> {
  return (await selectOtherOwner(trx, workspaceId, id)).length > 0
}

/**
 * Refuses to lose the last owner, without whom nobody could do what takes one.
 *
 * @param id owner who is to be an owner no more
 * @throws ApiError 409 `invalid_state`
 */
export async function refuseLastOwner(trx: Knex, workspaceId: WorkspaceId, id: Uuid): Promise<void> {
  if (await hasOtherOwner(trx, workspaceId, id)) return
  const message =
    'The last owner of a workspace cannot be removed and cannot get another role. Make another user an owner first.'
  throw new ApiError('invalid_state', message)
}

/**
 * @throws ApiError 409 `invalid_state` if a user has the address
 */
export async function refuseTakenAddress(trx: Knex, workspaceId: WorkspaceId, email: string): Promise<void> {
  if ((await findByAddress(trx, workspaceId, email)) === undefined) return
  throw new ApiError('invalid_state', `${email} is the address of a user of this workspace already.`)
}

const countUsers = statement<[workspaceId: WorkspaceId], { count: number }>(
  'count_users',
  'select count(*)::int as count from users where workspace_id = $1',
)

/**
 * @throws ApiError 422 `validation_failed` if one more user would be too many
 */
export async function refuseTooMany(trx: Knex, workspaceId: WorkspaceId): Promise<void> {
  const [counted] = await countUsers(trx, workspaceId)
  if ((counted?.count ?? 0) < maxUsers) return
  const message = `would give the workspace more than ${maxUsers.toLocaleString('en')} users`
  throw refusedValue('/body', 'too_many', message)
}

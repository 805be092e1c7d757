import type { components } from '../../../../generated/api-types.js'
import { isAtLeast } from '../../../platform/auth/principal.js'
import type { SessionVerifier } from '../../../platform/auth/sessions.js'
import { newUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { foldAddress } from '../../../../base/addresses/address.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { shownName } from '../shown-name.js'
import { findUser, type UserRow } from './user-rows.js'
import {
  lockUsers,
  refuseActor,
  refuseLastOwner,
  refuseTakenAddress,
  refuseTooMany,
  type Actor,
} from './rules.js'

type Schemas = components['schemas']

const deleteSessions = statement<[workspaceId: WorkspaceId, userId: Uuid]>(
  'delete_sessions_of_user',
  'delete from sessions where workspace_id = $1 and user_id = $2',
)

const deleteLinks = statement<[workspaceId: WorkspaceId, userId: Uuid]>(
  'delete_sign_in_links_of_user',
  'delete from sign_in_links where workspace_id = $1 and user_id = $2',
)

const deleteIdentities = statement<[workspaceId: WorkspaceId, userId: Uuid]>(
  'delete_identities_of_user',
  'delete from identities where workspace_id = $1 and user_id = $2',
)

const deletePasskeys = statement<[workspaceId: WorkspaceId, userId: Uuid]>(
  'delete_passkeys_of_user',
  'delete from passkeys where workspace_id = $1 and user_id = $2',
)

const deleteRegistrations = statement<[workspaceId: WorkspaceId, userId: Uuid]>(
  'delete_passkey_registrations_of_user',
  'delete from passkey_challenges where workspace_id = $1 and user_id = $2',
)

/** An invitation of a user. */
export interface Invitation {
  readonly workspaceId: WorkspaceId
  readonly userId: Uuid
  /** The user's address, as `foldAddress` gives it. */
  readonly email: string
  /** Address of the user who invites; absent if the operator does. */
  readonly invitedBy?: string
}

/** Actions that accompany a change of a user. */
export interface UserEffects {
  /** Sends a user a mail with a link to sign in, once the transaction has committed. */
  readonly invite: (tx: Transaction, invitation: Invitation) => Promise<void>
  readonly sessions: Pick<SessionVerifier, 'forgetSessionsOf'>
}

/**
 * Adds a user, and invites the person unless the request says otherwise.
 *
 * @throws ApiError 403 `insufficient_scope`, 409 `invalid_state`, 422 `validation_failed`
 */
export async function addUser(
  tx: Transaction,
  { invite }: Pick<UserEffects, 'invite'>,
  workspaceId: WorkspaceId,
  {
    actor,
    fields: { email: given, name, role, send_link: sendLink = true },
  }: { readonly actor: Actor; readonly fields: Schemas['CreateUserRequest'] },
): Promise<UserRow> {
  const row: UserRow = {
    id: newUuid(),
    workspace_id: workspaceId,
    email: foldAddress(given),
    name: name === undefined ? null : shownName(name),
    role,
    last_signed_in_at: null,
  }
  await lock(tx, workspaceId)
  await refuseActor(tx.sql, workspaceId, actor, [role])
  await refuseTakenAddress(tx.sql, workspaceId, row.email)
  await refuseTooMany(tx.sql, workspaceId)
  await tx.sql<UserRow>('users').insert(row)
  if (sendLink) await invite(tx, { workspaceId, userId: row.id, email: row.email })
  return row
}

/**
 * Changes a user. Fields that the request leaves out stay as they are.
 *
 * @throws ApiError 404 `not_found`, 403 `insufficient_scope`, 409 `invalid_state`, 422 `validation_failed`
 */
export async function changeUser(
  tx: Transaction,
  { sessions }: Pick<UserEffects, 'sessions'>,
  { workspaceId, id }: UserKey,
  {
    actor,
    fields: { email: given, name, role },
  }: { readonly actor: Actor; readonly fields: Schemas['UpdateUserRequest'] },
): Promise<UserRow> {
  await lock(tx, workspaceId)
  const before = await findUser(tx.sql, workspaceId, id)
  await refuseActor(tx.sql, workspaceId, actor, [before.role, role ?? before.role])
  const email = given === undefined ? before.email : foldAddress(given)
  const after = {
    email,
    name: typeof name === 'string' ? shownName(name) : name === null ? null : before.name,
    role: role ?? before.role,
  }
  if (before.role === 'owner' && after.role !== 'owner') await refuseLastOwner(tx.sql, workspaceId, id)
  if (email !== before.email) {
    await refuseTakenAddress(tx.sql, workspaceId, email)
    await deleteLinks(tx.sql, workspaceId, id)
  }
  await tx.sql<UserRow>('users').where({ workspace_id: workspaceId, id }).update(after)
  if (after.role !== before.role)
    recordInLedger(tx.sql, {
      kind: 'user_role',
      workspaceId,
      id,
      state: { role: after.role },
      gives: isAtLeast(after.role, before.role),
    })
  tx.afterCommit(() => sessions.forgetSessionsOf(id))
  return { ...before, ...after }
}

/**
 * Removes a user, with the user's sessions, passkeys and sign-in links.
 *
 * @throws ApiError 404 `not_found`, 403 `insufficient_scope`, 409 `invalid_state`
 */
export async function removeUser(
  tx: Transaction,
  { sessions }: Pick<UserEffects, 'sessions'>,
  { workspaceId, id }: UserKey,
  actor: Actor,
): Promise<UserRow> {
  await lock(tx, workspaceId)
  const row = await findUser(tx.sql, workspaceId, id)
  await refuseActor(tx.sql, workspaceId, actor, [row.role])
  if (row.role === 'owner') await refuseLastOwner(tx.sql, workspaceId, id)
  await deleteUserRows(tx.sql, workspaceId, id)
  recordInLedger(tx.sql, { kind: 'user_removed', workspaceId, id, state: {} })
  tx.afterCommit(() => sessions.forgetSessionsOf(id))
  return row
}

/**
 * Deletes a user with all of the user's rows.
 *
 * @returns whether the user existed
 */
export async function deleteUserRows(
  trx: Transaction['sql'],
  workspaceId: WorkspaceId,
  id: Uuid,
): Promise<boolean> {
  await deleteSessions(trx, workspaceId, id)
  await deleteLinks(trx, workspaceId, id)
  await deleteIdentities(trx, workspaceId, id)
  await deletePasskeys(trx, workspaceId, id)
  await deleteRegistrations(trx, workspaceId, id)
  return (await trx('users').where({ workspace_id: workspaceId, id }).delete()) > 0
}

/** Identifies a user of a workspace. */
export interface UserKey {
  readonly workspaceId: WorkspaceId
  readonly id: Uuid
}

async function lock(tx: Transaction, workspaceId: WorkspaceId): Promise<void> {
  const [workspace] = await lockUsers(tx.sql, workspaceId)
  if (workspace === undefined) throw new Error('a principal names a workspace that does not exist')
}

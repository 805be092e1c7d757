import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { UserRole } from '../../../platform/auth/principal.js'
import { timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { selectPage, type Found, type WindowQuery } from '../../../platform/http/lists/pagination.js'

export interface PasskeyRow {
  readonly id: Uuid
  readonly user_id: Uuid
  readonly name: string
  readonly synced: boolean
  readonly last_used_at: Date | null
}

/** Selects one page of the passkeys of a user. */
export function pageOfPasskeys(
  db: Knex,
  workspaceId: WorkspaceId,
  userId: Uuid,
  query: WindowQuery,
): Promise<Found<PasskeyRow>> {
  const select = db('passkeys')
    .where({ workspace_id: workspaceId, user_id: userId })
    .select('id', 'user_id', 'name', 'synced', 'last_used_at') as Knex.QueryBuilder<PasskeyRow, PasskeyRow[]>
  return selectPage<PasskeyRow>(select, 'id', query)
}

const selectPasskey = statement<
  [workspaceId: WorkspaceId, id: Uuid],
  PasskeyRow & { readonly user_role: UserRole }
>(
  'select_passkey',
  `select passkey.id, passkey.user_id, passkey.name, passkey.synced, passkey.last_used_at, users.role as user_role
   from passkeys passkey join users on users.id = passkey.user_id
   where passkey.workspace_id = $1 and passkey.id = $2`,
)

/** Finds a passkey, with the role of its user. */
export async function findPasskey(db: Knex, workspaceId: WorkspaceId, id: Uuid) {
  return (await selectPasskey(db, workspaceId, id))[0]
}

export const renamePasskey = statement<[workspaceId: WorkspaceId, id: Uuid, name: string]>(
  'rename_passkey',
  'update passkeys set name = $3 where workspace_id = $1 and id = $2',
)

export const deletePasskey = statement<[workspaceId: WorkspaceId, id: Uuid], { id: Uuid }>(
  'delete_passkey',
  'delete from passkeys where workspace_id = $1 and id = $2 returning id',
)

/** Selects the credentials of a user's passkeys, with the transports by which browsers reach them. */
export const selectCredentialsOf = statement<
  [workspaceId: WorkspaceId, userId: Uuid],
  { credential_id: Buffer; transports: string[] }
>(
  'select_credentials_of_user',
  'select credential_id, transports from passkeys where workspace_id = $1 and user_id = $2 order by id',
)

/** Stores a passkey, unless the workspace has one with that credential. */
export const insertPasskey = statement<
  [
    workspaceId: WorkspaceId,
    ...[id: Uuid, userId: Uuid, name: string, credentialId: Buffer, publicKey: Buffer, signCount: number],
    ...[transports: readonly string[], synced: boolean],
  ],
  PasskeyRow
>(
  'insert_passkey',
  `insert into passkeys
     (workspace_id, id, user_id, name, credential_id, public_key, sign_count, transports, synced)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (workspace_id, credential_id) do nothing
   returning id, user_id, name, synced, last_used_at`,
)

/** Selects a passkey by the credential id that a device gives. */
export const selectByCredential = statement<
  [workspaceId: WorkspaceId, credentialId: Buffer, userId: Uuid],
  { id: Uuid; public_key: Buffer }
>(
  'select_passkey_by_credential',
  `select id, public_key from passkeys where workspace_id = $1 and credential_id = $2 and user_id = $3`,
)

/**
 * Notes that a passkey signed its user in. There is no row if the passkey is gone, if its counter did not grow
 * although it counts (WebAuthn, section 6.1.1), or if its kind of passkey has changed.
 */
export const notePasskeyUse = statement<
  [workspaceId: WorkspaceId, id: Uuid, signCount: number, synced: boolean],
  { id: Uuid }
>(
  'note_passkey_use',
  `update passkeys set sign_count = $3, last_used_at = now()
   where workspace_id = $1 and id = $2 and synced = $4 and (sign_count < $3 or (sign_count = 0 and $3 = 0))
   returning id`,
)

export function presentPasskey(row: PasskeyRow): components['schemas']['Passkey'] {
  return {
    id: toTypeId('psk', row.id),
    user_id: toTypeId('usr', row.user_id),
    name: row.name,
    synced: row.synced,
    created_at: timeOf(row.id).toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }
}

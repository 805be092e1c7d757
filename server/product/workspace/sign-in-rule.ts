import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../platform/db/ids.js'
import { gather, statement } from '../../platform/db/statements/statement.js'
import { ApiError } from '../../platform/http/errors/api-error.js'
import { lockUsers } from './users/rules.js'

/**
 * Decides whether people of a workspace sign in by links that are mailed to them. They do, unless an owner has ended
 * it.
 */

const selectRule = statement<[workspaceId: WorkspaceId], { links: boolean }>(
  'select_sign_in_rule',
  'select links from sign_in_rules where workspace_id = $1',
)

const saveRule = statement<[workspaceId: WorkspaceId, links: boolean]>(
  'save_sign_in_rule',
  `insert into sign_in_rules (workspace_id, links) values ($1, $2)
   on conflict (workspace_id) do update set links = excluded.links`,
)

const selectWithoutLinks = gather<[ids: readonly WorkspaceId[]], { workspaceId: WorkspaceId }>(
  'select_workspaces_without_sign_in_links',
  `select workspace_id as "workspaceId" from sign_in_rules where workspace_id = any($1::uuid[]) and not links`,
)

/** Returns whether a workspace has mailed links. */
export async function hasLinks(db: Knex, workspaceId: WorkspaceId): Promise<boolean> {
  return (await selectRule(db, workspaceId))[0]?.links ?? true
}

const selectProven = statement<[workspaceId: WorkspaceId], { domain: string }>(
  'select_proven_identity_domain',
  `select domain from identity_domains
   where workspace_id = $1 and verified_at is not null and failing_since is null limit 1`,
)

const selectOwnersPasskey = statement<[workspaceId: WorkspaceId], { id: Uuid }>(
  'select_passkey_of_owner',
  `select passkeys.id from passkeys
   join users on users.workspace_id = $1 and users.id = passkeys.user_id and users.role = 'owner'
   where passkeys.workspace_id = $1 limit 1`,
)

/** Returns whether people can sign in without links: by a provider with a proven domain, or an owner by a passkey. */
async function hasOtherWay(trx: Knex, workspaceId: WorkspaceId): Promise<boolean> {
  const proven = await selectProven(trx, workspaceId)
  return proven.length > 0 || (await selectOwnersPasskey(trx, workspaceId)).length > 0
}

/**
 * Allows or ends mailed links.
 *
 * @throws ApiError 409 `invalid_state` if there is no other way to sign in
 */
export async function allowLinks(trx: Knex, workspaceId: WorkspaceId, links: boolean): Promise<void> {
  await lockUsers(trx, workspaceId)
  if (!links && !(await hasOtherWay(trx, workspaceId))) {
    throw new ApiError(
      'invalid_state',
      'Nobody could sign in without links: set an identity provider with a proven domain, or add a passkey of an owner, first.',
    )
  }
  await saveRule(trx, workspaceId, links)
}

/**
 * Makes a change to the other ways to sign in, and refuses it if links are off and it leaves no way.
 *
 * @throws ApiError 409 `invalid_state`
 */
export async function keepingWayIn<T>(
  trx: Knex,
  workspaceId: WorkspaceId,
  change: () => Promise<T>,
): Promise<T> {
  await lockUsers(trx, workspaceId)
  const needsOne = !(await hasLinks(trx, workspaceId)) && (await hasOtherWay(trx, workspaceId))
  const result = await change()
  if (needsOne && !(await hasOtherWay(trx, workspaceId))) {
    throw new ApiError(
      'invalid_state',
      'Sign-in links are off, so nobody could sign in. Allow the links first.',
    )
  }
  return result
}

/** Returns those users whose workspace has mailed links. */
export async function withLinks<T extends { readonly workspaceId: WorkspaceId }>(
  db: Knex,
  users: readonly T[],
): Promise<T[]> {
  if (users.length === 0) return []
  const without = await selectWithoutLinks(
    db,
    users.map(({ workspaceId }) => workspaceId),
  )
  const ids = new Set(without.map(({ workspaceId }) => workspaceId))
  return users.filter(({ workspaceId }) => !ids.has(workspaceId))
}

import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { type Uuid, type WorkspaceId, toTypeId } from '../../platform/db/ids.js'
import { gather, serviceStatement, statement } from '../../platform/db/statements/statement.js'
import type { UserRole } from '../../platform/auth/principal.js'
import { commandEntry } from '../../platform/audit/other-entries.js'
import { recordAudit } from '../../platform/audit/record.js'
import { inTransaction } from '../../platform/db/transaction/transaction.js'
import { hasLinks } from '../workspace/sign-in-rule.js'

/** Seconds for which a link is valid. */
export const linkSeconds = 900

/** The parts of a user that sign-in needs, with the user's workspace. */
export interface LinkedUser {
  readonly workspaceId: WorkspaceId
  readonly workspaceName: string
  readonly userId: Uuid
  readonly email: string
  readonly role: UserRole
}

const insertLink = statement<
  [
    workspaceId: WorkspaceId,
    ...[tokenHash: Buffer, userId: Uuid, addressHash: Buffer, expiresAt: Date, byOperator: boolean],
  ]
>(
  'insert_sign_in_link',
  `insert into sign_in_links (workspace_id, token_hash, user_id, address_hash, expires_at, by_operator)
   values ($1, $2, $3, $4, $5, $6)`,
)

/**
 * Makes a link for a user. Its token is 256 random bits, of which the database has only the SHA-256. The token is in
 * the fragment, which browsers send to no server: so it is in no log, neither of a proxy nor as a `Referer`.
 *
 * @returns the link
 */
export async function makeLink(
  db: Knex,
  user: Pick<LinkedUser, 'workspaceId' | 'userId' | 'email'>,
  {
    publicUrl,
    expiresAt,
    byOperator = false,
  }: {
    /** URL at which the service is reached from outside, without a trailing slash. */
    readonly publicUrl: string
    readonly expiresAt: Date
    /** True if the link works even in a workspace without mailed links. */
    readonly byOperator?: boolean
  },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hashes = [sha256(token), user.userId, sha256(user.email)] as const
  await insertLink(db, user.workspaceId, ...hashes, expiresAt, byOperator)
  return `${publicUrl}/console/sign-in#${token}`
}

const selectOwner = gather<[tokenHash: Buffer], { workspaceId: WorkspaceId; userId: Uuid }>(
  'select_user_of_sign_in_link',
  'select workspace_id as "workspaceId", user_id as "userId" from sign_in_links where token_hash = $1 limit 1',
)

const useLink = statement<
  [workspaceId: WorkspaceId, tokenHash: Buffer],
  { user_id: Uuid; address_hash: Buffer; by_operator: boolean | null }
>(
  'use_sign_in_link',
  `update sign_in_links set used_at = now()
   where workspace_id = $1 and token_hash = $2 and used_at is null and expires_at > now()
   returning user_id, address_hash, by_operator`,
)

const selectUser = statement<
  [workspaceId: WorkspaceId, userId: Uuid],
  { email: string; role: UserRole; workspace_name: string }
>(
  'select_user_to_sign_in',
  `select users.email, users.role, workspaces.name as workspace_name
   from users join workspaces on workspaces.id = $1
   where users.workspace_id = $1 and users.id = $2`,
)

/**
 * Uses a link up. Of two requests at once, one gets the user.
 *
 * @returns undefined if there is no such link, if it was used or has expired, if its user is gone or has another address
 *   now, or if the workspace has ended mailed links
 */
export async function redeemLink(trx: Knex, token: string): Promise<LinkedUser | undefined> {
  const owner = await ownerOfLink(trx, token)
  if (owner === undefined) return undefined
  const [link] = await useLink(trx, owner.workspaceId, sha256(token))
  if (link === undefined) return undefined
  if (link.by_operator !== true && !(await hasLinks(trx, owner.workspaceId))) return undefined
  const user = await findUser(trx, owner.workspaceId, link.user_id)
  return user !== undefined && sha256(user.email).equals(link.address_hash) ? user : undefined
}

/** Finds a user with its workspace. */
export async function findUser(
  db: Knex,
  workspaceId: WorkspaceId,
  userId: Uuid,
): Promise<LinkedUser | undefined> {
  const [row] = await selectUser(db, workspaceId, userId)
  return row && { workspaceId, workspaceName: row.workspace_name, userId, email: row.email, role: row.role }
}

/** Finds the user a token's link was for, whether the link is still valid or not, as long as it is kept. */
export async function ownerOfLink(
  db: Knex,
  token: string,
): Promise<{ readonly workspaceId: WorkspaceId; readonly userId: Uuid } | undefined> {
  return (await selectOwner(db, sha256(token)))[0]
}

const selectUsersOf = serviceStatement<
  [email: string, max: number],
  { workspaceId: WorkspaceId; userId: Uuid; email: string; role: UserRole }
>(
  'select_users_by_email',
  `select workspace_id as "workspaceId", id as "userId", email, role from users
   where email = $1 order by id limit $2`,
)

const selectNames = gather<[ids: readonly WorkspaceId[]], { id: WorkspaceId; name: string }>(
  'select_names_of_workspaces',
  'select id, name from workspaces where id = any($1::uuid[])',
)

/** Largest number of links in a mail. */
const maxLinks = 50

/** Returns the users who have an address, in all workspaces. */
export async function usersOf(db: Knex, email: string): Promise<LinkedUser[]> {
  const users = await selectUsersOf(db, email, maxLinks)
  if (users.length === 0) return []
  const workspaces = await selectNames(
    db,
    users.map(({ workspaceId }) => workspaceId),
  )
  const names = new Map(workspaces.map(({ id, name }) => [id, name]))
  return users.flatMap((user) => {
    const workspaceName = names.get(user.workspaceId)
    return workspaceName === undefined ? [] : { ...user, workspaceName }
  })
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

const selectFirstOwner = serviceStatement<[], { workspaceId: WorkspaceId; userId: Uuid; email: string }>(
  'select_owner_who_never_signed_in',
  `select workspace_id as "workspaceId", id as "userId", email from users
   where role = 'owner' and not exists (select from users where last_signed_in_at is not null)
   order by id limit 1`,
)

/**
 * Makes the link that signs the first owner in, if no user has signed in yet. The audit log shows it as made by the
 * command that makes such links.
 *
 * @param publicUrl URL of the service, without a trailing slash
 * @returns undefined if somebody has signed in
 */
export async function firstLink(db: Knex, publicUrl: string): Promise<string | undefined> {
  const [owner] = await selectFirstOwner(db)
  if (owner === undefined) return undefined
  const resource = { type: 'user', id: toTypeId('usr', owner.userId) }
  return inTransaction(db, async ({ sql }) => {
    await recordAudit(sql, [commandEntry(owner.workspaceId, 'session link', { resource })])
    return makeLink(sql, owner, {
      publicUrl,
      expiresAt: new Date(Date.now() + linkSeconds * 1000),
      byOperator: true,
    })
  })
}

import type { Knex } from 'knex'
import { domainOf } from '../../../../base/addresses/address.js'
import { isAtLeast, type UserRole } from '../../../platform/auth/principal.js'
import { newUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { findByAddress, type UserRow } from '../../workspace/users/user-rows.js'
import { hasOtherOwner, lockUsers, refuseTooMany } from '../../workspace/users/rules.js'
import { findUser, type LinkedUser } from '../links.js'
import { addressOf, nameOf, roleOf, type Claims } from './claims.js'
import { isProven, listDomains, type ProviderRow } from './provider-rows.js'

/** A person whom a provider has identified. */
export interface Person {
  readonly workspaceId: WorkspaceId
  readonly issuer: string
  readonly subject: string
  readonly claims: Claims
}

const selectIdentity = statement<
  [workspaceId: WorkspaceId, issuer: string, subject: string],
  { user_id: Uuid }
>(
  'select_identity',
  'select user_id from identities where workspace_id = $1 and issuer = $2 and subject = $3',
)

const selectOther = statement<[workspaceId: WorkspaceId, issuer: string, userId: Uuid], { subject: string }>(
  'select_identity_of_user',
  'select subject from identities where workspace_id = $1 and user_id = $3 and issuer = $2 limit 1',
)

const insertIdentity = statement<[workspaceId: WorkspaceId, issuer: string, subject: string, userId: Uuid]>(
  'insert_identity',
  'insert into identities (workspace_id, issuer, subject, user_id) values ($1, $2, $3, $4)',
)

const setRole = statement<[workspaceId: WorkspaceId, userId: Uuid, role: UserRole]>(
  'set_role_by_provider',
  'update users set role = $3 where workspace_id = $1 and id = $2',
)

/**
 * Returns the user of a person: the one that has signed in with this account of the provider before, or else the one
 * with the address that the provider vouches for; or a new one.
 *
 * An account that has signed in once stays that user's, whatever address it has later: addresses are given to others,
 * subjects are not. So a user of one account is nobody else's.
 *
 * @throws ApiError 403 `sign_in_not_allowed`
 */
export async function userOf(trx: Knex, provider: ProviderRow, person: Person): Promise<LinkedUser> {
  const { workspaceId, issuer, subject, claims } = person
  const [workspace] = await lockUsers(trx, workspaceId)
  if (workspace === undefined) throw notAllowed('This workspace no longer exists.')
  const role = roleOf(claims, provider)
  if (role === null) throw notAllowed('Your provider gives you no role in this workspace.')
  const [known] = await selectIdentity(trx, workspaceId, issuer, subject)
  const userId = known?.user_id ?? (await userByAddress(trx, provider, person, role))
  const user = await findUser(trx, workspaceId, userId)
  if (user === undefined) throw new Error('an identity is of a user that does not exist')
  if (role === undefined || role === user.role) return user
  if (user.role === 'owner' && !(await hasOtherOwner(trx, workspaceId, userId))) return user
  await setRole(trx, workspaceId, userId, role)
  const gives = isAtLeast(role, user.role)
  recordInLedger(trx, { kind: 'user_role', workspaceId, id: userId, state: { role }, gives })
  return { ...user, role }
}

/** Returns the user with the person's address, who is tied to this account from now on; or a new user. */
async function userByAddress(
  trx: Knex,
  provider: ProviderRow,
  { workspaceId, issuer, subject, claims }: Person,
  role: UserRole | undefined,
): Promise<Uuid> {
  const { email, problem } = addressOf(claims, provider)
  if (email === undefined) throw notAllowed(problem)
  const domain = domainOf(email)
  const domains = await listDomains(trx, workspaceId)
  if (!domains.some((own) => own.domain === domain && isProven(own)))
    throw notAllowed(`${domain} is not a proven domain of this workspace.`)
  const found = await findByAddress(trx, workspaceId, email)
  if (found !== undefined && (await selectOther(trx, workspaceId, issuer, found.id)).length > 0) {
    throw notAllowed(
      `The user with the address ${email} signs in with another account of your provider. An admin can remove that user first.`,
    )
  }
  const userId =
    found?.id ?? (await addUser(trx, provider, workspaceId, { email, name: nameOf(claims), role }))
  await insertIdentity(trx, workspaceId, issuer, subject, userId)
  return userId
}

async function addUser(
  trx: Knex,
  { create_users: creates, default_role: fallback }: ProviderRow,
  workspaceId: WorkspaceId,
  { email, name, role }: { email: string; name: string | null; role: UserRole | undefined },
): Promise<Uuid> {
  if (!creates) throw notAllowed(`There is no user with the address ${email}. An admin can add one.`)
  const row: UserRow = {
    id: newUuid(),
    workspace_id: workspaceId,
    email,
    name,
    role: role ?? fallback ?? 'member',
    last_signed_in_at: null,
  }
  await refuseTooMany(trx, workspaceId)
  await trx<UserRow>('users').insert(row)
  return row.id
}

function notAllowed(message: string): ApiError {
  return new ApiError('sign_in_not_allowed', message)
}

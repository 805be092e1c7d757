import type { Knex } from 'knex'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { gather, statement } from '../../../platform/db/statements/statement.js'
import { hashOfToken, type BrowserTie } from './openid.js'

/** Stores the sign-ins of browsers that were sent to a provider, and may come back. */

/** Seconds that a browser may take. */
const authorizationSeconds = 600

/**
 * Largest number of sign-ins that a workspace has at a time. Strangers can begin sign-ins, so the oldest is deleted
 * first: a browser that comes back within a moment is let in however many they begin.
 */
export const maxWaiting = 10_000

const makeRoom = statement<[workspaceId: WorkspaceId, max: number]>(
  'delete_surplus_sign_in_authorizations',
  `delete from sign_in_authorizations where workspace_id = $1 and state_hash = any(array(
     select state_hash from sign_in_authorizations where workspace_id = $1
     order by expires_at desc, state_hash offset $2::integer))`,
)

const insert = statement<
  [
    workspaceId: WorkspaceId,
    ...[stateHash: Buffer, browserHash: Buffer, issuer: string, clientId: string, expiresAt: Date],
  ]
>(
  'insert_sign_in_authorization',
  `insert into sign_in_authorizations (workspace_id, state_hash, browser_hash, issuer, client_id, expires_at)
   values ($1, $2, $3, $4, $5, $6)`,
)

/**
 * Stores a sign-in that a browser has begun.
 *
 * @returns the time until which it is valid, unless thousands are begun meanwhile
 */
export async function storeAuthorization(
  db: Knex,
  workspaceId: WorkspaceId,
  { state, browserKey }: BrowserTie,
  { issuer, client_id }: { readonly issuer: string; readonly client_id: string },
): Promise<Date> {
  const expiresAt = new Date(Date.now() + authorizationSeconds * 1000)
  const hashes = [hashOfToken(state), hashOfToken(browserKey)] as const
  await insert(db, workspaceId, ...hashes, issuer, client_id, expiresAt)
  await makeRoom(db, workspaceId, maxWaiting)
  return expiresAt
}

const selectOwner = gather<[stateHash: Buffer], { workspaceId: WorkspaceId }>(
  'select_workspace_of_sign_in_authorization',
  'select workspace_id as "workspaceId" from sign_in_authorizations where state_hash = $1 limit 1',
)

const use = statement<
  [workspaceId: WorkspaceId, stateHash: Buffer, browserHash: Buffer],
  { issuer: string; client_id: string }
>(
  'use_sign_in_authorization',
  `update sign_in_authorizations set used_at = now()
   where workspace_id = $1 and state_hash = $2 and browser_hash = $3 and used_at is null and expires_at > now()
   returning issuer, client_id`,
)

/** A sign-in that a browser has come back to. */
export interface ReturnedAuthorization {
  readonly workspaceId: WorkspaceId
  readonly issuer: string
  readonly client_id: string
}

/**
 * Uses up a sign-in that a browser has come back to. Of two browsers that come back at once, one gets it; another
 * browser than the one that began gets nothing, and does not use it up.
 */
export async function redeemAuthorization(
  db: Knex,
  { state, browserKey }: BrowserTie,
): Promise<ReturnedAuthorization | undefined> {
  const stateHash = hashOfToken(state)
  const [owner] = await selectOwner(db, stateHash)
  if (owner === undefined) return undefined
  const [used] = await use(db, owner.workspaceId, stateHash, hashOfToken(browserKey))
  return used && { workspaceId: owner.workspaceId, ...used }
}

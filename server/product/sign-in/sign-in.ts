import type { Knex } from 'knex'
import type { AuditActorKind, AuditEntry } from '../../platform/audit/entry.js'
import type { KeySource } from '../../platform/auth/key-source.js'
import { insertSession, maxSessionMs, type SessionOrigin } from '../../platform/auth/session-rows.js'
import { mintSession } from '../../platform/auth/sessions.js'
import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { statement } from '../../platform/db/statements/statement.js'
import { inTransaction, type Transaction } from '../../platform/db/transaction/transaction.js'
import type { ErrorCode } from '../../platform/http/errors/api-error.js'
import type { RequestOrigin } from '../../platform/http/operation/handler.js'
import { ownerOfLink, redeemLink, type LinkedUser } from './links.js'
import type { SignInMetrics } from './metrics.js'
import { findSession, type SessionRow } from './sessions.js'

export interface SignInOptions {
  readonly db: Knex
  /** The keys of the purpose `session`. */
  readonly keys: KeySource
  readonly metrics: SignInMetrics
  /** Records an entry of the audit log, in the transaction of the action if there is one. */
  readonly audit: (db: Knex, entry: AuditEntry) => Promise<void>
}

export interface SignedIn {
  readonly session: SessionRow
  readonly token: string
}

const noteSignIn = statement<[workspaceId: WorkspaceId, userId: Uuid]>(
  'note_sign_in',
  'update users set last_signed_in_at = now() where workspace_id = $1 and id = $2',
)

/** A way to sign in. */
export interface SignInWay {
  readonly origin: SessionOrigin
  /** Actor in the audit log. */
  readonly actor: AuditActorKind
  readonly operation: string
  /** Error code of every refusal. */
  readonly refusal: ErrorCode
}

const byLink: SignInWay = {
  origin: 'link',
  actor: 'link',
  operation: 'createSession',
  refusal: 'invalid_sign_in_link',
}

/**
 * Exchanges the token of a link for a session. The link is used up, and the session stored, in one transaction.
 *
 * @returns undefined if the token is not of a link that is still valid
 */
export async function signIn(
  options: SignInOptions,
  token: string,
  origin: RequestOrigin,
): Promise<SignedIn | undefined> {
  const { db, metrics, audit } = options
  const signedIn = await inTransaction(db, async (tx) => {
    const user = await redeemLink(tx.sql, token)
    return user && beginSession(tx, options, { way: byLink, user, origin })
  })
  metrics.count(signedIn === undefined ? 'refused' : 'succeeded')
  if (signedIn === undefined) {
    // A token that was nobody's link is in nobody's audit log.
    const owner = await ownerOfLink(db, token)
    if (owner !== undefined) await audit(db, signInEntry(byLink, origin, { ...owner, email: null }, null))
  }
  return signedIn
}

/** A user who signs in, by which way and from where. */
interface SignIn {
  readonly way: SignInWay
  readonly user: LinkedUser
  readonly origin: RequestOrigin
}

/** Stores the session of a user who has proven their identity, with its entry in the audit log. */
export async function beginSession(
  tx: Transaction,
  { keys, audit }: Pick<SignInOptions, 'keys' | 'audit'>,
  { way, user, origin }: SignIn,
): Promise<SignedIn> {
  const expiresAt = new Date(Date.now() + maxSessionMs)
  const session = await storeSession(tx, expiresAt, { way, user, origin })
  await audit(tx.sql, signInEntry(way, origin, user, session.id))
  const { workspaceId, userId } = user
  const claims = { workspaceId, userId, sessionId: session.id }
  return { session, token: await mintSession(keys, claims, expiresAt) }
}

async function storeSession(
  tx: Transaction,
  expiresAt: Date,
  { way, user, origin }: SignIn,
): Promise<SessionRow> {
  const { workspaceId, userId } = user
  const sessionId = newUuid()
  await insertSession(tx.sql, {
    workspaceId,
    sessionId,
    userId,
    origin: way.origin,
    ip: origin.ip || null,
    userAgent: origin.userAgent,
    expiresAt,
  })
  await noteSignIn(tx.sql, workspaceId, userId)
  const session = await findSession(tx.sql, workspaceId, sessionId)
  if (session === undefined) throw new Error('a session is not there though it was just stored')
  return session
}

/**
 * @param sessionId the new session, or null if somebody was refused
 */
export function signInEntry(
  way: SignInWay,
  { requestId, ip, userAgent }: RequestOrigin,
  user: { readonly workspaceId: WorkspaceId; readonly userId: Uuid; readonly email: string | null },
  sessionId: Uuid | null,
): AuditEntry {
  const refused = sessionId === null
  return {
    workspaceId: user.workspaceId,
    actor: { kind: way.actor, id: user.userId, name: user.email, sessionId },
    ip,
    userAgent,
    operation: way.operation,
    resource: refused ? null : { type: 'session', id: toTypeId('ses', sessionId) },
    outcome: refused ? 'refused' : 'succeeded',
    status: refused ? 401 : 201,
    errorCode: refused ? way.refusal : null,
    requestId,
    projectId: null,
    count: null,
  }
}

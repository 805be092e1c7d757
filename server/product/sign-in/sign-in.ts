import type { Knex } from 'knex'
import type { AuditEntry } from '../../platform/audit/entry.js'
import type { KeySource } from '../../platform/auth/key-source.js'
import { insertSession, maxSessionMs } from '../../platform/auth/session-rows.js'
import { mintSession } from '../../platform/auth/sessions.js'
import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { statement } from '../../platform/db/statement.js'
import { inTransaction, type Transaction } from '../../platform/db/transaction.js'
import type { RequestOrigin } from '../../platform/http/handler.js'
import { ownerOfLink, redeemLink, type LinkedUser } from './links.js'
import type { SignInMetrics } from './metrics.js'
import { findSession, type SessionRow } from './sessions.js'

export interface SignInOptions {
  readonly db: Knex
  /** The keys of the purpose `session`. */
  readonly keys: KeySource
  readonly metrics: SignInMetrics
  /** Records an entry of the audit log, in the transaction of what it is about where there is one. */
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

/**
 * Exchanges the token of a link for a session. The link is used up, and the session stored, in one transaction.
 *
 * @returns undefined if the token is not of a link that is still valid
 */
export async function signIn(
  { db, keys, metrics, audit }: SignInOptions,
  token: string,
  origin: RequestOrigin,
): Promise<SignedIn | undefined> {
  const signedIn = await inTransaction(db, async (tx) => {
    const user = await redeemLink(tx.sql, token)
    if (user === undefined) return undefined
    const expiresAt = new Date(Date.now() + maxSessionMs)
    const session = await storeSession(tx, user, origin, expiresAt)
    await audit(tx.sql, entryOf(origin, user, session.id))
    const { workspaceId, userId } = user
    const claims = { workspaceId, userId, sessionId: session.id }
    return { session, token: await mintSession(keys, claims, expiresAt) }
  })
  metrics.count(signedIn === undefined ? 'refused' : 'succeeded')
  if (signedIn === undefined) {
    // Nobody's link is in nobody's log.
    const owner = await ownerOfLink(db, token)
    if (owner !== undefined) await audit(db, entryOf(origin, { ...owner, email: null }, null))
  }
  return signedIn
}

async function storeSession(
  tx: Transaction,
  user: LinkedUser,
  origin: RequestOrigin,
  expiresAt: Date,
): Promise<SessionRow> {
  const { workspaceId, userId } = user
  const sessionId = newUuid()
  await insertSession(tx.sql, {
    workspaceId,
    sessionId,
    userId,
    origin: 'link',
    ip: origin.ip || null,
    userAgent: origin.userAgent,
    expiresAt,
  })
  await noteSignIn(tx.sql, workspaceId, userId)
  const session = await findSession(tx.sql, workspaceId, sessionId)
  if (session === undefined) throw new Error('a session is not there though it was just stored')
  return session
}

/** @param sessionId the new session, or null where the link was refused */
function entryOf(
  { requestId, ip, userAgent }: RequestOrigin,
  user: { readonly workspaceId: WorkspaceId; readonly userId: Uuid; readonly email: string | null },
  sessionId: Uuid | null,
): AuditEntry {
  const refused = sessionId === null
  return {
    workspaceId: user.workspaceId,
    actor: { kind: 'link', id: user.userId, name: user.email, sessionId },
    ip,
    userAgent,
    operation: 'createSession',
    resource: refused ? null : { type: 'session', id: toTypeId('ses', sessionId) },
    outcome: refused ? 'refused' : 'succeeded',
    status: refused ? 401 : 201,
    errorCode: refused ? 'invalid_sign_in_link' : null,
    requestId,
    projectId: null,
    count: null,
  }
}

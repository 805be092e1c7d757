import { SignJWT, errors, jwtVerify } from 'jose'
import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { SessionConfig } from '../config/defaults.js'
import { fromTypeId, toTypeId, type Uuid, type WorkspaceId } from '../db/ids.js'
import { presentKey, type KeySource } from './key-source.js'
import { lesserRole, type SessionPrincipal } from './principal.js'
import { selectSessionState, touchSession } from './session-rows.js'
import { atMostEntries } from '../../../base/caches/at-most-entries.js'

/**
 * Workspace sessions: rows, and tokens that name one. A token is a JWT (RFC 7519) with HMAC-SHA256, for a user of a
 * workspace. The row decides whether the session is still valid.
 */
const audience = 'postseal workspace session'
const issuer = 'postseal'

export type SessionResult = SessionPrincipal | 'invalid' | 'expired'

export interface SessionVerifier {
  verify(token: string): Promise<SessionResult>
  /** Forgets a session at once in this process. */
  forget(sessionId: Uuid): void
  /** Forgets the sessions of a user at once in this process: after a change of the role, or a removal. */
  forgetSessionsOf(userId: Uuid): void
}

/** The session that a token is for. */
export interface SessionClaims {
  readonly workspaceId: WorkspaceId
  readonly userId: Uuid
  readonly sessionId: Uuid
}

/**
 * Makes the token of a session. It is signed and not stored.
 *
 * @param keys the keys of the purpose `session`
 * @param expiresAt when the session ends however much it is used
 */
export function mintSession(
  keys: KeySource,
  { workspaceId, userId, sessionId }: SessionClaims,
  expiresAt: Date,
): Promise<string> {
  return new SignJWT({ ws: toTypeId('ws', workspaceId), sid: toTypeId('ses', sessionId) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(toTypeId('usr', userId))
    .setIssuedAt()
    .setExpirationTime(Math.ceil(expiresAt.getTime() / 1000))
    .sign(presentKey(keys))
}

/**
 * Verifies tokens. Uses the user's present role, not the role at the time when the token was created. Accepts
 * only the present key, so a rotation of the secret ends every session.
 *
 * @param keys the keys of the purpose `session`
 * @param forgotten is called when sessions have been forgotten
 */
export function sessionVerifier(
  db: Knex,
  keys: KeySource,
  { rememberedMs }: SessionConfig,
  forgotten: () => void = () => undefined,
): SessionVerifier {
  const found = new LRUCache<Uuid, SessionResult, SessionClaims>({
    ...atMostEntries(10_000),
    ttl: rememberedMs,
    // A session that is forgotten during its look-up: those who wait for it get the result, and it is not kept.
    ignoreFetchAbort: true,
    fetchMethod: (_id, _stale, { context }) => lookUp(db, context),
  })

  return {
    verify: async (token) => {
      let claims: SessionClaims
      try {
        const { payload } = await jwtVerify(token, presentKey(keys), {
          algorithms: ['HS256'],
          issuer,
          audience,
          // Without this a token that does not name its end would have none.
          requiredClaims: ['exp'],
        })
        claims = {
          workspaceId: fromTypeId('ws', String(payload['ws'])),
          userId: fromTypeId('usr', String(payload.sub)),
          sessionId: fromTypeId('ses', String(payload['sid'])),
        }
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'expired' : 'invalid'
      }
      return (await found.fetch(claims.sessionId, { context: claims })) ?? 'invalid'
    },
    forget: (sessionId) => {
      found.delete(sessionId)
      forgotten()
    },
    forgetSessionsOf: () => {
      // Also forgets sessions that are being looked up at this moment, whose users are not known yet.
      found.clear()
      forgotten()
    },
  }
}

async function lookUp(db: Knex, claims: SessionClaims): Promise<SessionResult> {
  const { workspaceId, sessionId, userId } = claims
  const [row] = await selectSessionState(db, workspaceId, sessionId, userId)
  if (row === undefined) return 'invalid'
  if (!row.live) return 'expired'
  // The request does not wait for it and does not fail with it: the time is for people, and for the idle limit.
  if (row.touch_due) void touchSession(db, workspaceId, sessionId).catch(() => undefined)
  const { email, user_role: ofUser, role, name, tags, ip_cidrs: ipCidrs } = row
  return {
    kind: 'workspaceSession',
    ...claims,
    email,
    role: role === null ? ofUser : lesserRole(role, ofUser),
    program: name === null ? null : { name, tags, ipCidrs },
  }
}

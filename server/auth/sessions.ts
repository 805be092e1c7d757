import { SignJWT, errors, jwtVerify } from 'jose'
import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { fromTypeId, toTypeId, type Uuid } from '../db/ids.js'
import { statement } from '../db/statement.js'
import { presentKey, type KeySource } from './key-source.js'
import type { UserRole, SessionPrincipal } from './principal.js'

/** Signed workspace sessions: JWTs (RFC 7519) with HMAC-SHA256, for a user of a workspace. */
const audience = 'postseal workspace session'
const issuer = 'postseal'

/** How long a user's role may be remembered, and so how long a removed user may still act on another node. */
const cachedMs = 5_000

export type SessionResult = SessionPrincipal | 'invalid' | 'expired'

export interface SessionVerifier {
  verify(token: string): Promise<SessionResult>
}

/**
 * Makes a session token.
 *
 * @param keys the keys of the purpose `session`
 * @param lifetimeSeconds how long the token is valid
 */
export function mintSession(
  keys: KeySource,
  user: { workspaceId: Uuid; userId: Uuid },
  lifetimeSeconds: number,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ ws: toTypeId('ws', user.workspaceId) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(toTypeId('usr', user.userId))
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(presentKey(keys))
}

const selectRole = statement<[Uuid, Uuid], { role: UserRole }>(
  'select_role',
  'select role from users where workspace_id = $1 and id = $2',
)

/**
 * Verifies tokens. Uses the user's present role, not the role at the time when the token was created. Accepts
 * only the present key, so a rotation of the secret ends every session.
 *
 * @param keys the keys of the purpose `session`
 */
export function sessionVerifier(db: Knex, keys: KeySource): SessionVerifier {
  const roles = new LRUCache<string, UserRole, { workspaceId: Uuid; userId: Uuid }>({
    max: 10_000,
    ttl: cachedMs,
    fetchMethod: async (_key, _stale, { context }) => {
      const [row] = await selectRole(db, context.workspaceId, context.userId)
      return row?.role
    },
  })

  return {
    verify: async (token) => {
      let workspaceId: Uuid, userId: Uuid
      try {
        const { payload } = await jwtVerify(token, presentKey(keys), {
          algorithms: ['HS256'],
          issuer,
          audience,
          // Without this a token that says nothing of its end would have none.
          requiredClaims: ['exp'],
        })
        workspaceId = fromTypeId('ws', String(payload['ws']))
        userId = fromTypeId('usr', String(payload.sub))
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'expired' : 'invalid'
      }
      const role = await roles.fetch(`${workspaceId} ${userId}`, { context: { workspaceId, userId } })
      return role === undefined ? 'invalid' : { kind: 'workspaceSession', workspaceId, userId, role }
    },
  }
}

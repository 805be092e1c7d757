import { SignJWT, errors, jwtVerify } from 'jose'
import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { fromTypeId, toTypeId, type Uuid } from '../db/ids.js'
import { statement } from '../db/statement.js'
import type { Role, SessionPrincipal } from './principal.js'
import type { ServiceKey } from './service-key.js'

/** Signed workspace sessions: JWTs (RFC 7519) with HMAC-SHA256, for a user of a workspace. */
const audience = 'postseal workspace session'
const issuer = 'postseal'

/** How long a user's role may be remembered, and so how long a removed user may still act on another node. */
const rememberedMs = 5_000

export type SessionResult = SessionPrincipal | 'invalid' | 'expired'

export interface SessionVerifier {
  verify(token: string): Promise<SessionResult>
}

/**
 * Makes a session token.
 *
 * @param lifetimeSeconds how long it is good for
 */
export function mintSession(
  key: ServiceKey,
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
    .sign(key.derive('session'))
}

const selectRole = statement<[Uuid, Uuid], { role: Role }>(
  'select_role',
  'select role from users where workspace_id = $1 and id = $2',
)

/** Verifies tokens. The role is the user's present one, not what it was when the token was made. */
export function sessionVerifier(db: Knex, key: ServiceKey): SessionVerifier {
  const roles = new LRUCache<string, Role, { workspaceId: Uuid; userId: Uuid }>({
    max: 10_000,
    ttl: rememberedMs,
    fetchMethod: async (_key, _stale, { context }) => {
      const [row] = await selectRole(db, context.workspaceId, context.userId)
      return row?.role
    },
  })
  const secret = key.derive('session')

  return {
    verify: async (token) => {
      let workspaceId: Uuid, userId: Uuid
      try {
        const { payload } = await jwtVerify(token, secret, {
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

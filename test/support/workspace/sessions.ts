import { randomBytes } from 'node:crypto'
import type { UserRole } from '../../../server/platform/auth/principal.js'
import { loadServiceKey } from '../../../server/platform/auth/service-key.js'
import { mintSession } from '../../../server/platform/auth/sessions.js'
import { newUuid, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import type { TestService } from '../service/service.js'

/** A user of a test, with a session. */
export interface SignedIn {
  readonly userId: Uuid
  readonly sessionId: Uuid
  readonly email: string
  readonly token: string
}

/**
 * Adds a user with this role and signs it in: for a day, because files of tests that share a service also share
 * sessions for as long as a slow run takes.
 */
export async function signIn(
  service: Pick<TestService, 'sql' | 'config'>,
  workspaceId: WorkspaceId,
  role: UserRole,
  lifetimeSeconds = 24 * 60 * 60,
): Promise<SignedIn> {
  const userId = newUuid()
  const sessionId = newUuid()
  // No address in it, like ada@example.com, is another that a test looks for.
  const email = `${randomBytes(6).toString('hex')}-${role}@example.com`
  const expiresAt = new Date(Date.now() + lifetimeSeconds * 1000)
  await service.sql.query(
    `with added as (insert into users (id, workspace_id, email, role) values ($1, $2, $3, $4))
     insert into sessions (workspace_id, id, user_id, origin, expires_at) values ($2, $5, $1, 'link', $6)`,
    [userId, workspaceId, email, role, sessionId, expiresAt],
  )
  const keys = loadServiceKey(service.config).derive('session')
  const token = await mintSession(keys, { workspaceId, userId, sessionId }, expiresAt)
  return { userId, sessionId, email, token }
}

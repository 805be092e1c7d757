import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../db/ids.js'
import { statement } from '../db/statements/statement.js'
import type { ProgramSession, UserRole } from './principal.js'

/** Rows of sessions. A session is invalid if it has no row or its user is gone. */

/** A person's session stays valid for this long without being used, in PostgreSQL's words. */
export const idleLimit = '7 days'

/** The max duration of a session however much it is used, in milliseconds: 30 days. */
export const maxSessionMs = 30 * 24 * 60 * 60 * 1000

export type SessionOrigin = 'link' | 'command_line' | 'passkey' | 'provider'

/** The limits of a program's session. If `role` is null, the session has the user's. */
export interface ProgramColumns {
  /** The program's name; null if a person has signed in. */
  readonly name: string | null
  readonly role: UserRole | null
  readonly tags: readonly string[]
  readonly ip_cidrs: readonly string[]
}

interface SessionState extends ProgramColumns {
  readonly email: string
  readonly user_role: UserRole
  /** True if the session has not expired. */
  readonly live: boolean
  /** True if the time of the session's last use is to be written. */
  readonly touch_due: boolean
}

/** Selects a session that has not been revoked, with the present role of its user. */
export const selectSessionState = statement<[workspaceId: WorkspaceId, id: Uuid, userId: Uuid], SessionState>(
  'select_session_state',
  `select users.email, users.role as user_role, session.name, session.role, session.tags, session.ip_cidrs,
     session.expires_at > now()
       and (session.name is not null or session.last_used_at > now() - interval '${idleLimit}') as live,
     session.last_used_at < now() - interval '5 minutes' as touch_due
   from sessions session
   cross join lateral (
     select email, role from users where id = session.user_id and workspace_id = $1 limit 1
   ) users
   where session.workspace_id = $1 and session.id = $2 and session.user_id = $3 and session.revoked_at is null`,
)

/** Writes the time of a session's last use. Several processes may notice at once that it is due; one writes. */
export const touchSession = statement<[workspaceId: WorkspaceId, id: Uuid]>(
  'touch_session',
  `update sessions set last_used_at = now()
   where workspace_id = $1 and id = $2 and revoked_at is null and last_used_at < now() - interval '5 minutes'`,
)

const insertRow = statement<
  [
    workspaceId: WorkspaceId,
    ...[id: Uuid, userId: Uuid, SessionOrigin, ip: string | null, userAgent: string | null, expiresAt: Date],
    ...[name: string | null, UserRole | null, tags: readonly string[], ipCidrs: readonly string[]],
  ]
>(
  'insert_session',
  `insert into sessions
     (workspace_id, id, user_id, origin, ip_address, user_agent, expires_at, name, role, tags, ip_cidrs)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)

export interface NewSession {
  readonly workspaceId: WorkspaceId
  readonly sessionId: Uuid
  readonly userId: Uuid
  readonly origin: SessionOrigin
  /** Address that the user signed in from; null on the command line. */
  readonly ip: string | null
  readonly userAgent: string | null
  readonly expiresAt: Date
  /** The program that the session is for; absent if a person signs in. */
  readonly program?: ProgramSession & { readonly role: UserRole }
}

/** Stores a session. Its token is valid once the row is committed. */
export async function insertSession(db: Knex, session: NewSession): Promise<void> {
  const { workspaceId, sessionId, userId, origin, ip, userAgent, expiresAt, program } = session
  const { name = null, role = null, tags = [], ipCidrs = [] } = program ?? {}
  const given = [name, role, tags, ipCidrs] as const
  await insertRow(db, workspaceId, sessionId, userId, origin, ip, userAgent, expiresAt, ...given)
}

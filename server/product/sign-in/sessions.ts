import type { Knex } from 'knex'
import type { components } from '../../../generated/api-types.js'
import { idleLimit, type ProgramColumns, type SessionOrigin } from '../../platform/auth/session-rows.js'
import { lesserRole, type UserRole } from '../../platform/auth/principal.js'
import { timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { statement } from '../../platform/db/statements/statement.js'
import { recordInLedger } from '../../platform/ledger/record.js'
import { selectPage, type Found, type WindowQuery } from '../../platform/http/lists/pagination.js'

/** A session that is still valid, with its user and workspace. */
export interface SessionRow extends ProgramColumns {
  readonly id: Uuid
  readonly workspace_id: WorkspaceId
  readonly workspace_name: string
  readonly user_id: Uuid
  readonly email: string
  readonly user_name: string | null
  readonly user_role: UserRole
  readonly last_signed_in_at: Date | null
  readonly origin: SessionOrigin
  readonly ip_address: string | null
  readonly user_agent: string | null
  readonly last_used_at: Date
  /** Time at which it ends if it is not used any more. */
  readonly ends_at: Date
}

const columns = `session.id, session.workspace_id, workspace.name as workspace_name, session.user_id,
  users.email, users.name as user_name, users.role as user_role, users.last_signed_in_at, session.origin, session.ip_address, session.user_agent,
  session.last_used_at, session.name, session.role, session.tags, session.ip_cidrs,
  case when session.name is null then least(session.expires_at, session.last_used_at + interval '${idleLimit}')
    else session.expires_at end as ends_at`

const isValid = `session.revoked_at is null and session.expires_at > now()
  and (session.name is not null or session.last_used_at > now() - interval '${idleLimit}')`

/**
 * Selects one page of the valid sessions of a user.
 *
 */
export function pageOfSessions(
  db: Knex,
  workspaceId: WorkspaceId,
  userId: Uuid,
  {
    query,
    only,
  }: {
    readonly query: WindowQuery & { readonly program?: boolean }
    /** The only session to select; undefined for all. */
    readonly only?: Uuid
  },
): Promise<Found<SessionRow>> {
  const select = selectValid(db, workspaceId).where('session.user_id', userId)
  if (only !== undefined) void select.where('session.id', only)
  // Only a program's session has a name.
  if (query.program === true) void select.whereNotNull('session.name')
  if (query.program === false) void select.whereNull('session.name')
  return selectPage<SessionRow>(select, 'session.id', query)
}

/** Selects the valid sessions of a workspace, or of one of its users, newest first. */
export function validSessions(
  db: Knex,
  workspaceId: WorkspaceId,
  userId: Uuid | undefined,
  max: number,
): Promise<SessionRow[]> {
  const select = selectValid(db, workspaceId)
  if (userId !== undefined) void select.where('session.user_id', userId)
  return select.orderBy('session.id', 'desc').limit(max)
}

function selectValid(db: Knex, workspaceId: WorkspaceId): Knex.QueryBuilder<SessionRow, SessionRow[]> {
  return db('sessions as session')
    .join('users', 'users.id', 'session.user_id')
    .join('workspaces as workspace', 'workspace.id', 'session.workspace_id')
    .where('session.workspace_id', workspaceId)
    .whereRaw(isValid)
    .select(db.raw(columns)) as Knex.QueryBuilder<SessionRow, SessionRow[]>
}

const selectSession = statement<[workspaceId: WorkspaceId, id: Uuid], SessionRow>(
  'select_session',
  `select ${columns} from sessions session
   join users on users.id = session.user_id
   join workspaces workspace on workspace.id = session.workspace_id
   where session.workspace_id = $1 and session.id = $2 and ${isValid}`,
)

/** Finds a session that is still valid. */
export async function findSession(
  db: Knex,
  workspaceId: WorkspaceId,
  id: Uuid,
): Promise<SessionRow | undefined> {
  return (await selectSession(db, workspaceId, id))[0]
}

const revoke = statement<[workspaceId: WorkspaceId, id: Uuid], { id: Uuid }>(
  'revoke_session',
  `update sessions set revoked_at = now()
   where workspace_id = $1 and id = $2 and revoked_at is null returning id`,
)

const revokeAllOf = statement<[workspaceId: WorkspaceId, userId: Uuid], { id: Uuid }>(
  'revoke_sessions_of_user',
  `update sessions set revoked_at = now()
   where workspace_id = $1 and user_id = $2 and revoked_at is null returning id`,
)

/** Ends a session. Its row stays until it would have expired. */
export async function revokeSession(
  sql: Knex,
  workspaceId: WorkspaceId,
  id: Uuid,
): Promise<{ readonly id: Uuid }[]> {
  recordInLedger(sql, { kind: 'session_ended', workspaceId, id, state: {} })
  return revoke(sql, workspaceId, id)
}

/** Ends all sessions of a user. */
export async function revokeSessionsOf(
  sql: Knex,
  workspaceId: WorkspaceId,
  userId: Uuid,
): Promise<{ readonly id: Uuid }[]> {
  recordInLedger(sql, { kind: 'user_sessions_ended', workspaceId, id: userId, state: {} })
  return revokeAllOf(sql, workspaceId, userId)
}

/**
 * @param current session of the request, if it has one
 */
export function presentSession(row: SessionRow, current: Uuid | undefined): components['schemas']['Session'] {
  return {
    id: toTypeId('ses', row.id),
    current: row.id === current,
    user: {
      id: toTypeId('usr', row.user_id),
      email: row.email,
      name: row.user_name,
      role: row.user_role,
      created_at: timeOf(row.user_id).toISOString(),
      last_signed_in_at: row.last_signed_in_at?.toISOString() ?? null,
    },
    workspace: { id: toTypeId('ws', row.workspace_id), name: row.workspace_name },
    origin: row.origin,
    role: row.role === null ? row.user_role : lesserRole(row.role, row.user_role),
    program: row.name === null ? null : { name: row.name, only: [...row.tags], ip_cidrs: [...row.ip_cidrs] },
    ip_address: row.ip_address,
    user_agent: row.user_agent,
    created_at: timeOf(row.id).toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    expires_at: row.ends_at.toISOString(),
  }
}

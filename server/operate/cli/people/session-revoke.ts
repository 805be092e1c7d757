import type { Knex } from 'knex'
import { resourceOf } from '../../../platform/audit/resource-types.js'
import { CommandError, WrongUsage } from '../../command-error.js'
import { fromTypeId, timeOf, toTypeId, type Uuid } from '../../../platform/db/ids.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import {
  presentSession,
  revokeSession,
  revokeSessionsOf,
  validSessions,
  type SessionRow,
} from '../../../product/sign-in/sessions.js'
import { findUser } from './find-user.js'
import { findWorkspace } from '../find-workspace.js'
import { recordCommand } from '../record-command.js'

export interface SessionListOptions {
  readonly workspace?: string
  readonly email?: string
  readonly json?: boolean
}

/** Largest number of sessions that are printed. */
const maxListed = 1000

/**
 * Lists the valid sessions of a workspace, or of one user, newest first.
 *
 * @throws CommandError if the options do not lead to one workspace or user
 */
export async function listSessions(db: Knex, options: SessionListOptions): Promise<string> {
  const workspaceId = await findWorkspace(db, options.workspace)
  const user = options.email === undefined ? undefined : await findUser(db, workspaceId, options.email)
  const rows = await validSessions(db, workspaceId, user?.id, maxListed)
  if (options.json === true) return JSON.stringify(rows.map(shown), null, 2)
  if (rows.length === 0) return 'There are no sessions.'
  return rows
    .map(shown)
    .map(({ id, name, email, role, only, created_at, expires_at, ip_address }) => {
      const [since, until] = [`since ${created_at}`, `until ${expires_at}`]
      const who = name === null ? email : `${name} (${email})`
      const held = only.length === 0 ? [] : [`only ${only.join(',')}`]
      return [id, who, role, since, until, ip_address ?? 'command line', ...held].join('  ')
    })
    .join('\n')
}

function shown(row: SessionRow) {
  const { role, program, origin } = presentSession(row, undefined)
  return {
    id: toTypeId('ses', row.id),
    name: program?.name ?? null,
    email: row.email,
    role,
    only: program?.only ?? [],
    ip_cidrs: program?.ip_cidrs ?? [],
    origin,
    ip_address: row.ip_address,
    created_at: timeOf(row.id).toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    expires_at: row.ends_at.toISOString(),
  }
}

export interface SessionRevokeOptions {
  readonly workspace?: string
  readonly user?: string
}

/**
 * Ends one session, or all sessions of a user. Running processes notice it within 5 seconds.
 *
 * @param id id of the session, or undefined
 * @throws CommandError unless the arguments name either an existing session or a user
 */
export async function revokeSessions(
  db: Knex,
  id: string | undefined,
  options: SessionRevokeOptions,
): Promise<string> {
  if ((id === undefined) === (options.user === undefined))
    throw new WrongUsage('Name a session, or give --user for all sessions of a user.')
  const uuid = id === undefined ? undefined : uuidOf(id)
  const workspaceId = await findWorkspace(db, options.workspace)
  if (uuid !== undefined && id !== undefined) {
    const [ended] = await inTransaction(db, async ({ sql }) => {
      const rows = await revokeSession(sql, workspaceId, uuid)
      if (rows.length > 0)
        await recordCommand(sql, workspaceId, 'session revoke', { resource: resourceOf(id) })
      return rows
    })
    if (ended === undefined) throw new CommandError(`Session ${id} does not exist or has already ended.`)
    return `Ended ${id}.`
  }
  const user = await findUser(db, workspaceId, options.user)
  const ended = await inTransaction(db, async ({ sql }) => {
    const rows = await revokeSessionsOf(sql, workspaceId, user.id)
    const resource = resourceOf(toTypeId('usr', user.id))
    await recordCommand(sql, workspaceId, 'session revoke', { resource, count: rows.length })
    return rows
  })
  return `Ended ${ended.length} session${ended.length === 1 ? '' : 's'} of ${user.email}.`
}

function uuidOf(id: string): Uuid {
  try {
    return fromTypeId('ses', id)
  } catch {
    throw new WrongUsage(`"${id}" is not the id of a session, such as ses_01kbf3yq0se8v8m5r1w8t2xc4a.`)
  }
}

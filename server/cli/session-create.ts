import type { Knex } from 'knex'
import type { Config } from '../config/config.js'
import { newUuid, toTypeId, type Uuid } from '../db/ids.js'
import { openKeyRing } from '../key-ring/key-ring.js'
import { foldAddress } from '../mail-address.js'
import { firstOwner } from '../workspace/bootstrap.js'
import type { UserRole } from '../auth/principal.js'
import { insertSession } from '../auth/session-rows.js'
import { mintSession } from '../auth/sessions.js'
import { CommandError } from '../command-error.js'
import { findWorkspace } from './find-workspace.js'

export interface SessionCreateOptions {
  readonly workspace?: string
  readonly email?: string
  readonly role?: string
  readonly minutes: string
  readonly json?: boolean
}

interface User {
  readonly id: Uuid
  readonly workspace_id: Uuid
  readonly email: string
  readonly role: UserRole
}

/**
 * Mints a session token for a user, who is made first where a role is given and there is none.
 *
 * @throws CommandError where the options do not lead to one user
 */
export async function createSession(
  config: Config,
  db: Knex,
  options: SessionCreateOptions,
): Promise<string> {
  const minutes = minutesOf(options.minutes)
  const workspaceId = await findWorkspace(db, options.workspace)
  const user = await findOrMakeUser(db, workspaceId, foldAddress(options.email ?? firstOwner), options.role)
  const expiresAt = new Date(Date.now() + minutes * 60_000)
  const keyRing = await openKeyRing(db, config)
  const session = { workspaceId, userId: user.id, sessionId: newUuid() }
  await insertSession(db, { ...session, origin: 'command_line', ip: null, userAgent: null, expiresAt })
  const token = await mintSession(keyRing.of('session'), session, expiresAt)
  if (options.json !== true) return token
  return JSON.stringify(
    {
      token,
      expires_at: expiresAt.toISOString(),
      session_id: toTypeId('ses', session.sessionId),
      workspace_id: toTypeId('ws', workspaceId),
      user_id: toTypeId('usr', user.id),
      email: user.email,
      role: user.role,
    },
    null,
    2,
  )
}

function minutesOf(text: string): number {
  const minutes = /^\d{1,4}$/.test(text) ? Number(text) : NaN
  if (!(minutes >= 1 && minutes <= 1440))
    throw new CommandError('--minutes takes a whole number from 1 to 1440.')
  return minutes
}

async function findOrMakeUser(
  db: Knex,
  workspaceId: Uuid,
  email: string,
  role: string | undefined,
): Promise<User> {
  const found = await db<User>('users').where({ workspace_id: workspaceId, email }).first()
  if (found !== undefined) {
    if (role !== undefined && role !== found.role)
      throw new CommandError(`${email} is ${found.role}, not ${role}.`)
    return found
  }
  if (role === undefined) throw new CommandError(`There is no user ${email}. Give --role to make one.`)
  if (!isRole(role)) throw new CommandError('--role takes owner, admin or member.')
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new CommandError('--email takes an e-mail address.')
  const user: User = { id: newUuid(), workspace_id: workspaceId, email, role }
  await db<User>('users').insert(user)
  return user
}

function isRole(text: string): text is UserRole {
  return text === 'owner' || text === 'admin' || text === 'member'
}

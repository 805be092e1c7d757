import type { Knex } from 'knex'
import type { Config } from '../config/config.js'
import { newUuid, toTypeId } from '../db/ids.js'
import { inTransaction } from '../db/transaction.js'
import { openKeyRing } from '../key-ring/key-ring.js'
import { insertSession } from '../auth/session-rows.js'
import { mintSession } from '../auth/sessions.js'
import { CommandError } from '../command-error.js'
import { findOrMakeUser } from './find-user.js'
import { findWorkspace } from './find-workspace.js'
import { recordCommand } from './record-command.js'

export interface SessionCreateOptions {
  readonly workspace?: string
  readonly email?: string
  readonly role?: string
  readonly minutes: string
  readonly json?: boolean
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
  const user = await findOrMakeUser(db, workspaceId, options.email, options.role)
  const expiresAt = new Date(Date.now() + minutes * 60_000)
  const keyRing = await openKeyRing(db, config)
  const session = { workspaceId, userId: user.id, sessionId: newUuid() }
  await inTransaction(db, async ({ sql }) => {
    await insertSession(sql, { ...session, origin: 'command_line', ip: null, userAgent: null, expiresAt })
    const resource = { type: 'session', id: toTypeId('ses', session.sessionId) }
    await recordCommand(sql, workspaceId, 'session create', { resource })
  })
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

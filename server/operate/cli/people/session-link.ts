import type { Knex } from 'knex'
import type { Config } from '../../../platform/config/config.js'
import { toTypeId } from '../../../platform/db/ids.js'
import { localUrl } from '../../../platform/http/connection/public-url.js'
import { linkSeconds, makeLink } from '../../../product/sign-in/links.js'
import { lastBaseUrl } from '../../../product/workspace/bootstrap.js'
import { findUser } from './find-user.js'
import { findWorkspace } from '../find-workspace.js'
import { recordCommand } from '../record-command.js'

export interface SessionLinkOptions {
  readonly workspace?: string
  readonly email?: string
  readonly json?: boolean
}

/**
 * Makes a sign-in link for a user, and no mail.
 *
 * @param base beginning of the link; by default the public address, or that of the last start
 * @throws CommandError if the options do not lead to one user
 */
export async function createLink(
  config: Config,
  db: Knex,
  options: SessionLinkOptions,
  base = config.publicUrl ?? lastBaseUrl(config.dataDir) ?? localUrl(config.host, config.port),
): Promise<string> {
  const workspaceId = await findWorkspace(db, options.workspace)
  const { id: userId, email, role } = await findUser(db, workspaceId, options.email)
  const expiresAt = new Date(Date.now() + linkSeconds * 1000)
  const resource = { type: 'user', id: toTypeId('usr', userId) }
  await recordCommand(db, workspaceId, 'session link', { resource })
  const url = await makeLink(
    db,
    { workspaceId, userId, email },
    { publicUrl: base, expiresAt, byOperator: true },
  )
  if (options.json !== true) return url
  return JSON.stringify({ url, expires_at: expiresAt.toISOString(), email, role }, null, 2)
}

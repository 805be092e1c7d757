import type { Knex } from 'knex'
import { nilUuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { gather } from '../../../platform/db/statements/statement.js'
import { signMessage } from '../../../mail/dkim/sign.js'
import type { SigningKeys } from '../../domains/dkim/signing-keys.js'
import { domainOf } from '../../../../base/addresses/address.js'

/** Selects a workspace that has verified the domain, or the nearest one above it. */
const selectWorkspace = gather<[names: readonly string[]], { workspaceId: WorkspaceId }>(
  'select_workspace_of_sign_in_domain',
  `select workspace_id as "workspaceId" from domains
   where name = any($1) and status in ('verified', 'degraded')
   order by length(name) desc, id limit 1`,
)

/** Milliseconds for which the workspace of the sender's domain is remembered. */
const rememberedMs = 60_000

/**
 * Makes a signer of the service's own mail, which uses the keys of whichever workspace has verified the sender's
 * domain. If none has, mail goes unsigned.
 *
 * @param from sender's address, which is the operator's own choice
 */
export function serviceMailSigner(
  db: Knex,
  keysOf: SigningKeys,
  from: string,
): (message: Buffer, at: Date) => Promise<Buffer> {
  const fromDomain = domainOf(from)
  const labels = fromDomain.split('.')
  const names = labels.slice(0, -1).map((_label, index) => labels.slice(index).join('.'))
  let workspaceId = nilUuid
  let askAgainAt = -Infinity

  return async (message, at) => {
    if (performance.now() >= askAgainAt) {
      workspaceId = (await selectWorkspace(db, names))[0]?.workspaceId ?? nilUuid
      askAgainAt = performance.now() + rememberedMs
    }
    return signMessage(message, await keysOf({ workspaceId, environment: 'live', fromDomain }), at)
  }
}

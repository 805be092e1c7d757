import type { Knex } from 'knex'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { serviceStatement, statement } from '../../../platform/db/statements/statement.js'
import { isPublicSuffix } from '../../domains/names.js'
import type { SendingSetup } from '../../domains/sending-setup.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import type { RuleCode } from '../../../platform/http/errors/rules.js'

/**
 * Selects a domain that counts as verified. A degraded one was verified and lacks something now
 * (`product/domains/verified-domains.ts`).
 */
const selectVerified = statement<[workspaceId: WorkspaceId, names: readonly string[]], { name: string }>(
  'select_verified_domain_of_inbound',
  `select name from domains
   where workspace_id = $1 and name = any($2) and status in ('verified', 'degraded')
   limit 1`,
)

/**
 * Claims a domain. It waits for transactions that take or release the domain, and keeps others waiting until its own
 * ends.
 */
const claimDomain = serviceStatement<[name: string, workspaceId: WorkspaceId], { name: string }>(
  'claim_inbound_domain',
  `insert into inbound_domains as claimed (name, workspace_id) values ($1, $2)
   on conflict (name) do update set workspace_id = excluded.workspace_id
     where claimed.workspace_id = excluded.workspace_id
   returning name`,
)

const deleteUnusedDomain = serviceStatement<[name: string, workspaceId: WorkspaceId]>(
  'delete_unused_inbound_domain',
  `delete from inbound_domains
   where name = $1 and workspace_id = $2
     and not exists (select from inbound_routes where workspace_id = $2 and domain = $1)`,
)

/**
 * Takes a domain for the routes of a workspace, or keeps it.
 *
 * @param name as A-labels in lower case
 * @throws ApiError 422 `validation_failed` if the workspace's routes can't have it, without telling whose it is
 */
export async function takeDomain(
  trx: Knex.Transaction,
  { staysHere, returnPathDomain }: Pick<SendingSetup, 'staysHere' | 'returnPathDomain'>,
  workspaceId: WorkspaceId,
  name: string,
): Promise<void> {
  if (name === returnPathDomain.toLowerCase()) {
    throw refusedDomain('reserved', 'is at the domain for bounces, which accepts no other mail')
  }
  if (!staysHere) {
    const [verified] = await selectVerified(trx, workspaceId, domainAndParents(name))
    if (verified === undefined) {
      throw refusedDomain(
        'domain_not_verified',
        'must be at a verified domain of the workspace, or below one',
      )
    }
  }
  const [claimed] = await claimDomain(trx, name, workspaceId)
  if (claimed === undefined) throw refusedDomain('taken', 'is at a domain that is in use already')
}

/** Releases a domain if its last route has gone. */
export async function releaseDomain(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  name: string,
): Promise<void> {
  await deleteUnusedDomain(trx, name, workspaceId)
}

function refusedDomain(code: RuleCode, message: string) {
  return refusedValue('/body/recipient', code, message)
}

/**
 * Returns a domain and its parents, because the owner of a domain owns those below it, except below domains where
 * anybody registers (`co.uk`).
 */
function domainAndParents(name: string): string[] {
  const labels = name.split('.')
  return labels.map((_, index) => labels.slice(index).join('.')).filter((each) => !isPublicSuffix(each))
}

import type { Knex } from 'knex'
import { newUuid, timeOf, type WorkspaceId } from '../../platform/db/ids.js'
import { mailboxProviderOf } from '../../mail/mailbox-domains.js'
import { statement } from '../../platform/db/statements/statement.js'
import { limitRanges, limitsOf } from '../../platform/db/workspace-limits.js'
import { refusedValue } from '../../platform/http/errors/api-error.js'
import type { KeyMaker } from './dkim/key-maker.js'
import type { DkimAlgorithm } from '../../mail/dkim/signing-key.js'
import { selectorOf } from './dkim/new-key.js'
import { isPublicSuffix } from './names.js'
import { defaultReturnPathLabel } from './return-path/name.js'
import type { DomainRow } from './domain-rows.js'

/** Limits of the domains of a workspace together. */

/** Most domains of a workspace, since each is checked for ever. */
export const maxDomains = limitRanges.domains.max

/** Locks a workspace, so that one request at a time adds domains to it and the count holds. */
const lockWorkspaceDomains = statement<[workspaceId: WorkspaceId]>(
  'lock_workspace_of_domains',
  'select from workspaces where id = $1 for no key update',
)

const selectCount = statement<[workspaceId: WorkspaceId, name: string], { count: number; taken: boolean }>(
  'count_domains_of_workspace',
  `select count(*)::int as count, coalesce(bool_or(name = $2), false) as taken from domains where workspace_id = $1`,
)

/**
 * @throws ApiError 422 `validation_failed` if the workspace has the domain already, or too many
 */
async function refuseTooManyDomains(db: Knex, workspaceId: WorkspaceId, name: string): Promise<void> {
  const [domains] = await selectCount(db, workspaceId, name)
  if (domains?.taken === true)
    throw refusedValue('/body/name', 'taken', 'is a domain of the workspace already')
  const { domains: max = maxDomains } = await limitsOf(db, workspaceId)
  if ((domains?.count ?? 0) < max) return
  throw refusedValue('/body/name', 'too_many', `would give the workspace more than ${max} domains`)
}

/**
 * Makes the keys of a new domain, which takes some tenths of a second. The function that the promise brings keeps the
 * domain with them, as pending and due for its first check.
 *
 * @throws ApiError 422 `validation_failed` if the workspace cannot have the domain
 */
export async function prepareDomain(
  db: Knex,
  maker: KeyMaker,
  workspaceId: WorkspaceId,
  {
    name,
    algorithms,
    returnPathLabel = defaultReturnPathLabel,
  }: {
    /** Name of the domain, in the form that `domainName` gives it. */
    readonly name: string
    readonly algorithms: readonly DkimAlgorithm[]
    /** Label of the return path, in the form that `expectReturnPathLabel` gives it. */
    readonly returnPathLabel?: string
  },
): Promise<(trx: Knex.Transaction) => Promise<DomainRow>> {
  if (isPublicSuffix(name)) {
    throw refusedValue(
      '/body/name',
      'public_suffix',
      'is a public suffix, under which anyone can register domains: add a domain of your own',
    )
  }
  if (mailboxProviderOf(name) !== undefined) {
    throw refusedValue(
      '/body/name',
      'mailbox_provider',
      'belongs to a mailbox provider, which nobody else can send for: add a domain of your own',
    )
  }
  await refuseTooManyDomains(db, workspaceId, name)
  const made = await Promise.all(algorithms.map((algorithm) => maker.make(db, algorithm)))

  return async (trx) => {
    await lockWorkspaceDomains(trx, workspaceId)
    await refuseTooManyDomains(trx, workspaceId, name)
    const id = newUuid()
    const [row] = await trx('domains')
      .insert({
        workspace_id: workspaceId,
        id,
        name,
        status: 'pending',
        next_check_at: timeOf(id),
        return_path_label: returnPathLabel,
      })
      .returning<DomainRow[]>('*')
    if (row === undefined) throw new Error('a domain that was added is not there')
    for (const key of made) {
      const place = { workspaceId, domain: name, selector: selectorOf(id, key.algorithm) }
      await maker.keep(trx, place, key, 'active')
    }
    return row
  }
}

import type { Knex } from 'knex'
import type { Config } from '../../../platform/config/config.js'
import { toTypeId } from '../../../platform/db/ids.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { prepareDomain } from '../../../product/domains/create.js'
import { ensureKeys } from '../../../product/domains/dkim/ensure-key.js'
import type { DkimAlgorithm } from '../../../mail/dkim/signing-key.js'
import { findDomainOfName, lockDomain, type DomainRow } from '../../../product/domains/domain-rows.js'
import { unvouch, vouch } from '../../../product/domains/vouch.js'
import { CommandError } from '../../command-error.js'
import {
  domainCommandContext,
  forCommand,
  namedBy,
  noDomain,
  expectNamed,
  type DomainCommandContext,
  type DomainOptions,
  type Named,
} from './domain-command.js'
import { recordDomainCommand } from '../record-command.js'
import type { AddOptions } from './domain.js'
import { answer } from './text.js'

/**
 * Lets the operator vouch for a domain, which is added if it is new: live projects of the workspace may send from it.
 * Its mail is signed with an RSA key, and with an Ed25519 key beside it if requested.
 */
export async function vouchForDomain(
  db: Knex,
  config: Config,
  given: string,
  options: AddOptions,
): Promise<string> {
  const named = await namedBy(db, given, options)
  const context = await domainCommandContext(db, config)
  const algorithms: DkimAlgorithm[] = options.ed25519 === true ? ['rsa', 'ed25519'] : ['rsa']
  const row = await forCommand(named, async () => {
    const before = await findDomainOfName(db, named.workspaceId, named.name)
    const add =
      before === undefined
        ? await prepareDomain(db, context.maker, named.workspaceId, { name: named.name, algorithms })
        : await withKeys(context, before, algorithms)
    return inTransaction(db, async ({ sql }) =>
      recordDomainCommand(sql, 'domain vouch', await vouch(sql, await add(sql))),
    )
  })
  const headline =
    `${toTypeId('ws', named.workspaceId)} may send from ${named.name}.\n\nPublish these records in its DNS yourself: Postseal ` +
    'cannot. Until receivers find those of its keys, its DKIM signatures count for nothing.'
  return answer(context, row, options, headline)
}

/** Makes the keys that a domain lacks, and returns a function that locks the domain in the caller's transaction. */
async function withKeys(
  { db, store }: DomainCommandContext,
  domain: DomainRow,
  algorithms: readonly DkimAlgorithm[],
): Promise<(trx: Knex.Transaction) => Promise<DomainRow>> {
  const { workspace_id, name } = domain
  const keys = await ensureKeys(db, store, domain)
  for (const algorithm of algorithms) {
    if (!keys.some((key) => key.algorithm === algorithm)) await store.make(workspace_id, domain, algorithm)
  }
  return (trx) => locked(trx, domain, { workspaceId: workspace_id, name })
}

/** Withdraws the operator's vouching for a domain. */
export async function unvouchDomain(
  db: Knex,
  config: Config,
  given: string,
  options: DomainOptions,
): Promise<string> {
  const named = await namedBy(db, given, options)
  const found = await expectNamed(db, named)
  const row = await inTransaction(db, async ({ sql: trx }) => {
    const before = await locked(trx, found, named)
    if (before.vouched_at === null) throw new CommandError(`${named.name} is not vouched for.`)
    return recordDomainCommand(trx, 'domain unvouch', await unvouch(trx, before))
  })
  const headline = `${named.name} is pending, and the next check decides. Check it now: domain check ${named.name}`
  return answer(await domainCommandContext(db, config), row, options, headline)
}

async function locked(
  trx: Knex.Transaction,
  { workspace_id, id }: DomainRow,
  named: Named,
): Promise<DomainRow> {
  const row = await lockDomain(trx, workspace_id, id)
  if (row === undefined) throw noDomain(named)
  return row
}

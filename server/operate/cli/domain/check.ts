import type { Knex } from 'knex'
import type { Config } from '../../../platform/config/config.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { openResolver } from '../../../mail/dns/open-resolver.js'
import { recordChecker } from '../../../product/domains/check/check-records.js'
import { checkDomain } from '../../../product/domains/check/check-domain.js'
import { saveCheck } from '../../../product/domains/check/save-check.js'
import { sendingAddresses } from '../../../product/domains/sending-setup.js'
import {
  domainCommandContext,
  expectNamed,
  forCommand,
  namedBy,
  noDomain,
  type DomainOptions,
} from './domain-command.js'
import { recordDomainCommand } from '../record-command.js'
import { answer } from './text.js'
import type { Outcome } from '../with-database.js'

/**
 * Checks a domain's records now, whatever the limit of the API, and shows the result. The command succeeds if the
 * domain is verified, so that a script can wait for that.
 */
export async function checkNow(
  db: Knex,
  config: Config,
  given: string,
  options: DomainOptions,
): Promise<Outcome> {
  const named = await namedBy(db, given, options)
  const { id, workspace_id } = await expectNamed(db, named)
  const context = await domainCommandContext(db, config)
  const resolver = openResolver(config.dnsServers)
  const dependencies = {
    ...context,
    checkRecords: recordChecker(context.sendingSetup, sendingAddresses(config, resolver)),
  }
  const check = await forCommand(named, () =>
    checkDomain(db, dependencies, resolver, { workspaceId: workspace_id, id }),
  )
  const saved =
    check &&
    (await inTransaction(db, async ({ sql }) => {
      const done = await saveCheck(sql, context.sendingSetup, check)
      if (done !== undefined) await recordDomainCommand(sql, 'domain check', done.row)
      return done
    }))
  if (saved === undefined) throw noDomain(named)
  const text = await answer(context, saved.row, options)
  return { text, succeeded: saved.row.status === 'verified' }
}

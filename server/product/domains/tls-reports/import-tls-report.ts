import type { Knex } from 'knex'
import { importMs } from '../../../platform/db/connection/time-limits.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { ownDomains, type OwnDomain } from '../dmarc/reports/own-domains.js'
import { ReportRefused } from '../dmarc/reports/refused.js'
import type { OpenReport } from '../dmarc/reports/unpack.js'
import { readJson } from './read-json.js'
import { readTlsReport, type TlsReport } from './read-tls-report.js'
import { storeReport } from './store.js'
import { tallyReport } from './tally.js'

/** A valid TLS report about a domain of ours. */
export interface ImportedTlsReport {
  /** `duplicate` if every domain that the report is about had it before, so that nothing has changed. */
  readonly outcome: 'stored' | 'duplicate'
  readonly head: TlsReport['head']
  /** Number of policies of the whole report, including those about domains that are not ours. */
  readonly policies: number
  /** Domains that the report was new to, once for each workspace, with the number of sessions of each. */
  readonly domains: readonly {
    readonly domain: OwnDomain
    readonly successful: number
    readonly failed: number
  }[]
}

/**
 * Reads a TLS report (RFC 8460) and adds its counts to the domains here that it is about.
 *
 * @param maxBytes most bytes of JSON, which is held in memory
 * @throws ReportRefused if the report is not accepted; nothing of it is kept then
 * @throws the failures of the database and of the source
 */
export async function importTlsReport(
  db: Knex,
  open: OpenReport,
  { maxBytes, now = new Date() }: { readonly maxBytes: number; readonly now?: Date },
): Promise<ImportedTlsReport> {
  const report = await readTlsReport(await readJson(open, maxBytes), now)
  const domains = await ownDomains(db, report.policies[0]?.domain ?? '')
  const tallied = tallyReport(report, domains)
  const unknown = new ReportRefused(
    'unknown_domain',
    'The report is not about a domain that is verified here.',
  )
  if (tallied.length === 0) throw unknown
  const stored = await inTransaction(
    db,
    async ({ sql }) => {
      const { domains: stored, isKnown } = await storeReport(sql, domains.organization, report, tallied)
      if (stored.length === 0 && !isKnown) throw unknown
      return stored
    },
    { maxMs: importMs },
  )
  return {
    outcome: stored.length > 0 ? 'stored' : 'duplicate',
    head: report.head,
    policies: report.policies.length,
    domains: stored.map(({ domain, policies }) => {
      const sum = (of: 'successful' | 'failed') =>
        [...policies.values()].reduce((total, counted) => total + counted[of], 0)
      return { domain, successful: sum('successful'), failed: sum('failed') }
    }),
  }
}

import type { Knex } from 'knex'
import { importMs } from '../../../../platform/db/connection/time-limits.js'
import { inTransaction } from '../../../../platform/db/transaction/transaction.js'
import { checkReport } from './check.js'
import { ownDomains, type OwnDomain } from './own-domains.js'
import { ReportRefused } from './refused.js'
import type { ReportHead } from './read-dmarc-report.js'
import type { ReportSource } from './source.js'
import { storeReport } from './store.js'
import { unpack } from './unpack.js'

/** A valid report about a domain of ours. */
export interface ImportedReport {
  /** `duplicate` if every domain that the report is about had it before, so that nothing has changed. */
  readonly outcome: 'stored' | 'duplicate'
  readonly head: ReportHead
  /** Number of rows of the whole report, including those about domains that are not ours. */
  readonly rows: number
  /** Domains that the report was new to, once for each workspace, with the number of messages about each. */
  readonly domains: readonly { readonly domain: OwnDomain; readonly messages: number }[]
}

export interface ImportOptions {
  /** Most bytes of XML. */
  readonly maxBytes: number
  readonly now?: Date
  /** Called with the number of each row that is kept, from 1. */
  readonly progress?: (rows: number) => void
}

/**
 * Reads a DMARC aggregate report (RFC 9990, and RFC 7489, section 7.2) as XML, gzip or zip, and adds its counts to
 * the domains here that it is about. Memory does not grow with the report. It is read twice: first to its end, so
 * that no transaction begins for a report that cannot be kept.
 *
 * @throws ReportRefused if the report is not accepted; nothing of it is kept then
 * @throws the failures of the database and of the source
 */
export async function importDmarcReport(
  db: Knex,
  source: ReportSource,
  { maxBytes, now = new Date(), progress = () => undefined }: ImportOptions,
): Promise<ImportedReport> {
  const open = await unpack(source, maxBytes)
  const report = await checkReport(open, now)
  const { head, rows } = report
  const domains = await ownDomains(db, head.policy.domain)
  const unknown = new ReportRefused(
    'unknown_domain',
    'The report is not about a domain that is verified here.',
  )
  if (domains.areNone) throw unknown
  const stored = await inTransaction(
    db,
    async ({ sql }) => {
      const { domains: stored, known } = await storeReport(sql, open, report, { domains, progress })
      if (stored.length === 0 && known === 0) throw unknown
      return stored
    },
    { maxMs: importMs },
  )
  return { outcome: stored.length > 0 ? 'stored' : 'duplicate', head, rows, domains: stored }
}

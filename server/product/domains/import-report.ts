import type { Knex } from 'knex'
import { packingOf, tellingBytes } from './dmarc/reports/format.js'
import { importReport as importDmarcReport, type ImportedReport } from './dmarc/reports/import-report.js'
import { ReportRefused } from './dmarc/reports/refused.js'
import type { ReportSource } from './dmarc/reports/source.js'
import { maxBytes, unpack, type OpenReport } from './dmarc/reports/unpack.js'
import { importTlsReport, type ImportedTlsReport } from './tls-reports/import-report.js'
import { maxJsonBytes } from './tls-reports/read-json.js'

/** A report of either kind, as it was taken. */
export type AnyReport =
  | ({ readonly kind: 'dmarc' } & ImportedReport)
  | ({ readonly kind: 'tls' } & ImportedTlsReport)

interface ImportOptions {
  /** The only kind that is taken. */
  readonly only?: 'tls' | undefined
  /** A file that the operator hands over may be larger than what comes by mail. */
  readonly from: 'file' | 'mail'
  /** Is told the number of each row of a DMARC report that is kept, from 1. */
  readonly progress?: (rows: number) => void
}

/**
 * Imports what comes to the address for reports: a DMARC report, or a TLS report where it is JSON.
 *
 * @throws ReportRefused where it is not taken; nothing of it is kept then
 * @throws the failures of the database and of the source
 */
export async function importAnyReport(
  db: Knex,
  source: ReportSource,
  { only, from, progress }: ImportOptions,
): Promise<AnyReport> {
  const place = from === 'file' ? 'ofFile' : 'ofMail'
  const open = await unpack(source, maxBytes[place])
  if (await isJson(open))
    return { kind: 'tls', ...(await importTlsReport(db, open, { maxBytes: maxJsonBytes[place] })) }
  // A key for TLS reports alone may have signed the mail.
  if (only === 'tls') throw new ReportRefused('not_a_report', 'What is called a TLS report is none.')
  const options = { maxBytes: maxBytes[place], ...(progress && { progress }) }
  return { kind: 'dmarc', ...(await importDmarcReport(db, source, options)) }
}

async function isJson(open: OpenReport): Promise<boolean> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of open()) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= tellingBytes) break
  }
  return packingOf(Buffer.concat(chunks)) === 'json'
}

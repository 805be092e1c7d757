import type { Knex } from 'knex'
import { packingOf, tellingBytes } from './dmarc/reports/format.js'
import { importDmarcReport, type ImportedReport } from './dmarc/reports/import-dmarc-report.js'
import { ReportRefused } from './dmarc/reports/refused.js'
import type { ReportSource } from './dmarc/reports/source.js'
import { maxBytes, unpack, type OpenReport } from './dmarc/reports/unpack.js'
import { importTlsReport, type ImportedTlsReport } from './tls-reports/import-tls-report.js'
import { maxJsonBytes } from './tls-reports/read-json.js'

/** The result of importing a DMARC or TLS report. */
export type AnyReport =
  | ({ readonly kind: 'dmarc' } & ImportedReport)
  | ({ readonly kind: 'tls' } & ImportedTlsReport)

interface ImportOptions {
  /** The only kind that is accepted. */
  readonly only?: 'tls' | undefined
  /** Origin of the report: a file that the operator hands over may be larger than a report that comes by mail. */
  readonly from: 'file' | 'mail'
  /** Called with the number of each row of a DMARC report that is kept, from 1. */
  readonly progress?: (rows: number) => void
}

/**
 * Imports a report: a TLS report if it is JSON, else a DMARC report.
 *
 * @throws ReportRefused if the report is not accepted; nothing of it is kept then
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

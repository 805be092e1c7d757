import type { Knex } from 'knex'
import { importAnyReport, type AnyReport } from '../../../product/domains/import-any-report.js'
import { ReportRefused } from '../../../product/domains/dmarc/reports/refused.js'
import { CommandError } from '../../command-error.js'
import { recordCommand } from '../record-command.js'
import { reportSource } from './dmarc-source.js'

export interface DmarcImportOptions {
  readonly json?: boolean
}

/** Result of importing a file, in the form of `--json`. */
export type FileImport =
  | {
      readonly file: string
      readonly outcome: 'imported' | 'duplicate'
      readonly kind: 'dmarc' | 'tls'
      readonly reporter: string
      readonly report_id: string
      readonly begins_at: Date
      readonly ends_at: Date
      /** Number of rows of a DMARC report. */
      readonly rows?: number
      /** Number of policies of a TLS report. */
      readonly policies?: number
      readonly domains: readonly DomainImport[]
    }
  | {
      readonly file: string
      readonly outcome: 'refused'
      readonly code: string
      readonly message: string
    }

/** Number of new messages of a domain in a DMARC report, or of new sessions in a TLS report. */
interface DomainImport {
  readonly name: string
  readonly messages?: number
  readonly successful_sessions?: number
  readonly failed_sessions?: number
}

interface ImportSetup {
  /** Opens standard input, which the file name `-` stands for. */
  readonly standardInput: () => AsyncIterable<Buffer>
  /** Prints the result of a file as soon as it is known. */
  readonly tell: (line: string) => void
  /** Prints the progress in a large file. */
  readonly progress: (line: string) => void
}

/** Number of rows between two lines of progress. */
const rowsToTell = 10_000

/**
 * Imports DMARC and TLS reports, each file by itself: a refused file does not keep the others from being imported.
 * The operator vouches for the reports' authors.
 *
 * @returns the text to print at the end, and whether a file was refused
 * @throws the database's failures
 */
export async function importDmarcFiles(
  db: Knex,
  files: readonly string[],
  options: DmarcImportOptions,
  importSetup: ImportSetup,
): Promise<{ readonly text: string; readonly refused: boolean }> {
  const done: FileImport[] = []
  for (const file of files) {
    const imported = await importFile(db, file, importSetup)
    done.push(imported)
    if (options.json !== true) importSetup.tell(lineOf(imported))
  }
  const count = (outcome: FileImport['outcome']) => done.filter((each) => each.outcome === outcome).length
  const summary = `${count('imported')} imported, ${count('duplicate')} known already, ${count('refused')} refused.`
  return {
    text: options.json === true ? JSON.stringify(done, null, 2) : summary,
    refused: count('refused') > 0,
  }
}

async function importFile(
  db: Knex,
  file: string,
  { standardInput, progress }: ImportSetup,
): Promise<FileImport> {
  try {
    const imported = await importAnyReport(db, await reportSource(file, standardInput), {
      from: 'file',
      progress: (row) => {
        if (row % rowsToTell === 0) progress(`${file}: ${row} rows`)
      },
    })
    const { kind, outcome, head, domains } = imported
    if (outcome === 'stored') {
      const workspaces = new Set(domains.map(({ domain }) => domain.workspaceId))
      for (const workspaceId of workspaces) await recordCommand(db, workspaceId, 'dmarc import')
    }
    return {
      file,
      outcome: outcome === 'stored' ? 'imported' : 'duplicate',
      kind,
      reporter: head.reporter,
      report_id: head.reportId,
      begins_at: head.begins,
      ends_at: head.ends,
      ...countsOf(imported),
    }
  } catch (error) {
    if (error instanceof ReportRefused)
      return { file, outcome: 'refused', code: error.code, message: error.message }
    if (error instanceof CommandError)
      return { file, outcome: 'refused', code: 'unreadable_file', message: error.message }
    throw error
  }
}

function countsOf(imported: AnyReport): { rows?: number; policies?: number; domains: DomainImport[] } {
  if (imported.kind === 'dmarc') {
    const domains = imported.domains.map(({ domain: { name }, messages }) => ({ name, messages }))
    return { rows: imported.rows, domains }
  }
  const domains = imported.domains.map(({ domain: { name }, successful, failed }) => ({
    name,
    successful_sessions: successful,
    failed_sessions: failed,
  }))
  return { policies: imported.policies, domains }
}

function lineOf(imported: FileImport): string {
  if (imported.outcome === 'refused')
    return `${imported.file}  refused (${imported.code}): ${imported.message}`
  const { file, outcome, kind, reporter, report_id, begins_at, ends_at, rows, policies, domains } = imported
  const range = `${begins_at.toISOString()} to ${ends_at.toISOString()}`
  const report = `${file}  ${outcome}: report ${report_id} of ${reporter}, ${range}`
  if (outcome === 'duplicate') return `${report}; it was imported before`
  if (kind === 'dmarc') {
    const counts = domains.map(({ name, messages }) => `${name} ${messages} messages`)
    return `${report}, ${rows} rows; ${counts.join(', ')}`
  }
  const counts = domains.map(
    ({ name, successful_sessions, failed_sessions }) =>
      `${name} ${successful_sessions} encrypted sessions and ${failed_sessions} failed`,
  )
  return `${report}, ${policies} policies; ${counts.join(', ')}`
}

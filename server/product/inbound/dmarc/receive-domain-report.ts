import { rm } from 'node:fs/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { importAnyReport, type AnyReport } from '../../domains/import-any-report.js'
import { ReportRefused } from '../../domains/dmarc/reports/refused.js'
import { bufferSource, fileSource } from '../../domains/dmarc/reports/source.js'
import { SmtpRefusal } from '../../../mail/smtp-listener/refusal.js'
import type { InboundKind } from '../metrics.js'
import type { MailParsing, ParseJob } from '../parsing/jobs.js'
import { reportFileOf, type AttachedReport } from './attached-report.js'
import { expectAuthentic } from './authentic.js'

/** Lets one task through at a time, in the order of their arrival. */
class Mutex {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }
}

/** Takes a message to the address for DMARC and TLS reports. Knows nothing of sockets. */
export type ReceiveReport = (mail: Omit<ParseJob, 'as'>) => Promise<InboundKind>

export interface ReportReceiverOptions {
  readonly db: Knex
  readonly parsing: MailParsing
  readonly log: Logger
}

/**
 * Returns the receiver of reports. A report that was received before is accepted again: otherwise its reporter would
 * send it again and again.
 *
 * @throws SmtpRefusal if the report is refused, and nothing of it kept; ParsingUnavailableError; the database's
 *   failures
 */
export function domainReportReceiver({ db, parsing, log }: ReportReceiverOptions): ReceiveReport {
  // Each can keep a core and a transaction busy for seconds.
  const mutex = new Mutex()

  return async (mail) => {
    try {
      const parsed = await parsing.parse({ ...mail, as: 'aggregate' })
      if ('unreadable' in parsed) throw new SmtpRefusal(550, '5.6.0 The message cannot be read')
      if (mail.authentication !== undefined) expectAuthentic(parsed.auth)
      const taken = await mutex.run(() => importAttached(parsed.attached))
      const { kind, outcome, head, domains } = taken
      const what = kind === 'tls' ? 'TLS' : 'DMARC'
      const lines = kind === 'tls' ? { policies: taken.policies } : { rows: taken.rows }
      log.info(
        { reporter: head.reporter, domains: domains.length, ...lines },
        outcome === 'stored' ? `a ${what} report was stored` : `a ${what} report had been received before`,
      )
      return outcome === 'stored' ? `${kind}_report` : `${kind}_known`
    } finally {
      if (typeof mail.source === 'string') await rm(reportFileOf(mail.source), { force: true })
    }
  }

  async function importAttached(attached: AttachedReport | undefined): Promise<AnyReport> {
    try {
      if (attached === undefined)
        throw new ReportRefused('not_a_report', 'The message has no report in XML, JSON, gzip or zip.')
      if (attached.isOneOfSeveral)
        throw new ReportRefused(
          'several_files',
          'The message has several reports. Send each in its own message.',
        )
      const { content } = attached
      const source =
        typeof content === 'string' ? await fileSource(content) : bufferSource(Buffer.from(content))
      return await importAnyReport(db, source, {
        from: 'mail',
        only: attached.isCalledTls ? 'tls' : undefined,
      })
    } catch (error) {
      if (!(error instanceof ReportRefused)) throw error
      log.info({ code: error.code }, 'a DMARC or TLS report was refused')
      throw error.code === 'too_large'
        ? new SmtpRefusal(552, `5.3.4 ${error.code}: ${error.message}`)
        : new SmtpRefusal(550, `5.6.0 ${error.code}: ${error.message}`)
    }
  }
}

import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Resolver } from '../../dns/resolver.js'
import { importReport, type ImportedReport } from '../../domains/dmarc/reports/import-report.js'
import { ReportRefused } from '../../domains/dmarc/reports/refused.js'
import { bufferSource } from '../../domains/dmarc/reports/source.js'
import { maxBytes } from '../../domains/dmarc/reports/unpack.js'
import type { InboundKind } from '../metrics.js'
import { SmtpRefusal } from '../../smtp-listener/refusal.js'
import { attachedReports } from './attached-report.js'
import { expectAuthentic, type ArrivedMail } from './authentic.js'

/** Lets through one at a time, in the order in which they come. */
class Mutex {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }
}

/** Takes a message to the address for DMARC reports. Knows nothing of sockets. */
export type ReceiveReport = (mail: ArrivedMail) => Promise<InboundKind>

export interface ReportReceiverOptions {
  readonly db: Knex
  readonly resolver: Resolver
  /** Whether all mail is tried out on this machine, where no sender can be authenticated by the DNS. */
  readonly staysHere: boolean
  readonly log: Logger
}

/**
 * A report that was taken before counts as taken: its reporter would send it again and again.
 *
 * @throws Refusal where it is not taken, and nothing of it is kept; the database's failures
 */
export function reportReceiver({ db, resolver, staysHere, log }: ReportReceiverOptions): ReceiveReport {
  // Each can keep a core and a transaction busy for seconds.
  const mutex = new Mutex()

  return async (mail) => {
    if (!staysHere) await expectAuthentic(mail, resolver)
    const { outcome, head, rows, domains } = await mutex.run(() => importAttached(mail.raw))
    const told = { reporter: head.reporter, domains: domains.length, rows }
    log.info(told, outcome === 'stored' ? 'a DMARC report was kept' : 'a DMARC report was known already')
    return outcome === 'stored' ? 'dmarc_report' : 'dmarc_known'
  }

  async function importAttached(raw: Buffer): Promise<ImportedReport> {
    try {
      const [report, another] = attachedReports(raw)
      if (report === undefined)
        throw new ReportRefused('not_a_report', 'The message has no DMARC report in XML, gzip or zip.')
      if (another !== undefined)
        throw new ReportRefused('several_files', 'The message has several reports. Send one in each.')
      return await importReport(db, bufferSource(report), { maxBytes: maxBytes.ofMail })
    } catch (error) {
      if (!(error instanceof ReportRefused)) throw error
      log.info({ code: error.code }, 'a DMARC report was refused')
      throw error.code === 'too_large'
        ? new SmtpRefusal(552, `5.3.4 ${error.code}: ${error.message}`)
        : new SmtpRefusal(550, `5.6.0 ${error.code}: ${error.message}`)
    }
  }
}

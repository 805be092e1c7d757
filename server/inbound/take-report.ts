import type { SMTPServerDataStream } from 'smtp-server'
import { LargeReports } from './dmarc/large-reports.js'
import { reportReceiver } from './dmarc/receive-report.js'
import type { InboundKind } from './metrics.js'
import { receiver, type ReceiverOptions } from './receive.js'
import type { ReportRecipient } from './recipients.js'
import type { InboundLimits } from './smtp/limits.js'
import { readMessage } from './smtp/read-message.js'

/** The envelope of a report, with what the client says of itself. */
export interface ReportEnvelope {
  /** Empty for `<>`. */
  readonly sender: string
  readonly recipients: readonly ReportRecipient[]
  readonly clientAddress: string
  readonly helo: string
}

/** Receives a report and records what it says. Its promise rejects with an SmtpRefusal where it is refused. */
export type TakeReport = (stream: SMTPServerDataStream, envelope: ReportEnvelope) => Promise<InboundKind>

/** Takes what comes back: bounces, complaints and DMARC reports. */
export function reportTaker(options: ReceiverOptions, limits: InboundLimits): TakeReport {
  const receive = receiver(options)
  const receiveReport = reportReceiver(options)
  const largeReports = new LargeReports(limits)

  return async (stream, envelope) => {
    if (!envelope.recipients.some(({ kind }) => kind === 'dmarc-report')) {
      const raw = await readMessage(stream, limits.keptBytes)
      return receive({ ...envelope, raw })
    }
    const slot = largeReports.open()
    try {
      const raw = await readMessage(stream, limits.reportBytes, (bytes) => slot.refusalAt(bytes))
      return await receiveReport({ ...envelope, raw })
    } finally {
      slot.leave()
    }
  }
}

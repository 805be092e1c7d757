import type { SMTPServerDataStream } from 'smtp-server'
import { domainReportReceiver } from './dmarc/receive-domain-report.js'
import type { InboundKind } from './metrics.js'
import type { Authentication } from '../../mail/authentication/authenticate.js'
import type { ParseJob } from './parsing/jobs.js'
import { returnedMailReceiver, type ReceiverOptions } from './receive-returned-mail.js'
import type { ReportRecipient } from './recipients.js'
import type { InboundLimits } from './smtp/limits.js'
import { Spool } from './take/spool.js'
import { LineEnds } from './smtp/line-ends.js'
import { SmtpRefusal } from '../../mail/smtp-listener/refusal.js'

/** The envelope of a report, with the client's address and the name that it gave. */
export interface ReportEnvelope extends Pick<Authentication, 'clientAddress' | 'helo'> {
  /** The envelope sender, empty for `<>`. */
  readonly sender: string
  readonly recipients: readonly ReportRecipient[]
}

export interface ReportTakerOptions extends ReceiverOptions {
  /** Name that the service uses in SMTP. */
  readonly hostname: string
  /** DNS servers by which senders are authenticated; undefined if mail comes from this machine. */
  readonly authenticatedBy: readonly string[] | undefined
  /** Folder of large DMARC reports while they are received. */
  readonly spoolFolder: string
}

/**
 * Receives a report and records the facts in it. Its promise rejects with an SmtpRefusal if the report is refused.
 */
export type TakeReport = (stream: SMTPServerDataStream, envelope: ReportEnvelope) => Promise<InboundKind>

/** Receives the mail that comes back: bounces, complaints, DMARC reports and TLS reports. */
export function reportTaker(options: ReportTakerOptions, limits: InboundLimits): TakeReport {
  const receive = returnedMailReceiver(options)
  const receiveReport = domainReportReceiver(options)
  const spool = new Spool(options.spoolFolder, {
    messageBytes: limits.reportBytes,
    largeMessages: limits.largeReports,
  })

  return async (stream, { recipients, ...envelope }) => {
    if (!recipients.some(({ kind }) => kind === 'dmarc-report')) {
      const raw = await readMessage(stream, limits.keptBytes)
      return receive({ ...jobOf(raw, envelope), recipients })
    }
    const spooled = await spool.receive(stream, { clientAddress: envelope.clientAddress, workspaceIds: [] })
    try {
      return await receiveReport(jobOf(spooled.source, envelope))
    } finally {
      await spooled.discard()
    }
  }

  function jobOf(
    source: Buffer | string,
    { sender, clientAddress, helo }: Omit<ReportEnvelope, 'recipients'>,
  ): Omit<ParseJob, 'as'> {
    const { hostname, authenticatedBy: dnsServers } = options
    return { source, hostname, sender, authentication: dnsServers && { clientAddress, helo, dnsServers } }
  }
}

/**
 * Reads a message to its end and keeps its beginning.
 *
 * @throws SmtpRefusal if the message is too large or pretends to end more than once; Error if the client goes away
 */
async function readMessage(stream: SMTPServerDataStream, keptBytes: number): Promise<Buffer> {
  const lineEnds = new LineEnds()
  const chunks: Buffer[] = []
  let kept = 0
  for await (const chunk of stream) {
    const bytes = chunk as Buffer
    lineEnds.push(bytes)
    if (kept < keptBytes) {
      const beginning = bytes.subarray(0, keptBytes - kept)
      chunks.push(beginning)
      kept += beginning.length
    }
  }
  if (lineEnds.smuggling) throw new SmtpRefusal(550, '5.6.0 A line that is a dot ends with CRLF only', true)
  if (stream.sizeExceeded) throw new SmtpRefusal(552, '5.3.4 The message is too large')
  return Buffer.concat(chunks)
}

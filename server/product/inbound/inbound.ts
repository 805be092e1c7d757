import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { isUnavailable } from '../../platform/db/connection/unavailable.js'
import { isRecorded, type InboundMetrics } from './metrics.js'
import { ParsingUnavailableError } from './parsing/jobs.js'
import type { Recipient, ReportRecipient, ResolveRecipient, RouteRecipient } from './recipients.js'
import { wellFormed } from '../../../base/text/well-formed.js'
import { recipientOfLog } from '../mail/record/returned-log.js'
import { Clients } from '../../mail/smtp-listener/clients.js'
import { defaultLimits, type InboundLimits } from './smtp/limits.js'
import { normalizeAddress } from '../../../base/addresses/address.js'
import { drainSmtp, listenForSmtp } from '../../mail/smtp-listener/listen.js'
import { SmtpRefusal } from '../../mail/smtp-listener/refusal.js'
import { InboundServer } from './smtp/smtp-server.js'
import { reportTaker, type ReportTakerOptions } from './take-report.js'
import type { AdmitRecipient } from './take/admit.js'
import type { TakeMail } from './take/take-mail.js'

/**
 * Receives mail for routes, and mail that comes back: bounces (RFC 3464), complaints (RFC 5965) and DMARC reports
 * (RFC 9990).
 */
export interface Inbound {
  readonly port: number
  /** Accepts no new connection and no new message, and lets messages in flight be recorded. */
  close(): Promise<void>
}

export interface InboundOptions {
  readonly db: Knex
  readonly host: string
  /** Port to listen on; 0 takes any free one. */
  readonly port: number
  /** Name that the receiver gives in its greeting. */
  readonly hostname: string
  /** Certificate and key that STARTTLS offers (RFC 3207); undefined for no TLS. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined
  readonly resolve: ResolveRecipient
  /** Decides whether a route takes a mail. */
  readonly admit: AdmitRecipient
  readonly takeMail: TakeMail
  /** Options for mail that comes back. */
  readonly reports: ReportTakerOptions
  /** Longest time that closing waits for messages in flight, in seconds. */
  readonly drainSeconds: number
  readonly log: Logger
  readonly metrics: InboundMetrics
  readonly limits?: Partial<InboundLimits>
}

/**
 * Replies to clients that mistake this port for a submission port. Servers go on without TLS (RFC 3207, section 4.1).
 */
const refusals = {
  STARTTLS: [502, '5.5.1 This port has no TLS: set POSTSEAL_INBOUND_TLS_CERT'],
  AUTH: [502, '5.5.1 Nobody signs in here: submit mail at POSTSEAL_SUBMISSION_PORT'],
} as const

/**
 * Starts to listen for SMTP. Mail is accepted only for addresses of routes, for addresses that stand for a delivery
 * of ours, and for `fbl@` and `dmarc@` the domain of a return path; any other recipient is refused when it is named,
 * so that nothing is accepted and lost. A message is answered with 250 once it, or the facts that it reports, are in
 * the database.
 *
 * @throws the error of the socket if the address cannot be bound (EADDRINUSE, EACCES)
 */
export async function startInbound(options: InboundOptions): Promise<Inbound> {
  const { db, log, metrics, resolve } = options
  const limits: InboundLimits = { ...defaultLimits, ...options.limits }
  const takeReport = reportTaker(options.reports, limits)
  const clients = new Clients()
  const inFlight = new Set<Promise<void>>()

  const server = new InboundServer(
    {
      name: options.hostname,
      // Clients that log in do not belong here; the other commands are jokes of old servers.
      disabledCommands: ['AUTH', 'WIZ', 'SHELL', 'KILL', ...(options.tls === undefined ? ['STARTTLS'] : [])],
      ...options.tls,
      disableReverseLookup: true,
      hideENHANCEDSTATUSCODES: false,
      size: limits.messageBytes,
      rejectOversized: true,
      maxRecipients: limits.recipients,
      maxCommandLength: limits.commandBytes,
      socketTimeout: limits.idleMs,
      logger: false,
      onConnect: (session, done) => {
        done(refusalOf(session) ?? null)
      },
      onRcptTo: (address, session, done) => {
        checkRecipient(address, session).then(() => done(), done)
      },
      onData: (stream, session, done) => {
        const work = take(stream, session).then(
          () => {
            server.connectionOf(session.id)?.gotOn()
            done(null, '2.0.0 Thank you')
          },
          (error: unknown) => refuse(error, session, done),
        )
        inFlight.add(work)
        void work.finally(() => inFlight.delete(work))
      },
      onClose: (session) => clients.remove(session.id),
    },
    limits,
    refusals,
  )

  function refusalOf({ id, remoteAddress }: SMTPServerSession): SmtpRefusal | undefined {
    if (!clients.add(id, remoteAddress, limits.connectionsOfAddress))
      return new SmtpRefusal(421, '4.7.0 Too many connections from this address')
    const connection = server.connectionOf(id)
    if (connection === undefined) return undefined
    connection.isKnown = clients.isKnown(remoteAddress)
    return server.findPlace(connection) ? undefined : new SmtpRefusal(421, '4.3.2 Too many connections')
  }

  async function checkRecipient({ address }: SMTPServerAddress, session: SMTPServerSession): Promise<void> {
    const recipient = await orLater(session, () => resolve(address))
    const earlier = await orLater(session, () => recipientsOf(session))
    // The reply to a message is for all of its recipients, and these would need different ones. The client sends the
    // message again for this recipient.
    const [first] = earlier
    if (recipient && first && groupOf(recipient) !== groupOf(first))
      throw new SmtpRefusal(452, '4.5.3 Cannot share a message with the recipients before')
    if (recipient && countTargets([...earlier, recipient]) > limits.targets)
      throw new SmtpRefusal(452, '4.5.3 Too many recipients')
    const isTaken =
      recipient !== undefined && (await orLater(session, () => admit(recipient, session, earlier)))
    if (isTaken) return
    metrics.countRefusedRecipient()
    throw new SmtpRefusal(550, '5.1.1 No such address here')
  }

  async function admit(
    recipient: Recipient,
    session: SMTPServerSession,
    earlier: readonly Recipient[],
  ): Promise<boolean> {
    if (recipient.kind === 'return-path') {
      const { workspaceId, logId } = recipient.delivery
      return (await recipientOfLog(db, workspaceId, logId)) !== undefined
    }
    if (recipient.kind !== 'route') return true
    const { mailFrom } = session.envelope
    const size = mailFrom && mailFrom.args && 'SIZE' in mailFrom.args ? Number(mailFrom.args.SIZE) : 0
    await options.admit(recipient, {
      sender: senderOf(session),
      clientAddress: session.remoteAddress,
      declaredBytes: Number.isFinite(size) ? size : 0,
      earlier: earlier.filter(isOfRoute),
    })
    return true
  }

  /**
   * Resolves the recipients of a session again for each command, since a session keeps addresses only; the results
   * are remembered for a while.
   */
  async function recipientsOf({ envelope }: SMTPServerSession): Promise<Recipient[]> {
    const recipients = await Promise.all(envelope.rcptTo.map(({ address }) => resolve(address)))
    return recipients.filter((recipient) => recipient !== undefined)
  }

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const recipients = await orLater(session, () => recipientsOf(session))
    const envelope = {
      sender: senderOf(session),
      clientAddress: session.remoteAddress,
      helo: session.hostNameAppearsAs || session.remoteAddress,
    }
    const reports = recipients.filter((recipient): recipient is ReportRecipient => !isOfRoute(recipient))
    const kind = await orLater(session, () =>
      reports.length > 0
        ? takeReport(stream, { ...envelope, recipients: reports })
        : options.takeMail(stream, { ...envelope, recipients: recipients.filter(isOfRoute) }),
    )
    metrics.countMessage(kind)
    if (isRecorded(kind)) clients.remember(session.remoteAddress)
  }

  async function orLater<T>(session: SMTPServerSession, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      // A client that goes away within its message fails the work too. There is nobody to answer.
      const isGone = server.connectionOf(session.id)?.isGone ?? true
      throw error instanceof SmtpRefusal || isGone ? error : later(error)
    }
  }

  /** Returns the refusal of a message that could not be recorded, by which the sender keeps it and sends it again. */
  function later(error: unknown): SmtpRefusal {
    const isForNow = isUnavailable(error) || error instanceof ParsingUnavailableError
    if (isForNow) log.warn({ err: error }, 'a message could not be accepted now')
    else log.error({ err: error }, 'a message could not be accepted')
    return new SmtpRefusal(451, '4.3.0 Try again later')
  }

  function refuse(error: unknown, session: SMTPServerSession, done: (error: Error) => void): void {
    if (!(error instanceof SmtpRefusal)) {
      // The client went away within its message. There is nobody to answer.
      log.debug({ err: error }, 'a message was not received to its end')
      return
    }
    metrics.countMessage(error.responseCode < 500 ? 'later' : 'refused')
    if (error.closes) server.connectionOf(session.id)?.closeAfterReply()
    done(error)
  }

  const { port, sockets } = await listenForSmtp(server, options, (error) => {
    log.debug({ err: error }, 'an inbound connection failed')
  })

  return {
    port,
    close: () => drainSmtp(server, sockets, inFlight, options.drainSeconds),
  }
}

/**
 * Returns the envelope sender. The SMTP library decodes A-labels, and some decode to half a character, which the
 * database does not accept.
 */
function senderOf({ envelope }: SMTPServerSession): string {
  return envelope.mailFrom ? wellFormed(normalizeAddress(envelope.mailFrom.address)) : ''
}

function isOfRoute(recipient: Recipient): recipient is RouteRecipient {
  return recipient.kind === 'route'
}

/** Counts the deliveries and routes that recipients stand for. Many recipients can be of one route. */
function countTargets(recipients: readonly Recipient[]): number {
  const routes = recipients.filter(isOfRoute)
  return new Set(routes.map(({ route }) => route.id)).size + recipients.length - routes.length
}

/** Returns the group of a recipient; recipients of one group can be answered together. */
function groupOf(recipient: Recipient): string {
  if (recipient.kind === 'route') return recipient.route.require_dmarc ? 'authentic mail' : 'mail'
  return recipient.kind === 'dmarc-report' ? 'DMARC report' : 'report'
}

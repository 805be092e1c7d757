import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { isUnavailable } from '../db/unavailable.js'
import type { ReturnPath } from '../delivery/bounce/return-path.js'
import type { Resolver } from '../dns/resolver.js'
import type { ArrivedMail } from './dmarc/authentic.js'
import type { Uuid } from '../db/ids.js'
import { LargeReports } from './dmarc/large-reports.js'
import { reportReceiver } from './dmarc/receive-report.js'
import { isRecorded, type InboundKind, type InboundMetrics } from './metrics.js'
import { receiver } from './receive.js'
import { recipientOf, type Recipient } from './recipients.js'
import { recipientOfLog } from './record/log.js'
import { Clients } from './smtp/clients.js'
import { defaultLimits, type InboundLimits } from './smtp/limits.js'
import { readMessage } from './smtp/read-message.js'
import { listenForSmtp } from '../smtp-listener/listen.js'
import { SmtpRefusal } from '../smtp-listener/refusal.js'
import { InboundServer } from './smtp/smtp-server.js'

/**
 * The receiver of what comes back: bounces (RFC 3464), complaints (RFC 5965) and DMARC reports (RFC 9990).
 */
export interface Inbound {
  readonly port: number
  /** Takes no new connection and no new message, and lets what is being received be recorded. */
  close(): Promise<void>
}

export interface InboundOptions {
  readonly db: Knex
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  /** What it calls itself. */
  readonly hostname: string
  /** Offered by STARTTLS (RFC 3207), where given. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined
  readonly returnPath: ReturnPath
  /** Looks up the DNS records that authenticate the senders of reports. */
  readonly resolver: Resolver
  /**
   * Whether live mail goes to the sink. Reports are then local trials, so their senders are not
   * authenticated.
   */
  readonly staysHere: boolean
  /** Domains and addresses whose abuse reports are believed even if they name no return path. */
  readonly feedbackProviders: readonly string[]
  /** How long closing waits for messages in flight, in seconds. */
  readonly drainSeconds: number
  /** Pauses campaigns that bounce or are complained about too often. It never throws. */
  readonly brake: (workspaceId: Uuid, campaignIds: readonly Uuid[]) => Promise<void>
  readonly log: Logger
  readonly metrics: InboundMetrics
  readonly limits?: Partial<InboundLimits>
}

/**
 * Starts to listen for SMTP. Mail is taken only for addresses that stand for a delivery of ours, and for
 * `fbl@` and `dmarc@` the return path's domain; all other is refused when its recipient is named, so that
 * nothing is accepted and lost. A message is answered with 250 once what it says is in the database.
 *
 * @throws the error of the socket when the address cannot be bound (EADDRINUSE, EACCES)
 */
export async function startInbound(options: InboundOptions): Promise<Inbound> {
  const { db, log, metrics, returnPath, resolver, staysHere } = options
  const limits: InboundLimits = { ...defaultLimits, ...options.limits }
  const { feedbackProviders } = options
  const receive = receiver({
    db,
    returnPath,
    resolver,
    staysHere,
    feedbackProviders,
    brake: options.brake,
    log,
  })
  const receiveReport = reportReceiver({ db, resolver, staysHere, log })
  const largeReports = new LargeReports(limits)
  const clients = new Clients()
  const inFlight = new Set<Promise<void>>()

  const server = new InboundServer(
    {
      name: options.hostname,
      // Whoever logs in somewhere does not belong here; the others are jokes of old servers.
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
          () => done(null, '2.0.0 Thank you'),
          (error: unknown) => refuse(error, session, done),
        )
        inFlight.add(work)
        void work.finally(() => inFlight.delete(work))
      },
      onClose: (session) => clients.remove(session.id),
    },
    limits,
  )

  function refusalOf({ id, remoteAddress }: SMTPServerSession): SmtpRefusal | undefined {
    if (!clients.add(id, remoteAddress, limits.connectionsOfAddress))
      return new SmtpRefusal(421, '4.7.0 Too many connections from this address')
    const connection = server.connectionOf(id)
    if (connection === undefined) return undefined
    connection.isKnown = clients.isKnown(remoteAddress)
    return server.findPlace(connection) ? undefined : new SmtpRefusal(421, '4.3.2 Too many connections')
  }

  async function checkRecipient(
    { address }: SMTPServerAddress,
    { envelope }: SMTPServerSession,
  ): Promise<void> {
    const recipient = recipientOf(address, returnPath)
    const [first] = recipientsOf(envelope)
    // The reply to a message is for all of its recipients, and here they would not agree. It is sent again
    // for this one.
    if (recipient && first && (recipient.kind === 'dmarc-report') !== (first.kind === 'dmarc-report'))
      throw new SmtpRefusal(452, '4.5.3 Not in one message with the recipients before')
    if (recipient !== undefined && (recipient.kind !== 'return-path' || (await isLogged(recipient.delivery))))
      return
    metrics.countRefusedRecipient()
    throw new SmtpRefusal(550, '5.1.1 There is no such address here')
  }

  function recipientsOf({ rcptTo }: SMTPServerSession['envelope']): Recipient[] {
    return rcptTo
      .map(({ address }) => recipientOf(address, returnPath))
      .filter((recipient) => recipient !== undefined)
  }

  async function isLogged(delivery: { workspaceId: string; logId: string }): Promise<boolean> {
    try {
      return (await recipientOfLog(db, delivery.workspaceId, delivery.logId)) !== undefined
    } catch (error) {
      throw later(error)
    }
  }

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const recipients = recipientsOf(session.envelope)
    const isReport = recipients.some(({ kind }) => kind === 'dmarc-report')
    const kind = await (isReport ? takeReport(stream, session) : takeReturned(stream, session, recipients))
    metrics.countMessage(kind)
    if (isRecorded(kind)) clients.remember(session.remoteAddress)
  }

  async function takeReturned(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    recipients: readonly Recipient[],
  ): Promise<InboundKind> {
    const raw = await readMessage(stream, limits.keptBytes)
    return orLater(() => receive({ ...arrived(raw, session), recipients }))
  }

  async function takeReport(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<InboundKind> {
    const slot = largeReports.open()
    try {
      const raw = await readMessage(stream, limits.reportBytes, (bytes) => slot.refusalAt(bytes))
      return await orLater(() => receiveReport(arrived(raw, session)))
    } finally {
      slot.leave()
    }
  }

  async function orLater<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw error instanceof SmtpRefusal ? error : later(error)
    }
  }

  /** What was not recorded has to come again: the sender keeps it. */
  function later(error: unknown): SmtpRefusal {
    if (isUnavailable(error)) log.warn({ err: error }, 'a report could not be recorded now')
    else log.error({ err: error }, 'a report could not be recorded')
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
    close: async () => {
      const closed = once(server.server, 'close')
      server.close()
      const limit = new AbortController()
      await Promise.race([
        Promise.allSettled(inFlight),
        sleep(options.drainSeconds * 1000, undefined, { signal: limit.signal }),
      ])
      limit.abort()
      for (const connection of server.connections)
        connection.send(421, '4.3.2 The service is stopping', false)
      for (const socket of sockets) socket.destroySoon()
      // A client that reads nothing would keep the last reply, and so the socket.
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, 500)
      await closed
      clearTimeout(cut)
    },
  }
}

function arrived(raw: Buffer, session: SMTPServerSession): ArrivedMail {
  const { envelope, remoteAddress: clientAddress, hostNameAppearsAs: helo } = session
  const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
  return { raw, sender, clientAddress, helo: helo || clientAddress }
}

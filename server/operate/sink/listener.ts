import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  AnsweringConnection,
  AnsweringServer,
  type ConnectionOptions,
} from '../../mail/smtp-listener/server.js'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { listenForSmtp } from '../../mail/smtp-listener/listen.js'
import { SmtpRefusal } from '../../mail/smtp-listener/refusal.js'
import { behaviourOf } from './behaviour.js'
import { writtenAddress } from './envelope-address.js'
import type { Intake, Outcome } from './intake.js'
import type { SinkLog } from './log.js'

/** A connection that can be cut, and that reports when its client has left. */
class SinkConnection extends AnsweringConnection {
  #leaving: AbortController | undefined

  /**
   * Makes a signal that is aborted when the client has closed its side, or the whole connection. Only the few clients
   * that ask for a wait have one: with its error, a signal costs as much as storing the message.
   */
  gone(): AbortSignal {
    this.#leaving ??= new AbortController()
    const leave = () => this.leave()
    if (this._socket.readableEnded || this._socket.destroyed) leave()
    else this._socket.once('end', leave).once('close', leave)
    return this.#leaving.signal
  }

  /** Ends the wait of the client. */
  leave(): void {
    this.#leaving?.abort()
  }

  /** Cuts the connection with no reply, as a crash or a lost network would. */
  cut(): void {
    this._socket.destroy()
  }
}

/** An SMTP server that makes {@link SinkConnection}s. */
class SinkServer extends AnsweringServer<SinkConnection> {
  protected override makeConnection(socket: Socket, options?: ConnectionOptions): SinkConnection {
    // The library's own id takes longer to make.
    return new SinkConnection(this, socket, { ...options, id: options?.id ?? randomUUID() })
  }
}

/** Refusals of commands that clients try first if they are set up for another server. */
const refusals = {
  STARTTLS: [502, '5.5.1 The sink has no TLS: send without it'],
  AUTH: [502, '5.5.1 The sink accepts any mail: send without signing in'],
} as const

/** The largest message the sink takes, in bytes; above it the reply is 552 (RFC 1870). */
export const maxMessageBytes = 25 * 1024 * 1024

/** Recipients beyond this number get 452. RFC 5321 (section 4.5.3.1.8) requires a min of 100. */
const maxRecipients = 1_000

// A closing sink gives a message on the wire this long, in milliseconds, before the connection is cut.
const closingGraceMs = 300

/** The SMTP side of the sink. */
export interface Listener {
  /** The port that was bound. */
  readonly port: number
  /** Stops accepting, ends the waits of slow recipients, cuts what is left and resolves. */
  close(): Promise<void>
}

/**
 * Starts to listen for SMTP without authentication and TLS: the sink is for one machine and takes anything.
 *
 * @throws the error of the socket when the address cannot be bound (EADDRINUSE, EACCES)
 */
export async function startListener(
  intake: Intake,
  address: { host: string; port: number },
  log: SinkLog,
): Promise<Listener> {
  const server = new SinkServer(
    {
      name: 'sink.postseal',
      banner: 'Postseal sink',
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      hideENHANCEDSTATUSCODES: false,
      size: maxMessageBytes,
      maxRecipients,
      rejectOversized: true,
      closeTimeout: closingGraceMs,
      logger: false,
      onRcptTo(recipient, _session, done) {
        const behaviour = behaviourOf(recipient.address)
        if (behaviour.kind !== 'bounce') return done()
        done(
          new SmtpRefusal(behaviour.code, `${behaviour.enhanced} Refused on purpose: <${recipient.address}>`),
        )
      },
      onData(stream, session, done) {
        receive(intake, stream, session, () => server.connectionOf(session.id)?.gone() ?? AbortSignal.abort())
          .then((outcome) => {
            if (outcome.kind === 'accepted') done(null, `2.0.0 OK ${outcome.id}`)
            else if (outcome.kind === 'refused') done(new SmtpRefusal(outcome.code, outcome.text))
            else server.connectionOf(session.id)?.cut()
          })
          .catch((err: unknown) => {
            // The client went away within its message. There is nobody to answer.
            log.info({ err }, 'sink: a message was cut off')
          })
      },
    },
    refusals,
  )
  const { port, sockets } = await listenForSmtp(server, address, (err) => {
    log.info({ err }, 'sink: an SMTP connection failed')
  })
  return { port, close: () => closeListener(server, sockets) }
}

async function receive(
  intake: Intake,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  gone: () => AbortSignal,
): Promise<Outcome> {
  const raw = await readAll(stream)
  // The library answers 552 by itself for what is too large.
  if (stream.sizeExceeded) return { kind: 'refused', code: 552, text: '5.3.4 The message is too large' }
  const { mailFrom, rcptTo } = session.envelope
  const from = mailFrom ? writtenAddress(mailFrom.address) : ''
  const to = rcptTo.map((recipient) => writtenAddress(recipient.address))
  return intake.take({ from, to, raw, clientAddress: session.remoteAddress }, gone)
}

/**
 * Reads all bytes of the stream, or those before it was too large: the rest is read and dropped.
 *
 * @throws Error if the client disconnects within its message
 */
function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => {
      if (stream.sizeExceeded) chunks.length = 0
      else chunks.push(chunk)
    })
    stream.on('end', () => {
      const [only] = chunks
      resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks))
    })
    stream.on('error', reject)
  })
}

async function closeListener(server: SinkServer, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(resolve))
  for (const connection of server.connections) (connection as SinkConnection).leave()
  await closed
  // The library half-closes what is open and would wait five seconds for each client to do the same.
  for (const socket of sockets) socket.destroy()
}

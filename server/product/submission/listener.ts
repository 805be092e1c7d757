import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { SMTPServerAuthentication, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { contains, loopbackRanges, plainAddress } from '../../mail/network/address-ranges.js'
import { Clients } from '../../mail/smtp-listener/clients.js'
import { drainSmtp, listenForSmtp } from '../../mail/smtp-listener/listen.js'
import { SmtpRefusal } from '../../mail/smtp-listener/refusal.js'
import type { CommandRefusals } from '../../mail/smtp-listener/server.js'
import type { BodyMemory } from '../../platform/http/body/body-memory.js'
import { largestBody } from '../../platform/http/body/read-body.js'
import { asApiError } from '../../platform/http/errors/error-replies.js'
import { ApiError } from '../../platform/http/errors/api-error.js'
import { defaultLimits, SubmissionServer, type SubmissionLimits } from './connection.js'
import { smtpRefusalOf } from './refusal.js'
import { Places } from './places.js'
import type { SubmissionClient, Submitter } from './submit.js'

/** Listens for programs that submit mail by SMTP (RFC 6409). */
export interface SubmissionListener {
  readonly port: number
  /** Takes no new connection and no new message, and lets the service accept what is being submitted. */
  close(): Promise<void>
}

export interface SubmissionOptions {
  readonly submitter: Submitter
  readonly host: string
  /** Port; 0 takes any free one. */
  readonly port: number
  /** True if TLS begins with the first byte. Otherwise it is offered by STARTTLS, if there is a certificate. */
  readonly implicitTls: boolean
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined
  /** Name in the listener's greeting. */
  readonly hostname: string
  readonly bodies: BodyMemory
  /** Seconds for which closing waits for messages in flight. */
  readonly drainSeconds: number
  readonly metrics: SubmissionMetrics
  readonly log: Logger
  readonly limits?: Partial<SubmissionLimits>
}

/** The one name that signs in. Clients differ by their key. */
const userName = 'postseal'

/**
 * Largest number of recipients. RFC 5321 (section 4.5.3.1.8) wants a server to take 100, but a message of the API has
 * at most 50.
 */
const maxRecipients = 50

const noTls = 'This port has no TLS: set POSTSEAL_SUBMISSION_TLS_CERT'

/**
 * Returns refusals of commands that clients try first, and that are not available here: STARTTLS without a
 * certificate, AUTH in the open.
 */
function refusalsFor(hasTls: boolean, implicitTls: boolean): CommandRefusals {
  return {
    STARTTLS: [502, implicitTls ? '5.5.1 This port has TLS from the first byte' : `5.5.1 ${noTls}`],
    // RFC 4954, section 6.
    AUTH: [
      538,
      hasTls
        ? '5.7.11 Begin TLS first (STARTTLS): a key is not sent unencrypted'
        : `5.7.11 ${noTls}, or sign in from the machine of the service: a key is not sent unencrypted`,
    ],
  }
}

/** Commands that nobody may use here; the last three are jokes of old servers. */
const neverTaken = ['VRFY', 'WIZ', 'SHELL', 'KILL']

/**
 * Starts to listen. A client signs in with an API key as its password, over TLS, or without it from this machine. A
 * message is answered with 250 once it is committed.
 *
 * @throws the error of the socket if the address cannot be bound (EADDRINUSE, EACCES)
 */
export async function startSubmission(options: SubmissionOptions): Promise<SubmissionListener> {
  const { submitter, tls, implicitTls, bodies, log, metrics } = options
  const limits = { ...defaultLimits, ...options.limits }
  const strangers = new Clients()
  const places = new Places(limits.connections)
  const signedIn = new Map<string, SubmissionClient>()
  const inFlight = new Set<Promise<void>>()
  const disabled = [...neverTaken, ...(tls === undefined || implicitTls ? ['STARTTLS'] : [])]

  const server = new SubmissionServer(
    {
      name: options.hostname,
      banner: 'Postseal',
      secure: implicitTls,
      ...tls,
      authMethods: ['PLAIN', 'LOGIN'],
      // For a session in which a password would not be safe, AUTH is disabled.
      allowInsecureAuth: true,
      authRequiredMessage: '5.7.0 Sign in first: the user is "postseal", the password an API key',
      disabledCommands: disabled,
      disableReverseLookup: true,
      hideENHANCEDSTATUSCODES: false,
      size: largestBody,
      rejectOversized: true,
      maxRecipients,
      // RFC 4954, section 4.
      maxCommandLength: 12_288,
      socketTimeout: limits.idleMs,
      logger: false,
      onConnect: (session, done) => {
        if (!strangers.add(session.id, session.remoteAddress, limits.strangersOfAddress))
          return done(new SmtpRefusal(421, '4.7.0 Too many connections from this address have not signed in'))
        if (!server.findPlace(session.id)) return done(new SmtpRefusal(421, '4.3.2 Too many connections'))
        if (!mayTakePassword(session)) session.disabledCommands = ['AUTH', ...disabled]
        done()
      },
      onSecure: (_socket, session, done) => {
        session.disabledCommands = disabled
        done()
      },
      onAuth: (auth, session, done) => {
        signIn(auth, session).then(
          () => done(null, { user: userName }),
          (error: unknown) => {
            metrics.refusedSignIns.inc()
            done(error instanceof SmtpRefusal ? error : signInRefusalOf(error))
          },
        )
      },
      onMailFrom: (_address, session, done) => {
        if (signedIn.has(session.id)) return done()
        const first =
          tls === undefined ? `${noTls}, then sign in` : 'Begin TLS first (STARTTLS), then sign in'
        done(new SmtpRefusal(530, `5.7.0 ${first}`))
      },
      onData: (stream, session, done) => {
        const work = take(stream, session).then(
          (id) => {
            metrics.submissions.inc({ outcome: 'accepted' })
            server.connectionOf(session.id)?.gotOn()
            done(null, `2.0.0 Accepted as ${id}`)
          },
          (error: unknown) => refuse(error, session, done),
        )
        inFlight.add(work)
        void work.finally(() => {
          inFlight.delete(work)
          server.connectionOf(session.id)?.messageEnded()
        })
      },
      onClose: (session) => {
        strangers.remove(session.id)
        places.free(session.id)
        signedIn.delete(session.id)
      },
    },
    limits,
    refusalsFor(tls !== undefined, implicitTls),
  )

  async function signIn(auth: SMTPServerAuthentication, session: SMTPServerSession): Promise<void> {
    if (auth.username?.toLowerCase() !== userName) {
      throw new ApiError('invalid_credentials', `The user is "${userName}", and its password an API key.`)
    }
    const client = { secret: auth.password ?? '', ip: plainAddress(session.remoteAddress) }
    const owner = await submitter.authenticate(client)
    const connection = server.connectionOf(session.id)
    // The client has gone away meanwhile, and would keep its place.
    if (connection === undefined) return
    let full = places.take(session.id, owner)
    if (full?.[0] === 'workspace' && (await endRefused(owner.workspaceId)) > 0)
      full = places.take(session.id, owner)
    // The client may have gone away meanwhile, too.
    if (connection.isGone) return places.free(session.id)
    const [whose, most] = full ?? []
    if (whose !== undefined)
      throw new SmtpRefusal(454, `4.7.0 This ${whose} has ${most} connections, the most for one: close some`)
    signedIn.set(session.id, client)
    strangers.remove(session.id)
    connection.keep()
  }

  /**
   * Ends the connections of a workspace whose keys may not send any more, such as those of a key that leaked and was
   * revoked: whoever has it must not keep the workspace from signing in by another one.
   *
   * @returns how many connections it ended
   */
  async function endRefused(workspaceId: string): Promise<number> {
    let ended = 0
    for (const sessionId of places.sessionsOf(workspaceId)) {
      const client = signedIn.get(sessionId)
      const isRefused = client !== undefined && (await isRefusedNow(client))
      if (!isRefused || server.connectionOf(sessionId)?.endRefused() !== true) continue
      places.free(sessionId)
      signedIn.delete(sessionId)
      ended += 1
    }
    return ended
  }

  /** Returns whether a client's key is refused now. A failure of the service is no refusal. */
  function isRefusedNow(client: SubmissionClient): Promise<boolean> {
    return submitter.authenticate(client).then(
      () => false,
      (error: unknown) => asApiError(error).status < 500,
    )
  }

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const client = signedIn.get(session.id)
    const { mailFrom, rcptTo } = session.envelope
    const envelope = {
      sender: mailFrom ? mailFrom.address : '',
      recipients: rcptTo.map(({ address }) => address),
    }
    const declared = mailFrom && mailFrom.args && 'SIZE' in mailFrom.args ? Number(mailFrom.args.SIZE) : 0
    if (client === undefined) throw new ApiError('missing_credentials', 'Sign in first.')
    let letGo = () => undefined as void
    try {
      return await submitter.submit(client, envelope, async ({ workspaceId }) => {
        const reservation = bodies.open(workspaceId, largestBody)
        letGo = () => reservation.letGo()
        if (declared > 0) reservation.expect(declared)
        const bytes = await readAll(stream, (length) => reservation.add(length))
        await reservation.complete()
        return bytes
      })
    } finally {
      letGo()
    }
  }

  function refuse(error: unknown, session: SMTPServerSession, done: (error: Error) => void): void {
    const isGone = server.connectionOf(session.id)?.isGone ?? true
    if (isGone && !(error instanceof ApiError)) {
      log.debug({ err: error }, 'a message was not submitted to its end')
      return
    }
    const refusal = smtpRefusalOf(asApiError(error))
    metrics.submissions.inc({ outcome: refusal.responseCode < 500 ? 'later' : 'refused' })
    done(refusal)
  }

  const { port, sockets } = await listenForSmtp(server, options, (error) => {
    log.debug({ err: error }, 'a connection for submission failed')
  })
  return {
    port,
    close: () => drainSmtp(server, sockets, inFlight, options.drainSeconds),
  }
}

/**
 * Returns whether a password is safe on this connection (RFC 4954, section 4): it is encrypted, or does not leave
 * this machine.
 */
function mayTakePassword({ secure, remoteAddress }: SMTPServerSession): boolean {
  return secure || loopbackRanges.some((range) => contains(range, remoteAddress))
}

/** Returns the refusal of a sign-in (RFC 4954, section 6). */
function signInRefusalOf(error: unknown): SmtpRefusal {
  const known = asApiError(error)
  const { message } = smtpRefusalOf(known)
  const said = message.slice(message.indexOf(' ') + 1)
  return known.status >= 500 ? new SmtpRefusal(454, `4.7.0 ${said}`) : new SmtpRefusal(535, `5.7.8 ${said}`)
}

/**
 * Reads all bytes of the stream. If there are too many the rest is read and dropped; the library then answers 552
 * itself.
 *
 * @param count called with the number of bytes that have come; an error that it throws ends the reading
 */
async function readAll(stream: SMTPServerDataStream, count: (bytes: number) => void): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (stream.sizeExceeded) chunks.length = 0
    else {
      count(chunk.length)
      chunks.push(chunk)
    }
  }
  if (stream.sizeExceeded) throw new ApiError('payload_too_large', 'The message is larger than 10 MB.')
  return Buffer.concat(chunks)
}

export interface SubmissionMetrics {
  readonly submissions: Counter<'outcome'>
  readonly refusedSignIns: Counter
}

/** Registers the metrics of submission by SMTP. No label names a tenant. */
export function submissionMetrics(registry: Registry): SubmissionMetrics {
  return {
    submissions: new Counter({
      name: 'postseal_submissions_total',
      help: 'Messages submitted by SMTP, by result: accepted, refused, or refused for now (later).',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    refusedSignIns: new Counter({
      name: 'postseal_submission_refused_sign_ins_total',
      help: 'Sign-ins for submission by SMTP that were refused.',
      registers: [registry],
    }),
  }
}

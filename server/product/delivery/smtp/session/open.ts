import type { Connected } from '../connector.js'
import { peerOf, tlsOf, type Peer } from '../peer.js'
import type { AttemptTrace } from '../trace.js'
import { authenticateSession, type Credentials } from './authenticate.js'
import { Channel } from './channel.js'
import type { Cuttables } from './cuttables.js'
import { extensionsOf, noExtensions, type Extensions } from './extensions.js'
import { Session } from './session.js'
import { broken, refused, StepFailed } from './step-failed.js'
import type { TimeOuts } from './time-outs.js'
import { encrypt } from './tls.js'

export interface SmtpSessionOptions {
  /** Name by which this host greets servers. */
  readonly hostname: string
  readonly timeOuts: TimeOuts
  readonly credentials?: Credentials | undefined
  /** Certificates to trust instead of the usual ones. */
  readonly ca?: string | undefined
}

/**
 * Begins a session on a new connection: the greeting, EHLO, STARTTLS as it is demanded, and the login.
 *
 * @param opening holds it while it begins
 * @param trace of the attempt that it is opened for: it is told of the server, and what is said
 * @throws StepFailed; the connection is closed then
 */
export async function openSession(
  connected: Connected,
  options: SmtpSessionOptions,
  opening: Cuttables,
  trace?: AttemptTrace,
): Promise<Session> {
  const { socket, host, tls } = connected
  const { timeOuts, credentials } = options
  // The replies are short and awaited.
  socket.setNoDelay(true)
  let peer = peerOf(connected)
  const meet = (tls: Peer['tls']) => {
    peer = { ...peer, tls }
    if (trace) trace.peer = peer
  }
  meet(peer.tls)
  const channel = new Channel(socket)
  channel.transcript = trace?.transcript
  trace?.transcript.note(connectedTo(peer))
  opening.add(channel)
  try {
    const greeting = await channel.reply('greeting', timeOuts.greeting)
    if (greeting.code >= 300) throw refused('greeting', greeting, host)
    let extensions = await sayHello(channel, host, options)
    if (tls.mode !== 'none' && (await startTls(channel, extensions, connected, { options, meet }))) {
      // The extensions that were offered in clear no longer count (RFC 3207, section 4.2).
      extensions = await sayHello(channel, host, options)
    }
    if (credentials)
      await authenticateSession(channel, extensions.auth, credentials, { host, ms: timeOuts.auth })
    return new Session(channel, extensions, { peer, host, timeOuts })
  } catch (error) {
    channel.cut()
    // The replies say everything else.
    const result = error instanceof StepFailed ? error.result : undefined
    if (result?.step === 'tls' && result.reply === undefined) trace?.transcript.note(result.error)
    throw error
  } finally {
    channel.transcript = undefined
    opening.delete(channel)
  }
}

function connectedTo({ server, tls }: Peer): string {
  const where = `connected to ${server.name} (${server.address ?? 'address unknown'}), port ${server.port}`
  return tls === null ? where : `${where}, ${encryptedBy(tls)}`
}

function encryptedBy({ version, cipher, authentication }: NonNullable<Peer['tls']>): string {
  return `encrypted by ${version}, ${cipher}, authentication: ${authentication}`
}

async function sayHello(
  channel: Channel,
  host: string,
  { hostname, timeOuts }: SmtpSessionOptions,
): Promise<Extensions> {
  channel.write(`EHLO ${hostname}\r\n`, 1)
  const reply = await channel.reply('ehlo', timeOuts.ehlo)
  if (reply.code < 300) return extensionsOf(reply)
  if (reply.code < 500) throw refused('ehlo', reply, host)

  // A server from before 1995, or one that pretends to be (RFC 5321, section 3.2).
  channel.write(`HELO ${hostname}\r\n`, 1)
  const old = await channel.reply('ehlo', timeOuts.ehlo)
  if (old.code >= 300) throw refused('ehlo', old, host)
  return noExtensions
}

/** Encrypts the connection as the options for it ask, and returns whether it is encrypted now. */
async function startTls(
  channel: Channel,
  extensions: Extensions,
  { tls, host }: Connected,
  {
    options: { timeOuts, ca },
    meet,
  }: {
    readonly options: SmtpSessionOptions
    /** Called with the encryption of the connection, once it is encrypted and its certificate has passed. */
    readonly meet: (tls: Peer['tls']) => void
  },
): Promise<boolean> {
  if (tls.mode === 'none') return false
  if (!extensions.startTls) {
    if (tls.mode === 'opportunistic') return false
    throw broken('starttls', tls.failure, 'The server does not offer STARTTLS, which is required.')
  }
  channel.write('STARTTLS\r\n', 1)
  const reply = await channel.reply('starttls', timeOuts.starttls)
  if (reply.code >= 300) {
    if (tls.mode === 'opportunistic' && channel.isOpen && reply.code !== 421) return false
    throw refused('starttls', reply, host)
  }

  const failure = tls.mode === 'required' ? tls.failure : 'tls'
  const encrypted = await encrypt(channel.detach(), tls.servername, { ms: timeOuts.tls, failure, ca })
  channel.attach(encrypted)
  const objection = tls.mode === 'required' ? tls.verify(encrypted) : undefined
  if (objection !== undefined) throw broken('tls', failure, objection)
  const how = tlsOf(encrypted, tls)
  meet(how)
  if (how !== null) channel.transcript?.note(encryptedBy(how))
  return true
}

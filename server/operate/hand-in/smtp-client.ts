import { connect } from 'node:net'
import { createTransport, type SendMailOptions } from 'nodemailer'

/** Address of an SMTP server. */
export interface SmtpTarget {
  readonly host: string
  readonly port: number
}

/** Result of sending a message. */
export interface Sent {
  /** Server's reply to the message (RFC 5321, section 4.2). */
  readonly reply: string
  /** Recipients that the server refused, with its replies. It took at least one other. */
  readonly refused: readonly { readonly recipient: string; readonly reply: string }[]
}

/**
 * Sends one message to an SMTP server on a connection of its own, which ends with the signal. Nothing that the
 * message names is read from files or fetched.
 *
 * @param idleMs milliseconds that the server may be silent
 * @throws the failure of the library: one with a `response` if the server refused it
 */
export async function sendBySmtp(
  { host, port }: SmtpTarget,
  mail: SendMailOptions,
  { idleMs, signal }: { readonly idleMs: number; readonly signal: AbortSignal },
): Promise<Sent> {
  const transport = createTransport({
    host,
    port,
    name: 'localhost',
    // Plain on purpose: the receiver is ours, and its certificate rarely is one for this name.
    ignoreTLS: true,
    greetingTimeout: idleMs,
    socketTimeout: idleMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    // The library cannot end a connection that is under way. A socket of our own ends with the signal.
    getSocket: (_options, done) => {
      const socket = connect({ host, port, signal, timeout: idleMs })
      const failed = (error: Error) => done(error, false)
      socket.once('error', failed)
      socket.once('timeout', () => socket.destroy(new Error(`No connection within ${idleMs} ms`)))
      socket.once('connect', () => {
        socket.off('error', failed)
        socket.removeAllListeners('timeout')
        done(null, { connection: socket })
      })
    },
  })
  const { response, rejectedErrors = [] } = await transport.sendMail(mail)
  const refused = rejectedErrors.map((error) => ({
    recipient: error.recipient ?? '',
    reply: replyOf(error) ?? error.message,
  }))
  return { reply: response, refused }
}

/** Returns the reply with which the server refused a message, undefined if it gave none. */
export function replyOf(error: unknown): string | undefined {
  const response = error instanceof Error && 'response' in error ? error.response : undefined
  return typeof response === 'string' ? response : undefined
}

/** Returns whether nobody listens at the address. */
export function isNobodyThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
}

import { isAscii } from 'node:buffer'
import nodemailer from 'nodemailer'
import { isInternational } from '../../mail-address.js'
import { NotInternationalError, sendInternational } from './international.js'
import { parseReply, printable, type SmtpReply } from './reply.js'

/** What came of handing a message to a server: its reply, or what broke before one came. */
export type SmtpResult =
  | { readonly reply: SmtpReply }
  | {
      readonly reply: undefined
      readonly error: string
      readonly afterData: boolean
      /** Whether another attempt would end the same. Nobody refused it, so the recipient has not bounced. */
      readonly final?: true
    }

export interface Envelope {
  readonly from: string
  readonly to: string
}

export interface SmtpTransport {
  /** Never throws: every failure is a result. */
  send(envelope: Envelope, message: Buffer): Promise<SmtpResult>
  close(): void
}

/** What nodemailer's errors carry. */
interface SmtpError extends Error {
  code?: string
  command?: string
  response?: string
}

/**
 * A pool of connections to one SMTP server (RFC 5321). Used for the bundled sink, which is on this network and
 * speaks no TLS.
 */
export function smtpTransport(host: string, port: number, connections: number): SmtpTransport {
  const server = `${host}:${port}`
  const options = {
    host,
    port,
    secure: false,
    ignoreTLS: true,
    connectionTimeout: 30_000,
    greetingTimeout: 60_000,
    // The longest that RFC 5321 (section 4.5.3.2) lets a server think, after the end of data.
    socketTimeout: 600_000,
  }
  const pool = nodemailer.createTransport({
    ...options,
    pool: true,
    maxConnections: connections,
    maxMessages: Infinity,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  async function replyTo(envelope: Envelope, message: Buffer): Promise<string> {
    // A composed message is ASCII but for addresses in its header.
    if (isInternational(envelope.from) || isInternational(envelope.to) || !isAscii(message)) {
      return sendInternational(options, envelope, message)
    }
    const sent = await pool.sendMail({ envelope: { from: envelope.from, to: [envelope.to] }, raw: message })
    return sent.response
  }

  return {
    send: async (envelope, message) => {
      try {
        const reply = await replyTo(envelope, message)
        return resultOf(reply, server) ?? brokenReply(reply)
      } catch (error) {
        const failed = error as SmtpError
        return resultOf(failed.response, server) ?? broken(failed)
      }
    },
    close: () => pool.close(),
  }
}

function resultOf(response: string | undefined, server: string): SmtpResult | undefined {
  const reply = parseReply(response ?? '', server)
  return reply && { reply }
}

function brokenReply(response: string): SmtpResult {
  return { reply: undefined, error: `no reply code in "${printable(response, 100)}"`, afterData: true }
}

function broken(error: SmtpError): SmtpResult {
  if (error instanceof NotInternationalError) {
    return { reply: undefined, error: error.message, afterData: false, final: true }
  }
  // nodemailer says CONN for a connection that ends at any step, so the data may or may not have arrived.
  const afterData =
    error.command === 'DATA' || (error.command === 'CONN' && /closed unexpectedly/.test(error.message))
  return { reply: undefined, error: printable(error.message, 500), afterData }
}

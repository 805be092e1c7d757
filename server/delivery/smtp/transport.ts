import { isAscii } from 'node:buffer'
import nodemailer from 'nodemailer'
import { isInternational } from '../../mail-address.js'
import { NotInternationalError, sendInternational } from './international.js'
import { parseReply, printable } from './reply.js'
import type { Transport } from '../transport.js'
import type { SmtpResult } from './result.js'

export interface Envelope {
  readonly from: string
  readonly to: string
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
export function smtpTransport(host: string, port: number, connections: number): Transport {
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
    rooms: () => ({ otherwise: Infinity, of: new Map() }),
    send: async ({ from, to, message }) => {
      try {
        const reply = await replyTo({ from, to }, message)
        return resultOf(reply, server) ?? brokenReply(reply)
      } catch (error) {
        const failed = error as SmtpError
        return resultOf(failed.response, server) ?? broken(failed)
      }
    },
    close: () => {
      pool.close()
      return Promise.resolve()
    },
  }
}

function resultOf(response: string | undefined, server: string): SmtpResult | undefined {
  const reply = parseReply(response ?? '', server)
  return reply && { step: 'end', reply }
}

function brokenReply(response: string): SmtpResult {
  const error = `no reply code in "${printable(response, 100)}"`
  return { step: 'end', reply: undefined, failure: 'garbage', error }
}

function broken(error: SmtpError): SmtpResult {
  if (error instanceof NotInternationalError) {
    return { step: 'mail', reply: undefined, failure: 'unsupported', error: error.message }
  }
  // nodemailer says CONN for a connection that ends at any step, so the data may or may not have arrived.
  const afterData =
    error.command === 'DATA' || (error.command === 'CONN' && /closed unexpectedly/.test(error.message))
  return {
    step: afterData ? 'end' : 'connect',
    reply: undefined,
    failure: 'cut',
    error: printable(error.message, 500),
  }
}

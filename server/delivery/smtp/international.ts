import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Envelope } from './transport.js'

/** The server cannot carry this message at all (RFC 6531, section 3.5, and the code of RFC 5248: X.6.7). */
export class NotInternationalError extends Error {
  override name = 'NotInternationalError'
  constructor() {
    super(
      '5.6.7 The server does not offer SMTPUTF8, and an address in the message has a part before the @ that is not ASCII.',
    )
  }
}

/** What nodemailer does not say in its types. A test sees to it that both still are there. */
interface Internals {
  /** What the server's reply to EHLO named. */
  readonly _supportedExtensions: readonly string[]
  _sendCommand(command: string, logged?: string): void
}

type Options = ConstructorParameters<typeof SMTPConnection>[0]

/**
 * Sends a message with an address that only SMTPUTF8 can carry, in its envelope or its header. It has a connection of
 * its own: nodemailer's pool says neither what a connection's server offers, nor SMTPUTF8 for the sake of a header,
 * and without the extension it sends the addresses all the same.
 *
 * @returns the server's reply
 * @throws NotInternationalError where the server does not offer it; errors of nodemailer for all else
 */
export async function sendInternational(
  options: Options,
  envelope: Envelope,
  message: Buffer,
): Promise<string> {
  const connection = new SMTPConnection(options) as SMTPConnection & Internals
  try {
    return await new Promise<string>((resolve, reject) => {
      connection.on('error', reject)
      connection.connect((error) => {
        if (error) return reject(error)
        if (!connection._supportedExtensions.includes('SMTPUTF8')) return reject(new NotInternationalError())
        sayingSmtpUtf8(connection)
        const mail = { from: envelope.from, to: [envelope.to], use8BitMime: true }
        connection.send(mail, message, (failed, sent) => {
          if (failed) reject(failed)
          else resolve(sent?.response ?? '')
        })
      })
    })
  } finally {
    connection.quit()
  }
}

/** nodemailer adds it for the envelope alone; a header asks for it as well (RFC 6531, section 3.4). */
function sayingSmtpUtf8(connection: Internals): void {
  const send = connection._sendCommand.bind(connection)
  connection._sendCommand = (command, logged) => {
    const lacks = command.startsWith('MAIL FROM:') && !/ SMTPUTF8(?: |$)/.test(command)
    send(lacks ? `${command} SMTPUTF8` : command, logged)
  }
}

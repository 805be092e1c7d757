import { isAscii } from 'node:buffer'
import { isInternational } from '../../../../../base/addresses/address.js'
import type { OutgoingMail } from '../../transport.js'
import type { SmtpBroken, SmtpFailure } from '../result.js'
import type { Extensions } from './extensions.js'

/** Extensions that a message needs beyond RFC 5321. */
export interface Needs {
  readonly eightBit: boolean
  readonly smtpUtf8: boolean
}

export function needsOf({ from, to, message }: OutgoingMail): Needs {
  const eightBit = !isAscii(message)
  const smtpUtf8 = isInternational(from) || isInternational(to) || (eightBit && !isAscii(headerOf(message)))
  return { eightBit, smtpUtf8 }
}

function headerOf(message: Buffer): Buffer {
  const end = message.indexOf('\r\n\r\n')
  return end === -1 ? message : message.subarray(0, end)
}

/**
 * Matches characters that could end a command and begin another. Addresses are checked when they come in; this is a
 * second check.
 */
const unsafe = /[\0-\x20\x7f<>]/

/** Returns why this server cannot be given the message, before any command about it is sent. */
export function whyNotSent(
  { from, to, message }: OutgoingMail,
  needs: Needs,
  offered: Extensions,
): SmtpBroken | undefined {
  if (unsafe.test(from) || unsafe.test(to) || to === '')
    return notSent('unsupported', '5.1.3 An address of the envelope cannot be written in a command.')
  // RFC 6531, section 3.5, and the code of RFC 5248: X.6.7.
  if (needs.smtpUtf8 && !offered.smtpUtf8) {
    return notSent(
      'unsupported',
      '5.6.7 The server does not offer SMTPUTF8, and an address in the message has a part before the @ that is not ASCII.',
    )
  }
  if (needs.eightBit && !needs.smtpUtf8 && !offered.eightBit)
    return notSent('unsupported', '5.6.3 The server does not offer 8BITMIME, and the message is not ASCII.')
  if (offered.size && message.length > offered.size)
    return notSent('too_large', `The server accepts messages of ${offered.size} bytes at most.`)
  return undefined
}

function notSent(failure: SmtpFailure, error: string): SmtpBroken {
  return { step: 'mail', reply: undefined, failure, error }
}

export function mailCommand({ from, message }: OutgoingMail, needs: Needs, offered: Extensions): string {
  const size = offered.size === undefined ? '' : ` SIZE=${message.length}`
  const body = needs.eightBit && offered.eightBit ? ' BODY=8BITMIME' : ''
  return `MAIL FROM:<${from}>${size}${body}${needs.smtpUtf8 ? ' SMTPUTF8' : ''}\r\n`
}

export function rcptCommand({ to }: OutgoingMail): string {
  return `RCPT TO:<${to}>\r\n`
}

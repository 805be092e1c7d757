import { Refusal } from '../smtp/refusal.js'

/** A message in the form in which its signatures can be checked in bounded time. */
export interface Verifiable {
  /** With CRLF at the end of each line, and without fields that the check does not need. */
  readonly raw: Buffer
  /** The domain of its one From field. */
  readonly fromDomain: string | undefined
}

/**
 * More than any report has. The library that checks signatures takes time that grows with the square of what is in a header, and
 * anybody can send one.
 */
const most = { headerBytes: 64 * 1024, fieldBytes: 8 * 1024, fields: 200, signatures: 5, signedFields: 60 }

/** @throws Refusal where the header is larger than any report's */
export function verifiable(message: Buffer): Verifiable {
  const raw = withCrlf(message)
  const end = raw.indexOf('\r\n\r\n')
  if (end === -1 || end > most.headerBytes) throw tooLarge()
  const fields = raw.toString('latin1', 0, end).split(/\r\n(?![ \t])/)
  if (fields.length > most.fields || fields.some((field) => field.length > most.fieldBytes)) throw tooLarge()

  const froms = fields.filter((field) => /^from[ \t]*:/i.test(field))
  let signatures = 0
  const needed = fields.filter((field) => {
    // Chains of earlier receivers say nothing that counts here.
    if (/^arc-/i.test(field)) return false
    if (!/^dkim-signature[ \t]*:/i.test(field)) return true
    signatures += 1
    return signatures <= most.signatures && isWhole(field)
  })
  return {
    raw: Buffer.concat([Buffer.from(needed.join('\r\n'), 'latin1'), raw.subarray(end)]),
    fromDomain: froms.length === 1 ? fromDomainOf(froms[0] ?? '') : undefined,
  }
}

/**
 * Whether a signature covers all of the body. One with `l=` lets anybody add an attachment to a message that somebody else signed
 * (RFC 6376, section 8.2).
 */
function isWhole(signature: string): boolean {
  const names = /[;:]\s*h\s*=([^;]*)/i.exec(signature)?.[1] ?? ''
  return !/[;:]\s*l\s*=/i.test(signature) && names.split(':').length <= most.signedFields
}

function fromDomainOf(field: string): string | undefined {
  const value = field.slice(field.indexOf(':') + 1).replace(/\s+/g, ' ')
  return (
    /<[^<>@]*@([^<>@\s]+)> ?$/.exec(value)?.[1] ?? /^ ?[^<>@\s,]+@([^<>@\s,]+) ?$/.exec(value)?.[1]
  )?.toLowerCase()
}

/** Signers see lines with CRLF; the library goes through each other line by itself, which takes long for many. */
function withCrlf(message: Buffer): Buffer {
  const text = message.toString('latin1')
  return /(?<!\r)\n/.test(text) ? Buffer.from(text.replace(/\r?\n/g, '\r\n'), 'latin1') : message
}

function tooLarge(): Refusal {
  return new Refusal(552, '5.3.4 The header is larger than that of any report')
}

import { SmtpRefusal } from '../../smtp-listener/refusal.js'
import { relaxedBody } from '../../dkim/relaxed-body.js'

const [lf, cr] = [0x0a, 0x0d]

/** A message in the form in which its signatures can be checked in bounded time. */
export interface Verifiable {
  /**
   * The message, once with those signatures that are made of its body as it is and once with those of the
   * relaxed form, which its body has there; without fields that the check does not need. One that has no
   * signature is left out.
   */
  readonly signed: readonly Buffer[]
  /**
   * The address in the From field, in lower case; undefined unless there is exactly one field with one
   * address.
   */
  readonly fromAddress: string | undefined
}

/**
 * More than any report has. The library that checks signatures takes time that grows with the square of what
 * is in a header, and anybody can send one.
 */
const max = { headerBytes: 64 * 1024, fieldBytes: 8 * 1024, fields: 200, signatures: 5, signedFields: 60 }

/** @throws Refusal where the header is larger than any report's */
export function verifiable(message: Buffer): Verifiable {
  const raw = withCrlf(message)
  const end = raw.indexOf('\r\n\r\n')
  if (end === -1 || end > max.headerBytes) throw tooLarge()
  const fields = raw.toString('latin1', 0, end).split(/\r\n(?![ \t])/)
  if (fields.length > max.fields || fields.some((field) => field.length > max.fieldBytes)) throw tooLarge()

  const froms = fields.filter((field) => /^from[ \t]*:/i.test(field))
  const signatures = fields.filter(isSignature).slice(0, max.signatures)
  const body = raw.subarray(end + 4)
  const signedBy = (form: 'simple' | 'relaxed', signedBody: () => Buffer | undefined): Buffer[] => {
    const checked = signatures.filter((signature) => bodyFormOf(signature) === form)
    const content = checked.length === 0 ? undefined : signedBody()
    if (content === undefined) return []
    // Chains of earlier receivers say nothing that counts here.
    const needed = fields.filter((field) =>
      isSignature(field) ? checked.includes(field) : !/^arc-/i.test(field),
    )
    return [Buffer.concat([Buffer.from(`${needed.join('\r\n')}\r\n\r\n`, 'latin1'), content])]
  }
  return {
    signed: [...signedBy('relaxed', () => relaxedBody(body)), ...signedBy('simple', () => body)],
    fromAddress: froms.length === 1 ? addressIn(froms[0] ?? '') : undefined,
  }
}

function isSignature(field: string): boolean {
  return /^dkim-signature[ \t]*:/i.test(field)
}

/**
 * The form of the body that a signature is made of (`c=`; RFC 6376, section 3.5), undefined for one that does
 * not count: with `l=` anybody can add an attachment to a message that somebody else signed (section 8.2),
 * and comments and quotes, which the library reads in its own way, no signer writes.
 */
function bodyFormOf(signature: string): 'simple' | 'relaxed' | undefined {
  const value = signature.slice(signature.indexOf(':') + 1).replace(/\s+/g, '')
  if (/[()"'\\]/.test(value)) return undefined
  const tags = new Map(
    value.split(';').map((tag) => [tag.split('=', 1)[0]?.toLowerCase(), tag.slice(tag.indexOf('=') + 1)]),
  )
  if (tags.has('l') || (tags.get('h') ?? '').split(':').length > max.signedFields) return undefined
  const form = (tags.get('c') ?? '').toLowerCase().split('/')[1] ?? 'simple'
  return form === 'simple' || form === 'relaxed' ? form : undefined
}

function addressIn(field: string): string | undefined {
  const value = field
    .slice(field.indexOf(':') + 1)
    .replace(/\s+/g, ' ')
    .trim()
  const address = /^([^<>@\s,]+@[^<>@\s,]+)$/.exec(value) ?? /^([^<>@]*@[^<>@\s]+)>$/.exec(lastBracket(value))
  return address?.[1]?.toLowerCase()
}

function lastBracket(value: string): string {
  return value.slice(value.lastIndexOf('<') + 1)
}

function tooLarge(): SmtpRefusal {
  return new SmtpRefusal(552, '5.3.4 The header is larger than that of any report')
}

/** With CRLF at the end of each line, as signers see it (RFC 5322, section 2.3). */
export function withCrlf(text: Buffer): Buffer {
  let bare = 0
  for (let at = text.indexOf(lf); at !== -1; at = text.indexOf(lf, at + 1)) if (text[at - 1] !== cr) bare += 1
  if (bare === 0) return text
  const whole = Buffer.allocUnsafe(text.length + bare)
  let length = 0
  let before = 0
  for (const byte of text) {
    if (byte === lf && before !== cr) whole[length++] = cr
    whole[length++] = byte
    before = byte
  }
  return whole
}

import { readHeader, valueOf, type Fields } from './fields.js'

/**
 * A part of a message that holds no others (RFC 2045 and 2046). A returned message is one: it is not
 * descended into.
 */
export interface ReportPart {
  /** The media type in lower case. */
  readonly type: string
  /** What it says, decoded. */
  readonly text: () => string
  readonly bytes: () => Buffer
}

export interface Message {
  readonly header: Fields
  readonly parts: readonly ReportPart[]
}

/** More than any report has of it; what is beyond is not looked at. */
const max = { depth: 5, parts: 50, headBytes: 64 * 1024 }

/**
 * Takes a message apart as far as reports need it. Anybody can write to the receiver, and the MIME parsers at
 * hand take more than a minute for some headers of a quarter megabyte; here the time grows with the length
 * alone.
 */
export function readMessageParts(raw: Buffer): Message {
  // A character for each byte, so that parts can be decoded by what they say of themselves.
  const text = raw.toString('latin1')
  const parts: ReportPart[] = []
  collect(text, 1, parts)
  return { header: headOf(text).header, parts }
}

function collect(text: string, depth: number, parts: ReportPart[]): void {
  if (parts.length >= max.parts) return
  const { header, body } = headOf(text)
  const contentType = valueOf(header, 'content-type') ?? 'text/plain'
  const type = /^[^\s;]+/.exec(contentType)?.[0].toLowerCase() ?? ''
  if (!type.startsWith('multipart/')) {
    const bytes = () => decoded(body, valueOf(header, 'content-transfer-encoding'))
    parts.push({ type, bytes, text: () => bytes().toString('utf8') })
    return
  }
  const boundary = boundaryOf(contentType)
  if (boundary === undefined || depth === max.depth) return
  for (const inner of piecesOf(body, boundary)) collect(inner, depth + 1, parts)
}

function headOf(text: string): { readonly header: Fields; readonly body: string } {
  const emptyLine = /\r?\n\r?\n/g
  // An empty header, as before a part of plain text.
  const none = /^\r?\n/.exec(text)
  if (none !== null) return { header: new Map(), body: text.slice(none[0].length) }
  const end = emptyLine.exec(text)
  const head = text.slice(0, Math.min(end?.index ?? text.length, max.headBytes))
  return { header: readHeader(head), body: end === null ? '' : text.slice(emptyLine.lastIndex) }
}

function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? []
  return quoted ?? plain
}

/** What stands between the lines of a boundary; where the last is missing, up to the end. */
function piecesOf(body: string, boundary: string): string[] {
  const delimiter = `--${boundary}`
  const pieces: string[] = []
  let begin: number | undefined
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && body[at - 1] !== '\n') continue
    const newline = body.indexOf('\n', at)
    const lineEnd = newline === -1 ? body.length : newline
    const rest = body.slice(at + delimiter.length, lineEnd).trimEnd()
    if (rest !== '' && rest !== '--') continue
    // The line end ahead of it is the boundary's (RFC 2046, section 5.1.1).
    if (begin !== undefined) pieces.push(body.slice(begin, at).replace(/\r?\n$/, ''))
    begin = lineEnd + 1
    if (rest === '--' || pieces.length >= max.parts) return pieces
  }
  if (begin !== undefined && begin < body.length) pieces.push(body.slice(begin))
  return pieces
}

function decoded(body: string, encoding = ''): Buffer {
  switch (encoding.trim().toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64')
    case 'quoted-printable':
      return fromQuotedPrintable(Buffer.from(body, 'latin1'))
    default:
      return Buffer.from(body, 'latin1')
  }
}

const [equals, cr, lf] = [0x3d, 0x0d, 0x0a]

/** RFC 2045, section 6.7; what is no code stays as it is. In place, since a body can be large. */
function fromQuotedPrintable(body: Buffer): Buffer {
  let length = 0
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    if (byte === equals && body[at + 1] === lf) at += 1
    else if (byte === equals && body[at + 1] === cr && body[at + 2] === lf) at += 2
    else {
      const code = byte === equals ? parseHex(body[at + 1], body[at + 2]) : undefined
      body[length] = code ?? byte
      length += 1
      if (code !== undefined) at += 2
    }
  }
  return body.subarray(0, length)
}

/**
 * The value of each hexadecimal digit, -1 for other bytes. A table is fast: a body may consist of codes
 * alone.
 */
const digits = Int8Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase()),
)

function parseHex(high = 0, low = 0): number | undefined {
  const [first, second] = [digits[high] ?? -1, digits[low] ?? -1]
  return first < 0 || second < 0 ? undefined : first * 16 + second
}

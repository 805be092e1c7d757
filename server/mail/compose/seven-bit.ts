import { isAscii } from 'node:buffer'
import { readAddresses } from '../mime/header/addresses.js'
import { textsOf, type HeaderField } from '../mime/header/header-fields.js'
import { pacedSource } from '../mime/mail-source.js'
import { readParameterized } from '../mime/header/parameters.js'
import { readRawHeader, type RawField } from '../mime/header/raw-header.js'
import { isSealed } from '../mime/sealed.js'
import { transferDecoder } from '../mime/body/transfer-decoding.js'
import { walkMail, type MailPart, type WalkedMail } from '../mime/body/walk-mail.js'
import { foldField } from './fold-field.js'
import { runInSlices, TimeSlice } from '../../../base/time/time-slice.js'
import { encodedWords } from './encoded-words.js'
import { mailboxWords } from './header.js'
import { legacyParameterWords, parameterWords } from './parameter.js'
import { encodeBytes, encodeLines } from './transfer-encoding.js'

const crlf = '\r\n'
const [lf, cr] = [0x0a, 0x0d]
/** Longest line without its line end (RFC 5322, section 2.1.1). */
const longestLine = 998

/** Deepest nesting of messages within messages. */
const deepest = 10

/** Returns whether bytes pass any mail server unchanged (RFC 5321, section 2.3.8; RFC 2045, section 2.7). */
export function isSevenBit(bytes: Uint8Array): boolean {
  let lineBegin = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === 0 || byte > 0x7e || (byte === lf) !== (bytes[at - 1] === cr)) return false
    if (byte !== lf) continue
    if (at - 1 - lineBegin > longestLine) return false
    lineBegin = at + 1
  }
  return bytes.length - lineBegin <= longestLine && bytes.at(-1) !== cr
}

/** Returns whether bytes end with a line end of mail. */
export function endsLine(bytes: Uint8Array): boolean {
  return bytes.at(-2) === cr && bytes.at(-1) === lf
}

/**
 * Re-encodes a message part by part, so that any mail server passes it on (RFC 2045, section 6). Each part keeps its
 * media type, parameters, place and decoded bytes. Parts that are 7-bit already stay unchanged to the byte. Other
 * tasks have their turn in between.
 *
 * @param walked parts of the message
 * @param keeps returns whether a field of the message's own header is a part of the result
 * @returns undefined if that is impossible: a signature would break, or a field, an encoding or a composite part
 *   has no form in 7 bits
 */
export async function toSevenBit(
  bytes: Buffer,
  walked: WalkedMail,
  keeps: (field: RawField) => boolean,
): Promise<Buffer | undefined> {
  const slice = new TimeSlice()
  const written = await new Writer(bytes, 0, slice).write(walked, keeps)
  if (written === undefined || !isSevenBit(written)) return undefined
  const again = endsLine(written) ? written : Buffer.concat([written, Buffer.from(crlf)])
  // A line of a preamble that looks like a boundary would change the parts.
  const { parts } = await walkMail(pacedSource(again, slice))
  return shapeOf(parts) === shapeOf(walked.parts) ? again : undefined
}

function shapeOf(parts: readonly MailPart[]): string {
  return JSON.stringify(
    parts.map(({ type, parent, charset, filename, contentId, disposition }) => [
      type,
      parent,
      charset,
      filename,
      contentId,
      disposition,
    ]),
  )
}

class Writer {
  readonly #bytes: Buffer
  readonly #depth: number
  readonly #slice: TimeSlice

  constructor(bytes: Buffer, depth: number, slice: TimeSlice) {
    this.#bytes = bytes
    this.#depth = depth
    this.#slice = slice
  }

  async write(walked: WalkedMail, keeps: (field: RawField) => boolean): Promise<Buffer | undefined> {
    const { raw, body, parts, cut } = walked
    if (raw === undefined || cut || this.#depth > deepest) return undefined
    const [first] = parts
    const kept = raw.fields.filter(keeps)
    const section = this.#bytes.subarray(0, body)
    if (first?.head === 0) return this.#part(first, kept, section)
    const header = headerOf(kept, section)
    if (header === undefined) return undefined
    const chunks: Buffer[] = [header]
    let at = body
    for (const part of parts) {
      await this.#slice.pause()
      const head = this.#bytes.subarray(part.head, part.begin)
      const written = await this.#part(part, readRawHeader(withoutEnd(head)).fields, head)
      if (written === undefined) return undefined
      chunks.push(plainLinesOf(this.#bytes.subarray(at, part.head)), written)
      at = part.end
    }
    chunks.push(plainLinesOf(this.#bytes.subarray(at)))
    return Buffer.concat(chunks)
  }

  /**
   * @param section header of the part as bytes
   */
  async #part(part: MailPart, fields: readonly RawField[], section: Buffer): Promise<Buffer | undefined> {
    const encoded = this.#bytes.subarray(part.begin, part.end)
    if (isSevenBit(encoded)) return joined(headerOf(fields, section), encoded)
    const encoding = fields.find(({ key }) => key === 'content-transfer-encoding')?.value.trim() ?? ''
    if (!/^(7bit|8bit|binary|quoted-printable|base64)?\s*(;.*)?$/i.test(encoding)) return undefined
    const others = fields.filter(({ key }) => key !== 'content-transfer-encoding')
    if (part.type.startsWith('message/') || part.type.startsWith('multipart/')) {
      return joined(headerOf(others, section), await this.#within(part, encoded))
    }
    const decoder = transferDecoder(part.encoding)
    const content = Buffer.concat([decoder.update(encoded), decoder.end()])
    // A text that was encoded may hold the boundary, which base64 hides.
    const isText = part.type.startsWith('text/') && part.encoding === 'identity'
    const again = await runInSlices(isText ? encodeLines(content) : encodeBytes(content))
    const name = 'Content-Transfer-Encoding'
    return joined(
      headerOf([...others, { name, key: name.toLowerCase(), value: ` ${again.encoding}` }], section),
      again.body,
    )
  }

  /** Re-encodes a message within the message, which may not be encoded as a whole (RFC 2046, section 5.2.1). */
  async #within({ type, encoding }: MailPart, bytes: Buffer): Promise<Buffer | undefined> {
    if (!/^message\/(rfc822|news|global)$/.test(type) || encoding !== 'identity') return undefined
    const walked = await walkMail(pacedSource(bytes, this.#slice))
    if (walked.parts.some(isSealed)) return undefined
    return new Writer(bytes, this.#depth + 1, this.#slice).write(walked, () => true)
  }
}

function joined(header: Buffer | undefined, body: Buffer | undefined): Buffer | undefined {
  return header && body && Buffer.concat([header, body])
}

/** Returns a header without the empty line that ends it. */
function withoutEnd(section: Buffer): Buffer {
  const end = section.length - (section.at(-2) === cr ? 2 : 1)
  return section.at(-1) === lf && (end === 0 || section[end - 1] === lf) ? section.subarray(0, end) : section
}

/** Returns the text between parts, which is for readers without MIME. A line of it that is not 7-bit is left out. */
function plainLinesOf(between: Buffer): Buffer {
  if (isSevenBit(between)) return between
  const lines = between.toString('latin1').split(/\r?\n/)
  const kept = lines.filter((line) => isSevenBit(Buffer.from(line, 'latin1')))
  return Buffer.from(kept.join(crlf), 'latin1')
}

/** Returns a header with its empty line; undefined if a field has no form in 7 bits. */
function headerOf(fields: readonly RawField[], section: Uint8Array): Buffer | undefined {
  const texts = textsOf(fields, section)
  const lines = fields.map(({ name, value }, index) => {
    const line = `${name}:${value}`
    return isSevenBit(Buffer.from(line, 'latin1')) ? line : sevenBitField(texts[index] ?? { name, value })
  })
  return lines.includes(undefined) ? undefined : Buffer.from([...lines, '', ''].join(crlf), 'latin1')
}

const addressFields = /^(resent-)?(from|sender|reply-to|to|cc|bcc)$/i
const freeText = /^(subject|comments|keywords|content-description|thread-topic|x-.+)$/i

function sevenBitField({ name, value }: HeaderField): string | undefined {
  const lower = name.toLowerCase()
  if (lower === 'content-type' || lower === 'content-disposition') {
    const { value: first, parameters } = readParameterized(value)
    const words = [...parameters].map(([key, text]) =>
      key === 'name' ? legacyParameterWords(key, text) : parameterWords(key, text),
    )
    return foldField(name, [[first], ...words].flatMap(endedBySemicolon))
  }
  if (isAscii(Buffer.from(value))) return foldField(name, value.split(/[ \t]+/))
  if (freeText.test(name)) return foldField(name, encodedWords(value, name.length + 2))
  if (!addressFields.test(name)) return undefined
  const { addresses, cut } = readAddresses([value])
  return cut || addresses.length === 0 ? undefined : foldField(name, mailboxWords(addresses))
}

function endedBySemicolon(words: readonly string[], index: number, all: readonly unknown[]): string[] {
  return index === all.length - 1 ? [...words] : [...words.slice(0, -1), `${words.at(-1)};`]
}

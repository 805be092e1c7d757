import { decodeHtml, decodeText } from '../charset/charsets.js'
import { wellFormed } from '../../../../base/text/well-formed.js'
import { runInSlices, type Steps } from '../../../../base/time/time-slice.js'
import type { MailSource } from '../mail-source.js'
import { parseLimits } from '../parsed-mail.js'
import { decodeRange } from './transfer-decoding.js'
import type { MailPart } from './walk-mail.js'

/** Charsets that take more bytes than UTF-8 does: up to four times as many, unless they are wasteful on purpose. */
const wide = /utf-?(?:16|32)|ucs|unicode|iso-2022|gb18030/i

/** Joins the parts of one kind of text, up to the limit. */
export class BodyText {
  readonly #pieces: string[] = []
  #left: number = parseLimits.textBytes
  /**
   * Number of further bytes that may be decoded, in the charsets of the parts; twice as many because of line ends.
   */
  #room: number = 2 * parseLimits.textBytes
  #separator = ''
  #found = false
  cut = false

  /** Joined text; null if there is no part. */
  get text(): string | null {
    return this.#found ? this.#pieces.join('') : null
  }

  async add(source: MailSource, part: MailPart): Promise<void> {
    this.#found = true
    const { bytes, cut } = await this.#read(source, part)
    this.cut ||= cut
    const decode = part.type === 'text/html' ? decodeHtml : decodeText
    const decoded = decode(bytes, part.charset).replaceAll('\r\n', '\n')
    const text = wellFormed(
      part.flowed === 'no' ? decoded : await runInSlices(unflow(decoded, part.flowed === 'delsp')),
    )
    if (text === '') return
    this.#push(this.#separator)
    this.#push(text)
    // One line end more than the one that belongs to the boundary, as other programs join parts; base64 has none.
    this.#separator = part.encoding === 'base64' ? '\n' : '\n\n'
  }

  async #read(source: MailSource, { begin, end, encoding, charset }: MailPart) {
    const chunks: Uint8Array[] = []
    const width = wide.test(charset ?? '') ? 2 : 1
    let room = this.#room * width
    for await (const chunk of decodeRange(source.read(begin, end), encoding)) {
      if (chunk.length > room) {
        chunks.push(chunk.subarray(0, room))
        this.#room = 0
        return { bytes: Buffer.concat(chunks), cut: true }
      }
      chunks.push(chunk)
      room -= chunk.length
    }
    this.#room = Math.floor(room / width)
    return { bytes: chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks), cut: false }
  }

  #push(text: string): void {
    const length = Buffer.byteLength(text)
    if (length <= this.#left) {
      this.#pieces.push(text)
      this.#left -= length
      return
    }
    const { read } = new TextEncoder().encodeInto(text, new Uint8Array(this.#left))
    this.#pieces.push(text.slice(0, read))
    this.#left = 0
    this.cut = true
  }
}

/** First and last line of what OpenPGP signs within a text (RFC 9580, section 7). */
const [signedBegin, signedEnd] = [
  /^-----BEGIN PGP SIGNED MESSAGE-----\s*$/,
  /^-----END PGP SIGNATURE-----\s*$/,
]

/** Number of lines that are processed in one step of less than a millisecond, unless they are long. */
const linesOfStep = 1000

/**
 * Joins the lines of a text that is sent in paragraphs (RFC 3676, section 4): a line that ends in a space continues
 * in the next one, if both are quoted as deeply. The separator of a signature, `-- `, is a line of its own. Text that
 * OpenPGP signs stays unchanged, since its signature would fail.
 *
 * @param text text with LF between its lines
 * @param delsp true if the space at the end of a line is no part of the text
 */
export function* unflow(text: string, delsp: boolean): Steps<string> {
  const lines: string[] = []
  let paragraph: string[] = []
  let depth = 0
  let isSigned = false
  let sinceYield = 0
  for (let begin = 0; begin <= text.length;) {
    const newline = text.indexOf('\n', begin)
    const line = text.slice(begin, newline === -1 ? text.length : newline)
    begin += line.length + 1
    sinceYield += 1
    if (sinceYield === linesOfStep) {
      sinceYield = 0
      yield
    }
    isSigned ||= signedBegin.test(line)
    if (isSigned) {
      if (paragraph.length > 0) lines.push(paragraph.join(''))
      paragraph = []
      lines.push(line)
      isSigned = !signedEnd.test(line)
      continue
    }
    const [marks = ''] = /^>*/.exec(line) ?? []
    // Removes the space that is put ahead of a line that would look like a quotation (section 4.4).
    const content = line.slice(line[marks.length] === ' ' ? marks.length + 1 : marks.length)
    const goesOn = paragraph.length > 0 && marks.length === depth && content !== '-- '
    if (!goesOn) {
      if (paragraph.length > 0) lines.push(paragraph.join(''))
      depth = marks.length
      paragraph = [depth === 0 || content === '' ? marks : `${marks} `]
    }
    const flows = content.endsWith(' ') && content !== '-- '
    paragraph.push(flows && delsp ? content.slice(0, -1) : content)
    if (flows) continue
    lines.push(paragraph.join(''))
    paragraph = []
  }
  if (paragraph.length > 0) lines.push(paragraph.join(''))
  return lines.join('\n')
}

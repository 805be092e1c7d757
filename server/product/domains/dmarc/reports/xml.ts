import { setImmediate as nextTurn } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { textDecoder, type Decoder } from '../../../../mail/mime/charset/text-decoder.js'
import { markedEncoding, packingOf } from './format.js'
import { ReportRefused } from './refused.js'

/**
 * Encodings that a report may declare, by their names in the Encoding Standard. Anything else is UTF-8 or told by a
 * byte order mark.
 */
const declarable: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'utf-8': 'utf-8',
    utf8: 'utf-8',
    'us-ascii': 'utf-8',
    ascii: 'utf-8',
    'iso-8859-1': 'windows-1252',
    latin1: 'windows-1252',
    'windows-1252': 'windows-1252',
  }),
)

/** Most bytes of an XML declaration. */
const declarationBytes = 256

/**
 * Decodes the text of XML (XML 1.0, section 4.3.3). Bytes that are invalid in its encoding become U+FFFD: they occur
 * in names that nobody compares.
 *
 * @throws ReportRefused `nested_archive`, `unsupported_encoding`, and the errors of reading
 */
export async function* decodedXml(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: Decoder | undefined
  let begun = false
  /** Removes white space ahead of the declaration, which some reporters write and XML forbids. */
  const withoutMargin = (text: string) => {
    const rest = begun ? text : text.trimStart()
    begun ||= rest !== ''
    return rest
  }
  let beginning = Buffer.alloc(0)
  for await (const chunk of bytes) {
    if (decoder !== undefined) {
      yield withoutMargin(decoder.decode(chunk, { stream: true }))
      continue
    }
    beginning = Buffer.concat([beginning, chunk])
    if (beginning.length < declarationBytes) continue
    decoder = decoderFor(beginning)
    yield withoutMargin(decoder.decode(beginning, { stream: true }))
  }
  if (decoder === undefined) {
    decoder = decoderFor(beginning)
    yield withoutMargin(decoder.decode(beginning, { stream: true }))
  }
  yield withoutMargin(decoder.decode())
}

function decoderFor(beginning: Buffer): Decoder {
  const packing = packingOf(beginning)
  if (packing === 'gzip' || packing === 'zip')
    throw new ReportRefused('nested_archive', 'The archive contains another archive.')
  const marked = markedEncoding(beginning)
  if (marked !== undefined) return textDecoder(marked)
  const [, declared = 'utf-8'] =
    /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']/i.exec(
      beginning.toString('latin1', 0, declarationBytes * 2),
    ) ?? []
  const encoding = declarable.get(declared.trim().toLowerCase())
  if (encoding !== undefined) return textDecoder(encoding)
  throw new ReportRefused(
    'unsupported_encoding',
    'The report declares an encoding other than UTF-8, UTF-16 with a byte order mark, ISO-8859-1 and windows-1252.',
  )
}

/** Matches an ampersand that begins no reference, as in names of companies. */
const bareAmpersand = /&(?!#\d{1,7};|#x[\da-f]{1,6};|[a-z][\w.-]*;)/gi
/** Reference to an ampersand in a spelling that nobody else uses, so that it is recognized in a CDATA section. */
const reference = '&#0038;'
/** Most characters of a reference. */
const longestReference = 32

/** Repairs the XML of some reporters: bare ampersands, and NULs behind its end. */
async function* withoutSlips(xml: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const text of xml) {
    const all = held + text.replaceAll('\0', '')
    const last = all.lastIndexOf('&')
    const isCutOff = last !== -1 && all.length - last < longestReference && !all.includes(';', last)
    held = isCutOff ? all.slice(last) : ''
    yield all.slice(0, all.length - held.length).replace(bareAmpersand, reference)
  }
  yield held.replace(bareAmpersand, reference)
}

/** An element with its text and children. */
export interface Element {
  /** Name in lower case and without a prefix: namespaces differ between reporters and say nothing. */
  readonly name: string
  text: string
  readonly children: Element[]
}

/** Limits beyond what any report needs. Memory stays within a few times of them, however long the report is. */
const max = {
  depth: 20,
  textCharacters: 8192,
  /** Most elements in one child of the root, such as a record. */
  elements: 2000,
  /** Most characters between two tags or pieces of text, such as a comment. */
  silence: 64 * 1024,
} as const

const sliceCharacters = 16 * 1024
/** Characters after which other work gets its turn. */
const turnCharacters = 256 * 1024

/**
 * Reads XML as a stream and yields the children of its root, each whole, as many at once as a piece of the stream
 * has.
 *
 * @throws ReportRefused `not_a_report` if the root is not `feedback`, `entities_not_allowed` if it declares a
 *   document type, `malformed_xml`, `too_large`; and the errors of reading
 */
export async function* childrenOfFeedback(xml: AsyncIterable<string>): AsyncGenerator<Element[]> {
  const open: Element[] = []
  let ready: Element[] = []
  let elements = 0
  let silence = 0
  let isInSchema = false
  let hasEnded = false
  const parser = new SaxesParser({ xmlns: false, position: false })
  const heard = () => (silence = 0)
  // With more listeners than these six V8 keeps the parser's fields in a table, and it takes four times as
  // long.

  parser.on('error', () => {
    throw new ReportRefused('malformed_xml', 'The report is not well-formed XML.')
  })
  parser.on('doctype', () => {
    throw new ReportRefused(
      'entities_not_allowed',
      'The report declares a document type. Reports have none, and entities are not expanded.',
    )
  })
  parser.on('opentag', ({ name: written }) => {
    heard()
    const name = written.slice(written.indexOf(':') + 1).toLowerCase()
    // Some reporters wrap the report in the tag of an XML schema, and some of them never close that tag.
    if (open.length === 0 && name === 'schema' && !isInSchema && !hasEnded) {
      isInSchema = true
      return
    }
    if (open.length === 0 && (name !== 'feedback' || hasEnded))
      throw new ReportRefused('not_a_report', 'This XML is not a DMARC aggregate report.')
    const element: Element = { name, text: '', children: [] }
    elements = open.length === 1 ? 1 : elements + 1
    if (elements > max.elements || open.length === max.depth) throw tooLarge('elements in each other')
    if (open.length > 1) open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    heard()
    const closed = open.pop()
    if (open.length === 0) hasEnded = true
    if (open.length === 1 && closed !== undefined) ready.push(closed)
  })
  const addText = (text: string) => {
    heard()
    const element = open.at(-1)
    // Between the children of the root there is only white space.
    if (element === undefined || open.length === 1) return
    element.text += text
    if (element.text.length > max.textCharacters) throw tooLarge('text in one element')
  }
  parser.on('text', addText)
  parser.on('cdata', (text) => addText(text.replaceAll(reference, '&')))

  let sinceTurn = 0
  for await (const text of withoutSlips(xml)) {
    for (let at = 0; at < text.length; at += sliceCharacters) {
      const slice = text.slice(at, at + sliceCharacters)
      silence += slice.length
      parser.write(slice)
      if (silence > max.silence) throw tooLarge('text in one element')
      if (ready.length > 0) yield ready
      ready = []
      sinceTurn += slice.length
      if (sinceTurn > turnCharacters) {
        sinceTurn = 0
        await nextTurn()
      }
    }
  }
  // The parser would complain about an unclosed schema tag, so it is not closed in that case.
  if (!isInSchema || !hasEnded) parser.close()
}

function tooLarge(what: string): ReportRefused {
  return new ReportRefused('too_large', `The report has more ${what} than any report needs.`)
}

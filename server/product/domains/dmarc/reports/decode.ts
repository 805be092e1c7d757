import { TextDecoder } from 'node:util'
import { markedEncoding, packingOf } from './format.js'
import { ReportRefused } from './refused.js'

/**
 * Encodings that a report may declare, as TextDecoder calls them. All else is UTF-8 or told by a byte order
 * mark.
 */
const declarable: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
}

/** An XML declaration is shorter. */
const declarationBytes = 256

/**
 * The text of XML (XML 1.0, section 4.3.3). Bytes that are none in its encoding become U+FFFD: they stand in
 * names that nobody compares.
 *
 * @throws ReportRefused `nested_archive`, `unsupported_encoding`, and what reading throws
 */
export async function* decodedXml(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let begun = false
  /** White space ahead of the declaration, which some reporters have and XML forbids. */
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

function decoderFor(beginning: Buffer): TextDecoder {
  const packing = packingOf(beginning)
  if (packing === 'gzip' || packing === 'zip')
    throw new ReportRefused('nested_archive', 'The archive holds another archive.')
  const marked = markedEncoding(beginning)
  if (marked !== undefined) return new TextDecoder(marked)
  const [, declared = 'utf-8'] =
    /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']/i.exec(
      beginning.toString('latin1', 0, declarationBytes * 2),
    ) ?? []
  const encoding = declarable[declared.trim().toLowerCase()]
  if (encoding !== undefined) return new TextDecoder(encoding)
  throw new ReportRefused(
    'unsupported_encoding',
    'The report declares an encoding other than UTF-8, UTF-16 with a byte order mark, ISO-8859-1 and windows-1252.',
  )
}

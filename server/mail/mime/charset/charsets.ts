import { isAscii, isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { decodeHz } from './hz.js'
import { decodeIso2022, hasIso2022 } from './iso-2022.js'
import { namesOf } from './labels.js'
import { standardLabels } from './standard-labels.js'
import { textDecoder, type Decoder } from './text-decoder.js'

type Charset = Pick<Decoder, 'encoding'> & { readonly decode: (bytes: Uint8Array) => string }

/** Charsets by their names, as `newCharset` knows them. */
const charsets = new Map<string, Charset>()

/**
 * Decodes bytes as text. Bytes that the charset does not have become U+FFFD, unless the sender took one charset for
 * another: bytes that are UTF-8 and are not in the charset are read as UTF-8, and so are Japanese charsets one for
 * another. Text that is called UTF-8 stays so, as in other mail readers. If no known charset is named, the text is
 * UTF-8 if it can be, else windows-1252.
 *
 * @param label label of the charset, as the sender wrote it
 */
export function decodeText(bytes: Uint8Array, label: string | undefined): string {
  return decodeNamed(bytes, label) ?? decodeUnnamed(bytes)
}

/**
 * Decodes the bytes of HTML. If the sender names no charset, the one named in the HTML counts, if it fits.
 *
 * @param label label of the charset, as the sender wrote it
 */
export function decodeHtml(bytes: Uint8Array, label: string | undefined): string {
  return decodeNamed(bytes, label) ?? decodeUnnamed(bytes, charsetIn(bytes))
}

/** Decodes bytes by a label; undefined if the label says nothing. */
function decodeNamed(bytes: Uint8Array, label: string | undefined): string | undefined {
  // A byte order mark says more than a label (Encoding Standard, section 6).
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf && isUtf8(bytes)) return undefined
  const charset = charsetOf(label ?? '')
  if (charset === undefined) return undefined
  const { encoding, decode } = charset
  if (encoding === 'utf-16' && isUtf8(bytes) && !bytes.includes(0)) return undefined
  const others = mistaken.get(encoding)
  if (others !== undefined && hasIso2022In(bytes)) return decodeIso2022(bytes)
  const text = decode(bytes)
  if (encoding === 'utf-8' || !text.includes('\ufffd')) return text
  if (isUtf8(bytes) && !isAscii(bytes)) return undefined
  return fitting(bytes, others ?? []) ?? text
}

const japanese = ['euc-jp', 'shift_jis']

/** Charsets that senders mean by another one, by that one; the stricter first. */
const mistaken: ReadonlyMap<string, readonly string[]> = new Map([
  ['iso-2022-jp', japanese],
  ['euc-jp', japanese],
  ['shift_jis', japanese],
  ['iso-2022-kr', ['euc-kr']],
  ['iso-2022-cn', ['gb18030']],
  ['hz', ['gb18030']],
  ['utf-7', ['windows-1252']],
])

/**
 * Decodes bytes whose charset nothing names: as UTF-8 if possible, else in a likely charset, else as windows-1252.
 *
 * @param hint label of a charset that is likely, if all of the bytes fit
 */
export function decodeUnnamed(bytes: Uint8Array, hint?: string): string {
  if (hasIso2022In(bytes)) return decodeIso2022(bytes)
  if (isAscii(bytes)) return asBuffer(bytes).toString('latin1')
  if (isUtf8(bytes)) return charsetOf('utf-8')?.decode(bytes) ?? ''
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return fitting(bytes, [isWide ? 'utf-16' : (hint ?? ''), 'windows-1252']) ?? ''
}

function hasIso2022In(bytes: Uint8Array): boolean {
  return bytes.includes(0x1b) && isAscii(bytes) && hasIso2022.test(asBuffer(bytes).toString('latin1'))
}

/** Returns the text in the first of some charsets that has all of the bytes. */
function fitting(bytes: Uint8Array, names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = charsetOf(name)?.decode(bytes)
    if (text !== undefined && !text.includes('\ufffd')) return text
  }
  return undefined
}

/** Number of bytes of HTML that are searched for `meta`: some programs write long styles ahead of it. */
const metaBytes = 16 * 1024

/** Returns the label in a `meta` element (HTML Standard, section 13.2.3.2). UTF-16 cannot have been read this way. */
function charsetIn(bytes: Uint8Array): string | undefined {
  const begin = asBuffer(bytes.subarray(0, metaBytes)).toString('latin1')
  const [, label] = /<meta\s[^<>]*?\bcharset\s*=\s*(?:["']\s*)?([^\s"'<>;/]+)/i.exec(begin) ?? []
  return label === undefined || /utf-?(?:7|16|32)/i.test(label) ? undefined : label
}

function charsetOf(label: string): Charset | undefined {
  for (const name of namesOf(label)) {
    const charset = charsets.get(name) ?? newCharset(name)
    if (charset === undefined) continue
    charsets.set(name, charset)
    return charset
  }
  return undefined
}

/** Charsets that iconv-lite has beyond the Encoding Standard. */
const further =
  /^(?:utf-?7|utf-?32(?:le|be)?|cp(?:367|437|720|737|775|808|85[025678]|86[0-69]|922|1046|112[459]|1133|116[123])|mac(?:centeuro|croatian|cyrillic|greek|iceland|roman|romania|thai|turkish|ukraine)|armscii8|tcvn|viscii|koi8-?(?:r|u|ru|t)|georgian(?:academy|ps)|rk1048|mik|pt154|hproman8)$/

function newCharset(name: string): Charset | undefined {
  if (name === 'utf-16') return { encoding: name, decode: decodeUtf16 }
  if (name === 'hz') return { encoding: name, decode: inAscii(decodeHz) }
  if (/^iso-2022-(?:jp|kr|cn)$/.test(name)) return { encoding: name, decode: inAscii(decodeIso2022) }
  if (standardLabels.has(name)) {
    const decoder = textDecoder(name)
    return { encoding: decoder.encoding, decode: (bytes) => decoder.decode(bytes) }
  }
  if (!further.test(name)) return undefined
  return { encoding: name, decode: (bytes) => iconv.decode(asBuffer(bytes), name) }
}

/** Returns a decoder of a charset within ASCII; other bytes are no characters of the charset. */
function inAscii(decode: Charset['decode']): Charset['decode'] {
  return (bytes) =>
    isAscii(bytes)
      ? decode(bytes)
      : decode(Buffer.from(bytes).map((byte) => (byte > 0x7f ? 0x1a : byte))).replaceAll('\x1a', '\ufffd')
}

/** Decodes UTF-16. Without a byte order mark the zero bytes tell which byte comes first. */
function decodeUtf16(bytes: Uint8Array): string {
  const isMarked = bytes[0] === 0xfe && bytes[1] === 0xff
  let zeros = 0
  for (const [at, byte] of bytes.subarray(0, 1000).entries()) if (byte === 0) zeros += at % 2 === 0 ? 1 : -1
  const isBig = isMarked || (zeros > 0 && !(bytes[0] === 0xff && bytes[1] === 0xfe))
  return (isBig ? utf16be : utf16le).decode(bytes)
}

const utf16be = textDecoder('utf-16be')
const utf16le = textDecoder('utf-16le')

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

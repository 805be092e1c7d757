import { isAscii, isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { textDecoder } from './text-decoder.js'

/** Labels of mail that are no labels of the Encoding Standard, or name less there than senders mean. */
const meant = new Map([
  ['utf8mb4', 'utf-8'],
  ['cp65001', 'utf-8'],
  ['gb2312', 'gb18030'],
  ['gbk', 'gb18030'],
  ['cp936', 'gb18030'],
  ['windows-936', 'gb18030'],
  ['cp932', 'shift_jis'],
  ['windows-932', 'shift_jis'],
  ['cp949', 'euc-kr'],
  ['uhc', 'euc-kr'],
  ['cp950', 'big5'],
  ['iso-2022-jp-1', 'iso-2022-jp'],
  ['iso-2022-jp-2', 'iso-2022-jp'],
  ['iso-2022-jp-3', 'iso-2022-jp'],
  ['iso-2022-jp-ms', 'iso-2022-jp'],
  ['cp50220', 'iso-2022-jp'],
  ['cp50221', 'iso-2022-jp'],
  ['cp50222', 'iso-2022-jp'],
  ['unicode-1-1-utf-7', 'utf-7'],
  ['utf7', 'utf-7'],
])

/** Names of charsets that say nothing about bytes beyond ASCII. */
const vague = new Set([
  '',
  'us-ascii',
  'ascii',
  'ansi_x3.4-1968',
  'unknown-8bit',
  'x-unknown',
  'unknown',
  '8bit',
])

type Decode = (bytes: Uint8Array) => string

/** By labels that exist, of which there are some hundreds with their spellings. */
const decoders = new Map<string, Decode>()

/**
 * Text from bytes. Bytes that the charset does not have become U+FFFD. Where no charset is named, or none that is
 * known, it is UTF-8 if it can be, else windows-1252.
 *
 * @param label of the charset, as the sender wrote it
 */
export function decodeText(bytes: Uint8Array, label: string | undefined): string {
  const name = (label ?? '').trim().toLowerCase()
  return (vague.has(name) ? undefined : decoderOf(name))?.(bytes) ?? guess(bytes)
}

function guess(bytes: Uint8Array): string {
  if (isAscii(bytes)) return asBuffer(bytes).toString('latin1')
  return (decoderOf(isUtf8(bytes) ? 'utf-8' : 'windows-1252') ?? String)(bytes)
}

function decoderOf(name: string): Decode | undefined {
  const known = decoders.get(name)
  if (known !== undefined) return known
  if (!/^[\w.:+-]{1,40}$/.test(name)) return undefined
  const plain = name.replace(/^(?:x-|cs)(?=[a-z])/, '').replaceAll('_', '-')
  for (const label of [meant.get(name), meant.get(plain), name, plain]) {
    const decode = label === undefined ? undefined : newDecoder(label)
    if (decode === undefined) continue
    decoders.set(name, decode)
    return decode
  }
  return undefined
}

/** What iconv-lite has beyond the Encoding Standard; it also takes names such as `base64`, which are no charsets. */
const further =
  /^(?:utf-?7|utf-?32(?:le|be)?|(?:cp|ibm|windows-?|ms)?\d{3,5}|iso-8859-\d{1,2}|mac[a-z]+|armscii-?8|tcvn|viscii|koi8-t|georgian-[a-z]+|rk1048|mik|pt154|hp-?roman8)$/

function newDecoder(label: string): Decode | undefined {
  if (label === 'utf-16') {
    const [little, big] = [textDecoder('utf-16le'), textDecoder('utf-16be')]
    return (bytes) => (bytes[0] === 0xfe && bytes[1] === 0xff ? big : little).decode(bytes)
  }
  if (label === 'iso-2022-jp') {
    const decoder = textDecoder(label)
    return (bytes) => decoder.decode(withoutIdleShifts(bytes))
  }
  try {
    const decoder = textDecoder(label)
    return (bytes) => decoder.decode(bytes)
  } catch {
    if (!further.test(label) || !iconv.encodingExists(label)) return undefined
    return (bytes) => iconv.decode(asBuffer(bytes), label)
  }
}

/**
 * Without the shifts to a character set that another shift follows at once, as where encoded words are joined. The
 * Encoding Standard has errors for these.
 */
function withoutIdleShifts(bytes: Uint8Array): Uint8Array {
  return Buffer.from(
    asBuffer(bytes)
      .toString('latin1')
      .replace(/\x1b[$(][@BIJ](?=\x1b[$(][@BIJ])/g, ''),
    'latin1',
  )
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Without NUL and lone surrogates, which the database does not take. */
export function wellFormed(text: string): string {
  return text.replaceAll('\0', '\ufffd').replace(/\p{Cs}/gu, '\ufffd')
}

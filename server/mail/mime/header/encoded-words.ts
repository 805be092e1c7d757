import { decodeText } from '../charset/charsets.js'
import { wellFormed } from '../../../../base/text/well-formed.js'
import { transferDecoder } from '../body/transfer-decoding.js'

interface Word {
  readonly charset: string
  readonly bytes: Uint8Array
}

/**
 * Encoded words of RFC 2047, section 2, with a language (RFC 2231, section 5). Spaces within violate it, but are
 * found in mail.
 */
const encodedWord = /=\?([^?*\s]{1,60})(?:\*[^?\s]{0,60})?\?([QqBb])\?([^?]*)\?=/g
const whiteAlone = /^[ \t]*$/
const lineEnds = /[\n\v\f\r\u0085\u2028\u2029]+/g

/**
 * Decodes encoded words (RFC 2047). White space between two of them is dropped. A character may be cut between two
 * words of one charset. The value of a field is one line, whatever was encoded in it: otherwise, writing it into a
 * header would write fields of a stranger's making.
 */
export function decodeWords(value: string): string {
  if (!value.includes('=?')) return value
  return wellFormed(mapWords(value, (text) => text)).replace(lineEnds, ' ')
}

/**
 * Writes each run of encoded words as one of UTF-8, so that a parser of addresses which knows fewer charsets finds
 * the same in it. Decoding them before the addresses are separated would let a name make addresses.
 *
 * @param write changes the text of a run before that
 */
export function withPlainWords(value: string, write: (text: string) => string): string {
  if (!value.includes('=?')) return value
  return mapWords(value, (text) => `=?utf-8?B?${Buffer.from(write(text)).toString('base64')}?=`)
}

function mapWords(value: string, write: (text: string) => string): string {
  const pieces: string[] = []
  let run: Word[] = []
  let at = 0
  const endRun = () => {
    if (run.length > 0) pieces.push(write(textOf(run)))
    run = []
  }
  for (const match of value.matchAll(encodedWord)) {
    const [whole, charset = '', encoding = '', encoded = ''] = match
    const between = value.slice(at, match.index)
    if (run.length === 0 || !whiteAlone.test(between)) {
      endRun()
      pieces.push(between)
    }
    run.push({ charset: charset.toLowerCase(), bytes: bytesOf(encoding, encoded) })
    at = match.index + whole.length
  }
  endRun()
  pieces.push(value.slice(at))
  return pieces.join('')
}

function bytesOf(encoding: string, encoded: string): Uint8Array {
  // Text beyond ASCII violates the rules, and is in UTF-8.
  const source = Buffer.from(encoded)
  if (/^b$/i.test(encoding)) {
    const decoder = transferDecoder('base64')
    return Buffer.concat([decoder.update(source), decoder.end()])
  }
  const text = source.toString('latin1').replaceAll('_', ' ')
  const code = (_: string, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))
  return Buffer.from(text.replace(/=([0-9A-Fa-f]{2})/g, code), 'latin1')
}

function textOf(run: readonly Word[]): string {
  const texts: string[] = []
  for (let at = 0; at < run.length;) {
    const charset = run[at]?.charset ?? ''
    let end = at + 1
    while (run[end]?.charset === charset) end += 1
    texts.push(textOfSame(run.slice(at, end), charset))
    at = end
  }
  return texts.join('')
}

/** Decodes words of one charset: together, since a character may be cut between two, unless that makes no sense. */
function textOfSame(words: readonly Word[], charset: string): string {
  const together = decodeText(Buffer.concat(words.map(({ bytes }) => bytes)), charset)
  if (words.length === 1 || !together.includes('\ufffd')) return together
  return words.map(({ bytes }) => decodeText(bytes, charset)).join('')
}

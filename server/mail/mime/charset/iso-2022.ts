import { textDecoder, type Decoder } from './text-decoder.js'

/** Describes how the bytes of a set of characters are written in an encoding of eight bits. */
interface CharacterSet {
  readonly encoding: string
  readonly width: 1 | 2
  /** Byte ahead of each character. */
  readonly lead?: number
}

const ascii: CharacterSet = { encoding: '', width: 1 }
const roman: CharacterSet = { encoding: '', width: 1 }
const katakana: CharacterSet = { encoding: 'shift_jis', width: 1 }
const jis: CharacterSet = { encoding: 'euc-jp', width: 2 }
const moreJis: CharacterSet = { encoding: 'euc-jp', width: 2, lead: 0x8f }
const chinese: CharacterSet = { encoding: 'gb18030', width: 2 }
const korean: CharacterSet = { encoding: 'euc-kr', width: 2 }
/** Stands for sets that no decoder here has, such as those of CNS 11643. */
const unknown: CharacterSet = { encoding: 'none', width: 2 }

/** Sets by the characters after ESC, without the parenthesis that says where they are put. */
const sets = new Map([
  ['J', roman],
  ['I', katakana],
  ['$@', jis],
  ['$B', jis],
  ['$O', jis],
  ['$Q', jis],
  ['$D', moreJis],
  ['$A', chinese],
  ['$C', korean],
])

/** Escape sequences that name a set (ISO/IEC 2022), the shifts between two sets, and line ends. */
const controls = /\x1b(?:([()])([A-Z@])|\$([()*+]?)([A-Z@]))|[\x0e\x0f\n]/g

/** Shifts by which text of ISO-2022 is recognized if nothing names it: to a set of two bytes, or of Japan. */
export const hasIso2022 = /\x1b(?:\$(?:[@AB]|[()][A-DO])|\([IJ])/

/**
 * Decodes ISO-2022-JP (RFC 1468) with the sets of ISO-2022-JP-1 and -2, ISO-2022-KR (RFC 1557) and the half of
 * ISO-2022-CN (RFC 1922) that is GB 2312. A character of no set becomes U+FFFD.
 *
 * @param bytes bytes in ASCII
 */
export function decodeIso2022(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const pieces: string[] = []
  let [usual, shifted, isShifted] = [ascii, katakana, false]
  let begin = 0
  for (const match of text.matchAll(controls)) {
    const [control, where, single = '', placed = '', double = ''] = match
    pieces.push(decodeRun(text.slice(begin, match.index), isShifted ? shifted : usual))
    begin = match.index + control.length
    if (control === '\n') pieces.push(control)
    if (control.length === 1) isShifted = control === '\x0e'
    else if (where !== undefined) usual = sets.get(single) ?? ascii
    else {
      const set = sets.get(`$${double}`) ?? unknown
      if (placed === '' || placed === '(') usual = set
      else if (placed === ')') shifted = set
    }
  }
  pieces.push(decodeRun(text.slice(begin), isShifted ? shifted : usual))
  return pieces.join('')
}

/** Decodes characters of one set. Blanks and controls are those of ASCII in each set. */
function decodeRun(run: string, set: CharacterSet): string {
  if (set === ascii || run === '') return run
  if (set === roman) return run.replaceAll('\\', '¥').replaceAll('~', '‾')
  const decoder = set === unknown ? undefined : decoderOf(set.encoding)
  return run.replace(/[!-~]+/g, (characters) => {
    const high = Buffer.from(characters, 'latin1').map((byte) => byte | 0x80)
    if (decoder === undefined) return '\ufffd'
    const { lead } = set
    return decoder.decode(
      lead === undefined
        ? high
        : Buffer.from([...high].flatMap((byte, at) => (at % 2 === 0 ? [lead, byte] : byte))),
    )
  })
}

const decoders = new Map<string, Decoder>()

function decoderOf(encoding: string): Decoder {
  const decoder = decoders.get(encoding) ?? textDecoder(encoding)
  decoders.set(encoding, decoder)
  return decoder
}

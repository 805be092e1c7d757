import iconv from 'iconv-lite'

/** Makes text of bytes, as `TextDecoder` does. */
export interface Decoder {
  /** Name of the encoding in the Encoding Standard, in lower case. */
  readonly encoding: string
  /**
   * @param options `stream`: more bytes follow, so a character that is cut off waits for them
   */
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string
}

/**
 * Makes a decoder of the Encoding Standard, the same on every Node. `TextDecoder` of Node 20.18 to 20.20, 22.13 to
 * 22.22 and 24.0 to 24.11 reads windows-1252 as ISO-8859-1, without the euro sign, dashes and curly quotes; other
 * versions have slips of ICU in other encodings, and none has all characters of Big5 and EUC-KR.
 *
 * @param label any label of an encoding (Encoding Standard, section 4.2)
 * @throws RangeError if no encoding has the label, or it is one that is never decoded, such as ISO-2022-KR
 */
export function textDecoder(label: string): Decoder {
  if (/^\s*(?:iso[-_]?8859-?16|csisolatin10)\s*$/i.test(label)) return byIconv('iso-8859-16')
  const decoder = new TextDecoder(label)
  const { encoding } = decoder
  if (encoding === 'gbk') return new TextDecoder('gb18030')
  if (encoding === 'big5' || encoding === 'euc-kr') return byIconv(encoding)
  const characters = mended.get(encoding)
  return characters === undefined ? decoder : bytewise(decoder, characters)
}

function byIconv(encoding: string): Decoder {
  const decoder = iconv.getDecoder(encoding, { stripBOM: false })
  return {
    encoding,
    decode: (bytes, { stream = false } = {}) => {
      const text = bytes === undefined ? '' : decoder.write(asBuffer(bytes))
      return stream ? text : text + (decoder.end() ?? '')
    },
  }
}

/** Characters of an encoding from a byte on that some Node decodes otherwise (Encoding Standard, section 9). */
type Mended = readonly (readonly [from: number, characters: string])[]

const none = '\ufffd'

const mended: ReadonlyMap<string, Mended> = new Map<string, Mended>([
  // ICU maps some ASCII controls of it differently.
  ['ibm866', []],
  ['windows-1252', [[0x80, '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f' + '\x90‘’“”•–—˜™š›œ\x9džŸ']]],
  ['windows-1253', [[0xaa, none]]],
  ['windows-1255', [[0xca, '\u05ba']]],
  [
    'windows-874',
    [
      [0xdb, none.repeat(4)],
      [0xfc, none.repeat(4)],
    ],
  ],
  [
    'koi8-u',
    [
      [0xae, 'ў'],
      [0xbe, 'Ў'],
    ],
  ],
])

/** Makes a decoder of an encoding whose characters are a byte each, so that it needs no state between pieces. */
function bytewise(decoder: Decoder, mends: Mended): Decoder {
  const upper = Array.from({ length: 128 }, (_, at) => decoder.decode(Uint8Array.of(0x80 + at)))
  for (const [from, characters] of mends) upper.splice(from - 0x80, characters.length, ...characters)
  return {
    encoding: decoder.encoding,
    decode: (bytes) =>
      bytes === undefined
        ? ''
        : asBuffer(bytes)
            .toString('latin1')
            .replace(/[\x80-\xff]/g, (byte) => upper[byte.charCodeAt(0) - 0x80] ?? byte),
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Makes text of bytes, as `TextDecoder` does. */
export interface Decoder {
  /** @param options `stream`: more bytes follow, so a character that is cut off waits for them */
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string
}

/**
 * Makes a decoder of the Encoding Standard. `TextDecoder` of Node 20.18 to 20.20, 22.13 to 22.22 and 24.0 to 24.11 reads
 * windows-1252 as ISO-8859-1, without the euro sign, dashes and curly quotes, so Postseal has a decoder of its own for
 * the one encoding.
 *
 * @param label any label of an encoding (Encoding Standard, section 4.2)
 * @throws RangeError where no encoding has the label
 */
export function textDecoder(label: string): Decoder {
  const decoder = new TextDecoder(label)
  return decoder.encoding === 'windows-1252' ? windows1252 : decoder
}

/** The characters of the bytes 0x80 to 0x9F (Encoding Standard, section 9, index windows-1252). */
const characters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f' + '\x90‘’“”•–—˜™š›œ\x9džŸ'

/** It needs no state between pieces: each byte is a character. */
const windows1252: Decoder = {
  decode: (bytes) =>
    bytes === undefined
      ? ''
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
          .toString('latin1')
          .replace(/[\x80-\x9f]/g, (byte) => characters.charAt(byte.charCodeAt(0) - 0x80)),
}

const ALPHABET = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
const PADDING = '='.charCodeAt(0)

/**
 * Writes bytes in base64 (RFC 4648, section 4), with padding.
 *
 * By hand, as Buffer is Node's alone, `Uint8Array.toBase64` newer than the Node this package supports, and `btoa`
 * many times slower: it takes the bytes as a text, which has to be made from them first.
 */
export function toBase64(bytes: Uint8Array): string {
  const text = new Uint8Array(4 * Math.ceil(bytes.length / 3))
  for (let from = 0, to = 0; from < bytes.length; from += 3) {
    // Beyond the end bytes read as zero, which is what the standard fills the last group with.
    const group = (byteAt(bytes, from) << 16) | (byteAt(bytes, from + 1) << 8) | byteAt(bytes, from + 2)
    for (let shift = 18; shift >= 0; shift -= 6) text[to++] = byteAt(ALPHABET, (group >> shift) & 63)
  }
  const padding = (3 - (bytes.length % 3)) % 3
  return new TextDecoder().decode(text.fill(PADDING, text.length - padding))
}

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0
}

const ALPHABET = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
const PADDING = '='.charCodeAt(0)

/**
 * Encodes bytes as base64 (RFC 4648, section 4), with padding.
 *
 * This is written by hand because only Node has Buffer, `Uint8Array.toBase64` is newer than the Node versions that
 * this package supports, and `btoa` is many times slower. It takes text, which must first be built from the bytes.
 */
export function toBase64(bytes: Uint8Array): string {
  const text = new Uint8Array(4 * Math.ceil(bytes.length / 3))
  for (let from = 0, to = 0; from < bytes.length; from += 3) {
    // Bytes beyond the end read as zero, the value with which the standard fills the last group.
    const group = (byteAt(bytes, from) << 16) | (byteAt(bytes, from + 1) << 8) | byteAt(bytes, from + 2)
    for (let shift = 18; shift >= 0; shift -= 6) text[to++] = byteAt(ALPHABET, (group >> shift) & 63)
  }
  const padding = (3 - (bytes.length % 3)) % 3
  return new TextDecoder().decode(text.fill(PADDING, text.length - padding))
}

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0
}

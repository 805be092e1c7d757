import { textDecoder } from './text-decoder.js'

/** A run of GB 2312, a tilde, or a line that continues. No first byte of a character is a tilde. */
const escapes = /~\{((?:[!-}][!-~])*)(?:~\})?|~~|~\r?\n/g

/**
 * Decodes HZ (RFC 1843): GB 2312 in ASCII.
 *
 * @param bytes bytes in ASCII
 */
export function decodeHz(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const decoder = textDecoder('gb18030')
  return text.replace(escapes, (escape: string, run: string | undefined) => {
    if (run === undefined) return escape === '~~' ? '~' : ''
    return decoder.decode(Buffer.from(Buffer.from(run, 'latin1').map((byte) => byte | 0x80)))
  })
}

import PostalMime, { type Email } from 'postal-mime'
import { expect } from 'vitest'

/** Looking at a message as it goes over the wire. */

/** Reads it with a parser that shares no code with what wrote it. */
export function parseMail(raw: Buffer): Promise<Email> {
  return PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' })
}

/** Line ends as mail has them: what a text body is kept up to. */
export const mailLines = (text: string) => text.replace(/\r\n|\r|\n/g, '\n').replace(/\n$/, '')

/** The fields of the message's own header, unfolded by the letter (RFC 5322, section 2.2.3). */
export function fieldsOf(raw: Buffer): [name: string, value: string][] {
  const [header = ''] = raw.toString('utf8').split('\r\n\r\n')
  return header
    .replace(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
}

/** The value of a field that stands once. */
export function fieldOf(raw: Buffer, name: string): string | undefined {
  const found = fieldsOf(raw).filter(([each]) => each.toLowerCase() === name.toLowerCase())
  expect(found.length, `fields ${name}`).toBeLessThanOrEqual(1)
  return found[0]?.[1]
}

/**
 * RFC 5322, section 2.1.1 and RFC 5321, section 2.3.8: CR and LF come as a pair, a line has 998 octets, and here 78
 * but for words that are longer by themselves. No line of a header is blank (section 3.2.2).
 *
 * @param longest the longest line there may be
 */
export function expectLegalOnTheWire(raw: Buffer, longest = 998): void {
  const text = raw.toString('latin1')
  expect(text.match(/\r(?!\n)|(?<!\r)\n/g)).toBeNull()
  expect(text.endsWith('\r\n')).toBe(true)
  let max = 0
  for (const line of text.split('\r\n')) max = Math.max(max, line.length)
  expect(max).toBeLessThanOrEqual(longest)
  for (const line of (text.split('\r\n\r\n')[0] ?? '').split('\r\n')) {
    expect(line).toMatch(/^(?:[!-9;-~]+:|[ \t]+) *[^ \t]/)
  }
}

/** The nesting of a message by its media types, read off its boundaries: `mixed(alternative(plain html) pdf)`. */
export function shapeOf(raw: Buffer): string {
  const part = raw.toString('latin1')
  const split = part.indexOf('\r\n\r\n')
  const header = part.slice(0, split).replace(/\r\n[ \t]/g, ' ')
  const type = /^content-type: *[a-z]+\/([^;\s]+)/im.exec(header)?.[1] ?? 'none'
  const boundary = /^content-type: *multipart\/.*boundary="([^"]+)"/im.exec(header)?.[1]
  if (boundary === undefined) return type
  const inside = `\r\n${part.slice(split + 4)}`.split(`\r\n--${boundary}`)
  expect(inside.at(-1)).toMatch(/^--\r\n$|^--$/)
  const parts = inside.slice(1, -1).map((each) => shapeOf(Buffer.from(each.slice(2), 'latin1')))
  return `${type}(${parts.join(' ')})`
}

export const bytesOf = (content: ArrayBuffer | string | Uint8Array): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)

/** RFC 2047, by the letter: each word whole, of at most 75 characters, and decoded for itself. */
export function decodedWords(value: string): string {
  if (!value.startsWith('=?UTF-8?')) return value
  return value
    .split(' ')
    .map((word) => {
      expect(word.length).toBeLessThanOrEqual(75)
      const [, encoding, text = ''] = /^=\?UTF-8\?([QB])\?([!->@-~]+)\?=$/.exec(word) ?? []
      expect(encoding).toBeDefined()
      const bytes =
        encoding === 'B'
          ? Buffer.from(text, 'base64')
          : Buffer.from(
              text
                .replace(/_/g, ' ')
                .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
              'latin1',
            )
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    })
    .join('')
}

import { foldField } from './fold-field.js'
import type { Encoded } from './transfer-encoding.js'

/** A part of a message (RFC 2045, section 1.2): a leaf with its bytes, or a multipart with parts. */
export type Part = Leaf | Multipart

export interface Leaf {
  /** Content-Type as words to fold between. */
  readonly type: readonly string[]
  /** Further fields, each folded. */
  readonly fields?: readonly string[]
  readonly encoded: Encoded
}

export interface Multipart {
  readonly subtype: 'mixed' | 'alternative' | 'related'
  readonly parts: readonly Part[]
}

const crlf = '\r\n'

/**
 * Writes a message with its parts (RFC 2046, section 5.1).
 *
 * @param header the message's own fields
 * @param boundary beginning of each boundary, which occurs in no leaf; at most 60 characters
 */
export function serialize(header: readonly string[], root: Part, boundary: string): Buffer {
  const chunks: (string | Buffer)[] = []
  let multiparts = 0

  const write = (part: Part, before: readonly string[]) => {
    if ('encoded' in part) {
      const encoding = `Content-Transfer-Encoding: ${part.encoded.encoding}`
      const fields = [...before, foldField('Content-Type', part.type), encoding, ...(part.fields ?? [])]
      chunks.push(fields.join(crlf), crlf + crlf, part.encoded.body)
      return
    }
    multiparts += 1
    const own = `${boundary}_${multiparts}`
    // RFC 2387 (section 3.1) requires the type of the root.
    const root = part.subtype === 'related' ? ['type="text/html";'] : []
    const type = [`multipart/${part.subtype};`, ...root, `boundary="${own}"`]
    chunks.push([...before, foldField('Content-Type', type)].join(crlf), crlf)
    for (const each of part.parts) {
      chunks.push(`${crlf}--${own}${crlf}`)
      write(each, [])
    }
    chunks.push(`${crlf}--${own}--${crlf}`)
  }

  write(root, header)
  const bytes = Buffer.concat(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)))
  return bytes.subarray(-2).toString('latin1') === crlf ? bytes : Buffer.concat([bytes, Buffer.from(crlf)])
}

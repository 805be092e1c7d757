import type { TransferEncoding } from '../parsed-mail.js'

/** Undoes a transfer encoding, a chunk at a time; the chunks can be cut anywhere. */
export interface TransferDecoder {
  update(chunk: Uint8Array): Uint8Array
  /** Returns the rest after the last chunk. */
  end(): Uint8Array
}

const nothing = new Uint8Array(0)
const [tab, lf, cr, space, equals] = [0x09, 0x0a, 0x0d, 0x20, 0x3d]

/**
 * Decodes the bytes of a part while they are read. It never fails: bytes that are no code of the encoding are skipped
 * (base64) or stay as they are (quoted-printable). The size and the SHA-256 of a `ParsedAttachment` are those of the
 * bytes that this returns for its range.
 *
 * @param chunks encoded bytes, cut anywhere
 */
export async function* decodeRange(
  chunks: AsyncIterable<Uint8Array>,
  encoding: TransferEncoding,
): AsyncGenerator<Uint8Array> {
  const decoder = transferDecoder(encoding)
  for await (const chunk of chunks) {
    const decoded = decoder.update(chunk)
    if (decoded.length > 0) yield decoded
  }
  const rest = decoder.end()
  if (rest.length > 0) yield rest
}

export function transferDecoder(encoding: TransferEncoding): TransferDecoder {
  if (encoding === 'base64') return new Base64Decoder()
  if (encoding === 'quoted-printable') return new QuotedPrintableDecoder()
  return { update: (chunk) => chunk, end: () => nothing }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const noSextet = 255
const sextets = Uint8Array.from({ length: 256 }, (_, byte) => {
  const value = alphabet.indexOf(String.fromCharCode(byte))
  return value < 0 ? noSextet : value
})

/**
 * Decodes base64 (RFC 2045, section 6.8). Padding ends a group, and another may follow: some programs pad each line,
 * or join texts that were encoded separately. A lone character at the end is no byte.
 */
class Base64Decoder implements TransferDecoder {
  #bits = 0
  #count = 0

  update(chunk: Uint8Array): Uint8Array {
    const decoded = Buffer.allocUnsafe((((chunk.length + 3) * 3) >> 2) + 3)
    let length = 0
    let at = 0
    while (at < chunk.length) {
      if (this.#count === 0 && at + 3 < chunk.length) {
        const [a, b] = [sextets[chunk[at] ?? 0] ?? 0, sextets[chunk[at + 1] ?? 0] ?? 0]
        const [c, d] = [sextets[chunk[at + 2] ?? 0] ?? 0, sextets[chunk[at + 3] ?? 0] ?? 0]
        if ((a | b | c | d) !== noSextet && (a | b | c | d) < 64) {
          decoded[length] = (a << 2) | (b >> 4)
          decoded[length + 1] = (b << 4) | (c >> 2)
          decoded[length + 2] = (c << 6) | d
          length += 3
          at += 4
          continue
        }
      }
      length += this.#take(chunk[at] ?? 0, decoded, length)
      at += 1
    }
    return decoded.subarray(0, length)
  }

  end(): Uint8Array {
    const decoded = Buffer.alloc(2)
    return decoded.subarray(0, this.#flush(decoded, 0))
  }

  /**
   * Decodes a byte.
   *
   * @returns the number of bytes that it wrote
   */
  #take(byte: number, decoded: Uint8Array, at: number): number {
    if (byte === equals) return this.#flush(decoded, at)
    const sextet = sextets[byte] ?? noSextet
    if (sextet === noSextet) return 0
    this.#bits = (this.#bits << 6) | sextet
    this.#count += 1
    if (this.#count < 4) return 0
    decoded[at] = this.#bits >> 16
    decoded[at + 1] = this.#bits >> 8
    decoded[at + 2] = this.#bits
    this.#bits = this.#count = 0
    return 3
  }

  #flush(decoded: Uint8Array, at: number): number {
    const bits = this.#bits
    const count = this.#count
    this.#bits = this.#count = 0
    if (count < 2) return 0
    decoded[at] = count === 2 ? bits >> 4 : bits >> 10
    if (count === 3) decoded[at + 1] = bits >> 2
    return count - 1
  }
}

const digits = Int8Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase()),
)

/** Longest run of blanks that is held back, so that none can fill memory. No encoder writes lines as long. */
const longestBlanks = 1024

/** Returns the index behind the blanks from an index on. */
function afterBlanks(bytes: Uint8Array, from: number): number {
  const limit = Math.min(bytes.length, from + longestBlanks)
  let at = from
  while (at < limit && isBlank(bytes[at])) at += 1
  return at
}

function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab
}

/**
 * Decodes quoted-printable (RFC 2045, section 6.7). A sequence that is no code stays as it is; an equals sign at the
 * very end is a soft line break. White space at the end of a line was added on the way and is deleted, also behind
 * the sign of a soft line break.
 */
class QuotedPrintableDecoder implements TransferDecoder {
  /** End of the last chunk that cannot be decoded without more: the beginning of a code, or white space. */
  #pending: Uint8Array = nothing

  update(next: Uint8Array): Uint8Array {
    const chunk = this.#pending.length === 0 ? next : Buffer.concat([this.#pending, next])
    this.#pending = nothing
    const decoded = Buffer.allocUnsafe(chunk.length)
    let length = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (byte !== equals && !isBlank(byte)) {
        decoded[length++] = byte
        continue
      }
      const behind = afterBlanks(chunk, byte === equals ? at + 1 : at)
      const end = chunk[behind]
      const isWanting = end === undefined || (end === cr && behind + 1 === chunk.length)
      if (isWanting) {
        this.#pending = Uint8Array.prototype.slice.call(chunk, at)
        break
      }
      const endsLine = end === lf || (end === cr && chunk[behind + 1] === lf)
      if (byte !== equals) {
        if (!endsLine) for (let blank = at; blank < behind; blank += 1) decoded[length++] = chunk[blank] ?? 0
        at = behind - 1
      } else if (endsLine) {
        at = end === lf ? behind : behind + 1
      } else {
        const [first, second] = [chunk[at + 1], chunk[at + 2]]
        const high = digits[first ?? 0] ?? -1
        if (high >= 0 && second === undefined) {
          this.#pending = Uint8Array.prototype.slice.call(chunk, at)
          break
        }
        const low = digits[second ?? 0] ?? -1
        if (high >= 0 && low >= 0) {
          decoded[length++] = (high << 4) | low
          at += 2
        } else decoded[length++] = byte
      }
    }
    return decoded.subarray(0, length)
  }

  end(): Uint8Array {
    const rest = this.#pending
    this.#pending = nothing
    const behind = afterBlanks(rest, rest[0] === equals ? 1 : 0)
    // Only white space, and the CR of a line end, follows.
    if (behind === rest.length || rest[behind] === cr)
      return rest[0] === equals ? nothing : rest.subarray(behind)
    return rest
  }
}

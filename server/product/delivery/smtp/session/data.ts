/** A session writes a larger message in pieces of this many bytes, to see that the server still takes them. */
export const piece = 256 * 1024

const dot = 0x2e
const cr = 0x0d
const lf = 0x0a
const fewDots = 16
const lineWithDot = Buffer.from('\r\n.')
const lineEnd = Buffer.from('\r\n')

/**
 * Yields a message as it goes over the wire behind DATA (RFC 5321, section 4.5.2): a line that begins with a dot gets
 * another, and a line with a lone dot ends the message. A piece without such a line is not copied.
 *
 * @param message with CRLF line ends
 * @returns the pieces one by one, each made in time that grows with its length alone, and the end
 */
export function* inPieces(message: Buffer): Generator<Buffer> {
  for (let from = 0; from < message.length; from += piece)
    yield withDots(message, from, Math.min(from + piece, message.length))
  yield endsLine(message) ? endBehindLine : end
}

/**
 * Returns a part of a message with its dots doubled. Behind the first such dot a loop goes over bytes: copying each
 * line by itself is faster if there are few dots, and takes far longer if there are many.
 */
function withDots(message: Buffer, from: number, to: number): Buffer {
  const first = firstDot(message, from, to)
  if (first === undefined) return message.subarray(from, to)
  // Two dots that get another are at least three bytes apart.
  const written = Buffer.allocUnsafe(to - from + Math.ceil((to - first) / 3))
  let length = 0
  let copied = from
  let next: number | undefined = first
  for (let found = 0; next !== undefined && found < fewDots; found += 1) {
    length += message.copy(written, length, copied, next)
    written[length] = dot
    length += 1
    copied = next
    next = firstDot(message, next + 1, to)
  }
  const rest = next ?? to
  length += message.copy(written, length, copied, rest)
  for (let at = rest; at < to; at += 1) {
    const byte = message[at] as number
    if (byte === dot && (at === 0 || (message[at - 1] === lf && message[at - 2] === cr))) {
      written[length] = dot
      length += 1
    }
    written[length] = byte
    length += 1
  }
  return written.subarray(0, length)
}

/** Finds the first dot at or behind `from` that begins a line, whose line end may stand in the piece before. */
function firstDot(message: Buffer, from: number, to: number): number | undefined {
  if (from === 0 && message[0] === dot) return 0
  const searched = Math.max(0, from - lineEnd.length)
  const found = message.subarray(searched, to).indexOf(lineWithDot)
  return found === -1 ? undefined : searched + found + lineEnd.length
}

const end = Buffer.from('\r\n.\r\n')
const endBehindLine = Buffer.from('.\r\n')

function endsLine(message: Buffer): boolean {
  return message.length >= 2 && message.subarray(-2).equals(lineEnd)
}

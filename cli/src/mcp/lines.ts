const newline = 0x0a

/**
 * Yields each complete line of a stream, without its line break. The text after the last newline is also a line.
 *
 * @param maxBytes the maximum length of a line
 * @returns undefined in place of a longer line
 */
export async function* linesOf(
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer | undefined> {
  let parts: Buffer[] = []
  let size = 0
  const take = () => {
    const line = size > maxBytes ? undefined : Buffer.concat(parts)
    parts = []
    size = 0
    return line
  }
  const keep = (part: Buffer) => {
    size += part.length
    if (size > maxBytes) parts = []
    else parts.push(part)
  }
  for await (const chunk of stream) {
    let start = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      keep(chunk.subarray(start, end))
      yield take()
      start = end + 1
    }
    keep(chunk.subarray(start))
  }
  if (size > 0) yield take()
}

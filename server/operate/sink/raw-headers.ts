const crlfBlank = Buffer.from('\r\n\r\n')
/**
 * How much of a header is searched for a field, in bytes: a stranger's header may be as long as a message.
 */
const maxSearchedBytes = 256 * 1024
const lfBlank = Buffer.from('\n\n')

/**
 * The header section of a message (RFC 5322 section 2.1), with the line ending of its last field and without
 * the empty line. All of the message when it has no empty line.
 */
export function headerBlock(raw: Buffer): Buffer {
  if (raw[0] === 0x0a || (raw[0] === 0x0d && raw[1] === 0x0a)) return raw.subarray(0, 0)
  const crlf = raw.indexOf(crlfBlank)
  const lf = raw.indexOf(lfBlank)
  if (crlf === -1 && lf === -1) return raw
  if (lf === -1 || (crlf !== -1 && crlf < lf)) return raw.subarray(0, crlf + 2)
  return raw.subarray(0, lf + 1)
}

/**
 * The value of the first header field of that name, unfolded (RFC 5322 section 2.2.3) and trimmed; undefined
 * when there is none or it is empty.
 *
 * @param name in lower case
 */
export function headerValue(block: Buffer, name: string): string | undefined {
  const unfolded = block.toString('utf8', 0, maxSearchedBytes).replace(/\r?\n[ \t]+/g, ' ')
  for (const line of unfolded.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon === -1 || line.slice(0, colon).trim().toLowerCase() !== name) continue
    return line.slice(colon + 1).trim() || undefined
  }
  return undefined
}

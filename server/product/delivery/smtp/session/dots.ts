const dot = 0x2e
const lineWithDot = Buffer.from('\r\n.')
const lineEnd = Buffer.from('\r\n')

/**
 * A message as it goes over the wire behind DATA (RFC 5321, section 4.5.2): a line that begins with a dot
 * gets another, and a line with a lone dot ends it. What has no such line is not copied.
 *
 * @param message with CRLF line ends
 */
export function withDots(message: Buffer): readonly Buffer[] {
  const parts: Buffer[] = []
  let from = 0
  if (message[0] === dot) parts.push(dotOnly)
  for (let at = message.indexOf(lineWithDot); at !== -1; at = message.indexOf(lineWithDot, at + 2)) {
    // Up to the dot, which begins the next part and so goes twice.
    parts.push(message.subarray(from, at + 3))
    from = at + 2
  }
  parts.push(message.subarray(from))
  parts.push(endsLine(message) ? endBehindLine : end)
  // Many small writes would cost more than a copy.
  return parts.length > fewParts ? [Buffer.concat(parts)] : parts
}

const dotOnly = Buffer.from('.')
const end = Buffer.from('\r\n.\r\n')
const endBehindLine = Buffer.from('.\r\n')
const fewParts = 16

function endsLine(message: Buffer): boolean {
  return message.length >= 2 && message.subarray(-2).equals(lineEnd)
}

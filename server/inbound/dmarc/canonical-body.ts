const [tab, lf, cr, space] = [0x09, 0x0a, 0x0d, 0x20]

/** With CRLF at the end of each line, as signers see it (RFC 5322, section 2.3). */
export function withCrlf(text: Buffer): Buffer {
  let bare = 0
  for (let at = text.indexOf(lf); at !== -1; at = text.indexOf(lf, at + 1)) if (text[at - 1] !== cr) bare += 1
  if (bare === 0) return text
  const whole = Buffer.allocUnsafe(text.length + bare)
  let length = 0
  let before = 0
  for (const byte of text) {
    if (byte === lf && before !== cr) whole[length++] = cr
    whole[length++] = byte
    before = byte
  }
  return whole
}

/**
 * The longest line that is checked. RFC 5321 (section 4.5.3.1.6) has 1000 octets, and signatures do not survive its
 * breach.
 */
const longestLine = 8192

/**
 * A body in the relaxed form that signatures are made of (RFC 6376, section 3.4.4). It is the same in this form
 * again. The library would find it too, but takes a minute for a body of white space or of one line, and a gigabyte.
 *
 * @returns undefined where a line is too long to be checked
 */
export function relaxedBody(body: Buffer): Buffer | undefined {
  const relaxed = Buffer.allocUnsafe(body.length + 2)
  let length = 0
  let lineBegin = 0
  /** Behind the last line that is not empty. */
  let end = 0
  let pendingSpace = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    if (byte === space || byte === tab) pendingSpace = true
    else if (byte === cr && body[at + 1] === lf) {
      relaxed[length++] = cr
      relaxed[length++] = lf
      if (length - lineBegin > 2) end = length
      lineBegin = length
      pendingSpace = false
      at += 1
    } else {
      if (pendingSpace) relaxed[length++] = space
      pendingSpace = false
      relaxed[length++] = byte
      if (length - lineBegin > longestLine) return undefined
    }
  }
  if (length === lineBegin) return relaxed.subarray(0, end)
  relaxed[length++] = cr
  relaxed[length++] = lf
  return relaxed.subarray(0, length)
}

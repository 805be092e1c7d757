import { isAscii } from 'node:buffer'
import { findingsOf, type Finding } from './finding.js'

/** Sizes in bytes: above the first some receivers refuse a mail, and above the second Gmail and Outlook do. */
const [largeBytes, largestBytes] = [10_000_000, 25_000_000]
/** Longest line without CRLF (RFC 5322, section 2.1.1), in bytes. */
const longestLine = 998

/**
 * Judges the bytes of a mail as SMTP carries them.
 *
 * @param body offset at which the body begins
 */
export function judgeWire(raw: Uint8Array, body: number): Finding[] {
  return [judgeSize(raw.length), judgeBytes(raw, body), judgeLines(raw)]
}

function judgeSize(bytes: number): Finding {
  const check = findingsOf('size')
  const seen = bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
  const advice = 'Put large files on a page and link to them.'
  if (bytes > largestBytes) return check.failed(seen, `Gmail and Outlook refuse more than 25 MB. ${advice}`)
  return bytes > largeBytes
    ? check.warning(seen, `Some receivers refuse more than 10 MB. ${advice}`)
    : check.ok(seen)
}

function judgeBytes(raw: Uint8Array, body: number): Finding {
  const check = findingsOf('8-bit')
  const isPlain = [raw.subarray(0, body), raw.subarray(body)].map((bytes) => isAscii(bytes))
  if (isPlain[0] === false)
    return check.warning(
      'the header has bytes beyond ASCII',
      'Encode them (RFC 2047): only servers with SMTPUTF8 take such a header.',
    )
  if (isPlain[1] === false)
    return check.warning(
      'the body has bytes beyond ASCII',
      'Encode it as quoted-printable or base64: a server that has to do so breaks the signature.',
    )
  return check.ok('ASCII only')
}

function judgeLines(raw: Uint8Array): Finding {
  const check = findingsOf('line lengths')
  let longest = 0
  for (let begin = 0; begin < raw.length;) {
    const newline = raw.indexOf(0x0a, begin)
    const end = newline === -1 ? raw.length : newline
    longest = Math.max(longest, end - begin - (raw[end - 1] === 0x0d ? 1 : 0))
    begin = end + 1
  }
  const seen = `the longest line has ${longest} bytes`
  if (longest <= longestLine) return check.ok(seen)
  return check.failed(
    seen,
    'Servers refuse or break lines of more than 998 bytes: encode the part as quoted-printable or base64.',
  )
}

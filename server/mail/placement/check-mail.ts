import { bufferSource } from '../mime/mail-source.js'
import { parseMail } from '../mime/parse-mail.js'
import { walkMail } from '../mime/body/walk-mail.js'
import { judgeContent } from './content.js'
import { findingsOf, type Finding } from './finding.js'
import { judgeHeader } from './header.js'
import { readHtml } from './read-html.js'
import { judgeSender, type MailWay } from './sender.js'
import { judgeWire } from './wire.js'

/**
 * Judges a mail by everything that decides whether it comes to the inbox and looks there as it should. The time grows
 * with its length alone, beside that of the DNS.
 *
 * @param raw the mail (RFC 5322); if no line of it ends with CRLF, as in a file of Unix, its lines are read as if
 *   they did
 */
export async function checkMail(raw: Uint8Array, way: MailWay = {}): Promise<Finding[]> {
  const bytes = withCrlf(raw)
  const source = bufferSource(bytes)
  const walked = await walkMail(source, 'pass')
  const mail = await parseMail(source, walked, { hostname: '' })
  const { facts, tooDeep } = mail.html === null ? { facts: undefined, tooDeep: false } : readHtml(mail.html)
  return [
    ...judgeWire(bytes, walked.body),
    ...judgeHeader(walked, mail),
    ...(await judgeSender(bytes, walked, way)),
    ...judgeContent({ text: mail.text, html: mail.html, facts }),
    ...(tooDeep
      ? [
          findingsOf('HTML').failed(
            'elements stand too deep within each other',
            'What comes after is not looked at: close elements.',
          ),
        ]
      : []),
    ...(walked.cut
      ? [
          findingsOf('header').warning(
            'too large, or too many parts',
            'What is beyond the limits is not looked at.',
          ),
        ]
      : []),
  ]
}

function withCrlf(raw: Uint8Array): Uint8Array {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length)
  if (bytes.includes('\r\n') || !bytes.includes('\n')) return raw
  return Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')
}

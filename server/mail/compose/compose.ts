import { runAtOnce, type Steps } from '../../../base/time/time-slice.js'
import { bodyOf } from './body.js'
import type { MailContent } from './content.js'
import { headerOf } from './header.js'
import { serialize } from './part.js'

/**
 * Makes the message as it goes over the wire (RFC 5322, and MIME: RFC 2045 to 2047). It is the same to the byte
 * whenever it is made, so that a receiver which is contacted twice can tell, and a signature holds for every attempt.
 *
 * Everything in the content is read as text: no part of it can name a file or an address to fetch.
 *
 * nodemailer's MailComposer would make the same bytes at each attempt as well, by its `baseBoundary`. It is not used
 * because of how nodemailer 10.6 treats some content: it changes the case of names of fields (`X-UPPER`) and passes
 * on values that read as encoded-words, drops a CR that stands alone in a text, leaves "From " and "." at the
 * beginning of lines, names no charset of attached text, and writes no `To` if recipients are hidden. It also works
 * in one go. 8 KiB of text and HTML take 91 µs of CPU here and 472 µs there, the least mail 7 and 121 µs.
 */
export function compose(content: MailContent): Buffer {
  return runAtOnce(composing(content))
}

/** Like {@link compose}, but in steps: a large message takes a part of a second. */
export function* composing(content: MailContent): Steps<Buffer> {
  if (content.entity) return withEntity(headerOf(content), content.entity)
  // No body contains "=_" (RFC 2045, section 6.7, and transfer-encoding.ts), so none contains a boundary.
  return serialize(headerOf(content), yield* bodyOf(content), `=_${content.id}`)
}

/**
 * Makes a message whose MIME entity is used as it came: its fields continue the header, and its body is the
 * message's.
 */
function withEntity(header: readonly string[], entity: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${header.join('\r\n')}\r\n`), entity])
}

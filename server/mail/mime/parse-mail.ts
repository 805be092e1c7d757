import { createHash } from 'node:crypto'
import { readAddresses } from './header/addresses.js'
import { automaticOf } from './reply/automatic.js'
import { BodyText } from './body/body-text.js'
import { decodeWords } from './header/encoded-words.js'
import { cutAt } from './body/filename.js'
import { byName } from './header/header-fields.js'
import { readMailDate } from './header/mail-date.js'
import type { MailSource } from './mail-source.js'
import { TimeSlice } from '../../../base/time/time-slice.js'
import { parseLimits, type ParsedAttachment, type ParsedMail } from './parsed-mail.js'
import { replyTextOf } from './reply/reply-text.js'
import { hopsOf, messageIdOf, referencesOf } from './header/threading.js'
import { decodeRange } from './body/transfer-decoding.js'
import type { MailPart, WalkedMail } from './body/walk-mail.js'

export interface ParseOptions {
  /** Name of this service in SMTP, to count its own hops. */
  readonly hostname: string
  /** Sender of the envelope, empty for `<>`; undefined if it is not known. */
  readonly sender?: string | undefined
}

/**
 * Takes a message apart (RFC 5322, 2045, 2046, 6532). No message is refused: anything malformed is read as by the
 * programs with which most people read their mail, and the rest is left out. Time grows with the message's length,
 * memory with `parseLimits` alone.
 *
 * @param walked parts of the message, which are read here
 * @throws any error of `source`
 */
export async function parseMail(
  source: MailSource,
  { header, parts, cut }: WalkedMail,
  options: ParseOptions,
): Promise<ParsedMail> {
  const content = await readContent(source, parts)
  const named = byName(header)
  const valuesOf = (name: string) => named.get(name) ?? []
  const valueOf = (name: string) => valuesOf(name)[0] ?? ''

  // Of several From fields other programs show the first.
  const from = readAddresses(valuesOf('from').slice(0, 1))
  const [to, cc, replyTo] = ['to', 'cc', 'reply-to'].map((name) => readAddresses(valuesOf(name)))
  const lists = [from, to, cc, replyTo]
  const text = content.text.text
  return {
    from: from.addresses,
    to: to?.addresses ?? [],
    cc: cc?.addresses ?? [],
    replyTo: replyTo?.addresses ?? [],
    subject: cutAt(decodeWords(valueOf('subject')), parseLimits.subjectLength),
    messageId: messageIdOf(valueOf('message-id')),
    date: readMailDate(valueOf('date')),
    headers: header.map(({ name, value }) => ({ name, value: decodeWords(value) })),
    text,
    html: content.html.text,
    replyText: text === null ? null : replyTextOf(text),
    attachments: content.attachments,
    truncated: cut || content.cut || lists.some((list) => list?.cut === true),
    automatic: automaticOf(named, options.sender),
    references: referencesOf(valuesOf('in-reply-to'), valuesOf('references')),
    hops: hopsOf(valuesOf('received'), options.hostname),
  }
}

/**
 * Returns the addresses in the From field that is shown: of several fields, the first. There are none if one is too
 * long to show.
 */
export function authorsOf({ header }: Pick<WalkedMail, 'header'>): string[] {
  const [value] = byName(header).get('from') ?? []
  const { addresses, cut } = readAddresses(value === undefined ? [] : [value])
  return cut ? [] : addresses.map(({ email }) => email)
}

/** Returns the address in the From field; undefined unless there is one field with one address. */
export function soleAuthorOf(walked: Pick<WalkedMail, 'header'>): string | undefined {
  const [author, ...others] = authorsOf(walked)
  const fields = byName(walked.header).get('from') ?? []
  return fields.length === 1 && others.length === 0 ? author : undefined
}

async function readContent(source: MailSource, parts: readonly MailPart[]) {
  const [text, html] = [new BodyText(), new BodyText()]
  const attachments: ParsedAttachment[] = []
  let more = false
  const isRead = bodiesOf(parts)
  const slice = new TimeSlice()
  for (const part of parts) {
    // An empty part gives no chunk, between which a source may let other tasks have their turn.
    await slice.pause()
    if (isRead(part)) await (part.type === 'text/html' ? html : text).add(source, part)
    else if (attachments.length < parseLimits.attachments)
      attachments.push(await readAttachment(source, part))
    else more = true
  }
  return { text, html, attachments, cut: more || text.cut || html.cut }
}

/**
 * Returns a function that tells which parts are for reading. If none is by itself, those that have a name are, since
 * readers show them (RFC 2183, section 2); else text of another kind, which is shown as plain text (RFC 2046, section
 * 4.1.4).
 */
function bodiesOf(parts: readonly MailPart[]): (part: MailPart) => boolean {
  return [isBody, isNamedText, isOtherText].find((holds) => parts.some(holds)) ?? isBody
}

function isNamedText({ type, disposition }: MailPart): boolean {
  return (type === 'text/plain' || type === 'text/html') && disposition !== 'attachment'
}

/** Types of text for people in a form that is not HTML. */
const otherText = /^text\/(?:(?:x-|x-web-|vnd\.)?markdown|x-gfm|enriched|richtext|x-asciidoc|x-rst)$/

function isOtherText({ type, disposition, filename }: MailPart): boolean {
  return otherText.test(type) && disposition !== 'attachment' && filename === null
}

/**
 * Returns whether a part is for reading, not a file. A name makes a text a file, unless it is all there is to read:
 * the message itself, one of several forms of it, or the text that pictures belong to.
 */
function isBody({ type, disposition, filename, parent, first }: MailPart): boolean {
  if ((type !== 'text/plain' && type !== 'text/html') || disposition === 'attachment') return false
  return (
    filename === null || parent === undefined || parent === 'alternative' || (parent === 'related' && first)
  )
}

async function readAttachment(source: MailSource, part: MailPart): Promise<ParsedAttachment> {
  const { begin, end, encoding, filename, contentId, disposition, parent, type } = part
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of decodeRange(source.read(begin, end), encoding)) {
    hash.update(chunk)
    size += chunk.length
  }
  const shown = disposition === 'inline' || (disposition === '' && contentId !== null && parent === 'related')
  return {
    filename,
    contentType: type,
    size,
    contentId,
    disposition: shown ? 'inline' : 'attachment',
    sha256: hash.digest('hex'),
    begin,
    end,
    encoding,
  }
}

import type {
  AddressObject,
  Attachment,
  EmailAddress,
  HeaderValue,
  ParsedMail,
  SimpleParserOptions,
} from 'mailparser'
import type { StoredMessage } from './files.js'

/** A kept message as JSON clients see it. */
export interface MessageView {
  readonly id: string
  readonly received_at: string
  readonly envelope: StoredMessage['envelope']
  /** Decoded; null when there is no such field. */
  readonly subject: string | null
  /** Field values by lower-cased name, unfolded; an array when the field comes more than once. */
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly text: string | null
  /** As it was sent: references to inline images are left as they are. */
  readonly html: string | null
  readonly attachments: readonly AttachmentView[]
}

/** What is told of an attachment; its content has an address of its own. */
export interface AttachmentView {
  readonly filename: string | null
  readonly content_type: string
  /** Decoded length in bytes. */
  readonly size: number
  readonly content_id: string | null
}

/** A message opened for showing it to a person. */
export interface OpenedMessage {
  /** The HTML body with inline images put in as data: URLs; null when there is none. */
  readonly html: string | null
  /** The text body, made from the HTML one when there is only that. */
  readonly readable: string | null
  readonly attachments: readonly Attachment[]
}

/**
 * Parses a message. Hostile and broken mail is what a sink is for, so one that the parser refuses has an empty
 * view and keeps its raw form; it does not make a listing fail.
 */
export async function viewMessage(stored: StoredMessage, raw: Buffer): Promise<MessageView> {
  const mail = await parse(raw, { keepCidLinks: true, skipHtmlToText: true, skipTextToHtml: true })
  return {
    id: stored.id,
    received_at: stored.received_at,
    envelope: stored.envelope,
    subject: mail?.subject ?? null,
    headers: mail ? headersOf(mail) : {},
    text: mail?.text ?? null,
    html: htmlOf(mail),
    attachments: (mail?.attachments ?? []).map(viewAttachment),
  }
}

/** Parses a message for display, with everything a view leaves out. */
export async function openMessage(raw: Buffer): Promise<OpenedMessage> {
  const mail = await parse(raw, { skipTextToHtml: true })
  return { html: htmlOf(mail), readable: mail?.text ?? null, attachments: mail?.attachments ?? [] }
}

async function parse(raw: Buffer, options: SimpleParserOptions): Promise<ParsedMail | undefined> {
  try {
    // Loaded when somebody looks into the sink: the other processes never need it.
    const { simpleParser } = await import('mailparser')
    return await simpleParser(raw, options)
  } catch {
    return undefined
  }
}

function htmlOf(mail: ParsedMail | undefined): string | null {
  return typeof mail?.html === 'string' ? mail.html : null
}

function viewAttachment(attachment: Attachment): AttachmentView {
  return {
    filename: attachment.filename ?? null,
    content_type: attachment.contentType,
    size: attachment.size,
    content_id: attachment.contentId ?? null,
  }
}

/**
 * Values are the sender's own text, so that a test can compare them. Only a field with encoded words (RFC 2047)
 * is taken as the parser decoded it, which nobody wants to do by hand.
 */
function headersOf(mail: ParsedMail): Record<string, string | string[]> {
  const values = new Map<string, string[]>()
  for (const { key, line } of mail.headerLines) {
    // The parser hands lines over as bytes in a string; a field may hold UTF-8 (RFC 6532).
    const text = Buffer.from(line, 'latin1').toString('utf8')
    const value = text.slice(text.indexOf(':') + 1).replace(/\r?\n(?=[ \t])/g, '')
    values.set(key, [...(values.get(key) ?? []), value.trim()])
  }
  const entries = [...values].map(([name, all]): [string, string | string[]] => {
    const [only] = all
    if (only === undefined || all.length > 1) return [name, all]
    return [name, only.includes('=?') ? (decoded(mail.headers.get(name)) ?? only) : only]
  })
  return Object.fromEntries(entries)
}

function decoded(value: HeaderValue | undefined): string | undefined {
  if (typeof value === 'string') return value
  return isAddresses(value) ? value.value.map(addressText).join(', ') : undefined
}

/** As a header has it, in any language: what stands in a name must not look like another address. */
function addressText({ name, address, group }: EmailAddress): string {
  const quoted = name === '' ? '' : `"${name.replace(/["\\]/g, '\\$&')}"`
  if (group !== undefined) return `${quoted}: ${group.map(addressText).join(', ')};`
  return quoted === '' ? (address ?? '') : `${quoted} <${address ?? ''}>`
}

function isAddresses(value: HeaderValue | undefined): value is AddressObject {
  return typeof value === 'object' && 'text' in value && typeof value.text === 'string'
}

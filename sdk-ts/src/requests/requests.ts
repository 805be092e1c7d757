import type {
  Attachment as AttachmentOnTheWire,
  BatchItem as BatchItemOnTheWire,
  BatchTemplate as BatchTemplateOnTheWire,
  BatchRequest as BatchRequestOnTheWire,
  CreateCampaignRequest as CampaignToCreate,
  CreateSegmentRequest as SegmentToCreate,
  CreateTemplateRequest as TemplateToCreate,
  ImportContactsRequest as ContactsToImport,
  NamedAddress,
  PreviewSegmentRequest as SegmentToPreview,
  PreviewTemplateContentRequest as ContentToPreview,
  SendMessageRequest as MessageOnTheWire,
  TemplateContent as TemplateContentOnTheWire,
  UpdateCampaignRequest as CampaignToUpdate,
  UpdateSegmentRequest as SegmentToUpdate,
} from '../../../generated/client/models.js'
import {
  addressOfItem,
  addressesOfItem,
  addressesOnTheWire,
  parseAddress,
  type Address,
  type Addresses,
} from './addresses.js'
import { isRecord, kindOf, mistake } from '../arguments/arguments.js'
import { toBase64 } from '../arguments/base64.js'
import { PostsealError } from '../errors/errors.js'
import type { SegmentRule } from './segment-rules.js'
import { datesAsText } from '../arguments/times.js'

// These go by the contract's names: they are what this package's users write, and take all that the contract does.

/** A file in a message. */
export interface Attachment extends Omit<AttachmentOnTheWire, 'content'> {
  /** The bytes, or a text that already is their base64 (RFC 4648, section 4). */
  content: string | Uint8Array
}

/** The sender in two fields. */
interface SenderInTwo {
  from_email: string
  from_name?: string | undefined
  from?: undefined
}

interface SenderInOne {
  /** The sender's address, with or without a name: `Shop <no-reply@shop.example>`. */
  from: Address
  from_email?: undefined
  from_name?: undefined
}

/** The sender in two fields if a template may have one: a field that is left out is the template's. */
interface OptionalSenderInTwo extends Omit<SenderInTwo, 'from_email'> {
  from_email?: string | undefined
}

type OptionalSender = OptionalSenderInTwo | SenderInOne

/** Fields that must be there, though the contract has them optional. */
export type Present<Fields, Name extends keyof Fields> = {
  [Field in Name]-?: Exclude<Fields[Field], undefined>
}

/** The recipients, files and time of a message, in the shape that this package takes. */
interface Retold {
  /** The recipients: max 50 together with `cc` and `bcc`. Each has its own delivery and message log. */
  to: Addresses
  cc?: Addresses | undefined
  /** Recipients that the mail's headers do not name. */
  bcc?: Addresses | undefined
  /** The address for replies. Default: the template's, or else the sender. */
  reply_to?: Addresses | undefined
  /** The attachments: max 100. The whole request may have 10 MB, with the attachments in base64. */
  attachments?: readonly Attachment[] | undefined
  /** The time to send at, up to 30 days ahead: a Date or a string (RFC 3339). */
  scheduled_at?: string | Date | undefined
}

/** The fields whose types differ from the contract. */
export type RetoldField = keyof Retold | keyof SenderInOne
type WrittenField = 'subject' | 'text' | 'html'

// Interfaces, and one for each way to write a message: the compiler names these where a message has a mistake.

interface MessageFields extends Omit<MessageOnTheWire, RetoldField | WrittenField | 'template'>, Retold {}

/** A message with a subject and bodies of its own. */
interface WrittenFields
  extends MessageFields, Present<MessageOnTheWire, 'subject' | 'text'>, Pick<MessageOnTheWire, 'html'> {
  template?: undefined
}

/** A message with HTML, from which the service makes the text. */
interface HtmlFields extends MessageFields, Present<MessageOnTheWire, 'subject' | 'html'> {
  text?: undefined
  template?: undefined
}

/** A message that a template makes. */
interface TemplateFields extends MessageFields, Present<MessageOnTheWire, 'template'> {
  subject?: undefined
  text?: undefined
  html?: undefined
}

interface MessageWithFrom extends WrittenFields, SenderInOne {}
interface MessageWithFromEmail extends WrittenFields, SenderInTwo {}
interface HtmlMessageWithFrom extends HtmlFields, SenderInOne {}
interface HtmlMessageWithFromEmail extends HtmlFields, SenderInTwo {}
interface TemplateMessageWithFrom extends TemplateFields, SenderInOne {}
interface TemplateMessageWithFromEmail extends TemplateFields, OptionalSenderInTwo {}

/** A message to send: either `subject` with `text`, `html` or both, or `template`. */
export type SendMessageRequest =
  | HtmlMessageWithFrom
  | HtmlMessageWithFromEmail
  | MessageWithFrom
  | MessageWithFromEmail
  | TemplateMessageWithFrom
  | TemplateMessageWithFromEmail

/** A message that a template makes, with the template's id beside the message's fields. */
interface FlatTemplateFields
  extends MessageFields, Pick<BatchTemplateOnTheWire, 'version' | 'locale' | 'variables'> {
  template_id: string
  template?: never
  subject?: never
  text?: never
  html?: never
}

interface FlatTemplateWithFrom extends FlatTemplateFields, SenderInOne {}
interface FlatTemplateWithFromEmail extends FlatTemplateFields, Partial<SenderInTwo> {}

/** A message of a batch that a template makes: with `template_id` beside `to`, or as one to send, with `template`. */
export type TemplateMessage =
  | FlatTemplateWithFrom
  | FlatTemplateWithFromEmail
  | TemplateMessageWithFrom
  | TemplateMessageWithFromEmail

/** A sender, and the address for replies. Sends of a template that leave them out use the template's. */
export type TemplateSender = OptionalSender & { reply_to?: Addresses | undefined }

/** The content of a version of a template. */
export type TemplateContent = Omit<TemplateContentOnTheWire, RetoldField> & TemplateSender

/** A template, with the content of its version 1. */
export type CreateTemplateRequest = Omit<TemplateToCreate, RetoldField> & TemplateSender

/** Content to preview, which is not saved. */
export interface PreviewTemplateContentRequest extends Omit<ContentToPreview, 'content'> {
  content: TemplateContent
}

/** A campaign to create. */
export type CreateCampaignRequest = Omit<CampaignToCreate, RetoldField> & TemplateSender

/** The fields of a campaign to change. */
export type UpdateCampaignRequest = Omit<CampaignToUpdate, RetoldField> & TemplateSender

/** A segment to create. */
export interface CreateSegmentRequest extends Omit<SegmentToCreate, 'rule'> {
  rule: SegmentRule
}

/** The fields of a segment to change. */
export interface UpdateSegmentRequest extends Omit<SegmentToUpdate, 'rule'> {
  rule?: SegmentRule | undefined
}

/** A rule to preview, which is not saved. */
export interface PreviewSegmentRequest extends Omit<SegmentToPreview, 'rule'> {
  rule: SegmentRule
}

/** One message of a batch: exactly one of `message` and `template`. */
export interface BatchItem extends Omit<BatchItemOnTheWire, 'idempotency_key' | 'message' | 'template'> {
  /**
   * Names the business event, as `idempotencyKey` does for a single send; unique in the batch. Default: a random
   * one for each call, which covers this client's retries but not those of your own code.
   */
  idempotency_key?: string | undefined
  message?: SendMessageRequest | undefined
  template?: TemplateMessage | undefined
}

/** Messages to send at once. */
export interface BatchRequest {
  /** The messages: 1 to 100. */
  items: readonly BatchItem[]
}

/** A CSV in UTF-8: in memory; as a Blob, such as that of a file (`openAsBlob` of Node); or as it comes. */
export type CsvFile = string | Uint8Array | Blob | ReadableStream<Uint8Array>

/** The destination of the contacts of a file, and the meaning of its columns. */
export type ImportContactsQuery = Omit<ContactsToImport, 'body' | 'Idempotency_Key'>

/**
 * Returns a copy of a message, of a template's content or of a campaign, in the shape of the contract: addresses as
 * objects, Dates as strings, attachments in base64. Passes values of other wrong types through, so that the service
 * rejects them.
 *
 * @param where the name of the message in an error
 * @param inBatch whether a string that is not an address passes on, so that the service rejects this message alone
 * @throws PostsealError for a string that is not an address, an invalid Date, or a sender in both forms
 */
export function messageOnTheWire<Wire = MessageOnTheWire>(
  message: object,
  where: string,
  inBatch = false,
): Wire {
  const wire: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(datesAsText(message, where))) {
    // A field that is undefined was left out: from_email, too, beside a from.
    if (value === undefined) continue
    if (field === 'from') Object.assign(wire, senderOnTheWire(message, where, inBatch))
    else if (LISTS.has(field))
      wire[field] = inBatch ? addressesOfItem(value) : addressesOnTheWire(value, `${where}.${field}`)
    else if (field === 'attachments' && Array.isArray(value)) wire[field] = value.map(attachmentOnTheWire)
    else wire[field] = value
  }
  return wire as unknown as Wire
}

const LISTS = new Set(['to', 'cc', 'bcc', 'reply_to'])

function senderOnTheWire(
  message: object,
  where: string,
  inBatch: boolean,
): Pick<MessageOnTheWire, 'from_email' | 'from_name'> {
  const { from, from_email, from_name } = message as Record<string, unknown>
  if (from_email !== undefined || from_name !== undefined) {
    throw new PostsealError(`${where} names the sender twice: give from, or from_email and from_name.`)
  }
  const read = (text: string) => (inBatch ? addressOfItem(text) : parseAddress(text, `${where}.from`))
  const address = typeof from === 'string' ? read(from) : from
  if (!isRecord(address)) throw new PostsealError(`${where}.from must be an address, not ${kindOf(from)}.`)
  const { email, name } = address as Partial<NamedAddress>
  return { from_email: email, ...(name !== undefined && { from_name: name }) }
}

/** Returns a copy of a batch in the shape of the contract, with an idempotency key for each item. */
export function batchOnTheWire(batch: BatchRequest, method: string): BatchRequestOnTheWire {
  const { items } = batch
  if (!isList(items)) throw mistake(method, 'body.items', 'an array of messages', items)
  return { ...batch, items: items.map((item, index) => itemOnTheWire(item, method, index)) }
}

/** Tells whether the items are an array. `Array.isArray` itself makes any[] of a readonly array. */
function isList(items: readonly BatchItem[]): boolean {
  return Array.isArray(items)
}

function itemOnTheWire(item: BatchItem, method: string, index: number): BatchItemOnTheWire {
  const place = `body.items[${index}]`
  if (!isRecord(item)) throw mistake(method, place, 'an object with a message or a template', item)
  const { message, template, ...others } = item
  const where = `${method}(body): ${place}`
  return {
    ...others,
    idempotency_key: others.idempotency_key ?? crypto.randomUUID(),
    ...(message !== undefined && {
      message: isRecord(message) ? messageOnTheWire(message, `${where}.message`, true) : message,
    }),
    ...(template !== undefined && {
      template: isRecord(template) ? messageOnTheWire(template, `${where}.template`, true) : template,
    }),
  } as BatchItemOnTheWire
}

/** Returns a copy of a preview's request in the shape of the contract. */
export function previewOnTheWire(body: PreviewTemplateContentRequest, where: string): ContentToPreview {
  const content: unknown = body.content
  return {
    ...body,
    content: (isRecord(content)
      ? messageOnTheWire(content, `${where}.content`)
      : content) as TemplateContentOnTheWire,
  }
}

function attachmentOnTheWire(attachment: unknown): unknown {
  return isRecord(attachment) ? { ...attachment, content: textOf(attachment['content']) } : attachment
}

function textOf(content: unknown): unknown {
  // Not by instanceof: bytes of another realm, such as Node's in a test runner's sandbox, fail it.
  if (!ArrayBuffer.isView(content)) return content
  return toBase64(new Uint8Array(content.buffer, content.byteOffset, content.byteLength))
}

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

// These types keep the contract's names, because users of this package write them. They accept everything that the
// contract accepts.

/** A file in a message. */
export interface Attachment extends Omit<AttachmentOnTheWire, 'content'> {
  /** The bytes, or text that is already base64 (RFC 4648, section 4). */
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

/** The sender in two fields, for messages whose template can have a sender. Missing fields come from the template. */
interface OptionalSenderInTwo extends Omit<SenderInTwo, 'from_email'> {
  from_email?: string | undefined
}

type OptionalSender = OptionalSenderInTwo | SenderInOne

/** Fields that are required here, although they are optional in the contract. */
export type Present<Fields, Name extends keyof Fields> = {
  [Field in Name]-?: Exclude<Fields[Field], undefined>
}

/** The recipients, attachments and time of a message, in the shape that this package accepts. */
interface Retold {
  /** The recipients. At most 50, including `cc` and `bcc`. Each has its own delivery and message log. */
  to: Addresses
  cc?: Addresses | undefined
  /** Recipients that are not shown in the mail's headers. */
  bcc?: Addresses | undefined
  /** The address for replies. Default: the template's reply address, or else the sender. */
  reply_to?: Addresses | undefined
  /** The attachments. At most 100. The whole request can have up to 10 MB, with the attachments in base64. */
  attachments?: readonly Attachment[] | undefined
  /** The time to send at, up to 30 days from now: a Date or a string (RFC 3339). */
  scheduled_at?: string | Date | undefined
}

/** The fields whose types differ from the contract. */
export type RetoldField = keyof Retold | keyof SenderInOne
type WrittenField = 'subject' | 'text' | 'html'

// Interfaces, one for each way to write a message, because the compiler shows these names when a message has a mistake.

interface MessageFields extends Omit<MessageOnTheWire, RetoldField | WrittenField | 'template'>, Retold {}

/** A message with its own subject and bodies. */
interface WrittenFields
  extends MessageFields, Present<MessageOnTheWire, 'subject' | 'text'>, Pick<MessageOnTheWire, 'html'> {
  template?: undefined
}

/** A message with HTML, from which the service generates the text. */
interface HtmlFields extends MessageFields, Present<MessageOnTheWire, 'subject' | 'html'> {
  text?: undefined
  template?: undefined
}

/** A message from a template, whose subject a `subject` replaces. */
interface TemplateFields extends MessageFields, Present<MessageOnTheWire, 'template'> {
  subject?: string | undefined
  text?: undefined
  html?: undefined
}

interface MessageWithFrom extends WrittenFields, SenderInOne {}
interface MessageWithFromEmail extends WrittenFields, SenderInTwo {}
interface HtmlMessageWithFrom extends HtmlFields, SenderInOne {}
interface HtmlMessageWithFromEmail extends HtmlFields, SenderInTwo {}
interface TemplateMessageWithFrom extends TemplateFields, SenderInOne {}
interface TemplateMessageWithFromEmail extends TemplateFields, OptionalSenderInTwo {}

/**
 * A message to send: either `subject` with `text`, `html` or both, or `template`. The compiler explains a mistake by the
 * last of these types that has most of the message's fields.
 */
export type SendMessageRequest =
  | TemplateMessageWithFrom
  | TemplateMessageWithFromEmail
  | HtmlMessageWithFrom
  | HtmlMessageWithFromEmail
  | MessageWithFrom
  | MessageWithFromEmail

/** A message from a template, with the reference to the template next to the message's fields. */
interface FlatTemplateFields
  extends MessageFields, Pick<BatchTemplateOnTheWire, 'version' | 'locale' | 'variables'> {
  template?: never
  subject?: string | undefined
  text?: never
  html?: never
}

interface FlatTemplateWithFrom extends FlatTemplateFields, SenderInOne {}
interface FlatTemplateWithFromEmail extends FlatTemplateFields, Partial<SenderInTwo> {}

type NamedTemplate = { template_id: string; alias?: never } | { alias: string; template_id?: never }

/** A template message in a batch: with `template_id` or `alias` next to `to`, or with `template` as in a single send. */
export type TemplateMessage =
  | (FlatTemplateWithFrom & NamedTemplate)
  | (FlatTemplateWithFromEmail & NamedTemplate)
  | TemplateMessageWithFrom
  | TemplateMessageWithFromEmail

/** A sender and a reply address. If you leave them out, sends use the template's. */
export type TemplateSender = OptionalSender & { reply_to?: Addresses | undefined }

/** The content of a template version. */
export type TemplateContent = Omit<TemplateContentOnTheWire, RetoldField> & TemplateSender

/** A template with the content of its version 1. */
export type CreateTemplateRequest = Omit<TemplateToCreate, RetoldField> & TemplateSender

/** Content to preview. It is not saved. */
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

/** A rule to preview. It is not saved. */
export interface PreviewSegmentRequest extends Omit<SegmentToPreview, 'rule'> {
  rule: SegmentRule
}

/** One message of a batch. It has exactly one of `message` and `template`. */
export interface BatchItem extends Omit<BatchItemOnTheWire, 'idempotency_key' | 'message' | 'template'> {
  /**
   * Names the business event, as `idempotencyKey` does for a single send. The key must be unique in the batch.
   * Default: a random key for each call, which covers this client's retries but not retries in your own code.
   */
  idempotency_key?: string | undefined
  message?: SendMessageRequest | undefined
  template?: TemplateMessage | undefined
}

/** Messages to send in one batch. */
export interface BatchRequest {
  /** The messages, 1 to 100. */
  items: readonly BatchItem[]
}

/** A CSV in UTF-8: in memory, as a Blob (such as a file from Node's `openAsBlob`), or as a stream. */
export type CsvFile = string | Uint8Array | Blob | ReadableStream<Uint8Array>

/** The project and list to import a file's contacts into, and the meaning of its columns. */
export type ImportContactsQuery = Omit<ContactsToImport, 'body' | 'Idempotency_Key'>

/**
 * Returns a copy of a message, a template's content or a campaign in the shape of the contract. Addresses become
 * objects, Dates become strings, and attachments become base64. Values of other wrong types are passed through, so
 * that the service rejects them.
 *
 * @param where the name of the message in an error
 * @param inBatch whether a string that is not an address is passed on, so that the service rejects only this message
 * @throws PostsealError for a string that is not an address, an invalid Date, or a sender in both forms
 */
export function messageOnTheWire<Wire = MessageOnTheWire>(
  message: object,
  where: string,
  inBatch = false,
): Wire {
  const wire: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(datesAsText(message, where))) {
    // An undefined field counts as left out, such as an undefined from_email next to a from.
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

/** Returns whether the items are an array. `Array.isArray` itself turns a readonly array into any[]. */
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

/** Returns a copy of a preview request in the shape of the contract. */
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
  // Does not use instanceof, which fails for bytes of another realm, such as Node's bytes in a test runner's sandbox.
  if (!ArrayBuffer.isView(content)) return content
  return toBase64(new Uint8Array(content.buffer, content.byteOffset, content.byteLength))
}

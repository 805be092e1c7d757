import type {
  Attachment as AttachmentOnTheWire,
  BatchItem as BatchItemOnTheWire,
  BatchRequest as BatchRequestOnTheWire,
  SendMessageRequest as MessageOnTheWire,
} from '../../generated/client/index.js'
import { toBase64 } from './base64.js'

// These go by the contract's names: they are what this package's users write, and take all that the contract does.

/** A file in a message. */
export interface Attachment extends Omit<AttachmentOnTheWire, 'content'> {
  /** The bytes, or a text that already is their base64 (RFC 4648, section 4). */
  content: string | Uint8Array
}

/** A message to send. */
export interface SendMessageRequest extends Omit<MessageOnTheWire, 'attachments'> {
  /** At most 100. With everything else they make up to 10 MB, in base64. */
  attachments?: Attachment[]
}

/** One message of a batch: exactly one of `message` and `template`. */
export interface BatchItem extends Omit<BatchItemOnTheWire, 'idempotency_key' | 'message'> {
  /**
   * Names the business event, as `idempotencyKey` does for a single send; unique in the batch. Default: a random
   * one for each call, which covers this client's retries but not those of your own code.
   */
  idempotency_key?: string
  message?: SendMessageRequest
}

/** Messages to send at once. */
export interface BatchRequest {
  /** 1 to 100. */
  items: BatchItem[]
}

/** A CSV in UTF-8: in memory; as a Blob, such as that of a file (`openAsBlob` of Node); or as it comes. */
export type CsvFile = string | Uint8Array | Blob | ReadableStream<Uint8Array>

/** The message with its attachments in base64; the one that was given stays as it is. */
export function messageOnTheWire(message: SendMessageRequest): MessageOnTheWire {
  const { attachments, ...others } = message
  return attachments ? { ...others, attachments: attachments.map(attachmentOnTheWire) } : others
}

/** The batch with a key for each item and attachments in base64; the one that was given stays as it is. */
export function batchOnTheWire(batch: BatchRequest): BatchRequestOnTheWire {
  return { ...batch, items: batch.items.map(itemOnTheWire) }
}

function itemOnTheWire({ message, ...others }: BatchItem): BatchItemOnTheWire {
  const item = { ...others, idempotency_key: others.idempotency_key ?? crypto.randomUUID() }
  return message ? { ...item, message: messageOnTheWire(message) } : item
}

function attachmentOnTheWire(attachment: Attachment): AttachmentOnTheWire {
  return { ...attachment, content: textOf(attachment.content) }
}

function textOf(content: string | Uint8Array): string {
  // Not by instanceof: bytes of another realm, such as Node's in a test runner's sandbox, fail it.
  if (!ArrayBuffer.isView(content)) return content
  return toBase64(new Uint8Array(content.buffer, content.byteOffset, content.byteLength))
}

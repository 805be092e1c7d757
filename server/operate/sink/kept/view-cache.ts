import type { StoredMessage } from './stored-message.js'
import type { AttachmentView } from '../parser/jobs.js'
import { MissingMail, UnreadableMail } from '../parser/parser.js'
import type { MessageStore } from './store.js'
import type { Summaries } from './summaries.js'

/** A kept message as JSON clients see it. */
export interface MessageView {
  readonly id: string
  readonly received_at: string
  readonly envelope: StoredMessage['envelope']
  /** Length of the raw message, in bytes. */
  readonly size: number
  /** Whether the message was opened on the page. */
  readonly read: boolean
  /** Why the message cannot be parsed; null if it can. If it cannot, the members below are null or empty. */
  readonly unreadable: string | null
  /** Decoded; null if there is no Subject field. */
  readonly subject: string | null
  /** Field values by lower-cased name, unfolded; an array if the field occurs more than once. */
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly text: string | null
  /** The HTML as it was sent: references to inline images are unchanged. */
  readonly html: string | null
  readonly attachments: readonly AttachmentView[]
}

// The whole page is wanted when a listing comes back, and a page has up to 1,000 messages of a few KB.
const maxBytes = 32 * 1024 * 1024

/** What is known of a message without parsing it; whether it was read is added to each reply. */
type Head = Pick<MessageView, 'id' | 'received_at' | 'envelope' | 'size' | 'unreadable'>

/**
 * An LRU cache of messages as JSON, so that a repeated listing is cheap. The JSON comes as bytes from the
 * parsing process, because making JSON from a stranger's mail may take long.
 */
export class ViewCache {
  readonly #store: MessageStore
  readonly #summaries: Summaries
  readonly #views = new Map<string, Buffer>()
  #bytes = 0

  constructor(store: MessageStore, summaries: Summaries) {
    this.#store = store
    this.#summaries = summaries
    store.changes.on('deleted', (ids) => {
      for (const id of ids) this.#forget(id)
    })
  }

  /** A kept message as JSON; undefined if the message was deleted in the meantime. */
  async view(message: StoredMessage): Promise<Buffer | undefined> {
    const { id, received_at, envelope, size } = message
    try {
      const opened = await this.#open(message)
      return this.#join({ id, received_at, envelope, size, unreadable: null }, opened)
    } catch (error) {
      if (error instanceof MissingMail) return undefined
      if (!(error instanceof UnreadableMail)) throw error
      const head = { id, received_at, envelope, size, unreadable: error.message }
      return this.#join(head, unreadableParts)
    }
  }

  async #open(message: StoredMessage): Promise<Buffer> {
    const { id } = message
    const cached = this.#views.get(id)
    if (cached !== undefined) {
      // A Map keeps the order of insertion: an entry that moves to the end is evicted last.
      this.#views.delete(id)
      this.#views.set(id, cached)
      return cached
    }
    const { json } = await this.#summaries.open(message, 'view', {})
    const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
    this.#keep(id, bytes)
    return bytes
  }

  /** Joins the members of both into one JSON object. */
  #join(head: Head, opened: Buffer): Buffer {
    const text = JSON.stringify({ ...head, read: this.#store.isRead(head.id) })
    return Buffer.concat([Buffer.from(`${text.slice(0, -1)},`), opened.subarray(1)])
  }

  #keep(id: string, bytes: Buffer): void {
    // Two requests may have opened the same message, but its bytes must count only once.
    this.#forget(id)
    if (!this.#store.find(id)) return
    this.#views.set(id, bytes)
    this.#bytes += bytes.length
    for (const old of this.#views.keys()) {
      if (this.#bytes <= maxBytes) break
      this.#forget(old)
    }
  }

  #forget(id: string): void {
    this.#bytes -= this.#views.get(id)?.length ?? 0
    this.#views.delete(id)
  }
}

const withoutContent: Omit<MessageView, keyof Head | 'read'> = {
  subject: null,
  headers: {},
  text: null,
  html: null,
  attachments: [],
}
const unreadableParts = Buffer.from(JSON.stringify(withoutContent))

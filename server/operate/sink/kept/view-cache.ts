import { LRUCache } from 'lru-cache'
import type { AttachmentView } from '../parser/jobs.js'
import { MissingMail, UnreadableMail } from '../parser/parser.js'
import type { StoredMessage } from './stored-message.js'
import type { MessageStore } from './store.js'
import type { Summaries } from './summaries.js'

/** A kept message in the form for JSON clients. */
export interface MessageView extends StoredMessage {
  /** True if the message was opened on the page. */
  readonly read: boolean
  /** Reason why the message cannot be parsed; null if it can. If it cannot, the members below are null or empty. */
  readonly unreadable: string | null
  /** Decoded subject; null if there is no Subject field. */
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

const unreadableParts = Buffer.from(
  JSON.stringify({ subject: null, headers: {}, text: null, html: null, attachments: [] }),
)

/**
 * An LRU cache of messages as JSON, so that a repeated listing is cheap. The JSON comes as bytes from the
 * parsing process, because making JSON from a stranger's mail may take long.
 */
export class ViewCache {
  readonly #store: MessageStore
  readonly #summaries: Summaries
  readonly #views = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => length,
  })

  constructor(store: MessageStore, summaries: Summaries) {
    this.#store = store
    this.#summaries = summaries
    store.changes.on('deleted', (ids) => {
      for (const id of ids) this.#views.delete(id)
    })
  }

  /** Returns the JSON of a kept message; undefined if the message was deleted in the meantime. */
  async view(message: StoredMessage): Promise<Buffer | undefined> {
    try {
      return this.#join(message, null, this.#views.get(message.id) ?? (await this.#open(message)))
    } catch (error) {
      if (error instanceof MissingMail) return undefined
      if (error instanceof UnreadableMail) return this.#join(message, error.message, unreadableParts)
      throw error
    }
  }

  async #open(message: StoredMessage): Promise<Buffer> {
    const { json } = await this.#summaries.open(message, 'view', {})
    const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
    if (this.#store.find(message.id)) this.#views.set(message.id, bytes)
    return bytes
  }

  /** Joins the parts of a message that are known without parsing, and the parsed parts, into one JSON object. */
  #join(message: StoredMessage, unreadable: string | null, opened: Buffer): Buffer {
    const head = JSON.stringify({ ...message, unreadable, read: this.#store.isRead(message.id) })
    return Buffer.concat([Buffer.from(`${head.slice(0, -1)},`), opened.subarray(1)])
  }
}

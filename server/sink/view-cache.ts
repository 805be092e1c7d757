import type { StoredMessage } from './files.js'
import { viewMessage } from './parsed-message.js'
import type { MessageView } from './parsed-message.js'
import type { MessageStore } from './store.js'

// The whole page is wanted when a listing comes back, and a page has up to 1,000 messages of a few KB.
const MAX_BYTES = 32 * 1024 * 1024
// Parsing is work for the processor: more at once only holds more raw messages in memory.
const PARSE_AT_ONCE = 8

/** Parsed messages, the least recently used forgotten first, so that a listing which is asked for again is cheap. */
export class ViewCache {
  readonly #store: MessageStore
  readonly #views = new Map<string, { view: MessageView; bytes: number }>()
  #bytes = 0

  constructor(store: MessageStore) {
    this.#store = store
  }

  /** The view of a kept message; undefined when it was deleted meanwhile. */
  async view(stored: StoredMessage): Promise<MessageView | undefined> {
    const cached = this.#views.get(stored.id)
    if (cached) {
      // A Map keeps the order of insertion: moved to the end, it is the last to go.
      this.#views.delete(stored.id)
      this.#views.set(stored.id, cached)
      return cached.view
    }
    const raw = await this.#store.raw(stored.id)
    if (!raw) return undefined
    const view = await viewMessage(stored, raw)
    this.#keep(view)
    return view
  }

  /** The views of a page in its order, without those that were deleted meanwhile. */
  async viewAll(page: readonly StoredMessage[]): Promise<MessageView[]> {
    const views: MessageView[] = []
    for (let start = 0; start < page.length; start += PARSE_AT_ONCE) {
      const some = await Promise.all(page.slice(start, start + PARSE_AT_ONCE).map((each) => this.view(each)))
      for (const view of some) if (view) views.push(view)
    }
    return views
  }

  /** Forgets everything. */
  clear(): void {
    this.#views.clear()
    this.#bytes = 0
  }

  #keep(view: MessageView): void {
    // Two requests may have parsed the same message; it must not be counted twice.
    this.#bytes -= this.#views.get(view.id)?.bytes ?? 0
    const bytes = JSON.stringify(view).length * 2
    this.#views.set(view.id, { view, bytes })
    this.#bytes += bytes
    for (const [id, { bytes: freed }] of this.#views) {
      if (this.#bytes <= MAX_BYTES) break
      this.#views.delete(id)
      this.#bytes -= freed
    }
  }
}

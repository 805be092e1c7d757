import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { addressMatcher } from '../envelope-address.js'
import type { StoredMessage } from '../kept/stored-message.js'
import type { MessageStore } from '../kept/store.js'
import type { Summaries } from '../kept/summaries.js'
import { containsAll, type SearchTerm } from './terms.js'

/** The number of messages in one batch of a search. Other work runs between two batches. */
const batchSize = 100
/**
 * The max time of a search, in milliseconds: it may have to parse many messages. It then returns the results
 * so far.
 */
const maxSearchMs = 15_000

/** The conditions that a message has to meet. */
export interface Filter {
  /** Id; only newer messages match. */
  readonly after?: string | undefined
  /** Envelope recipient, in upper or lower case. */
  readonly to?: string | undefined
  readonly terms: readonly SearchTerm[]
}

/** A query for a page: max `limit` messages that are older than `before`. */
export interface ListQuery extends Filter {
  readonly limit: number
  readonly before?: string | undefined
}

/** One page of the inbox, newest first. */
export interface Page {
  readonly messages: readonly StoredMessage[]
  /** The id after which the next page starts; null on the last page. */
  readonly nextCursor: string | null
  /**
   * True if the search ran out of time. If so, the page may be shorter than the limit, and older messages may match.
   */
  readonly cutShort: boolean
}

/** Finds messages without blocking the event loop, however many there are. */
export class Finder {
  readonly #store: MessageStore
  readonly #summaries: Summaries
  readonly #maxMs: number

  constructor(store: MessageStore, summaries: Summaries, maxMs = maxSearchMs) {
    this.#store = store
    this.#summaries = summaries
    this.#maxMs = maxMs
  }

  /**
   * Finds a page, newest first. A cursor stays valid when its message is deleted and when new messages
   * arrive.
   */
  async list({ limit, before, ...filter }: ListQuery): Promise<Page> {
    const matches = this.matcher(filter)
    const deadline = Date.now() + this.#maxMs
    const found: StoredMessage[] = []
    const page = (nextCursor: string | null, cutShort = false) => ({ messages: found, nextCursor, cutShort })
    // Another search often follows.
    if (filter.terms.length > 0) this.#summaries.warm()
    for (let last = before; ; await yieldToOthers()) {
      const batch = this.#store.olderThan(last, batchSize)
      if (batch.length === 0) return page(null)
      for (const message of batch) {
        if (filter.after !== undefined && message.id <= filter.after) return page(null)
        if (last !== undefined && Date.now() > deadline) return page(last, true)
        if (await matches(message)) {
          if (found.length === limit) return page(found.at(-1)?.id ?? null)
          found.push(message)
        }
        last = message.id
      }
    }
  }

  /** Finds all matching messages, without a time limit. */
  async all(filter: Filter): Promise<StoredMessage[]> {
    const found: StoredMessage[] = []
    for (let before: string | undefined; ;) {
      const page = await this.list({ ...filter, before, limit: 1_000 })
      found.push(...page.messages)
      if (page.nextCursor === null) return found
      before = page.nextCursor
    }
  }

  /**
   * Returns a function that tests whether a message matches. The cheap conditions come first; only search terms need
   * the parsed message.
   */
  matcher({ after, to, terms }: Filter): (message: StoredMessage) => Promise<boolean> | boolean {
    const isRecipient = to === undefined ? undefined : addressMatcher(to)
    return (message) => {
      if (after !== undefined && message.id <= after) return false
      if (isRecipient !== undefined && !message.envelope.to.some(isRecipient)) return false
      if (terms.length === 0) return true
      const known = this.#summaries.known(message.id)
      if (known !== undefined) return containsAll(terms, message, known)
      return this.#opened(message, terms)
    }
  }

  async #opened(message: StoredMessage, terms: readonly SearchTerm[]): Promise<boolean> {
    const summary = await this.#summaries.of(message)
    return summary !== undefined && containsAll(terms, message, summary)
  }
}

import type { StoredMessage } from './stored-message.js'

/**
 * The max number of recipients of all kept messages. They are in memory, and a client may name 1,000 of 250 characters
 * for each message.
 */
const maxRecipients = 100_000

/** A `MessageIndex` has the kept messages in memory, sorted by id and so by time. */
export class MessageIndex {
  #messages: StoredMessage[] = []
  #recipients = 0
  readonly #keep: number

  /**
   * @param keep how many messages are kept; fewer if all of them have more than {@link maxRecipients} recipients
   */
  constructor(keep: number) {
    this.#keep = keep
  }

  get size(): number {
    return this.#messages.length
  }

  /** Takes messages, in any order, in place of those that it has. */
  load(messages: readonly StoredMessage[]): void {
    this.#messages = messages.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    this.#recipients = recipientsOf(this.#messages)
  }

  /** Adds a message. Its place is searched, since writes overlap and the clock may have been set back. */
  insert(message: StoredMessage): void {
    this.#messages.splice(this.#placeOf(message.id), 0, message)
    this.#recipients += message.envelope.to.length
  }

  find(id: string): StoredMessage | undefined {
    const found = this.#messages[this.#placeOf(id)]
    return found?.id === id ? found : undefined
  }

  /** Returns max `count` messages that are older than an id, newest first; without an id, the newest of all. */
  olderThan(id: string | undefined, count: number): StoredMessage[] {
    const end = id === undefined ? this.#messages.length : this.#placeOf(id)
    return this.#messages.slice(Math.max(0, end - count), end).reverse()
  }

  /** Returns the ids of all messages. */
  ids(): string[] {
    return this.#messages.map(({ id }) => id)
  }

  remove(ids: readonly string[]): void {
    const wanted = new Set(ids)
    this.#messages = this.#messages.filter(({ id }) => !wanted.has(id))
    this.#recipients = recipientsOf(this.#messages)
  }

  /** Removes the oldest messages, as far as there are too many, and returns their ids. */
  takeSurplus(): string[] {
    let surplus = 0
    for (const { envelope } of this.#messages) {
      if (this.#messages.length - surplus <= this.#keep && this.#recipients <= maxRecipients) break
      this.#recipients -= envelope.to.length
      surplus += 1
    }
    return surplus === 0 ? [] : this.#messages.splice(0, surplus).map(({ id }) => id)
  }

  /** Returns the place of an id, or the place at which it would be. */
  #placeOf(id: string): number {
    let low = 0
    let high = this.#messages.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const there = this.#messages[middle]
      if (there && there.id < id) low = middle + 1
      else high = middle
    }
    return low
  }
}

function recipientsOf(messages: readonly StoredMessage[]): number {
  return messages.reduce((sum, { envelope }) => sum + envelope.to.length, 0)
}

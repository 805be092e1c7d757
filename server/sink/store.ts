import { readFile } from 'node:fs/promises'
import { typeidUnboxed } from 'typeid-js'
import { addressMatcher } from './envelope-address.js'
import { isMissing, loadMessages, rawPath, removeMessage, writeMessage } from './files.js'
import type { StoredMessage } from './files.js'
import type { SinkLog } from './log.js'

/** One page of the inbox, newest first. */
export interface Page {
  readonly messages: readonly StoredMessage[]
  /** The id after which the next page starts, null on the last page. */
  readonly nextCursor: string | null
}

/** What to list. `before` is the id the last page ended with, `to` an envelope recipient. */
export interface ListQuery {
  readonly limit: number
  readonly before?: string | undefined
  readonly to?: string | undefined
}

/**
 * The kept messages: files on disk with an index of them in memory, sorted by id and so by time. The index is
 * what makes a listing cheap; the files are the truth and are read once, at the start.
 */
export class MessageStore {
  readonly #folder: string
  readonly #keep: number
  readonly #log: SinkLog
  #index: StoredMessage[]
  readonly #removals = new Set<Promise<void>>()

  private constructor(folder: string, keep: number, log: SinkLog, index: StoredMessage[]) {
    this.#folder = folder
    this.#keep = keep
    this.#log = log
    this.#index = index
    this.#prune()
  }

  /**
   * @param keep how many messages are kept; the oldest beyond it are deleted
   * @throws the error of the file system when the folder cannot be made or read
   */
  static async open(folder: string, keep: number, log: SinkLog): Promise<MessageStore> {
    return new MessageStore(folder, keep, log, await loadMessages(folder))
  }

  get size(): number {
    return this.#index.length
  }

  /**
   * Keeps a message. It is on disk when the promise resolves.
   *
   * @throws the error of the file system; the message is not kept then
   */
  async add(envelope: StoredMessage['envelope'], raw: Buffer): Promise<StoredMessage> {
    const id: string = typeidUnboxed('snk')
    const message = { id, received_at: new Date().toISOString(), envelope, size: raw.length }
    try {
      await writeMessage(this.#folder, message, raw)
    } catch (error) {
      this.#remove(id)
      throw error
    }
    // Writes overlap, and the clock may have been set back: the place is searched, it is nearly always the end.
    this.#index.splice(this.#placeOf(id), 0, message)
    this.#prune()
    return message
  }

  /** The message of that id, if it is kept. Ids are only ever looked up here, never made into a path unseen. */
  find(id: string): StoredMessage | undefined {
    const found = this.#index[this.#placeOf(id)]
    return found?.id === id ? found : undefined
  }

  /** The exact bytes that were received; undefined when the message was deleted meanwhile. */
  async raw(id: string): Promise<Buffer | undefined> {
    if (!this.find(id)) return undefined
    try {
      return await readFile(rawPath(this.#folder, id))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /** A page, newest first. A cursor stays good when its message was deleted and when new ones arrive. */
  list(query: ListQuery): Page {
    const isWanted = query.to === undefined ? undefined : addressMatcher(query.to)
    const messages: StoredMessage[] = []
    const start = query.before === undefined ? this.#index.length : this.#placeOf(query.before)
    for (let place = start - 1; place >= 0; place -= 1) {
      const message = this.#index[place]
      if (!message) break
      if (isWanted !== undefined && !message.envelope.to.some(isWanted)) continue
      if (messages.length === query.limit) return { messages, nextCursor: messages.at(-1)?.id ?? null }
      messages.push(message)
    }
    return { messages, nextCursor: null }
  }

  /** Deletes every message. */
  async clear(): Promise<void> {
    const removed = this.#index
    this.#index = []
    for (const { id } of removed) this.#remove(id)
    await this.settled()
  }

  /** Resolves when the deletions under way are done. */
  async settled(): Promise<void> {
    await Promise.all(this.#removals)
  }

  #prune(): void {
    const surplus = this.#index.length - this.#keep
    if (surplus <= 0) return
    for (const { id } of this.#index.splice(0, surplus)) this.#remove(id)
  }

  #remove(id: string): void {
    const removal: Promise<void> = removeMessage(this.#folder, id)
      .catch((err: unknown) => this.#log.warn({ err, id }, 'sink: a message could not be deleted'))
      .finally(() => this.#removals.delete(removal))
    this.#removals.add(removal)
  }

  /** Where the id is in the index, or would be. */
  #placeOf(id: string): number {
    let low = 0
    let high = this.#index.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const there = this.#index[middle]
      if (there && there.id < id) low = middle + 1
      else high = middle
    }
    return low
  }
}

import { EventEmitter } from 'node:events'
import { open } from 'node:fs/promises'
import { newUuid, toTypeId } from '../../../platform/db/ids.js'
import { loadMessages, removeReadMark, writeReadMark, type LoadedMessages } from './files.js'
import { MessageFiles, type RawPlace } from './message-files.js'
import { isMissing, type StoredMessage } from './stored-message.js'
import type { SinkLog } from '../log.js'

/**
 * The max number of recipients of all kept messages. They are in memory, and a client may name 1,000 of 250 characters for
 * each message.
 */
const maxRecipients = 100_000

/** Changes to the kept messages. */
export interface StoreChanges {
  added: [message: StoredMessage]
  /** The ids of the deleted messages. */
  deleted: [ids: readonly string[]]
  /** A message was opened for the first time. */
  read: [id: string]
}

/**
 * The kept messages: files on disk with an index of them in memory, sorted by id and so by time. The index is
 * what makes a listing cheap; the files are the truth and are read once, at the start.
 */
export class MessageStore {
  /**
   * Reports each change once it is made. Listeners must be quick: the reply to an SMTP client waits for them.
   */
  readonly changes = new EventEmitter<StoreChanges>().setMaxListeners(0)
  readonly #folder: string
  readonly #keep: number
  readonly #log: SinkLog
  readonly #read: Set<string>
  readonly #files: MessageFiles
  #index: StoredMessage[]
  /** The number of their recipients. */
  #recipients: number
  readonly #writes = new Set<Promise<void>>()
  /** The last write of a read mark. These writes run one after the other. */
  #marking: Promise<void> = Promise.resolve()

  private constructor(folder: string, keep: number, log: SinkLog, loaded: LoadedMessages) {
    this.#folder = folder
    this.#keep = keep
    this.#log = log
    this.#index = loaded.messages
    this.#recipients = recipientsOf(loaded.messages)
    this.#read = loaded.read
    this.#files = new MessageFiles(folder, loaded.batches)
    this.#prune()
  }

  /**
   * @param keep how many messages are kept; the oldest beyond it are deleted, and so are the oldest where all have more
   *   than 100,000 recipients
   * @throws the error of the file system when the folder cannot be made or read
   */
  static async open(folder: string, keep: number, log: SinkLog): Promise<MessageStore> {
    return new MessageStore(folder, keep, log, await loadMessages(folder))
  }

  get size(): number {
    return this.#index.length
  }

  /** The number of messages that were never opened. */
  get unread(): number {
    return this.#index.length - this.#read.size
  }

  /**
   * Keeps a message. It is on disk when the promise resolves.
   *
   * @throws the error of the file system; the message is not kept then
   */
  async add(envelope: StoredMessage['envelope'], raw: Buffer): Promise<StoredMessage> {
    const id = toTypeId('snk', newUuid())
    const message = { id, received_at: new Date().toISOString(), envelope, size: raw.length }
    await this.#files.write(message, raw)
    // Writes overlap, and the clock may have been set back: the place is searched, it is nearly always the
    // end.
    this.#index.splice(this.#placeOf(id), 0, message)
    this.#recipients += envelope.to.length
    this.#prune()
    this.changes.emit('added', message)
    return message
  }

  /**
   * The message of that id, if it is kept. Ids are only ever looked up here, never made into a path unseen.
   */
  find(id: string): StoredMessage | undefined {
    const found = this.#index[this.#placeOf(id)]
    return found?.id === id ? found : undefined
  }

  /**
   * Where the exact received bytes are. If the message is deleted in the meantime, the file is gone, or has
   * zeros there: whoever has read it asks {@link find} whether the message was kept until then.
   */
  placeOf(message: StoredMessage): RawPlace {
    return this.#files.placeOf(message)
  }

  /** The first received bytes, max `length`; undefined if the message was deleted in the meantime. */
  async beginning(message: StoredMessage, length: number): Promise<Buffer | undefined> {
    const { path, start = 0 } = this.placeOf(message)
    try {
      const file = await open(path)
      try {
        const { buffer, bytesRead } = await file.read({
          buffer: Buffer.alloc(Math.min(length, message.size)),
          position: start,
        })
        return this.find(message.id) && buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /**
   * Max `count` messages that are older than the id, newest first; without an id, the newest messages of all.
   * Paging stays correct when messages arrive or are deleted between two calls.
   */
  olderThan(id: string | undefined, count: number): StoredMessage[] {
    const end = id === undefined ? this.#index.length : this.#placeOf(id)
    return this.#index.slice(Math.max(0, end - count), end).reverse()
  }

  isRead(id: string): boolean {
    return this.#read.has(id)
  }

  /** Remembers, also on disk, that a message was opened. */
  markRead(id: string): void {
    if (this.#read.has(id) || !this.find(id)) return
    this.#read.add(id)
    this.#marking = this.#write(
      id,
      this.#marking.then(() => writeReadMark(this.#folder, id)),
    )
    this.changes.emit('read', id)
  }

  /** Deletes messages. Ignores unknown ids. The files are gone when the promise resolves. */
  async remove(ids: readonly string[]): Promise<void> {
    const wanted = new Set(ids)
    this.#index = this.#index.filter(({ id }) => !wanted.has(id))
    this.#recipients = recipientsOf(this.#index)
    this.#forget(ids)
    await this.settled()
  }

  /** Deletes every message. */
  async clear(): Promise<void> {
    await this.remove(this.#index.map(({ id }) => id))
  }

  /** Resolves when all pending deletions and read marks are on disk. */
  async settled(): Promise<void> {
    while (this.#writes.size > 0) await Promise.all(this.#writes)
  }

  /** Resolves when nothing is pending and no file is open. No message may be added any more. */
  async close(): Promise<void> {
    await this.settled()
    await this.#files.close()
  }

  #prune(): void {
    let surplus = 0
    // Most often there is one too many.
    for (const { envelope } of this.#index) {
      if (this.#index.length - surplus <= this.#keep && this.#recipients <= maxRecipients) break
      this.#recipients -= envelope.to.length
      surplus += 1
    }
    if (surplus > 0) this.#forget(this.#index.splice(0, surplus).map(({ id }) => id))
  }

  #forget(ids: readonly string[]): void {
    for (const [id, removal] of this.#files.remove(ids)) void this.#write(id, removal)
    for (const id of ids) {
      if (!this.#read.delete(id)) continue
      // Runs after the write of the mark, which may still be pending.
      this.#marking = this.#write(
        id,
        this.#marking.then(() => removeReadMark(this.#folder, id)),
      )
    }
    this.changes.emit('deleted', ids)
  }

  #write(id: string, writing: Promise<void>): Promise<void> {
    const done: Promise<void> = writing
      .catch((err: unknown) => this.#log.warn({ err, id }, 'sink: a message could not be deleted or marked'))
      .finally(() => this.#writes.delete(done))
    this.#writes.add(done)
    return done
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

function recipientsOf(messages: readonly StoredMessage[]): number {
  return messages.reduce((sum, { envelope }) => sum + envelope.to.length, 0)
}

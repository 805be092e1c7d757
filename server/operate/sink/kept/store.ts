import { EventEmitter } from 'node:events'
import { mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { newUuid, toTypeId } from '../../../platform/db/ids.js'
import type { SinkLog } from '../log.js'
import { MailFile, mailFileName, unfinishedName, type MailRecords } from './mail-file.js'
import { MessageIndex } from './message-index.js'
import { MailWriter } from './mail-writer.js'
import { takeOverOlderFiles } from './older-files.js'
import { isMissing, type StoredMessage } from './stored-message.js'

/** The exact bytes of a message: a range of a file, in bytes. */
export interface RawPlace {
  readonly path: string
  readonly start: number
  readonly size: number
}

/**
 * Max bytes of pruned messages on disk. The oldest messages share files, each of which is deleted with its last
 * message, so there is hardly ever more than a file of them.
 */
const maxSurplusBytes = 4 * 1024 * 1024

/** Changes to the kept messages. */
export interface StoreChanges {
  added: [message: StoredMessage]
  /** The ids of the deleted messages. */
  deleted: [ids: readonly string[]]
  /** A message was opened for the first time. */
  read: [id: string]
}

/**
 * Stores the kept messages: files on disk with an index of them in memory, sorted by id and so by time. The index is
 * what makes a listing cheap; the files are the truth and are read once, at the start.
 */
export class MessageStore {
  /**
   * Reports each change once it is made. Listeners must be quick: the reply to an SMTP client waits for them.
   */
  readonly changes = new EventEmitter<StoreChanges>().setMaxListeners(0)
  readonly #folder: string
  readonly #log: SinkLog
  readonly #read = new Set<string>()
  readonly #index: MessageIndex
  /** The file of each message, by id. */
  readonly #files = new Map<string, MailFile>()
  readonly #writer: MailWriter
  /** Files with bytes of pruned messages, or of deleted ones that could not be taken out. */
  readonly #surplus = new Set<MailFile>()
  /** Files that wait to be rewritten. */
  #rewriting: { readonly files: Set<MailFile>; readonly done: Promise<void> } | undefined

  constructor(folder: string, keep: number, log: SinkLog) {
    this.#folder = folder
    this.#index = new MessageIndex(keep)
    this.#writer = new MailWriter(folder)
    this.#log = log
  }

  /**
   * Reads the kept messages of a folder, makes the folder if it doesn't exist, and deletes what a killed process left
   * half written. Other programs' files are left alone.
   *
   * @param keep number of messages to keep; the oldest beyond it are deleted, and so are the oldest if all have more
   *   than 100,000 recipients
   * @throws the error of the file system if the folder cannot be made or read
   */
  static async open(folder: string, keep: number, log: SinkLog): Promise<MessageStore> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const store = new MessageStore(folder, keep, log)
    await store.#load()
    await takeOverOlderFiles(folder, (message, raw, isRead) => store.#takeOver(message, raw, isRead))
    return store
  }

  async #load(): Promise<void> {
    const found: MailRecords[] = []
    // Names sort by time.
    for (const name of (await readdir(this.#folder)).sort()) {
      const path = join(this.#folder, name)
      if (mailFileName.test(name)) found.push(await MailFile.read(path))
      else if (unfinishedName.test(name)) await rm(path, { force: true })
    }
    const all: StoredMessage[] = []
    const replaced = new Set(found.map(({ replaces }) => replaces))
    for (const { file, messages, read } of found) {
      if (replaced.has(basename(file.path)) || messages.length === 0) {
        await rm(file.path, { force: true })
        continue
      }
      for (const { id } of messages) this.#files.set(id, file)
      for (const id of read) this.#read.add(id)
      all.push(...messages)
      this.#writer.continueIn(file)
    }
    this.#index.load(all)
    this.#prune()
  }

  /** Keeps a message of an older version, unless an interrupted start has taken it over already. */
  async #takeOver(message: StoredMessage, raw: Buffer, isRead: boolean): Promise<void> {
    if (this.find(message.id) !== undefined) return
    await this.#write(message, raw)
    this.#insert(message)
    if (!isRead) return
    this.markRead(message.id)
    await this.settled()
  }

  get size(): number {
    return this.#index.size
  }

  /** The number of messages that were never opened. */
  get unread(): number {
    return this.#index.size - this.#read.size
  }

  /**
   * Keeps a message. It is on disk when the promise resolves.
   *
   * @throws the error of the file system; the message is not kept then
   */
  async add(envelope: StoredMessage['envelope'], raw: Buffer): Promise<StoredMessage> {
    const id = toTypeId('snk', newUuid())
    const message = { id, received_at: new Date().toISOString(), envelope, size: raw.length }
    await this.#write(message, raw)
    this.#insert(message)
    this.changes.emit('added', message)
    return message
  }

  #insert(message: StoredMessage): void {
    this.#index.insert(message)
    this.#prune()
  }

  async #write(message: StoredMessage, raw: Buffer): Promise<void> {
    this.#files.set(message.id, await this.#writer.append(message, raw))
  }

  /**
   * Returns the message with an id, if it is kept. Ids are only ever looked up here, never made into a path unseen.
   */
  find(id: string): StoredMessage | undefined {
    return this.#index.find(id)
  }

  /**
   * Returns the place of the exact received bytes; undefined if the message was deleted. A caller who finds no file
   * there should call this again: the file may have been replaced by another one, because other messages of the file
   * were deleted.
   */
  placeOf({ id, size }: StoredMessage): RawPlace | undefined {
    const file = this.#files.get(id)
    const start = file?.startOf(id)
    return file && start !== undefined ? { path: file.path, start, size } : undefined
  }

  /** Opens the file of a message, which keeps its bytes while it is open; undefined if the message was deleted. */
  async open(message: StoredMessage): Promise<{ handle: FileHandle; start: number } | undefined> {
    let last: string | undefined
    for (;;) {
      const place = this.placeOf(message)
      if (place === undefined || place.path === last) return undefined
      try {
        return { handle: await open(place.path), start: place.start }
      } catch (error) {
        if (!isMissing(error)) throw error
        last = place.path
      }
    }
  }

  /** Returns the first received bytes, max `length`; undefined if the message was deleted in the meantime. */
  async beginning(message: StoredMessage, length: number): Promise<Buffer | undefined> {
    const opened = await this.open(message)
    if (opened === undefined) return undefined
    try {
      const size = Math.min(length, message.size)
      const { buffer, bytesRead } = await opened.handle.read(Buffer.alloc(size), 0, size, opened.start)
      return buffer.subarray(0, bytesRead)
    } finally {
      await opened.handle.close()
    }
  }

  /**
   * Returns max `count` messages that are older than the id, newest first; without an id, the newest messages of all.
   * Paging stays correct when messages arrive or are deleted between two calls.
   */
  olderThan(id: string | undefined, count: number): StoredMessage[] {
    return this.#index.olderThan(id, count)
  }

  isRead(id: string): boolean {
    return this.#read.has(id)
  }

  /** Records, in memory and on disk, that a message was opened. */
  markRead(id: string): void {
    if (this.#read.has(id) || !this.find(id)) return
    this.#read.add(id)
    this.#writer
      .inTurn(async () => {
        // Deleted meanwhile, or written by the rewriting of its file.
        await this.#files.get(id)?.markRead(id)
      })
      .catch((err: unknown) => this.#log.warn({ err, id }, 'sink: a message could not be marked as read'))
    this.changes.emit('read', id)
  }

  /** Deletes messages. Ignores unknown ids. Their bytes are gone from the disk when the promise resolves. */
  async remove(ids: readonly string[]): Promise<void> {
    this.#index.remove(ids)
    // The pruned messages go as well: a start would take them for kept if others are missing.
    await this.#rewrite([...this.#surplus, ...this.#forget(ids)])
  }

  /** Deletes every message. */
  async clear(): Promise<void> {
    await this.remove(this.#index.ids())
  }

  /** Resolves when nothing is being written any more. */
  settled(): Promise<void> {
    return this.#writer.settled()
  }

  /** Resolves when nothing is being written and no file is open. No message may be added any more. */
  close(): Promise<void> {
    return this.#writer.close()
  }

  #prune(): void {
    const ids = this.#index.takeSurplus()
    if (ids.length === 0) return
    const files = this.#forget(ids)
    for (const file of files) this.#surplus.add(file)
    const bytes = [...this.#surplus].reduce((sum, file) => sum + file.surplusBytes, 0)
    void this.#rewrite(bytes > maxSurplusBytes ? this.#surplus : [...files].filter((file) => file.isEmpty))
  }

  /** Forgets messages, and returns the files that they are in. */
  #forget(ids: readonly string[]): Set<MailFile> {
    const files = new Set<MailFile>()
    for (const id of ids) {
      const file = this.#files.get(id)
      if (file === undefined) continue
      file.forget(id)
      files.add(file)
      this.#files.delete(id)
      this.#read.delete(id)
    }
    this.changes.emit('deleted', ids)
    return files
  }

  /** Rewrites files without the messages that were forgotten, together with others that wait for it. */
  #rewrite(files: Iterable<MailFile>): Promise<void> {
    const [first] = files
    if (first === undefined) return Promise.resolve()
    this.#rewriting ??= { files: new Set(), done: this.#writer.inTurn(() => this.#rewriteWaiting()) }
    for (const file of files) this.#rewriting.files.add(file)
    return this.#rewriting.done
  }

  /** Rewrites the waiting files. Never rejects: a file that could not be rewritten waits for the next deletion. */
  async #rewriteWaiting(): Promise<void> {
    const files = this.#rewriting?.files ?? []
    this.#rewriting = undefined
    for (const file of files) {
      this.#surplus.delete(file)
      try {
        await file.rewrite((id) => this.#read.has(id))
      } catch (err) {
        this.#surplus.add(file)
        this.#log.warn({ err }, 'sink: a message could not be deleted')
      }
    }
  }
}

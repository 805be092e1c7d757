import { rm } from 'node:fs/promises'
import { setImmediate as turnOfEventLoop } from 'node:timers/promises'
import {
  batchLine,
  OpenBatchFile,
  wipeFromBatch,
  type BatchEntry,
  type BatchItem,
  type BatchPlace,
} from './batch-file.js'
import { batchPath, rawPath, removeMessage, writeMessage } from './files.js'
import type { StoredMessage } from './stored-message.js'

/** Where the exact bytes of a message are: a range of a file, or a file of its own. */
export interface RawPlace {
  readonly path: string
  /** The first byte of the range; undefined for the whole file. */
  readonly start?: number
  /** The length of the range in bytes; undefined for the whole file. */
  readonly size?: number
}

/** A larger message has files of its own, in bytes: it neither waits for others nor makes them wait. */
export const maxSharedBytes = 256 * 1024
/** The max length of what is written together, in bytes, unless one message is longer with its envelope. */
const maxBatchBytes = 1024 * 1024
/** A file that is as long takes no more, in bytes. Few deleted messages take room, and a start reads it at once. */
const maxFileBytes = 1024 * 1024

/** How long after a batch a message is taken for one of many, in milliseconds, even if none is being written. */
export const batchPauseMs = 50

interface SharedFile {
  readonly path: string
  /** The number of messages that are left in the file. */
  left: number
  /** The last work on deleted messages, and those that the next work is for. */
  wiping: Promise<void>
  next: { readonly places: BatchPlace[]; readonly done: Promise<void> } | undefined
}

interface Shared extends BatchPlace {
  readonly file: SharedFile
}

interface Waiting extends BatchItem {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * The files of the kept messages. A message that arrives alone gets files of its own. While these are written,
 * the messages that arrive wait, and are then appended to a file together: making files costs several times as
 * much as filling them. For the same reason a message that arrives soon after a batch is appended, too: all that
 * arrive meanwhile would wait for its files.
 */
export class MessageFiles {
  readonly #folder: string
  /** The messages that share files. */
  readonly #shared = new Map<string, Shared>()
  #waiting: Waiting[] = []
  #writing = false
  /** When the last batch was on disk, in milliseconds of the process. */
  #lastBatch = -Infinity
  /** The file that the next batch is appended to. */
  #open: { readonly output: OpenBatchFile; readonly file: SharedFile } | undefined

  constructor(
    folder: string,
    batches: readonly { readonly path: string; readonly entries: readonly BatchEntry[] }[],
  ) {
    this.#folder = folder
    for (const { path, entries } of batches) {
      const file = sharedFile(path, entries.length)
      for (const { message, place } of entries) this.#shared.set(message.id, { ...place, file })
    }
  }

  /**
   * Writes a message. It outlives the process when the promise resolves.
   *
   * @throws the error of the file system (ENOSPC, EACCES); the message is not on disk then
   */
  async write(message: StoredMessage, raw: Buffer): Promise<void> {
    if (raw.length > maxSharedBytes) return this.#writeAlone(message, raw)
    if (this.#writing || performance.now() - this.#lastBatch < batchPauseMs) {
      const written = new Promise<void>((resolve, reject) => {
        this.#waiting.push({ message, line: batchLine(message), raw, resolve, reject })
      })
      if (!this.#writing) void this.#writeWaiting()
      return written
    }
    this.#writing = true
    try {
      await this.#writeAlone(message, raw)
    } finally {
      void this.#writeWaiting()
    }
  }

  async #writeAlone(message: StoredMessage, raw: Buffer): Promise<void> {
    try {
      await writeMessage(this.#folder, message, raw)
    } catch (error) {
      await removeMessage(this.#folder, message.id).catch(() => undefined)
      throw error
    }
  }

  /** Never rejects: an error is that of the messages that could not be written. */
  async #writeWaiting(): Promise<void> {
    this.#writing = true
    for (;;) {
      // Messages whose last bytes have been received already come with this batch.
      await turnOfEventLoop()
      const items = this.#nextBatch()
      if (items.length === 0) break
      try {
        await this.#append(items)
        this.#lastBatch = performance.now()
        for (const { resolve } of items) resolve()
      } catch (error) {
        // The error of the write is told, whatever comes of the file.
        await this.close().catch(() => undefined)
        for (const { reject } of items) reject(error)
      }
    }
    this.#writing = false
  }

  async #append(items: readonly Waiting[]): Promise<void> {
    if (this.#open !== undefined && this.#open.output.length >= maxFileBytes) await this.close()
    const places = (await this.#appendOnce(items)) ?? (await this.#appendOnce(items))
    if (places === undefined) throw new Error('the files of the sink are deleted while they are written')
    for (const [index, place] of places.entries()) {
      const id = items[index]?.message.id
      if (id !== undefined) this.#shared.set(id, place)
    }
  }

  /** @returns undefined if somebody else has deleted the file; the next call makes another one */
  async #appendOnce(items: readonly Waiting[]): Promise<Shared[] | undefined> {
    this.#open ??= await this.#create(items)
    const { output, file } = this.#open
    // Counted from now on, so that the file is not deleted with the last of the others.
    file.left += items.length
    let places
    try {
      places = await output.append(items)
    } finally {
      if (places === undefined) file.left -= items.length
    }
    if (places === undefined) await this.close()
    return places?.map((place) => ({ ...place, file }))
  }

  async #create(items: readonly Waiting[]): Promise<{ output: OpenBatchFile; file: SharedFile }> {
    const path = batchPath(this.#folder, items[0]?.message.id ?? '')
    return { output: await OpenBatchFile.create(path), file: sharedFile(path, 0) }
  }

  #nextBatch(): Waiting[] {
    let bytes = 0
    let count = 0
    for (const { line, raw } of this.#waiting) {
      bytes += line.length + raw.length
      if (count > 0 && bytes > maxBatchBytes) break
      count += 1
    }
    return this.#waiting.splice(0, count)
  }

  /** Closes the file for batches, and deletes it if nothing is in it. The next batch makes another one. */
  async close(): Promise<void> {
    const open = this.#open
    if (open === undefined) return
    this.#open = undefined
    await open.output.close()
    if (open.file.left === 0) await rm(open.file.path, { force: true })
  }

  placeOf(message: StoredMessage): RawPlace {
    const shared = this.#shared.get(message.id)
    if (shared === undefined) return { path: rawPath(this.#folder, message.id) }
    return { path: shared.file.path, start: shared.raw, size: shared.size }
  }

  /**
   * Deletes messages.
   *
   * @returns the work by the id of a message that it concerns
   */
  remove(ids: readonly string[]): Map<string, Promise<void>> {
    const work = new Map<string, Promise<void>>()
    const leaving = new Map<SharedFile, { readonly id: string; readonly places: BatchPlace[] }>()
    for (const id of ids) {
      const shared = this.#shared.get(id)
      if (shared === undefined) {
        work.set(id, removeMessage(this.#folder, id))
        continue
      }
      this.#shared.delete(id)
      shared.file.left -= 1
      const others = leaving.get(shared.file)
      if (others === undefined) leaving.set(shared.file, { id, places: [shared] })
      else others.places.push(shared)
    }
    for (const [file, { id, places }] of leaving) {
      if (file.left > 0) work.set(id, wipe(file, places))
      else work.set(id, this.#open?.file === file ? this.close() : rm(file.path, { force: true }))
    }
    return work
  }
}

function sharedFile(path: string, left: number): SharedFile {
  return { path, left, wiping: Promise.resolve(), next: undefined }
}

/** Overwrites deleted messages, together with others that are deleted while the file is being overwritten. */
function wipe(file: SharedFile, places: readonly BatchPlace[]): Promise<void> {
  if (file.next !== undefined) {
    file.next.places.push(...places)
    return file.next.done
  }
  const all = [...places]
  const wipeAll = async () => {
    // A batch that is added to a full inbox has as many others deleted, one after the other.
    await turnOfEventLoop()
    file.next = undefined
    return wipeFromBatch(file.path, all)
  }
  // An error before is that of others.
  const done = file.wiping.then(wipeAll, wipeAll)
  file.next = { places: all, done }
  file.wiping = done
  return done
}

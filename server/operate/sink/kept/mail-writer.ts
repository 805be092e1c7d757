import { setImmediate as turnOfEventLoop } from 'node:timers/promises'
import { MailFile } from './mail-file.js'
import { isMissing, type StoredMessage } from './stored-message.js'

/** The max length of what is written together, in bytes, unless one message is longer. */
const maxBatchBytes = 1024 * 1024

interface Batch {
  readonly items: { readonly message: StoredMessage; readonly raw: Buffer }[]
  bytes: number
  readonly written: Promise<MailFile>
}

/**
 * A `MailWriter` does all work on the files of a folder, one piece at a time. Messages that arrive while a piece of
 * work runs are written together by the next.
 */
export class MailWriter {
  readonly #folder: string
  /** The file that takes messages. */
  #newest: MailFile | undefined
  /** The last work. It never rejects. */
  #working: Promise<unknown> = Promise.resolve()
  /** Messages that wait for a write. */
  #batch: Batch | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Makes a file that is there already the one that takes messages. */
  continueIn(file: MailFile): void {
    this.#newest = file
  }

  /**
   * Appends a message to a file. It outlives the process when the promise resolves.
   *
   * @returns the file
   * @throws the error of the file system; the message is not in the file then
   */
  append(message: StoredMessage, raw: Buffer): Promise<MailFile> {
    if (this.#batch === undefined || this.#batch.bytes + raw.length > maxBatchBytes) {
      const batch: Batch = { items: [], bytes: 0, written: this.inTurn(() => this.#write(batch)) }
      this.#batch = batch
    }
    this.#batch.items.push({ message, raw })
    this.#batch.bytes += raw.length
    return this.#batch.written
  }

  async #write(batch: Batch): Promise<MailFile> {
    // Messages whose last bytes have been received already come with this batch.
    await turnOfEventLoop()
    if (this.#batch === batch) this.#batch = undefined
    if (this.#newest?.isFull) await this.#closeNewest()
    for (;;) {
      const file = (this.#newest ??= MailFile.in(this.#folder))
      const { isBegun } = file
      try {
        await file.add(batch.items)
        return file
      } catch (error) {
        this.#newest = undefined
        // Somebody else has deleted the file: the next one is new.
        if (!isMissing(error) || !isBegun) throw error
      }
    }
  }

  /** Does work when all other work is done, whether that failed or not. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#working.then(work)
    this.#working = done.catch(() => undefined)
    return done
  }

  /** Resolves when no work is left. */
  async settled(): Promise<void> {
    let last
    do {
      last = this.#working
      await last
    } while (last !== this.#working)
  }

  /** Resolves when no work is left and no file is open. No message may be appended any more. */
  async close(): Promise<void> {
    await this.settled()
    await this.#closeNewest()
  }

  async #closeNewest(): Promise<void> {
    await this.#newest?.close()
    this.#newest = undefined
  }
}

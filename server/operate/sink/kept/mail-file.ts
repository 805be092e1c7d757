import { constants, fstatSync } from 'node:fs'
import { open, readFile, rename, rm, truncate, writeFile, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { newUuid, toTypeId } from '../../../platform/db/ids.js'
import { isStoredMessage, sinkId, type StoredMessage } from './stored-message.js'

/*
 * A file of messages, to which records are appended:
 *
 *   {"id":…,"received_at":…,"envelope":…,"size":N}   a line, then the N bytes of the message and a line feed
 *   {"read":"snk_…"}                                 a message of this file was opened
 *   {"replaces":"snk_….mail"}                        this file was written in place of that one
 *
 * Nothing is overwritten, and no name is used twice. So whoever knows where a message is in a file reads the right
 * bytes or finds no file. The lengths say where a record ends, so a last record that is not whole, as a killed process
 * leaves it, is recognized.
 *
 * There is no fsync. What was answered with 250 outlives the process, however it ends, but a power cut may
 * take the last seconds: an inbox for trying things out is not worth a disk flush a message, which would make
 * the sink the slowest part of what it is used to measure.
 */

/** Pattern of the name of a file of messages. */
export const mailFileName = /^snk_[0-7][0-9a-hjkmnp-tv-z]{25}\.mail$/
/** Pattern of the name of a file that was being rewritten when its process was killed. */
export const unfinishedName = /^snk_[0-7][0-9a-hjkmnp-tv-z]{25}\.mail\.tmp$/

/** Length in bytes from which on a file takes no more messages. */
const maxFileBytes = 1024 * 1024
/** Number of bytes that are read at a time for the lines of records. */
const chunkBytes = 1024 * 1024
const newline = Buffer.from('\n')

/** The positions of a message in its file, in bytes. */
interface Place {
  /** The beginning of the record. */
  readonly record: number
  /** The beginning of the message itself. */
  readonly raw: number
  /** The end of the record. */
  readonly end: number
}

/** Records of a file. */
export interface MailRecords {
  readonly file: MailFile
  readonly messages: readonly StoredMessage[]
  /** The ids of the opened messages. */
  readonly read: readonly string[]
  /** The name of the file that this one was written in place of. */
  readonly replaces: string | undefined
}

/** A file of messages. Its methods that write must not run at the same time. */
export class MailFile {
  #path: string
  /** The length in bytes. */
  #length = 0
  /** The length of the records of kept messages, in bytes. */
  #keptBytes = 0
  /** Handle that is open for further records. */
  #handle: FileHandle | undefined
  /** The kept messages of the file, by id. */
  readonly #places = new Map<string, Place>()

  constructor(path: string) {
    this.#path = path
  }

  /** Returns a new file in a folder, which its first message makes. */
  static in(folder: string): MailFile {
    return new MailFile(newPath(folder))
  }

  get path(): string {
    return this.#path
  }

  /** True if no kept message is in the file. */
  get isEmpty(): boolean {
    return this.#places.size === 0
  }

  get isFull(): boolean {
    return this.#length >= maxFileBytes
  }

  /** True if the file is on disk. */
  get isBegun(): boolean {
    return this.#length > 0
  }

  /** Length of the bytes that {@link forget} has left in the file. */
  get surplusBytes(): number {
    return this.#length - this.#keptBytes
  }

  /** Returns the position of a message's first byte; undefined if the message is not kept. */
  startOf(id: string): number | undefined {
    return this.#places.get(id)?.raw
  }

  /** Forgets a message, whose bytes stay in the file until the file is deleted or {@link rewrite | rewritten}. */
  forget(id: string): void {
    const place = this.#places.get(id)
    if (place === undefined) return
    this.#places.delete(id)
    this.#keptBytes -= place.end - place.record
  }

  /**
   * Appends messages by one write. They outlive the process when the promise resolves.
   *
   * @throws the error of the file system (ENOSPC; ENOENT if somebody has deleted the file); the messages are not in
   *   the file then
   */
  async add(messages: readonly { readonly message: StoredMessage; readonly raw: Buffer }[]): Promise<void> {
    const records = messages.map(({ message, raw }) => ({ id: message.id, line: lineOf(message), raw }))
    let at = this.#length
    await this.#append(Buffer.concat(records.flatMap(({ line, raw }) => [line, raw, newline])))
    for (const { id, line, raw } of records) at = this.#keep(id, at, line.length, raw.length)
  }

  /**
   * Appends a record that a message of the file was opened.
   *
   * @throws the error of the file system
   */
  async markRead(id: string): Promise<void> {
    const wasOpen = this.#handle !== undefined
    await this.#append(lineOf({ read: id }))
    if (!wasOpen) await this.close()
  }

  async #append(content: Buffer): Promise<void> {
    const flags = this.isBegun ? constants.O_WRONLY | constants.O_APPEND : 'ax'
    // An inbox holds password resets and sign-in links: nobody else on the machine may read it.
    const handle = (this.#handle ??= await open(this.#path, flags, 0o600))
    try {
      // A write may take less than it was given. `appendFile` takes twice as long for a small message.
      for (let done = 0; done < content.length;) done += (await handle.write(content, done)).bytesWritten
      // fstat of an open file reads nothing from the disk, and asking a thread would take longer.
      if (fstatSync(handle.fd).nlink === 0)
        throw Object.assign(new Error('it was deleted'), { code: 'ENOENT' })
    } catch (error) {
      // On a full disk the part that was written would keep the next message out as well.
      await (this.isBegun ? handle.truncate(this.#length) : rm(this.#path)).catch(() => undefined)
      await this.close().catch(() => undefined)
      throw error
    }
    this.#length += content.length
  }

  /** Closes the file, which the next record opens again. */
  async close(): Promise<void> {
    const handle = this.#handle
    this.#handle = undefined
    await handle?.close()
  }

  #keep(id: string, record: number, lineLength: number, size: number): number {
    const raw = record + lineLength
    const end = raw + size + newline.length
    this.#places.set(id, { record, raw, end })
    this.#keptBytes += end - record
    return end
  }

  /**
   * Writes the kept messages to another file and deletes this one, which removes forgotten messages for good. Deletes
   * the file if no message is left.
   *
   * @throws the error of the file system (ENOSPC); the file is unchanged then
   */
  async rewrite(isRead: (id: string) => boolean): Promise<void> {
    await this.close()
    const old = this.#path
    const path = newPath(dirname(old))
    const kept = [...this.#places]
    if (kept.length === 0) {
      await rm(old, { force: true })
      // The next message makes another file.
      this.#path = path
      this.#length = 0
      return
    }
    const content = await readFile(old)
    const head = lineOf({ replaces: basename(old) })
    const records = kept.map(([, { record, end }]) => content.subarray(record, end))
    const marks = kept.filter(([id]) => isRead(id)).map(([id]) => lineOf({ read: id }))
    const written = Buffer.concat([head, ...records, ...marks])
    try {
      await writeFile(`${path}.tmp`, written, { mode: 0o600 })
      await rename(`${path}.tmp`, path)
    } catch (error) {
      await rm(`${path}.tmp`, { force: true })
      throw error
    }
    this.#path = path
    this.#length = written.length
    this.#keptBytes = 0
    let at = head.length
    for (const [id, { record, raw, end }] of kept) {
      // Messages may have been forgotten meanwhile.
      if (this.#places.has(id)) this.#keep(id, at, raw - record, end - raw - newline.length)
      at += end - record
    }
    await rm(old, { force: true })
  }

  /**
   * Reads which messages are in a file, and cuts off what follows the last whole record.
   *
   * @throws the error of the file system when the file cannot be read or cut
   */
  static async read(path: string): Promise<MailRecords> {
    const file = new MailFile(path)
    const messages: StoredMessage[] = []
    const read: string[] = []
    let replaces: string | undefined
    const handle = await open(path)
    try {
      const { size } = await handle.stat()
      for await (const { at, lineLength, record } of linesOf(handle, size)) {
        if (isMessage(record)) {
          messages.push(record)
          file.#keep(record.id, at, lineLength, record.size)
        } else if ('read' in record) read.push(String(record.read))
        else if ('replaces' in record) replaces = String(record.replaces)
        file.#length = endOf(at, lineLength, record)
      }
      if (file.#length < size) await truncate(path, file.#length)
    } finally {
      await handle.close()
    }
    return { file, messages, read, replaces }
  }
}

/** Reads the lines of the whole records of a file, without the messages between them. */
async function* linesOf(handle: FileHandle, size: number) {
  let buffer = Buffer.alloc(Math.min(chunkBytes, size))
  for (let at = 0; at < size;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
    const chunk = buffer.subarray(0, bytesRead)
    const chunkAt = at
    while (at - chunkAt < bytesRead) {
      const start = at - chunkAt
      const end = chunk.indexOf(newline, start)
      if (end === -1) break
      const record = parsed(chunk.toString('utf8', start, end))
      const lineLength = end + 1 - start
      if (record === undefined || endOf(at, lineLength, record) > size) return
      yield { at, lineLength, record }
      at = endOf(at, lineLength, record)
    }
    if (at > chunkAt) continue
    // The line is longer than the buffer, or not whole.
    if (at + bytesRead >= size) return
    buffer = Buffer.alloc(buffer.length * 2)
  }
}

function endOf(at: number, lineLength: number, record: object): number {
  return at + lineLength + (isMessage(record) ? record.size + newline.length : 0)
}

/** Returns true for the record of a message whose id may become part of a path. */
function isMessage(record: object): record is StoredMessage {
  return isStoredMessage(record) && sinkId.test(record.id)
}

function parsed(line: string): object | undefined {
  try {
    const found: unknown = JSON.parse(line)
    const isRecord = typeof found === 'object' && found !== null
    return isRecord && (isMessage(found) || 'read' in found || 'replaces' in found) ? found : undefined
  } catch {
    return undefined
  }
}

function lineOf(record: object): Buffer {
  return Buffer.from(`${JSON.stringify(record)}\n`)
}

function newPath(folder: string): string {
  return join(folder, `${toTypeId('snk', newUuid())}.mail`)
}

import { fstatSync } from 'node:fs'
import { open, readFile, truncate, type FileHandle } from 'node:fs/promises'
import { isMissing, isStoredMessage, sinkId, type StoredMessage } from './stored-message.js'

/*
 * A file with the messages of several batches. A batch is appended by one write:
 *
 *   +<size> <the message as JSON>     a line for each message
 *   <an empty line>
 *   <the raw messages, one after the other, without anything between>
 *
 * The lengths say where a batch ends. So a last batch that is not whole, as a killed process leaves it, is recognized.
 * Only a deleted message is overwritten in its place: its line begins with "-" and has spaces for the JSON, and its
 * bytes are zeros.
 */

/** Where a message is in a batch file, in bytes. */
export interface BatchPlace {
  readonly line: number
  readonly lineLength: number
  readonly raw: number
  readonly size: number
}

/** A message in a batch file. */
export interface BatchEntry {
  readonly message: StoredMessage
  readonly place: BatchPlace
}

/** A message that is to be written, and its line in the file. */
export interface BatchItem {
  readonly message: StoredMessage
  readonly line: Buffer
  readonly raw: Buffer
}

const [newline, live, space] = [0x0a, 0x2b, 0x20]

/** The line of a message at the beginning of a batch file. */
export function batchLine(message: StoredMessage): Buffer {
  return Buffer.from(`+${message.size} ${JSON.stringify(message)}\n`)
}

/** A batch file that takes further batches. */
export class OpenBatchFile {
  readonly path: string
  readonly #handle: FileHandle
  /** In bytes. */
  #length = 0

  private constructor(path: string, handle: FileHandle) {
    this.path = path
    this.#handle = handle
  }

  /**
   * Makes a file that only the owner may read.
   *
   * @throws the error of the file system (EEXIST, EACCES)
   */
  static async create(path: string): Promise<OpenBatchFile> {
    return new OpenBatchFile(path, await open(path, 'wx', 0o600))
  }

  /** The length of the file in bytes. */
  get length(): number {
    return this.#length
  }

  /**
   * Appends a batch.
   *
   * @returns the places of the messages, in their order; undefined if somebody has deleted the file
   * @throws the error of the file system (ENOSPC); the file is as before then, and is not to be used any more
   */
  async append(items: readonly BatchItem[]): Promise<BatchPlace[] | undefined> {
    const content = Buffer.concat([
      ...items.map(({ line }) => line),
      Buffer.of(newline),
      ...items.map(({ raw }) => raw),
    ])
    try {
      await writeAll(this.#handle, content, this.#length)
    } catch (error) {
      await this.#handle.truncate(this.#length).catch(() => undefined)
      throw error
    }
    // Nothing is read from the disk for an open file; a thread would take longer to be asked.
    if (fstatSync(this.#handle.fd).nlink === 0) return undefined
    const lengths = items.map(({ line, raw }) => ({ lineLength: line.length, size: raw.length }))
    const places = placesOf(lengths, this.#length)
    this.#length += content.length
    return places
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}

/** A write may take less than it was given. */
async function writeAll(file: FileHandle, content: Buffer, position: number): Promise<void> {
  let done = 0
  while (done < content.length) {
    done += (await file.write(content, done, content.length - done, position + done)).bytesWritten
  }
}

function placesOf(lengths: readonly Pick<BatchPlace, 'lineLength' | 'size'>[], start: number): BatchPlace[] {
  let line = start
  let raw = lengths.reduce((sum, { lineLength }) => sum + lineLength, start + 1)
  return lengths.map(({ lineLength, size }) => {
    const place = { line, lineLength, raw, size }
    line += lineLength
    raw += size
    return place
  })
}

/**
 * The messages of a batch file that were not deleted. What follows the last whole batch is cut off.
 *
 * @throws the error of the file system when the file cannot be read or cut
 */
export async function readBatches(path: string): Promise<BatchEntry[]> {
  const content = await readFile(path)
  const entries: BatchEntry[] = []
  let length = 0
  for (;;) {
    const batch = batchAt(content, length)
    if (batch === undefined) break
    entries.push(...batch.entries)
    length = batch.end
  }
  if (length < content.length) await truncate(path, length)
  return entries
}

/** The batch that begins there; undefined if it is not whole. */
function batchAt(content: Buffer, start: number): { entries: BatchEntry[]; end: number } | undefined {
  const lines: { readonly lineLength: number; readonly size: number; readonly text: string | undefined }[] =
    []
  let at = start
  for (;;) {
    const end = content.indexOf(newline, at)
    if (end === -1) return undefined
    if (end === at) break
    const gap = content.indexOf(space, at)
    lines.push({
      lineLength: end + 1 - at,
      size: Number(content.toString('latin1', at + 1, gap)),
      text: content[at] === live ? content.toString('utf8', gap + 1, end) : undefined,
    })
    at = end + 1
  }
  const places = placesOf(lines, start)
  const last = places.at(-1)
  if (last === undefined || !(last.raw + last.size <= content.length)) return undefined
  const entries: BatchEntry[] = []
  for (const [index, place] of places.entries()) {
    const text = lines[index]?.text
    if (text === undefined) continue
    const message = parsed(text)
    if (message?.size !== place.size) return undefined
    entries.push({ message, place })
  }
  return { entries, end: last.raw + last.size }
}

function parsed(text: string): StoredMessage | undefined {
  try {
    const found: unknown = JSON.parse(text)
    // An id becomes part of a path.
    return isStoredMessage(found) && sinkId.test(found.id) ? found : undefined
  } catch {
    return undefined
  }
}

/** Overwrites messages in a batch file. Nothing happens if the file is gone. */
export async function wipeFromBatch(path: string, places: readonly BatchPlace[]): Promise<void> {
  let file
  try {
    file = await open(path, 'r+')
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  try {
    for (const neighbours of runsOf(places)) {
      const [first] = neighbours
      if (first === undefined) continue
      // The lines go first: a message whose line is there is whole.
      const blank = neighbours.map(({ size, lineLength }) => `-${size} `.padEnd(lineLength - 1) + '\n')
      const bytes = neighbours.reduce((sum, { size }) => sum + size, 0)
      await writeAll(file, Buffer.from(blank.join('')), first.line)
      await writeAll(file, Buffer.alloc(bytes), first.raw)
    }
  } finally {
    await file.close()
  }
}

/** Parts the places where one does not follow the other: the oldest messages, which go first, are neighbours. */
function runsOf(places: readonly BatchPlace[]): BatchPlace[][] {
  const runs: BatchPlace[][] = []
  let last: BatchPlace | undefined
  for (const place of places) {
    const follows =
      last !== undefined && last.line + last.lineLength === place.line && last.raw + last.size === place.raw
    if (follows) runs.at(-1)?.push(place)
    else runs.push([place])
    last = place
  }
  return runs
}

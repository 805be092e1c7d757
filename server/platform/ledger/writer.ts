import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '../../../base/files/sync-folder.js'
import { newFileName } from './files.js'
import { encodeLine, formatVersion } from './line.js'
import type { LedgerLine } from './entries.js'

/** The size at which a file is left and the next one begun. */
const maxFileBytes = 16_000_000

/**
 * The age at which a file is left as well, in milliseconds: only a file that nobody writes is compacted, and so loses
 * the addresses that were erased.
 */
const maxFileMs = 86_400_000

interface WrittenFile {
  readonly path: string
  readonly handle: FileHandle
  readonly inode: number
  /** The time at which the file was begun, in milliseconds of a clock that nobody sets. */
  readonly begun: number
}

/** A line before it has its number. */
export type NewLine = Omit<LedgerLine, 'n'>

/**
 * Writes lines to a file of its own in a folder, durably. It makes the file when it has something to write, so that
 * processes without anything leave none.
 */
export class LedgerWriter {
  readonly #folder: string
  readonly #about: object
  readonly #maxMs: number
  #file: WrittenFile | undefined
  #bytes = 0
  #lines = 0

  /**
   * @param about the facts that each file begins with, for whoever reads it
   * @param maxMs the age at which a file is left, in milliseconds
   */
  constructor(folder: string, about: object, maxMs = maxFileMs) {
    this.#folder = folder
    this.#about = about
    this.#maxMs = maxMs
  }

  /** The file that is written at present; undefined if there is none. */
  get path(): string | undefined {
    return this.#file?.path
  }

  /**
   * Writes lines and waits until they are on the disk. Calls must not overlap.
   *
   * @throws the system's error; some of the lines may be there, and to write them again does no harm
   */
  async write(lines: readonly NewLine[]): Promise<void> {
    try {
      for (;;) {
        const file = (this.#file ??= await this.#begin())
        await this.#append(lines)
        await file.handle.datasync()
        // Compaction has read the file up to here if it has taken it, and perhaps not these lines.
        if (await isThere(file)) break
        await this.#leave()
      }
      if (this.#bytes > maxFileBytes) await this.#leave()
      await this.leaveOld()
    } catch (error) {
      // Half a line may be at the end of the file.
      await this.#leave().catch(() => undefined)
      throw error
    }
  }

  /**
   * Leaves the file if it is old. A write that begins meanwhile begins another file; beside a write that is under way it
   * must not be called.
   */
  async leaveOld(): Promise<void> {
    if (this.#file !== undefined && performance.now() - this.#file.begun >= this.#maxMs) await this.#leave()
  }

  async close(): Promise<void> {
    await this.#leave()
  }

  async #append(lines: readonly NewLine[]): Promise<void> {
    let text = ''
    for (const line of lines) {
      this.#lines += 1
      text += encodeLine({ n: this.#lines, ...line })
    }
    const bytes = Buffer.from(text)
    await this.#file?.handle.appendFile(bytes)
    this.#bytes += bytes.length
  }

  /** Begins a file. It gets its name when its first line is on the disk. */
  async #begin(): Promise<WrittenFile> {
    const name = path.join(this.#folder, newFileName('log'))
    const handle = await open(`${name}.new`, 'ax', 0o600)
    try {
      const state = { format: formatVersion, ...this.#about }
      const at = new Date().toISOString().replace('Z', '000Z')
      const first = Buffer.from(encodeLine({ n: 1, at, kind: 'begin', state }))
      await handle.appendFile(first)
      await handle.datasync()
      await rename(`${name}.new`, name)
      await syncFolder(this.#folder)
      const { ino: inode } = await handle.stat()
      this.#lines = 1
      this.#bytes = first.length
      return { path: name, handle, inode, begun: performance.now() }
    } catch (error) {
      await handle.close()
      // No caller relies on a line in this file. On a full disk each try would leave another one.
      for (const draft of [`${name}.new`, name]) await rm(draft, { force: true }).catch(() => undefined)
      throw error
    }
  }

  async #leave(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.handle.close()
  }
}

async function isThere({ path: name, inode }: WrittenFile): Promise<boolean> {
  const found = await stat(name).catch(() => undefined)
  return found?.ino === inode
}

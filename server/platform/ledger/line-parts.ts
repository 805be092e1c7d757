import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { temporaryFolder } from './closed.js'
import type { LedgerLine } from './entries.js'
import { encodeLine } from './line.js'
import { linesOf, openFile } from './read.js'

/** The max number of characters of a part that wait in memory. */
const bufferedLength = 65_536

interface Part {
  readonly path: string
  readonly handle: FileHandle
  lines: number
  buffered: string
}

/** Lines in temporary files in a folder of a ledger, split so that those of one file fit in memory. */
export class LineParts {
  readonly #folder: string
  readonly #parts: Part[] = []

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open(folder: string, count: number): Promise<LineParts> {
    const parts = new LineParts(await mkdtemp(path.join(folder, temporaryFolder)))
    try {
      for (let index = 0; index < count; index += 1) {
        const name = path.join(parts.#folder, String(index))
        parts.#parts.push({ path: name, handle: await open(name, 'ax', 0o600), lines: 0, buffered: '' })
      }
      return parts
    } catch (error) {
      await parts.remove()
      throw error
    }
  }

  async add(index: number, line: LedgerLine): Promise<void> {
    const part = this.#parts[index]
    if (part === undefined) throw new RangeError(`there is no part ${index}`)
    part.lines += 1
    part.buffered += encodeLine({ ...line, n: part.lines })
    if (part.buffered.length >= bufferedLength) await flush(part)
  }

  /** Reads the lines of a part in the order in which they were added, and removes its file. */
  async *read(index: number): AsyncGenerator<LedgerLine> {
    const part = this.#parts[index]
    if (part === undefined) throw new RangeError(`there is no part ${index}`)
    await flush(part)
    await part.handle.close()
    const file = await openFile(part.path)
    let read = 0
    if (file !== undefined)
      for await (const line of linesOf(file, () => undefined)) {
        read += 1
        yield line
      }
    // The files that the lines are from are removed afterwards.
    if (read !== part.lines) throw new Error(`a temporary file of the ledger has lost lines: ${part.path}`)
    await rm(part.path)
  }

  async remove(): Promise<void> {
    for (const { handle } of this.#parts) await handle.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

async function flush(part: Part): Promise<void> {
  const { buffered } = part
  part.buffered = ''
  await part.handle.appendFile(buffered)
}

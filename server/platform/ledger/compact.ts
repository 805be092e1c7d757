import { createHash } from 'node:crypto'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { uuidAt } from '../../../base/text/uuid-bytes.js'
import { syncFolder } from '../../../base/files/sync-folder.js'
import { keepClosed, removeLeftovers, takeClosed, type ClosedOptions } from './closed.js'
import { subjectOf, type LedgerLine } from './entries.js'
import { newFileName, stemOf, type LedgerFile } from './files.js'
import { encodeLine, formatVersion } from './line.js'
import { LineParts } from './line-parts.js'
import { linesOf, openFile, type LedgerProblem } from './read.js'

/** Options of a compaction. */
export interface CompactionOptions extends Omit<ClosedOptions, 'now'> {
  /** Days for which the last line of a subject is kept. Older backups should not be restored. */
  readonly keepDays: number
  /** The max bytes of lines in memory at a time. */
  readonly atOnceBytes?: number
  /** The time that counts as the present; the real one if absent. */
  readonly now?: Date
}

/** The result of a compaction. */
export interface Compacted {
  readonly files: number
  readonly linesBefore: number
  readonly linesAfter: number
  /** The number of lines that were damaged or missing. The ledger says so from then on. */
  readonly lost: number
  /** The faults of the files, except for last lines without an end. */
  readonly problems: readonly LedgerProblem[]
}

/** The max number of temporary files that are open at a time. */
const maxParts = 256

/**
 * Writes the last line of each subject to a new file, in place of the closed files. Addresses that were erased are
 * left out of the lines that had them sealed before. Each line is read once, or twice if not all fit in memory at a
 * time.
 *
 * Several processes may compact at the same time, and be killed at any point: the lines are then in two files, which
 * say the same. A process whose file is taken finds out with its next line, and writes that line to a new file. Of a
 * damaged file the readable lines are kept, and the number of the others. A file of a newer version, or one that the
 * system does not read to its end, stays as it is.
 *
 * @returns undefined if there was too little to do
 */
export async function compact(folder: string, options: CompactionOptions): Promise<Compacted | undefined> {
  const { keepDays, atOnceBytes = 64_000_000, now = new Date() } = options
  await removeLeftovers(folder, now)
  const files = await takeClosed(folder, { ...options, now })
  if (files.length === 0) return undefined
  const oldest = new Date(now.getTime() - keepDays * 86_400_000).toISOString()
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const lines = await Lines.open(folder, Math.min(maxParts, Math.ceil(bytes / atOnceBytes)), oldest)
  try {
    const { whole, ...read } = await readAll(files, lines)
    const linesAfter = whole.length === 0 ? 0 : await writeCompacted(folder, lines)
    for (const file of whole) await rm(file, { force: true })
    await syncFolder(folder)
    return { files: whole.length, ...read, linesAfter }
  } finally {
    await lines.remove()
  }
}

/** Returns the time since which a file, and those that were compacted into it, know of everything. */
export function beginningOf({ at, state }: LedgerLine): string {
  return (state as { readonly since?: string }).since ?? at
}

/**
 * Reads files, and adds lines that say what they lack. @returns the files that can be removed then, and the problems
 */
async function readAll(files: readonly LedgerFile[], lines: Lines) {
  const whole: string[] = []
  const problems: LedgerProblem[] = []
  let linesBefore = 0
  let lost = 0
  for (const { path: name } of files) {
    const file = await openFile(name)
    // Somebody has taken it over, since this process was so slow.
    if (file === undefined) continue
    const found: LedgerProblem[] = []
    let count = 0
    let first: string | undefined
    for await (const line of linesOf(file, (problem) => found.push(problem))) {
      count += 1
      first ??= line.at
      await lines.add(line)
    }
    const faults = found.filter(({ kind }) => kind !== 'torn')
    problems.push(...faults)
    if (faults.some(({ kind }) => kind === 'newer' || kind === 'unreadable')) {
      await keepClosed(name)
      continue
    }
    whole.push(name)
    linesBefore += count
    const lacking = faults.reduce((sum, fault) => sum + (fault.kind === 'damaged' ? 1 : (fault.lost ?? 0)), 0)
    lost += lacking
    if (lacking > 0) await lines.add(gapOf(name, lacking, first))
  }
  return { whole, linesBefore, lost, problems }
}

/** Makes the line that says what a file lacks. The line is the same if the file is compacted twice. */
function gapOf(file: string, lost: number, since: string | undefined): LedgerLine {
  const at = lineTime()
  const id = uuidAt(createHash('sha256').update(stemOf(file)).digest(), 0)
  return { n: 1, at, kind: 'gap', id, state: { lost, since: since ?? at } }
}

const lineTime = () => new Date().toISOString().replace('Z', '000Z')

/** The lines that a compaction has read. */
class Lines {
  readonly #oldest: string
  readonly #count: number
  /** The lines in temporary files; undefined if all are in memory. */
  readonly #parts: LineParts | undefined
  readonly #last = new LastLines()
  /**
   * The times at which addresses were erased, by the token of the address and the project, which is none if its whole
   * workspace erased it.
   */
  readonly #erased = new Map<string, string>()
  #begun = lineTime()

  private constructor(oldest: string, count: number, parts: LineParts | undefined) {
    this.#oldest = oldest
    this.#count = count
    this.#parts = parts
  }

  /**
   * @param oldest the time before which lines are left out
   */
  static async open(folder: string, count: number, oldest: string): Promise<Lines> {
    return new Lines(oldest, count, count > 1 ? await LineParts.open(folder, count) : undefined)
  }

  async add(line: LedgerLine): Promise<void> {
    if (line.kind === 'begin') {
      if (beginningOf(line) < this.#begun) this.#begun = beginningOf(line)
      return
    }
    if (line.kind === 'erasure' && line.who !== undefined) {
      const key = erasureOf(line.who, projectOf(line))
      if (line.at > (this.#erased.get(key) ?? '')) this.#erased.set(key, line.at)
    }
    if (line.at < this.#oldest) return
    if (this.#parts === undefined) this.#last.add(line)
    else await this.#parts.add(partOf(subjectOf(line), this.#count), line)
  }

  /** The time since which the lines are complete. */
  get since(): string {
    return this.#begun > this.#oldest ? this.#begun : this.#oldest
  }

  /** Yields the last line of each subject, part by part, without the addresses that were erased. */
  async *last(): AsyncGenerator<readonly LedgerLine[]> {
    if (this.#parts === undefined) {
      yield this.#strip(this.#last)
      return
    }
    for (let part = 0; part < this.#count; part += 1) {
      const last = new LastLines()
      for await (const line of this.#parts.read(part)) last.add(line)
      yield this.#strip(last)
    }
  }

  async remove(): Promise<void> {
    await this.#parts?.remove()
  }

  #strip(last: LastLines): readonly LedgerLine[] {
    return last.all().map((line) => (this.#isErased(line) ? withoutAddress(line) : line))
  }

  /** Tells whether an erasure came after a line of its address: a person who comes back later is known again. */
  #isErased({ who, at, state }: LedgerLine): boolean {
    if (who === undefined) return false
    return [null, projectOf({ state })].some(
      (project) => at <= (this.#erased.get(erasureOf(who, project)) ?? ''),
    )
  }
}

/** The last line of each subject. */
class LastLines {
  readonly #last = new Map<string, LedgerLine>()

  add(line: LedgerLine): void {
    const subject = subjectOf(line)
    const before = this.#last.get(subject)
    if (before === undefined || before.at <= line.at) this.#last.set(subject, line)
  }

  all(): LedgerLine[] {
    return [...this.#last.values()]
  }
}

async function writeCompacted(folder: string, lines: Lines): Promise<number> {
  const name = path.join(folder, newFileName('compacted'))
  const handle = await open(`${name}.new`, 'ax', 0o600)
  let n = 0
  const add = (some: readonly Omit<LedgerLine, 'n'>[]) =>
    appendTo(
      handle,
      some.map((line) => ({ ...line, n: (n += 1) })),
    )
  try {
    await add([{ at: lineTime(), kind: 'begin', state: { format: formatVersion, since: lines.since } }])
    for await (const some of lines.last()) await add(some)
    await handle.sync()
    await rename(`${name}.new`, name)
    await syncFolder(folder)
    return n
  } catch (error) {
    await rm(`${name}.new`, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

async function appendTo(handle: FileHandle, lines: readonly LedgerLine[]): Promise<void> {
  for (let from = 0; from < lines.length; from += 1000)
    await handle.appendFile(
      lines
        .slice(from, from + 1000)
        .map(encodeLine)
        .join(''),
    )
}

const erasureOf = (who: string, project: string | null) => `${who} ${project ?? ''}`

/** Returns the project of a line; null if the line is about the whole workspace. */
function projectOf({ state }: Pick<LedgerLine, 'state'>): string | null {
  return (state as { readonly project_id?: string | null }).project_id ?? null
}

function withoutAddress({ sealed: _sealed, ...line }: LedgerLine): LedgerLine {
  return line
}

/** Returns the part of a subject. Subjects are split evenly, so that only a part of them is in memory. */
export function partOf(subject: string, parts: number): number {
  let hash = 0
  for (let index = 0; index < subject.length; index += 1) hash = (hash * 31 + subject.charCodeAt(index)) >>> 0
  return hash % parts
}

import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '../files/sync-folder.js'
import { subjectOf, type LedgerLine } from './entries.js'
import { closingEnd, fileEnd, filesOf, newFileName, type LedgerFile } from './files.js'
import { encodeLine, formatVersion } from './line.js'
import { linesOf, type LedgerProblem } from './read.js'

/** What compaction is held to. */
export interface CompactionOptions {
  /** How long the last line of a subject is kept, in days. Backups that are older should not be restored. */
  readonly keepDays: number
  /** Files are compacted when those that are closed have as many bytes together. */
  readonly fromBytes: number
  /** The file of this process, which is left alone. */
  readonly currentFile?: string | undefined
  /** How many bytes of lines are in memory at a time. */
  readonly atOnceBytes?: number
}

/** Nobody writes to a file for so long, unless its process has nothing to write. */
const closedMs = 3_600_000

/** What a compaction did. */
export interface Compacted {
  readonly files: number
  readonly linesBefore: number
  readonly linesAfter: number
}

/**
 * Writes the last line of each subject to a new file, in place of the files that are closed. Addresses that were erased
 * go from the lines that had them sealed.
 *
 * Several processes may do so at the same time, and be killed at any point: the lines are then in two files, which say
 * the same. A process whose file is taken finds out with its next line, and writes that to a new file. A damaged file
 * stays as it is, for whoever wants to know more.
 *
 * @returns undefined where there was too little to do
 */
export async function compact(folder: string, options: CompactionOptions): Promise<Compacted | undefined> {
  const closed = (await filesOf(folder)).filter((file) => isClosed(file, options.currentFile))
  const bytes = closed.reduce((sum, file) => sum + file.bytes, 0)
  const fresh = closed.filter(({ path: name }) => !name.includes('-compacted-'))
  if (fresh.length === 0 || bytes < options.fromBytes) return undefined

  const taken: string[] = []
  for (const file of closed) taken.push(await take(file))
  const whole: string[] = []
  let linesBefore = 0
  let begun = new Date().toISOString()
  const erased = new Map<string, Set<string | null>>()
  for (const file of taken) {
    const problems: LedgerProblem[] = []
    let count = 0
    for await (const line of linesOf(file, (problem) => problems.push(problem))) {
      count += 1
      if (line.kind === 'begin') begun = earlier(begun, beginningOf(line))
      if (line.kind === 'erasure' && line.who !== undefined)
        erased.set(line.who, (erased.get(line.who) ?? new Set()).add(projectOf(line)))
    }
    if (!problems.every(({ kind }) => kind === 'torn')) continue
    whole.push(file)
    linesBefore += count
  }
  const oldest = new Date(Date.now() - options.keepDays * 86_400_000).toISOString()
  const linesAfter = await writeCompacted(folder, whole, { oldest, begun, erased, bytes }, options)
  for (const file of whole) await rm(file, { force: true })
  await syncFolder(folder)
  return { files: whole.length, linesBefore, linesAfter }
}

/** When a file, and those that were compacted into it, began to know of everything. */
export function beginningOf({ at, state }: LedgerLine): string {
  return (state as { readonly since?: string }).since ?? at
}

function isClosed({ path: name, modified }: LedgerFile, currentFile: string | undefined): boolean {
  if (name === currentFile) return false
  return (
    name.endsWith(closingEnd) || Date.now() - modified.getTime() > closedMs || name.includes('-compacted-')
  )
}

/** Takes a file from whoever writes it. @returns its new name, or that of one that is gone */
async function take({ path: name }: LedgerFile): Promise<string> {
  if (!name.endsWith(fileEnd)) return name
  const taken = `${name.slice(0, -fileEnd.length)}${closingEnd}`
  await rename(name, taken).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  })
  return taken
}

interface Found {
  readonly oldest: string
  readonly begun: string
  /** Projects that an address was erased in, by what stands for the address; null is all of its workspace. */
  readonly erased: ReadonlyMap<string, ReadonlySet<string | null>>
  readonly bytes: number
}

async function writeCompacted(
  folder: string,
  files: readonly string[],
  { oldest, begun, erased, bytes }: Found,
  { atOnceBytes = 64_000_000 }: CompactionOptions,
): Promise<number> {
  const name = path.join(folder, newFileName('compacted'))
  const handle = await open(`${name}.new`, 'ax', 0o600)
  let n = 0
  const add = (lines: readonly Omit<LedgerLine, 'n'>[]) =>
    appendTo(
      handle,
      lines.map((line) => ({ n: (n += 1), ...line })),
    )
  try {
    const since = begun > oldest ? begun : oldest
    const at = new Date().toISOString().replace('Z', '000Z')
    await add([{ at, kind: 'begin', state: { format: formatVersion, since } }])
    const parts = Math.max(1, Math.ceil(bytes / atOnceBytes))
    for (let part = 0; part < parts; part += 1) {
      const last = new Map<string, LedgerLine>()
      for (const file of files)
        for await (const line of linesOf(file, () => undefined)) {
          const subject = subjectOf(line)
          if (line.kind === 'begin' || line.at < oldest || partOf(subject, parts) !== part) continue
          const before = last.get(subject)
          if (before === undefined || before.at <= line.at) last.set(subject, line)
        }
      await add(
        [...last.values()].map(({ n: _n, ...line }) =>
          isErased(line, erased) ? withoutAddress(line) : line,
        ),
      )
    }
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

function isErased(line: Omit<LedgerLine, 'n'>, erased: Found['erased']): boolean {
  const projects = line.who === undefined ? undefined : erased.get(line.who)
  return projects !== undefined && (projects.has(null) || projects.has(projectOf(line)))
}

/** The project that a line is of; null where it is of the whole workspace. */
function projectOf({ state }: Pick<LedgerLine, 'state'>): string | null {
  return (state as { readonly project_id?: string | null }).project_id ?? null
}

function withoutAddress({ sealed: _sealed, ...line }: Omit<LedgerLine, 'n'>): Omit<LedgerLine, 'n'> {
  return line
}

/** Splits subjects evenly, so that only a part of them is in memory. */
export function partOf(subject: string, parts: number): number {
  let hash = 0
  for (let index = 0; index < subject.length; index += 1) hash = (hash * 31 + subject.charCodeAt(index)) >>> 0
  return hash % parts
}

const earlier = (a: string, b: string) => (a < b ? a : b)

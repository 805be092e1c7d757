import { open, type FileHandle } from 'node:fs/promises'
import type { LedgerLine } from './entries.js'
import { pathsOf, stemOf } from './files.js'
import { decodeLine, formatVersion, maxLineBytes } from './line.js'

/** A problem of a file. */
export interface LedgerProblem {
  readonly file: string
  /** The number of the line, from 1 on. */
  readonly line: number
  /**
   * `torn`: the last line has no end, since the process was killed while it wrote; nobody was told that it is there.
   * `damaged`: a line does not match its checksum. `missing`: lines are missing before this one. `newer`: a newer
   * version wrote the file. `unreadable`: the system does not read the file to its end.
   */
  readonly kind: 'torn' | 'damaged' | 'missing' | 'newer' | 'unreadable'
  /** The number of missing lines; undefined for other problems. */
  readonly lost?: number
}

/** A file that is open, until its lines are read. */
export interface OpenFile {
  readonly path: string
  readonly bytes: number
  /** The file's handle; undefined if the system does not open the file. */
  readonly handle: FileHandle | undefined
}

/** The max number of times that a folder is listed again because other processes rename its files meanwhile. */
const maxListed = 20

/** Opens a file for {@link linesOf}. @returns undefined if it is gone */
export async function openFile(file: string): Promise<OpenFile | undefined> {
  try {
    const handle = await open(file, 'r')
    const stats = await handle.stat().catch(() => undefined)
    return { path: file, bytes: stats?.size ?? 0, handle }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    return { path: file, bytes: 0, handle: undefined }
  }
}

/**
 * Opens the files of a folder, one after the other. It lists the folder until it has opened whatever is there, so
 * that it misses nothing that another process renames or compacts meanwhile: a line may then be read twice. The
 * caller reads the lines of each file.
 */
export async function* openFilesOf(folder: string): AsyncGenerator<OpenFile> {
  const opened = new Set<string>()
  for (let listed = 1; listed <= maxListed; listed += 1) {
    const files = (await pathsOf(folder)).filter((file) => !opened.has(stemOf(file)))
    if (files.length === 0) return
    for (const file of files) {
      const found = await openFile(file)
      if (found === undefined && listed < maxListed) continue
      opened.add(stemOf(file))
      yield found ?? { path: file, bytes: 0, handle: undefined }
    }
  }
}

/** Reads the lines of one file, leaves out damaged ones, and closes the file. */
export async function* linesOf(
  { path: file, handle }: OpenFile,
  onProblem: (problem: LedgerProblem) => void,
): AsyncGenerator<LedgerLine> {
  let count = 0
  let last = 0
  const problem = (kind: LedgerProblem['kind'], line = count) => onProblem({ file, line, kind })
  if (handle === undefined) return problem('unreadable', 1)
  try {
    for await (const { text, ended } of textLinesOf(handle)) {
      count += 1
      const line = decodeLine(text)
      if (line === undefined) {
        problem(ended ? 'damaged' : 'torn')
        // The line was there, so that the next one does not miss it.
        last += 1
        continue
      }
      if (line.kind === 'begin' && Number((line.state as { format?: number }).format) > formatVersion)
        return problem('newer')
      if (line.n !== last + 1)
        onProblem({ file, line: count, kind: 'missing', lost: Math.max(0, line.n - last - 1) })
      last = line.n
      yield line
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    problem('unreadable', count + 1)
  }
}

/** Reads all lines of a folder, file by file, as {@link openFilesOf} opens them. */
export async function* linesIn(
  folder: string,
  onProblem: (problem: LedgerProblem) => void,
): AsyncGenerator<LedgerLine> {
  for await (const file of openFilesOf(folder)) yield* linesOf(file, onProblem)
}

/** Splits a file into lines. A line that is longer than any of ours is cut, and so is damaged. */
async function* textLinesOf(handle: FileHandle): AsyncGenerator<{ text: string; ended: boolean }> {
  let rest = ''
  for await (const chunk of handle.createReadStream({ encoding: 'utf8', highWaterMark: 65_536 })) {
    const parts = (rest + (chunk as string)).split('\n')
    rest = (parts.pop() ?? '').slice(0, maxLineBytes + 1)
    for (const text of parts) yield { text, ended: true }
  }
  if (rest !== '') yield { text: rest, ended: false }
}

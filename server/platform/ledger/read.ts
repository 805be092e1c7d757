import { createReadStream } from 'node:fs'
import type { LedgerLine } from './entries.js'
import { filesOf } from './files.js'
import { decodeLine, formatVersion, maxLineBytes } from './line.js'

/** What is wrong with a file. */
export interface LedgerProblem {
  readonly file: string
  /** From 1 on. */
  readonly line: number
  /**
   * `torn`: the last line has no end, since the process was killed while it wrote; nobody was told that it is there.
   * `damaged`: a line does not match its checksum. `missing`: lines are missing before this one. `newer`: a newer
   * version wrote the file. `unreadable`: the system does not read the file to its end.
   */
  readonly kind: 'torn' | 'damaged' | 'missing' | 'newer' | 'unreadable'
}

/** Reads the lines of one file, and leaves out what is damaged. One that is not there has none. */
export async function* linesOf(
  file: string,
  onProblem: (problem: LedgerProblem) => void,
): AsyncGenerator<LedgerLine> {
  let count = 0
  let last = 0
  try {
    for await (const { text, ended } of textLinesOf(file)) {
      count += 1
      const problem = (kind: LedgerProblem['kind']) => onProblem({ file, line: count, kind })
      const line = decodeLine(text)
      if (line === undefined) {
        problem(ended ? 'damaged' : 'torn')
        // The line was there, so that the next one does not miss it.
        last += 1
        continue
      }
      if (line.kind === 'begin' && Number((line.state as { format?: number }).format) > formatVersion) {
        problem('newer')
        return
      }
      if (line.n !== last + 1) problem('missing')
      last = line.n
      yield line
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    if (code !== 'ENOENT') onProblem({ file, line: count + 1, kind: 'unreadable' })
  }
}

/** Reads all lines of a folder, file by file. */
export async function* linesIn(
  folder: string,
  onProblem: (problem: LedgerProblem) => void,
): AsyncGenerator<LedgerLine> {
  for (const { path } of await filesOf(folder)) yield* linesOf(path, onProblem)
}

/** Splits a file into lines. What is longer than any line of ours is cut, and so is damaged. */
async function* textLinesOf(file: string): AsyncGenerator<{ text: string; ended: boolean }> {
  let rest = ''
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 65_536 })) {
    const parts = (rest + (chunk as string)).split('\n')
    rest = (parts.pop() ?? '').slice(0, maxLineBytes + 1)
    for (const text of parts) yield { text, ended: true }
  }
  if (rest !== '') yield { text: rest, ended: false }
}

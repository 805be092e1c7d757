import path from 'node:path'
import { beginningOf } from './compact.js'
import { linesOf, openFilesOf, type LedgerProblem } from './read.js'

/** The contents of one file of a ledger. */
export interface LookedFile {
  readonly name: string
  readonly bytes: number
  readonly lines: number
  readonly problems: readonly LedgerProblem[]
}

/** The contents of a ledger. */
export interface Look {
  readonly files: readonly LookedFile[]
  /** The time since which the ledger, or at least one of its files, knows of everything; undefined if it is empty. */
  readonly since: string | undefined
  /** The time of the last line. */
  readonly last: string | undefined
  /** The numbers of lines by their kind. */
  readonly kinds: ReadonlyMap<string, number>
  /** The number of lines that the ledger says it has lost. */
  readonly lost: number
}

/** Reads a whole ledger, and changes nothing. */
export async function lookAt(folder: string): Promise<Look> {
  const files: LookedFile[] = []
  const kinds = new Map<string, number>()
  let since: string | undefined
  let last: string | undefined
  let lost = 0
  for await (const file of openFilesOf(folder)) {
    const problems: LedgerProblem[] = []
    let lines = 0
    for await (const line of linesOf(file, (problem) => problems.push(problem))) {
      if (line.kind === 'begin') {
        const begun = beginningOf(line)
        if (since === undefined || begun < since) since = begun
        continue
      }
      if (line.kind === 'gap') lost += Number((line.state as { lost?: number }).lost ?? 0)
      else {
        lines += 1
        kinds.set(line.kind, (kinds.get(line.kind) ?? 0) + 1)
      }
      if (last === undefined || line.at > last) last = line.at
    }
    files.push({ name: path.basename(file.path), bytes: file.bytes, lines, problems })
  }
  return { files, since, last, kinds, lost }
}

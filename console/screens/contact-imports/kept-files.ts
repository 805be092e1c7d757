import { rowsOf } from '../suppressions/csv-file.js'

/** A file that was imported from this page. */
interface KeptFile {
  readonly text: string
  readonly delimiter: string
  readonly headers: readonly string[]
}

/** The last files by the ids of their imports. The service does not keep what a line holds, so this page does. */
const kept = new Map<string, KeptFile>()
const most = 3

/** Keeps the text of an imported file until the page is left. */
export function keepFile(importId: string, file: KeptFile): void {
  kept.set(importId, file)
  const [oldest] = kept.keys()
  if (kept.size > most && oldest !== undefined) kept.delete(oldest)
}

/**
 * Returns a function that gives the value of a column on a line of an imported file; undefined if the file is not
 * known on this page.
 */
export function valuesIn(importId: string, lines: readonly number[]) {
  const file = kept.get(importId)
  if (file === undefined) return undefined
  const wanted = new Set(lines)
  const found = new Map<number, readonly string[]>()
  for (const { line, cells } of rowsOf(file.text, file.delimiter)) {
    if (wanted.has(line)) found.set(line, cells)
    if (found.size === wanted.size) break
  }
  return (line: number, column: string | null): string => {
    const cells = found.get(line) ?? []
    const at = file.headers.length === 1 ? 0 : file.headers.findIndex((header) => header === column)
    return (at < 0 ? cells.join(', ') : cells[at]) ?? ''
  }
}

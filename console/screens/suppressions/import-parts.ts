import type { SuppressionImport } from 'postseal'
import { client } from '../../api/client.js'
import { rowsOf, type Layout } from './csv-file.js'

/** Characters of one request. Whatever the file is, none comes near to what the service takes in one. */
const partLength = 1_000_000
/** Milliseconds that a part may take. */
const timeout = 120_000

export interface Progress extends SuppressionImport {
  /** From 0 to 1. */
  readonly done: number
}

/** A part of a file, and how many lines stand before it. */
interface Part {
  readonly text: string
  readonly before: number
  readonly end: number
}

/**
 * Imports a file part by part, each cut where a record ends, so that it is seen how far it has come and a file may be
 * larger than one request. The lines are numbered as in the file.
 *
 * @throws what the client throws: what came before is imported then, and the same file again completes it
 */
export async function importFile(
  text: string,
  layout: Layout,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const sum = { imported: 0, already_present: 0, rejected: 0 }
  const rejected: SuppressionImport['rejected_lines'] = []
  const head = layout.head === undefined ? '' : `${text.slice(layout.head.start, layout.head.end).trim()}\n`
  const headLines = head.split('\n').length - 1
  onProgress({ ...sum, rejected_lines: rejected, done: 0 })
  for (const part of partsOf(text, layout)) {
    const found = await client.suppressions.import(new Blob([head, part.text], { type: 'text/csv' }), {
      signal,
      timeout,
    })
    sum.imported += found.imported
    sum.already_present += found.already_present
    sum.rejected += found.rejected
    for (const each of found.rejected_lines)
      rejected.push({ ...each, line: each.line - headLines + part.before })
    onProgress({ ...sum, rejected_lines: [...rejected], done: part.end / text.length })
  }
  onProgress({ ...sum, rejected_lines: [...rejected], done: 1 })
}

function* partsOf(text: string, { delimiter, head }: Layout): Generator<Part, void, undefined> {
  let start = head?.end ?? 0
  let before: number | undefined
  let end = start
  for (const row of rowsOf(text, delimiter)) {
    if (row.start < start) continue
    before ??= row.line - 1
    end = row.end
    if (end - start < partLength) continue
    yield { text: text.slice(start, end), before, end }
    start = end
    before = undefined
  }
  if (end > start) yield { text: text.slice(start, end), before: before ?? 0, end }
}

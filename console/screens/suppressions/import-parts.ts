import type { SuppressionImport } from 'postseal'
import { client } from '../../api/client.js'
import { rowsOf, type Layout } from './csv-file.js'

/** Length of one request's text in characters. In any file, it stays far below the size that the service accepts. */
const partLength = 250_000
/** Timeout of one part's request, in milliseconds. */
const timeout = 120_000

export interface Progress extends SuppressionImport {
  /** Share of the file that is imported, from 0 to 1. */
  readonly done: number
}

/** A part of a file, and the number of lines before it. */
interface Part {
  readonly text: string
  readonly before: number
  readonly end: number
}

/**
 * Imports a file part by part, each cut at the end of a record, so that the progress can be shown and a file may be
 * larger than one request. The lines are numbered as in the file.
 *
 * @throws the client's errors: the parts before are imported then, and importing the same file again completes it
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

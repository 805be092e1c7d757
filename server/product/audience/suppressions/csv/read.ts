import { FileInUtf16, readCsv } from '../../csv/read.js'
import { suppressionFormat } from './columns.js'
import { interpret, type ReadSuppression, fileInUtf16, rejectedLine, type RejectedLine } from './line.js'

/** A line of a file that states a suppression. */
export interface TakenLine {
  /** Number of the physical line on which its record begins; the first is 1. */
  readonly line: number
  readonly suppression: ReadSuppression
}

export type ReadLine = TakenLine | RejectedLine

/**
 * Reads suppressions from a CSV file as it arrives. Lines that are not understood are passed on as rejected lines.
 *
 * @param now the present time; times in the file may lie at most a day ahead of it
 * @returns batches of lines in the order of the file; none is empty
 * @throws what the stream throws, once the lines that came before are passed on
 */
export async function* readSuppressions(
  file: AsyncIterable<Uint8Array>,
  now: Date,
): AsyncGenerator<readonly ReadLine[], void, undefined> {
  try {
    for await (const { lines, layout } of readCsv(file, suppressionFormat)) {
      const read = lines.flatMap((each): ReadLine[] => {
        if ('code' in each) return [rejectedLine(each.line, each.code)]
        const { line } = each
        const read = interpret(each.cells, layout.columns, now)
        if (read === undefined) return []
        return [typeof read === 'string' ? rejectedLine(line, read) : { line, suppression: read }]
      })
      if (read.length > 0) yield read
    }
  } catch (error) {
    if (!(error instanceof FileInUtf16)) throw error
    yield [fileInUtf16]
  }
}

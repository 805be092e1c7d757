import { isUtf8 } from 'node:buffer'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { cellsOf, readOpening, type Layout } from './layout.js'
import { interpret, type ReadSuppression, fileInUtf16, rejectedLine, type RejectedLine } from './line.js'
import { Records, type NumberedRecord } from './scan.js'
import { ByteWindow } from './window.js'

/** A line of a file as a suppression. */
export interface TakenLine {
  /** The physical line on which its record begins; the first is 1. */
  readonly line: number
  readonly suppression: ReadSuppression
}

export type ReadLine = TakenLine | RejectedLine

/** The max number of lines that are handed on together. */
const maxTogether = 500

/**
 * Reads suppressions off a file of CSV (RFC 4180) as it arrives: with or without a header, separated by
 * commas, semicolons or tabs, in lines that end with CRLF, LF or CR. What is not understood is handed on as a
 * rejected line, and never costs another. It takes the memory of a few records, whatever the file is.
 *
 * @param now times may not lie later than a day behind it
 * @returns batches of lines in the order of the file; none is empty
 * @throws what the stream throws, once the lines that came before are handed on
 */
export async function* readSuppressions(
  file: AsyncIterable<Uint8Array>,
  now: Date,
): AsyncGenerator<readonly ReadLine[], void, undefined> {
  const window = new ByteWindow(file)
  try {
    await window.fill()
    if (isUtf16(window.bytes)) {
      yield [fileInUtf16]
      await window.drain()
      return window.check()
    }
    if (window.bytes.subarray(0, 3).equals(byteOrderMark)) window.take(3)
    const { layout, line } = await findLayout(window)
    const records = new Records(window, layout.grammar, line)
    let batch: ReadLine[] = []
    for (;;) {
      const taken = records.take(maxTogether - batch.length)
      if (taken.length === 0) {
        if (window.stopped) break
        await window.fill()
        continue
      }
      batch.push(...linesOf(taken, layout, now))
      if (batch.length === maxTogether) {
        yield batch
        batch = []
      }
      // A file of short lines is much work that waits for nothing.
      await turnOfTheLoop()
    }
    if (batch.length > 0) yield batch
    window.check()
  } finally {
    await window.close()
  }
}

async function findLayout(window: ByteWindow): Promise<{ layout: Layout; line: number }> {
  for (let line = 1; ;) {
    const { layout, next, lines } = readOpening(window.bytes, window.ended)
    window.take(next)
    line += lines
    if (layout !== undefined) return { layout, line }
    window.check()
    await window.fill()
  }
}

function linesOf(
  taken: readonly (NumberedRecord | RejectedLine)[],
  { grammar, columns }: Layout,
  now: Date,
): ReadLine[] {
  const checked = taken.map((each) =>
    'bytes' in each && !isUtf8(each.bytes) ? rejectedLine(each.line, 'encoding') : each,
  )
  const records = checked.flatMap((each) => ('bytes' in each ? [each] : []))
  const cells = cellsOf(records, grammar.delimiter).values()
  return checked.flatMap((each): ReadLine[] => {
    if (!('bytes' in each)) return [each]
    const { line } = each
    const read = interpret(cells.next().value ?? [], columns, now)
    if (read === undefined) return []
    return [typeof read === 'string' ? rejectedLine(line, read) : { line, suppression: read }]
  })
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * By its byte order mark, or because every other one of the first bytes is the empty half of an ASCII letter.
 */
function isUtf16(bytes: Buffer): boolean {
  if (bytes.length < 2) return false
  const mark = bytes.readUInt16BE(0)
  if (mark === 0xfeff || mark === 0xfffe) return true
  const empty = [...bytes.subarray(0, 4)].map((byte) => (byte === 0 ? '0' : 'x')).join('')
  return empty === '0x0x' || empty === 'x0x0'
}

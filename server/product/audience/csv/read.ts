import { isUtf8 } from 'node:buffer'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { cellsOf, grammarOf, readOpening, type CsvFormat, type Layout } from './layout.js'
import { Records, type BrokenLine, type CsvPlace, type NumberedRecord } from './scan.js'
import { ByteWindow } from './window.js'

/** A record of a file, split into its fields. */
export interface CsvRecord {
  /** Number of the physical line on which the record begins; the first is 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Consecutive lines of a file. */
export interface CsvBatch<Columns> {
  readonly lines: readonly (CsvRecord | BrokenLine)[]
  readonly layout: Layout<Columns>
  /** The place where the next batch begins. */
  readonly next: CsvPlace
}

/** The place to continue in a file that was read up to there. The stream begins with that byte. */
export interface CsvRest<Columns> {
  readonly layout: Layout<Columns>
  readonly from: CsvPlace
}

/** The most lines of a batch by default. */
const usualTogether = 500

/**
 * Reads records off a file of CSV (RFC 4180) as it arrives: with or without a header, separated by commas, semicolons
 * or tabs, in lines that end with CRLF, LF or CR. A line that is not understood is passed on as a broken line, and
 * never costs another. Reading takes the memory of a few records, whatever the size of the file.
 *
 * @param rest the place to continue, if the beginning of the file was read before
 * @param maxTogether the most lines of a batch
 * @returns batches in the order of the file; none is empty
 * @throws what the stream throws, once the lines that came before are passed on; FileInUtf16
 */
export async function* readCsv<Columns>(
  file: AsyncIterable<Uint8Array>,
  format: CsvFormat<Columns>,
  rest?: CsvRest<Columns>,
  maxTogether = usualTogether,
): AsyncGenerator<CsvBatch<Columns>, void, undefined> {
  const window = new ByteWindow(file, rest?.from.byte)
  try {
    await window.fill()
    const { layout, from } = rest ?? (await readStart(window, format))
    const records = new Records(window, grammarOf(format, layout), from.line)
    let batch: (CsvRecord | BrokenLine)[] = []
    for (;;) {
      await ownTurn()
      const taken = records.take(maxTogether - batch.length)
      batch.push(...takeApart(taken, layout.delimiter))
      const { place } = records
      if (place !== undefined && batch.length === maxTogether) {
        yield { lines: batch, layout, next: place }
        batch = []
      }
      if (taken.length > 0) continue
      if (window.stopped) break
      await window.fill()
    }
    if (batch.length > 0) yield { lines: batch, layout, next: { byte: window.place, line: records.line } }
    window.check()
  } finally {
    await window.close()
  }
}

let lastTurn: Promise<void> = Promise.resolve()

/**
 * Waits for a turn of the event loop that no other file has. A file of short lines is much work without any waiting,
 * and a caller can send many files at once: other requests wait for one batch of lines at most, however many files
 * there are.
 */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => turnOfTheLoop())
  return lastTurn
}

/**
 * Reads the layout of a file, and where its records begin.
 *
 * @throws what the stream throws; FileInUtf16
 */
export async function openCsv<Columns>(
  file: AsyncIterable<Uint8Array>,
  format: CsvFormat<Columns>,
): Promise<CsvRest<Columns>> {
  const window = new ByteWindow(file)
  try {
    await window.fill()
    return await readStart(window, format)
  } finally {
    await window.close()
  }
}

/** Thrown for a file in UTF-16, of which no line can be read, once it has been read to its end. */
export class FileInUtf16 extends Error {
  override readonly name = 'FileInUtf16'
}

async function readStart<Columns>(window: ByteWindow, format: CsvFormat<Columns>): Promise<CsvRest<Columns>> {
  if (isUtf16(window.bytes)) {
    await window.drain()
    window.check()
    throw new FileInUtf16('the file is in UTF-16')
  }
  if (window.bytes.subarray(0, 3).equals(byteOrderMark)) window.take(3)
  for (let line = 1; ;) {
    const { layout, next, lines } = readOpening(window.bytes, window.ended, format)
    window.take(next)
    line += lines
    if (layout !== undefined) return { layout, from: { byte: window.place, line } }
    window.check()
    await window.fill()
  }
}

function takeApart(
  taken: readonly (NumberedRecord | BrokenLine)[],
  delimiter: number,
): (CsvRecord | BrokenLine)[] {
  const checked = taken.map((each): NumberedRecord | BrokenLine =>
    'bytes' in each && !isUtf8(each.bytes) ? { line: each.line, code: 'encoding' } : each,
  )
  const cells = cellsOf(
    checked.filter((each): each is NumberedRecord => 'bytes' in each),
    delimiter,
  ).values()
  return checked.map((each) =>
    'bytes' in each ? { line: each.line, cells: cells.next().value ?? [] } : each,
  )
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Recognizes UTF-16 by its byte order mark, or because every other one of the first bytes is the empty half of an
 * ASCII letter.
 */
function isUtf16(bytes: Buffer): boolean {
  if (bytes.length < 2) return false
  const mark = bytes.readUInt16BE(0)
  if (mark === 0xfeff || mark === 0xfffe) return true
  const empty = [...bytes.subarray(0, 4)].map((byte) => (byte === 0 ? '0' : 'x')).join('')
  return empty === '0x0x' || empty === 'x0x0'
}

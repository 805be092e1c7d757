import type { ByteWindow } from './window.js'

/** The most bytes of a record. A record that reaches this length is not looked at any further. */
export const longestRecord = 16_384

/** Code of the rule that a broken line violates. */
export type BrokenCode = keyof typeof brokenMessages

/** The rule that each code stands for, in words for people. */
export const brokenMessages = {
  quote: 'A quote is not closed, or there is text between a closing quote and the next separator.',
  too_long: `The record is longer than ${longestRecord} bytes.`,
  encoding: 'This is not UTF-8.',
  columns: 'There are more fields than columns. Put a field that contains the separator in quotes.',
}

/** A line that is no record. It doesn't spoil any other line. */
export interface BrokenLine {
  /** Number of the physical line; the first is 1. */
  readonly line: number
  readonly code: BrokenCode
}

/** A record that `scanRecord` has found, without its line end. */
export interface RecordBytes {
  readonly bytes: Buffer
  /** The number of fields of the record. */
  readonly fields: number
}

/** Bytes that have a meaning in CSV. */
export const tab = 0x09
const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const quote = 0x22
export const comma = 0x2c
const semicolon = 0x3b

function endsLine(byte: number | undefined): boolean {
  return byte === lineFeed || byte === carriageReturn
}

/**
 * Returns where the line after the one that ends at `at` begins. A line ends with CRLF, LF or CR, or with the file.
 *
 * @returns undefined if it takes more bytes to tell
 */
function afterLineEnd(bytes: Uint8Array, at: number, ended: boolean): number | undefined {
  if (bytes[at] === lineFeed) return at + 1
  if (at === bytes.length) return at
  if (at + 1 === bytes.length && !ended) return undefined
  return bytes[at + 1] === lineFeed ? at + 2 : at + 1
}

/**
 * Finds the delimiter of the line that begins at `from`: the first comma, semicolon or tab outside quotes.
 * Spreadsheets write a semicolon if the comma is a decimal mark.
 *
 * @returns undefined if there is none
 */
export function delimiterOf(bytes: Buffer, from: number): number | undefined {
  let quoted = false
  for (let at = from; at < Math.min(bytes.length, from + longestRecord); at += 1) {
    const byte = bytes[at]
    if (byte === quote) quoted = !quoted
    else if (quoted) continue
    else if (byte === comma || byte === semicolon || byte === tab) return byte
    else if (endsLine(byte)) return undefined
  }
  return undefined
}

/** The most lines that vote on the delimiter. */
const maxLines = 50

/** Returns the delimiter of most lines from `from` on. */
export function usualDelimiter(bytes: Buffer, from: number): number {
  const votes = new Map([comma, semicolon, tab].map((delimiter) => [delimiter, 0]))
  let at = from
  for (let line = 0; line < maxLines && at < bytes.length; line += 1) {
    const delimiter = delimiterOf(bytes, at)
    if (delimiter !== undefined) votes.set(delimiter, (votes.get(delimiter) ?? 0) + 1)
    while (at < bytes.length && !endsLine(bytes[at])) at += 1
    while (at < bytes.length && endsLine(bytes[at])) at += 1
  }
  return [...votes].reduce((max, each) => (each[1] > max[1] ? each : max))[0]
}

export interface Grammar {
  /** The byte between two fields. */
  readonly delimiter: number
  /** Returns whether a field, counted from 0, may hold line ends. */
  readonly mayBreak: (field: number) => boolean
  /** The most fields that a record with line ends in it may have. */
  readonly maxFields: number
}

/** The place of a record that can be parsed: a library reads the fields of each of these as they were scanned. */
export interface ScannedRecord {
  /** Byte behind the last one of the record, without its line end. */
  readonly end: number
  /** Byte at which the next record begins. */
  readonly next: number
  /** The number of physical lines that the record takes. */
  readonly lines: number
  readonly fields: number
}

/**
 * Finds the end of the record that begins at `from`.
 * A quote that is never closed must not swallow the records behind it. So a field that may not hold line ends must
 * not break, nor may a record with more fields than it should have, since the quote of the next record closed its
 * own. Text behind a closing quote breaks the record, and the end is looked for within `longestRecord` bytes. A
 * caller that gets a code reads on at the next physical line.
 *
 * @returns the record; or the code of why it is none; or undefined if it takes more bytes to tell
 */
export function scanRecord(
  bytes: Buffer,
  from: number,
  grammar: Grammar,
  ended: boolean,
): ScannedRecord | 'quote' | 'too_long' | undefined {
  const limit = Math.min(bytes.length, from + longestRecord)
  let at = from
  let lines = 1
  let field = 0
  let fieldFrom = from
  let bare = false
  while (at < limit) {
    const byte = bytes[at]
    if (byte === grammar.delimiter) {
      field += 1
      fieldFrom = at + 1
      bare = false
    } else if (endsLine(byte)) {
      break
    } else if (byte === quote && !bare) {
      // After anything but white space a quote is a character like others.
      bare = !isBlank(bytes, fieldFrom, at)
      if (!bare) {
        const quoted = scanQuoted(bytes, at, limit, { mayBreak: grammar.mayBreak(field), ended })
        if (typeof quoted !== 'object') return quoted
        lines += quoted.breaks
        at = skipPadding(bytes, quoted.end, limit, grammar.delimiter)
        if (at < limit && bytes[at] !== grammar.delimiter && !endsLine(bytes[at])) return 'quote'
        continue
      }
    }
    at += 1
  }
  if (at >= from + longestRecord) return 'too_long'
  if (at === bytes.length && !ended) return undefined
  if (lines > 1 && field >= grammar.maxFields) return 'quote'
  const next = afterLineEnd(bytes, at, ended)
  return next === undefined ? undefined : { end: at, next, lines, fields: field + 1 }
}

/** Returns the record that was found at `from`. It is valid as long as the bytes are. */
export function recordAt(bytes: Buffer, from: number, { end, fields }: ScannedRecord): RecordBytes {
  return { bytes: bytes.subarray(from, end), fields }
}

/** Finds the end of a quoted field, behind its closing quote, and counts the line ends that it holds. */
function scanQuoted(
  bytes: Buffer,
  open: number,
  limit: number,
  { mayBreak, ended }: { readonly mayBreak: boolean; readonly ended: boolean },
): { end: number; breaks: number } | 'quote' | undefined {
  let breaks = 0
  for (let at = open + 1; at < limit; at += 1) {
    const byte = bytes[at]
    if (byte === quote) {
      // At the end of the bytes a quote may be half of two; then it takes more bytes to go on, too.
      if (bytes[at + 1] !== quote) return { end: at + 1, breaks }
      at += 1
    } else if (endsLine(byte)) {
      if (!mayBreak) return 'quote'
      // CR and LF together are one line end, counted at the LF.
      if (byte === lineFeed || bytes[at + 1] !== lineFeed) breaks += 1
    }
  }
  return limit < bytes.length || ended ? 'quote' : undefined
}

/** Returns where the text after the padding behind a closing quote begins. */
function skipPadding(bytes: Buffer, from: number, limit: number, delimiter: number): number {
  let at = from
  while (at < limit && (bytes[at] === space || bytes[at] === tab) && bytes[at] !== delimiter) at += 1
  return at
}

/** Returns true if there is nothing between two places but white space, which trimming takes off. */
function isBlank(bytes: Buffer, from: number, to: number): boolean {
  return from === to || bytes.toString('utf8', from, to).trim() === ''
}

/**
 * Finds the physical line after `from`, whatever quotes the line has.
 *
 * @returns the byte to continue at, and whether the end of the line was among the bytes
 */
export function skipLine(bytes: Buffer, from: number, ended: boolean): { next: number; done: boolean } {
  let at = from
  while (at < bytes.length && bytes[at] !== lineFeed && bytes[at] !== carriageReturn) at += 1
  if (at === bytes.length) return { next: at, done: ended }
  const next = afterLineEnd(bytes, at, ended)
  return next === undefined ? { next: at, done: false } : { next, done: true }
}

/** A record in the window, valid until the next `fill`. */
export interface NumberedRecord extends RecordBytes {
  /** Number of the physical line on which the record begins. */
  readonly line: number
}

/** A place in a file where a record begins. */
export interface CsvPlace {
  /** Number of the byte; the first is 0. */
  readonly byte: number
  /** Number of the physical line; the first is 1. */
  readonly line: number
}

/** Takes records off a window, and numbers their lines. */
export class Records {
  readonly #window: ByteWindow
  readonly #grammar: Grammar
  #line: number
  /** True while the rest of a broken line is still to be skipped. */
  #skipping = false

  /**
   * @param line the number of the physical line with which the window begins
   */
  constructor(window: ByteWindow, grammar: Grammar, line: number) {
    this.#window = window
    this.#grammar = grammar
    this.#line = line
  }

  /** Number of the physical line that comes next. */
  get line(): number {
    return this.#line
  }

  /** The place where the next record begins; undefined within a broken line whose end has not arrived yet. */
  get place(): CsvPlace | undefined {
    return this.#skipping ? undefined : { byte: this.#window.place, line: this.#line }
  }

  /**
   * Takes up to `max` complete records and broken lines off the window; empty lines don't count. The rest of a broken
   * line is skipped whatever the number.
   */
  take(max: number): (NumberedRecord | BrokenLine)[] {
    const { bytes, ended } = this.#window
    const taken: (NumberedRecord | BrokenLine)[] = []
    let at = 0
    while ((this.#skipping || taken.length < max) && at < bytes.length) {
      if (this.#skipping) {
        const { next, done } = skipLine(bytes, at, ended)
        at = next
        if (!done) break
        this.#skipping = false
        this.#line += 1
        continue
      }
      const found = scanRecord(bytes, at, this.#grammar, ended)
      if (found === undefined) break
      if (typeof found === 'string') {
        taken.push({ line: this.#line, code: found })
        this.#skipping = true
        continue
      }
      if (found.end > at) taken.push({ line: this.#line, ...recordAt(bytes, at, found) })
      this.#line += found.lines
      at = found.next
    }
    this.#window.take(at)
    return taken
  }
}

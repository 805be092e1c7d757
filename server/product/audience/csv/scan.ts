import type { ByteWindow } from './window.js'

/** Where a record reaches so many bytes it is not looked at any more. */
export const longestRecord = 16_384

/** Why a physical line is no record. */
export type BrokenCode = keyof typeof brokenMessages

/** Each with its rule in words, for people. */
export const brokenMessages = {
  quote: 'A quote is not closed, or something stands between a closing quote and the next separator.',
  too_long: `The record is longer than ${longestRecord} bytes.`,
  encoding: 'This is not UTF-8.',
  columns: 'There are more fields than columns. Put a field that contains the separator in quotes.',
}

/** A line that is no record. It costs no other line. */
export interface BrokenLine {
  /** The first is 1. */
  readonly line: number
  readonly code: BrokenCode
}

/** A record that `scanRecord` has found, without its line end. */
export interface RecordBytes {
  readonly bytes: Buffer
  /** How many fields it has. */
  readonly fields: number
}

/** The bytes that have a meaning in CSV. */
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
 * Where the line after the one that ends at `at` begins. A line ends with CRLF, LF or CR, or with the file.
 *
 * @returns undefined where it takes more bytes to say
 */
function afterLineEnd(bytes: Uint8Array, at: number, ended: boolean): number | undefined {
  if (bytes[at] === lineFeed) return at + 1
  if (at === bytes.length) return at
  if (at + 1 === bytes.length && !ended) return undefined
  return bytes[at + 1] === lineFeed ? at + 2 : at + 1
}

/**
 * What separates the fields of the line that begins at `from`: the first of these outside quotes.
 * Spreadsheets write a semicolon where the comma is a decimal mark.
 *
 * @returns undefined where there is none
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

/** How many lines are asked. */
const maxLines = 50

/** What separates the fields of most lines from `from` on. */
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
  /** Whether a field, counted from 0, may hold line ends. */
  readonly mayBreak: (field: number) => boolean
  /** How many fields a record has at most that holds line ends. */
  readonly maxFields: number
}

/** A record that can be taken apart: a library reads the fields of each of these as they were scanned. */
export interface ScannedRecord {
  /** Behind its last byte, without its line end. */
  readonly end: number
  /** Where the next record begins. */
  readonly next: number
  /** How many physical lines it takes. */
  readonly lines: number
  readonly fields: number
}

/**
 * Finds the end of the record that begins at `from`.
 *
 * A quote that is never closed must not swallow the records behind it. So a field that has no business on two
 * lines may not break, nor may a record with more fields than it should have: its quote was closed by the
 * next one's. Text behind a closing quote breaks the record, and the end is looked for within `longestRecord`
 * bytes. Who gets a code reads on at the next physical line.
 *
 * @returns the record; or why it is none; or undefined where it takes more bytes to say
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
      // Behind anything but white space a quote is a character like others.
      bare = !isBlank(bytes, fieldFrom, at)
      if (!bare) {
        const quoted = scanQuoted(bytes, at, limit, grammar.mayBreak(field), ended)
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

/** What was found at `from`. It is good as long as the bytes are. */
export function recordAt(bytes: Buffer, from: number, { end, fields }: ScannedRecord): RecordBytes {
  return { bytes: bytes.subarray(from, end), fields }
}

/** Finds the end of a quoted field, behind its closing quote, and counts the line ends that it holds. */
function scanQuoted(
  bytes: Buffer,
  open: number,
  limit: number,
  mayBreak: boolean,
  ended: boolean,
): { end: number; breaks: number } | 'quote' | undefined {
  let breaks = 0
  for (let at = open + 1; at < limit; at += 1) {
    const byte = bytes[at]
    if (byte === quote) {
      // At the end of what is there it may be half of two; then it takes more bytes to go on, too.
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

/** Where what follows a closing quote begins. */
function skipPadding(bytes: Buffer, from: number, limit: number, delimiter: number): number {
  let at = from
  while (at < limit && (bytes[at] === space || bytes[at] === tab) && bytes[at] !== delimiter) at += 1
  return at
}

/** Whether nothing stands there but what trimming takes off. */
function isBlank(bytes: Buffer, from: number, to: number): boolean {
  return from === to || bytes.toString('utf8', from, to).trim() === ''
}

/**
 * Where the physical line after `from` begins, whatever its quotes say.
 *
 * @returns how many bytes to skip, and whether its end is among them
 */
export function skipLine(bytes: Buffer, from: number, ended: boolean): { next: number; done: boolean } {
  let at = from
  while (at < bytes.length && bytes[at] !== lineFeed && bytes[at] !== carriageReturn) at += 1
  if (at === bytes.length) return { next: at, done: ended }
  const next = afterLineEnd(bytes, at, ended)
  return next === undefined ? { next: at, done: false } : { next, done: true }
}

/** A record in the window, which is good until the next `fill`. */
export interface NumberedRecord extends RecordBytes {
  /** The physical line on which it begins. */
  readonly line: number
}

/** A place in a file where a record begins. */
export interface CsvPlace {
  /** The first is 0. */
  readonly byte: number
  /** The physical line; the first is 1. */
  readonly line: number
}

/** Takes records off a window, and numbers their lines. */
export class Records {
  readonly #window: ByteWindow
  readonly #grammar: Grammar
  #line: number
  /** Whether the rest of a broken line is still to be passed. */
  #skipping = false

  /** @param line the number of the physical line that the window begins with */
  constructor(window: ByteWindow, grammar: Grammar, line: number) {
    this.#window = window
    this.#grammar = grammar
    this.#line = line
  }

  /** The physical line that comes next. */
  get line(): number {
    return this.#line
  }

  /** Where the next record begins; undefined within a broken line, whose end is not there yet. */
  get place(): CsvPlace | undefined {
    return this.#skipping ? undefined : { byte: this.#window.place, line: this.#line }
  }

  /**
   * Up to so many of those that can be seen whole, and the broken ones between them; empty lines are none. The rest of
   * a broken line is passed whatever the number.
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

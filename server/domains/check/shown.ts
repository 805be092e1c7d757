import { printableMarked } from '../../printable.js'

/** The DNS can say 64 KiB at a name, and anybody can put it there. */
const maxRecords = 10
const maxCharacters = 2000
const maxQuoted = 60

/** Records as they are kept and shown. */
export function shownRecords(records: readonly string[]): string[] {
  return records.slice(0, maxRecords).map((text) => cut(text, maxCharacters))
}

/** A piece of somebody's record in a sentence. */
export function quoted(text: string): string {
  return `"${cut(text, maxQuoted)}"`
}

/** A name out of somebody's record, which need not be one. */
export function nameIn(text: string): string {
  const plain = text.replace(/\.$/, '')
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(plain) && plain.length <= 253 ? plain : quoted(text)
}

function cut(text: string, max: number): string {
  return printableMarked(text.length > max ? `${text.slice(0, max)}…` : text)
}

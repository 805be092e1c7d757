import { printableMarked } from '../../printable.js'

/** The DNS can say 64 KiB at a name, and anybody can put it there. */
const mostRecords = 10
const mostCharacters = 2000
const mostQuoted = 60

/** Records as they are kept and shown. */
export function shownRecords(records: readonly string[]): string[] {
  return records.slice(0, mostRecords).map((text) => cut(text, mostCharacters))
}

/** A piece of somebody's record in a sentence. */
export function quoted(text: string): string {
  return `"${cut(text, mostQuoted)}"`
}

/** A name out of somebody's record, which need not be one. */
export function nameIn(text: string): string {
  const plain = text.replace(/\.$/, '')
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(plain) && plain.length <= 253 ? plain : quoted(text)
}

function cut(text: string, most: number): string {
  return printableMarked(text.length > most ? `${text.slice(0, most)}…` : text)
}

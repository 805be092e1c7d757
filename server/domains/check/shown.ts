/** The DNS can say 64 KiB at a name, and anybody can put it there. */
const mostRecords = 10
const mostCharacters = 2000
const mostQuoted = 60

/**
 * Control characters, which are nothing to show, and NUL and lone surrogates, which PostgreSQL refuses in JSON. One stands
 * for each.
 */
const unprintable = /[\p{Cc}\p{Cs}]/gu

export function printable(text: string): string {
  return text.replace(unprintable, '\uFFFD')
}

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
  return printable(text.length > most ? `${text.slice(0, most)}…` : text)
}

/** A record of a CSV file. */
export interface Row {
  /** Line of the file on which the record begins; the first is 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** Offsets in the text at which the record begins and ends, including its line end. */
  readonly start: number
  readonly end: number
}

/** Matches a first line that names the delimiter, as spreadsheets write and read it. */
const saysDelimiter = /^\ufeff?("?)sep=(,|;|\||\\t|\t)\1[ ,;\t]*(?:\r\n|[\r\n])/i

/**
 * Returns the character that separates the fields: the one that a line `sep=` names, or else the service's delimiter
 * that is most frequent in the first line.
 */
export function delimiterOf(text: string): string {
  const said = saysDelimiter.exec(text.slice(0, 24))?.[2]
  if (said !== undefined) return said.length > 1 ? '\t' : said
  const first = text.slice(0, Math.max(0, text.search(/[\r\n]|$/)))
  const counts = [',', ';', '\t'].map((each) => [each, first.split(each).length] as const)
  counts.sort((one, other) => other[1] - one[1])
  return counts[0]?.[0] ?? ','
}

/**
 * Reads the records of a CSV (RFC 4180) one by one. As in the service, white space around a field is removed, and a
 * quote within a field that does not begin with one is an ordinary character.
 */
export function* rowsOf(text: string, delimiter: string): Generator<Row, void, undefined> {
  const said = saysDelimiter.exec(text.slice(0, 24))
  let at = said?.[0].length ?? (text.startsWith('\ufeff') ? 1 : 0)
  let line = said === null ? 1 : 2
  while (at < text.length) {
    const [start, begins] = [at, line]
    const cells: string[] = []
    let ends = false
    while (!ends) {
      const quote = /^[ ]*"/.exec(text.slice(at, at + 64))
      let cell = ''
      if (quote !== null) {
        at += quote[0].length
        for (; at < text.length; at++) {
          if (text[at] !== '"') cell += text[at]
          else if (text[at + 1] === '"') cell += text[++at]
          else break
        }
        line += cell.split(/\r\n|\r|\n/).length - 1
        at++
      }
      const from = at
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++
      cells.push(quote === null ? text.slice(from, at).trim() : cell)
      ends = text[at] !== delimiter
      if (!ends) at++
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    at++
    line++
    yield { line: begins, cells, start, end: Math.min(at, text.length) }
  }
}

/** Names of each known column, as the service compares them: in lower case and without separators. */
const names = {
  email: [
    ...['email', 'emailaddress', 'mail', 'mailaddress', 'address', 'recipient'],
    ...['primaryemail', 'email1value', 'emailadresse', 'adresseemail', 'adressemail', 'courriel'],
  ],
  reason: ['reason', 'suppressionreason'],
  suppressed_at: ['suppressedat', 'createdat', 'date'],
  note: ['note', 'notes', 'comment'],
} as const

export type Known = keyof typeof names

export interface Layout {
  readonly delimiter: string
  /** First record, if it names the columns. */
  readonly head: Row | undefined
  /** Index of the field of each known column. */
  readonly places: Readonly<Partial<Record<Known, number>>>
  /** Names of the columns that are ignored. */
  readonly ignored: readonly string[]
}

/** Finds out from a file's beginning how the service will read the file. */
export function layoutOf(text: string): Layout {
  const delimiter = delimiterOf(text)
  let first: Row | undefined
  for (const row of rowsOf(text, delimiter)) {
    if (row.cells.every((cell) => cell === '')) continue
    first = row
    break
  }
  const given = first?.cells.map((cell) => cell.toLowerCase().replace(/[\s_.-]+/g, '')) ?? []
  const placeOf = (known: Known) => {
    const name = names[known].find((each) => given.includes(each))
    return name === undefined ? undefined : given.indexOf(name)
  }
  const holdsAddress = first?.cells.some((cell) => /^[^\s@]+@[^\s@]+$/.test(cell))
  if (first === undefined || placeOf('email') === undefined || holdsAddress) {
    return {
      delimiter,
      head: undefined,
      places: { email: 0, reason: 1, suppressed_at: 2, note: 3 },
      ignored: [],
    }
  }
  const places = Object.fromEntries(
    (Object.keys(names) as Known[]).flatMap((known) => {
      const place = placeOf(known)
      return place === undefined ? [] : [[known, place]]
    }),
  )
  const taken = new Set(Object.values(places))
  return { delimiter, head: first, places, ignored: first.cells.filter((_, i) => !taken.has(i)) }
}

/** A file's text and its layout. */
export interface FileText {
  readonly name: string
  readonly text: string
  readonly layout: Layout
}

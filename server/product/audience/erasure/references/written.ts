import type { Steps } from '../../../../../base/time/time-slice.js'
import type { Changed, References } from './references.js'

/** Approximate number of characters that one statement writes, unless a single row is longer. */
const portionLength = 1_000_000

/** Number of characters that are escaped at a stretch. */
const pieceLength = 65_536

/** A changed row in the form in which it is written. */
interface Written {
  readonly key: readonly string[]
  readonly values: readonly (string | null)[]
}

/**
 * Turns changed rows into the arguments of the statements that write them: columns of keys, and values as arrays in
 * text form.
 */
export function* writtenInPortions(
  changed: readonly Changed[],
  { columns }: References,
): Steps<(string | string[])[][]> {
  const portions: Written[][] = []
  let length = Infinity
  for (const { before, after } of changed) {
    const values = Object.entries(columns).map(([name, type]) =>
      type === 'text' ? asText(after[name]) : asJson(after[name]),
    )
    const own = values.reduce((sum, value) => sum + (value?.length ?? 0), 0)
    if (length + own > portionLength) {
      portions.push([])
      length = 0
    }
    portions.at(-1)?.push({ key: before.key as string[], values })
    length += own
    yield
  }
  const written: (string | string[])[][] = []
  for (const rows of portions) {
    const literals: string[] = []
    for (const index of Object.keys(columns).keys()) {
      literals.push(yield* arrayLiteral(rows.map(({ values }) => values[index] ?? null)))
    }
    written.push([...transposed(rows.map(({ key }) => key)), ...literals])
  }
  return written
}

/**
 * Writes texts as an array that PostgreSQL reads, with pauses. The driver would escape long texts slowly and without
 * a pause.
 */
export function* arrayLiteral(texts: readonly (string | null)[]): Steps<string> {
  const elements: string[] = []
  for (const text of texts) {
    if (text === null) {
      elements.push('NULL')
      continue
    }
    const pieces: string[] = []
    for (let from = 0; from < text.length; from += pieceLength) {
      pieces.push(escaped(text.slice(from, from + pieceLength)))
      yield
    }
    elements.push(`"${pieces.join('')}"`)
  }
  return `{${elements.join(',')}}`
}

/**
 * Escapes backslashes and quotes by splitting and joining, which is much faster than replacing if a text has very
 * many.
 */
function escaped(text: string): string {
  return text.split('\\').join('\\\\').split('"').join('\\"')
}

/** Turns rows of keys into columns. */
export function transposed(keys: readonly (readonly string[])[]): string[][] {
  return (keys[0] ?? []).map((_, index) => keys.map((key) => key[index] ?? ''))
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Returns a value as JSON; a column without a value stays null. */
function asJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

import { rowsOf } from '../suppressions/csv-file.js'
import type { ChosenFile, Target } from './columns.js'

/** A line that the service would refuse. */
export interface Refusable {
  readonly line: number
  readonly column: string
  readonly value: string
  readonly why: string
}

/** A summary of a file's lines by the rules that need no database. */
export interface Outlook {
  readonly lines: number
  /** Addresses of the lines that are not refused, each once. */
  readonly contacts: number
  readonly refused: number
  /** The first of the refused lines. */
  readonly first: readonly Refusable[]
}

/** Number of refused lines that are shown. */
const shown = 5

const rules: Readonly<Partial<Record<Target['kind'], readonly [form: RegExp, why: string]>>> = {
  email: [/^[^\s@]+@[^\s@]+$/, 'This is not an e-mail address.'],
  'properties.number': [/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i, 'This is not a number.'],
  'properties.boolean': [/^(true|false|yes|no|1|0)$/i, 'This is not true or false, yes or no, 1 or 0.'],
}

/** Looks a file's lines through before they are imported; undefined if the file is too large for that. */
export function lookThrough(
  { text, columns, delimiter, isBare }: ChosenFile,
  targets: readonly Target[],
): Outlook | undefined {
  if (text === undefined) return undefined
  const addresses = new Set<string>()
  const first: Refusable[] = []
  let [lines, refused, isHead] = [0, 0, !isBare]
  for (const { line, cells } of rowsOf(text, delimiter)) {
    if (cells.every((cell) => cell.trim() === '')) continue
    if (isHead) {
      isHead = false
      continue
    }
    lines++
    const wrong = mistakeIn(cells, targets)
    if (wrong === undefined) {
      const at = targets.findIndex(({ kind }) => kind === 'email')
      addresses.add((cells[at] ?? '').trim().toLowerCase())
    } else {
      refused++
      if (first.length < shown)
        first.push({ line, column: columns[wrong.at]?.header ?? '', value: wrong.value, why: wrong.why })
    }
  }
  return { lines, contacts: addresses.size, refused, first }
}

function mistakeIn(cells: readonly string[], targets: readonly Target[]) {
  for (const [at, { kind }] of targets.entries()) {
    const value = (cells[at] ?? '').trim()
    if (value === '') {
      if (kind === 'email') return { at, value, why: 'The address is missing.' }
      continue
    }
    const rule = rules[kind]
    if (rule !== undefined && !rule[0].test(value)) return { at, value, why: rule[1] }
  }
  return undefined
}

import { printableLine, printableText } from '../../../base/text/printable.js'
import { cellOf, isRecord, padded, widthOf } from './cell.js'
import { Table } from './table.js'

/**
 * Returns a JSON object as `key value` lines. Nested values appear with their path, and lists of objects follow as
 * tables.
 *
 * @param width the number of characters that fit on a line, if known
 */
export function recordLines(record: Readonly<Record<string, unknown>>, width: number | undefined): string[] {
  const values: (readonly [name: string, value: string])[] = []
  const lists: (readonly [name: string, rows: readonly Readonly<Record<string, unknown>>[]])[] = []
  collect(record, '', values, lists)
  const keys = Math.max(0, ...values.map(([name]) => widthOf(name)))
  const lines = values.flatMap(([name, value]) => {
    const [first = '', ...others] = value.split('\n')
    const indent = ' '.repeat(keys + 2)
    return [`${padded(name, keys)}  ${first}`.trimEnd(), ...others.map((line) => (indent + line).trimEnd())]
  })
  const tables = lists.flatMap(([name, rows]) => ['', `${name}:`, ...new Table(width).lines(rows)])
  return [...lines, ...tables]
}

function collect(
  record: Readonly<Record<string, unknown>>,
  prefix: string,
  values: (readonly [string, string])[],
  lists: (readonly [string, readonly Readonly<Record<string, unknown>>[]])[],
): void {
  for (const [key, value] of Object.entries(record)) {
    const name = printableLine(prefix + key)
    if (Array.isArray(value) && value.length > 0 && value.every(isRecord)) lists.push([name, value])
    else if (isRecord(value)) collect(value, `${name}.`, values, lists)
    else
      values.push([
        name,
        typeof value === 'string' ? printableText(value) : (cellOf(value) ?? JSON.stringify(value)),
      ])
  }
}

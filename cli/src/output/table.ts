import { cellOf, cut, padded, widthOf } from './cell.js'

/** The most informative columns, in order. Other columns follow in the order of the reply. */
const telling = [
  'index',
  'version',
  'status',
  'type',
  'event_type',
  'stage',
  'kind',
  'name',
  'email',
  'recipient',
  'to',
  'recipients',
  'domain',
  'address',
  'url',
  'subject',
  'reason',
  'role',
  'operation',
  'environment',
  'key',
  'topic',
  'action',
  'created_at',
  'received_at',
  'suppressed_at',
  'requested_at',
  'started_at',
  'at',
  'last_seen_at',
  'checked_at',
]

/** The maximum number of columns if the line width is unknown. */
const maxColumns = 8
const gap = '  '

type Row = ReadonlyMap<string, string>

/** A table whose columns are chosen from its first rows. */
export class Table {
  #columns: readonly { readonly name: string; readonly width: number }[] | undefined
  readonly #width: number | undefined

  /**
   * @param width the number of characters that fit on a line; undefined if lines can have any length
   */
  constructor(width: number | undefined) {
    this.#width = width
  }

  /** True if the table has no rows yet. */
  get isEmpty(): boolean {
    return this.#columns === undefined
  }

  /** Returns the lines of some rows. Adds the column heads before the first rows. */
  lines(items: readonly Readonly<Record<string, unknown>>[]): string[] {
    const rows = items.map(cellsOf)
    const isFirst = this.#columns === undefined
    this.#columns ??= this.#choose(rows)
    const columns = this.#columns
    const heads: Row = new Map(columns.map(({ name }) => [name, name.toUpperCase()]))
    return (isFirst ? [heads, ...rows] : rows).map((row) =>
      columns
        .map(({ name, width }) => {
          const cell = row.get(name) ?? ''
          return padded(this.#width === undefined || isId(name) ? cell : cut(cell, width), width)
        })
        .join(gap)
        .trimEnd(),
    )
  }

  /** Chooses as many of the most informative columns as fit. Never cuts ids, because users copy them. */
  #choose(rows: readonly Row[]) {
    const names = [...new Set(rows.flatMap((row) => [...row.keys()]))]
    const filled = names.filter((name) => rows.some((row) => (row.get(name) ?? '') !== ''))
    // The columns that name the row come first. Ids of other objects are less informative.
    const own = ['id', ...names.slice(0, 1).filter(isId)].find((name) => filled.includes(name))
    const rank = (name: string) =>
      name === own ? -1 : telling.includes(name) ? telling.indexOf(name) : telling.length
    const columns = filled
      .sort((one, other) => rank(one) - rank(other))
      .slice(0, maxColumns)
      .map((name) => ({
        name,
        width: Math.max(name.length, ...rows.map((row) => widthOf(row.get(name) ?? ''))),
      }))
    if (this.#width === undefined) return columns
    while (columns.length > 3 && leastWidth(columns) > this.#width) columns.pop()
    return fitted(columns, this.#width)
  }
}

interface Column {
  readonly name: string
  readonly width: number
}

/** The minimum width of a column that can be cut. */
const leastColumn = 12

function leastWidth(columns: readonly Column[]): number {
  const widths = columns.map(({ name, width }) => (isId(name) ? width : Math.min(width, leastColumn)))
  return sum(widths) + gap.length * (columns.length - 1)
}

/** Narrows the widest columns until all columns fit. */
function fitted(columns: readonly Column[], width: number): Column[] {
  const room = width - gap.length * (columns.length - 1)
  const fixed = sum(columns.filter(({ name }) => isId(name)).map((column) => column.width))
  let most = Math.max(...columns.map((column) => column.width))
  const inAll = (limit: number) =>
    fixed + sum(columns.filter(({ name }) => !isId(name)).map((column) => Math.min(column.width, limit)))
  while (most > leastColumn && inAll(most) > room) most -= 1
  return columns.map(({ name, width: wanted }) => ({
    name,
    width: isId(name) ? wanted : Math.min(wanted, most),
  }))
}

function isId(name: string): boolean {
  return name === 'id' || name.endsWith('_id')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function cellsOf(item: Readonly<Record<string, unknown>>): Row {
  return new Map(
    Object.entries(item).flatMap(([name, value]) => {
      const cell = cellOf(value)
      if (cell === undefined || /^[^\w]/.test(name)) return []
      return [[name, name.endsWith('_at') || name === 'at' ? withoutMilliseconds(cell) : cell]]
    }),
  )
}

function withoutMilliseconds(time: string): string {
  return time.replace(/\.\d+Z$/, 'Z')
}

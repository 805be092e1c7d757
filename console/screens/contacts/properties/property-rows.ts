/** A value that a contact's or an event's property may have. */
export type PropertyValue = string | number | boolean | null

export type Properties = Readonly<Record<string, PropertyValue>>

/** A property as it is typed into a form. */
export interface PropertyRow {
  readonly name: string
  readonly type: 'string' | 'number' | 'boolean'
  /** Typed value; `true` or `false` for a boolean. */
  readonly value: string
}

/** The types with their labels. */
export const typeWords = { string: 'Text', number: 'Number', boolean: 'Yes or no' } as const

/** Maximum number of properties by the contract (the schema `ContactProperties`). */
export const maxProperties = 100
const maxText = 1000
const name = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

/** Returns the type of a value in the form. */
export function typeOf(value: PropertyValue): PropertyRow['type'] {
  return typeof value === 'number' || typeof value === 'boolean'
    ? (typeof value as 'number' | 'boolean')
    : 'string'
}

/** Converts properties into rows, in the order of their names. */
export function rowsOf(properties: Properties): PropertyRow[] {
  return Object.entries(properties)
    .filter(([, value]) => value !== null)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([key, value]) => ({ name: key, type: typeOf(value), value: String(value) }))
}

/** Returns the rows that a form's value holds. */
export function rowsIn(value: unknown): readonly PropertyRow[] {
  return Array.isArray(value) ? (value as PropertyRow[]) : []
}

/**
 * Converts rows into the properties to send. The service merges properties, so only the differences are sent.
 *
 * @param before the current properties: those that no row names any more are sent as null, which removes them
 */
export function propertiesOf(
  rows: readonly PropertyRow[],
  before: Properties = {},
): Record<string, PropertyValue> {
  const given = rows.filter((row) => !isBlank(row)).map((row) => [row.name.trim(), valueOf(row)] as const)
  const names = new Set(given.map(([key]) => key))
  const gone = Object.keys(before).filter((key) => !names.has(key))
  const changed = given.filter(([key, value]) => before[key] !== value)
  return Object.fromEntries([...changed, ...gone.map((key) => [key, null] as const)])
}

/**
 * Returns the mistake in a row, also in comparison with the others; undefined if there is none. An empty row is
 * ignored.
 */
export function mistakeInRow(row: PropertyRow, rows: readonly PropertyRow[]): string | undefined {
  if (isBlank(row)) return undefined
  const own = row.name.trim()
  if (own === '') return 'The property needs a name.'
  if (!name.test(own)) return 'A name is a letter, then up to 63 letters, digits and underscores.'
  if (rows.some((other) => other !== row && other.name.trim() === own)) return 'This name is there twice.'
  if (row.type === 'number' && (row.value.trim() === '' || !Number.isFinite(Number(row.value))))
    return 'This is not a number.'
  if (row.type === 'string' && [...row.value].length > maxText) return `At most ${maxText} characters.`
  return undefined
}

/** Throws an error for the first mistake in the rows, before they are sent. */
export function checkRows(rows: readonly PropertyRow[]): void {
  for (const row of rows) {
    const mistake = mistakeInRow(row, rows)
    if (mistake !== undefined)
      throw new Error(row.name.trim() === '' ? mistake : `Property ${row.name.trim()}: ${mistake}`)
  }
  if (rows.length > maxProperties) throw new Error(`At most ${maxProperties} properties, not ${rows.length}.`)
}

/** Formats a value for display. */
export function valueText(value: PropertyValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value === null ? '' : String(value)
}

/** Writes properties in one line. */
export function summaryOf(properties: Properties): string {
  return Object.entries(properties)
    .map(([key, value]) => `${key} = ${String(value)}`)
    .join(', ')
}

function isBlank({ name: own, value, type }: PropertyRow): boolean {
  return own.trim() === '' && (value === '' || type === 'boolean')
}

function valueOf({ type, value }: PropertyRow): PropertyValue {
  if (type === 'number') return Number(value)
  return type === 'boolean' ? value === 'true' : value
}

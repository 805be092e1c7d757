/** A value that a contact's or an event's property may have. */
export type PropertyValue = string | number | boolean | null

export type Properties = Readonly<Record<string, PropertyValue>>

/** A property as it is typed. */
export interface PropertyRow {
  readonly name: string
  readonly type: 'string' | 'number' | 'boolean'
  /** `true` or `false` where it is a yes or no. */
  readonly value: string
}

/** The types with their words. */
export const typeWords = { string: 'Text', number: 'Number', boolean: 'Yes or no' } as const

/** What the contract allows (the schema `ContactProperties`). */
export const maxProperties = 100
const maxText = 1000
const name = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

/** The type that a value is typed as. */
export function typeOf(value: PropertyValue): PropertyRow['type'] {
  return typeof value === 'number' || typeof value === 'boolean'
    ? (typeof value as 'number' | 'boolean')
    : 'string'
}

/** Properties as rows, in the order of their names. */
export function rowsOf(properties: Properties): PropertyRow[] {
  return Object.entries(properties)
    .filter(([, value]) => value !== null)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([key, value]) => ({ name: key, type: typeOf(value), value: String(value) }))
}

/** The rows of a form's value. */
export function rowsIn(value: unknown): readonly PropertyRow[] {
  return Array.isArray(value) ? (value as PropertyRow[]) : []
}

/**
 * What is sent of rows: properties are merged, so it is what differs.
 *
 * @param before the properties as they are: those that no row names any more are sent as null, which removes them
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

/** What is wrong with a row among the others; undefined where nothing is. A row without anything is left out. */
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

/** Throws with what is wrong with the rows, before they are sent. */
export function checkRows(rows: readonly PropertyRow[]): void {
  for (const row of rows) {
    const mistake = mistakeInRow(row, rows)
    if (mistake !== undefined)
      throw new Error(row.name.trim() === '' ? mistake : `Property ${row.name.trim()}: ${mistake}`)
  }
  if (rows.length > maxProperties) throw new Error(`At most ${maxProperties} properties, not ${rows.length}.`)
}

/** A value as it is shown. */
export function valueText(value: PropertyValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value === null ? '' : String(value)
}

/** Properties in one line. */
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

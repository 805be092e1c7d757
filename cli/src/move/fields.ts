import { isRecord } from '../output/cell.js'

/** A JSON object of another service. */
export type Row = Readonly<Record<string, unknown>>

/** Returns the objects of a list. Anything else is left out. */
export function rowsOf(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** Returns an object, or an empty one for any other value. */
export function rowOf(value: unknown): Row {
  return isRecord(value) ? value : {}
}

/** Returns a member that is a text with at least one character. */
export function textOf(row: Row, name: string): string | undefined {
  const value = row[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns a member that identifies its object: a text or a number. */
export function idOf(row: Row, name: string): string {
  const value = row[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/**
 * Returns a time in the format of RFC 3339, or undefined if it is none. Takes seconds since 1970, the notations of
 * databases, such as `2026-01-14 09:30:00.5+00`, and that of mail, such as `Wed, 14 Jan 2026 09:30:00 UTC`.
 */
export function timeIn(value: unknown): string | undefined {
  const date =
    typeof value === 'number'
      ? new Date(value * 1000)
      : new Date(
          typeof value === 'string' ? value.replace(/^([\d-]+) /, '$1T').replace(/\+00(?::?00)?$/, 'Z') : NaN,
        )
  return Number.isNaN(date.getTime()) || date.getTime() <= 0 ? undefined : date.toISOString()
}

/** Returns the values of an object that properties of contacts can have. Members of inner objects get both names. */
export function propertiesIn(row: Row, prefix = ''): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      const key = `${prefix}${name}`
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        return [[key, value]]
      if (Array.isArray(value)) return [[key, value.map((each) => textIn(each)).join(', ')]]
      return isRecord(value) ? Object.entries(propertiesIn(value, `${key}_`)) : []
    }),
  )
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

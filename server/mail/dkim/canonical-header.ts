import type { RawField } from '../mime/header/raw-header.js'

/** Fields of a header in a canonical form, by their names in lower case, each name's from the top down. */
export type CanonicalFields = ReadonlyMap<string, readonly string[]>

/** Returns the fields unchanged (RFC 6376, section 3.4.1). */
export function simpleFields(fields: readonly RawField[]): CanonicalFields {
  return byKey(fields, ({ name, value }) => `${name}:${value}`)
}

/**
 * Returns the fields in relaxed canonicalization (RFC 6376, section 3.4.2): the name in lower case, unfolded, one
 * space for each run of blanks, none at the ends.
 */
export function relaxedFields(fields: readonly RawField[]): CanonicalFields {
  return byKey(fields, ({ key, value }) => `${key}:${relaxedValue(value)}`)
}

function byKey(fields: readonly RawField[], formOf: (field: RawField) => string): CanonicalFields {
  const found = new Map<string, string[]>()
  for (const field of fields) {
    const others = found.get(field.key)
    if (others === undefined) found.set(field.key, [formOf(field)])
    else others.push(formOf(field))
  }
  return found
}

function relaxedValue(value: string): string {
  // Most values stand in one line with single spaces.
  const unfolded = /\r\n|\t| {2}/.test(value) ? value.replace(/\r\n/g, '').replace(/[ \t]+/g, ' ') : value
  return unfolded.replace(/^ | $/g, '')
}

import { createHash } from 'node:crypto'
import type { Reentry } from '../definition.js'

/** The most characters of a key that is stored as it is. */
const maxLength = 200

/**
 * Returns the value for which a version's re-entry is counted separately: the property that `reentry.key` names, as
 * text. A text that is longer than a key may be is replaced by its hash.
 *
 * @returns null if there is none
 */
export function entryKeyOf({ key }: Reentry, data: Readonly<Record<string, unknown>>): string | null {
  if (key === undefined || !Object.hasOwn(data, key)) return null
  const value = data[key]
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= maxLength ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`
}

import { createHash } from 'node:crypto'
import type { Reentry } from '../definition.js'

/** The longest key that is kept as it is, in characters. */
const maxLength = 200

/**
 * The value that a version's re-entry holds for: that of the property that `reentry.key` names, as text.
 *
 * @returns null where there is none. Of a longer text than a request may have for a key it is the hash.
 */
export function entryKeyOf({ key }: Reentry, data: Readonly<Record<string, unknown>>): string | null {
  if (key === undefined || !Object.hasOwn(data, key)) return null
  const value = data[key]
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= maxLength ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`
}

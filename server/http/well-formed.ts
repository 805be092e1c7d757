import { refusedValue } from './errors.js'

/** Nothing in the contract is nested as deep as this, and to walk what is would end the stack. */
const deepest = 100

/**
 * Refuses strings that JSON can carry and neither PostgreSQL nor a mail can: U+0000 and halves of surrogate
 * pairs (Unicode, section 3.9). And nesting that nothing of ours has.
 *
 * @throws ApiError 422 naming the first such value
 */
export function refuseIllFormedText(value: unknown, path = '/body', depth = 0): void {
  if (depth > deepest)
    throw refusedValue(path.slice(0, 200), 'depth', `must not be nested deeper than ${deepest}`)
  if (typeof value === 'string') {
    if (value.includes('\0')) throw refusedValue(path, 'characters', 'must not contain U+0000')
    if (!isWellFormed(value)) throw refusedValue(path, 'characters', 'must not contain half a surrogate pair')
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => refuseIllFormedText(item, `${path}/${index}`, depth + 1))
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      refuseIllFormedText(key, path)
      refuseIllFormedText(item, `${path}/${key}`, depth + 1)
    }
  }
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

import { refusedValue } from './errors.js'

/**
 * Refuses strings that JSON can carry and neither PostgreSQL nor a mail can: U+0000 and halves of surrogate
 * pairs (Unicode, section 3.9).
 *
 * @throws ApiError 422 naming the first such value
 */
export function refuseIllFormedText(value: unknown, path = '/body'): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw refusedValue(path, 'characters', 'must not contain U+0000')
    if (!isWellFormed(value)) throw refusedValue(path, 'characters', 'must not contain half a surrogate pair')
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => refuseIllFormedText(item, `${path}/${index}`))
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      refuseIllFormedText(key, path)
      refuseIllFormedText(item, `${path}/${key}`)
    }
  }
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

import { refusedValue } from '../errors/api-error.js'

/**
 * Refuses strings that JSON can carry and neither PostgreSQL nor a mail can: U+0000 and halves of surrogate
 * pairs (Unicode, section 3.9).
 *
 * @param value a JSON value of bounded nesting
 * @throws ApiError 422 naming the first such value
 */
export function refuseIllFormedText(value: unknown, path = '/body'): void {
  if (typeof value === 'string') {
    const problem = flawOfText(value)
    if (problem !== undefined) throw refusedValue(path, 'characters', problem)
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) refuseChild(value[index], path, index)
  } else if (typeof value === 'object' && value !== null) {
    const object = value as Record<string, unknown>
    for (const name of Object.keys(object)) {
      if (flawOfText(name) !== undefined) refuseIllFormedText(name, path)
      refuseChild(object[name], path, name)
    }
  }
}

/** Builds the path only if it may be needed, since most values are sound. */
function refuseChild(child: unknown, path: string, name: string | number): void {
  if (typeof child === 'string' ? flawOfText(child) !== undefined : typeof child === 'object') {
    refuseIllFormedText(child, `${path}/${name}`)
  }
}

/** Returns, in words, the part of a text that neither PostgreSQL nor a mail can carry; undefined if there is none. */
export function flawOfText(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain U+0000'
  // `isWellFormed` is from ES2024. Every supported version of Node has it.
  if (!(text as string & { isWellFormed(): boolean }).isWellFormed())
    return 'must not contain half a surrogate pair'
  return undefined
}

/** More elements than the contract allows in any list or object, so that a cut one is still too long. */
export const maxElements = 200

/** More characters than the contract allows in any text that has a pattern or a limit. */
export const maxCharacters = 600_000

/** The max number of copied values. A message that uses every limit of the contract has fewer. */
const maxValues = 3_000

/** A copy of a JSON value, and the set of its lists and objects that were cut. */
export interface BoundedCopy {
  readonly value: unknown
  readonly cut: ReadonlySet<unknown>
}

/**
 * Copies a JSON value up to a bounded size, for a validator that looks for all mistakes: for a million wrong
 * items it would make a million findings. Long texts are cut as well, since the validator matches patterns
 * against them. The nesting of the value must be bounded.
 */
export function boundedCopy(value: unknown): BoundedCopy {
  const cut = new Set<unknown>()
  let left = maxValues

  const copy = (given: unknown): unknown => {
    left -= 1
    if (typeof given === 'string') return given.slice(0, maxCharacters)
    if (Array.isArray(given)) return copyList(given)
    return typeof given === 'object' && given !== null ? copyObject(given as Record<string, unknown>) : given
  }

  const copyList = (given: readonly unknown[]): unknown[] => {
    const list: unknown[] = []
    for (const item of given) {
      if (left <= 0 || list.length === maxElements) {
        cut.add(list)
        break
      }
      list.push(copy(item))
    }
    return list
  }

  const copyObject = (given: Record<string, unknown>): Record<string, unknown> => {
    const entries: [string, unknown][] = []
    let isCut = false
    for (const key in given) {
      if (left <= 0 || entries.length === maxElements) {
        isCut = true
        break
      }
      entries.push([key, copy(given[key])])
    }
    // Unlike an assignment, this treats `__proto__` as an ordinary field.
    const object = Object.fromEntries(entries)
    if (isCut) cut.add(object)
    return object
  }

  return { value: copy(value), cut }
}

import { refusedValue } from '../errors/api-error.js'

/** A filter in a list's query: by a parameter that takes one value, or by one that takes several. */
interface AskedFilter<Value> {
  readonly one: Value | undefined
  readonly several: readonly Value[] | undefined
}

/**
 * Returns the values that a filter of a list asks for, each once.
 *
 * @param names the parameter that takes one value, and the one that takes several
 * @returns undefined if the filter does not narrow the list
 * @throws ApiError 422 if both are given
 */
export function askedValues<Value extends string>(
  [nameOfOne, nameOfSeveral]: readonly [one: string, several: string],
  { one, several }: AskedFilter<Value>,
): readonly Value[] | undefined {
  if (one !== undefined && several !== undefined) {
    throw refusedValue(`/query/${nameOfSeveral}`, 'exclusive', `cannot be given together with ${nameOfOne}`)
  }
  if (one !== undefined) return [one]
  return several === undefined || several.length === 0 ? undefined : [...new Set(several)]
}

/** Returns the statuses that a list's query asks for, by the filter that most lists have. */
export function askedStatuses<Value extends string>(query: {
  readonly status?: Value
  readonly statuses?: readonly Value[]
}): readonly Value[] | undefined {
  return askedValues(['status', 'statuses'], { one: query.status, several: query.statuses })
}

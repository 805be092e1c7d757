import { refusedValue } from '../../../../platform/http/errors/api-error.js'

/** The most data of a run, in bytes of JSON. */
export const maxDataBytes = 64 * 1024
/** The most levels of nested data. */
const maxNesting = 20

/**
 * Checks the data that takes the place of the properties of an event.
 *
 * @param path a JSON Pointer to the data in the request, for the errors
 * @throws ApiError 422 `validation_failed`
 */
export function admitData(
  data: Readonly<Record<string, unknown>> | undefined,
  path: string,
): Readonly<Record<string, unknown>> {
  if (data === undefined) return {}
  if (nestingOf(data) > maxNesting) {
    throw refusedValue(path, 'depth', `must not be nested deeper than ${maxNesting}`)
  }
  if (Buffer.byteLength(JSON.stringify(data)) > maxDataBytes) {
    throw refusedValue(path, 'too_long', 'has more than 64 kB of JSON')
  }
  return data
}

/**
 * Returns the levels of nesting of a value. The recursion is bounded, since the nesting of the whole body was checked
 * when it was read.
 */
function nestingOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Object.values(value).reduce<number>((deepest, part) => Math.max(deepest, nestingOf(part)), 0)
}

import { refusedValue } from '../../../../platform/http/errors/api-error.js'

/** The most data of a run, in bytes of JSON. */
export const maxDataBytes = 64 * 1024
/** How deep it may be nested. */
const maxNesting = 20

/**
 * The data that stands for the properties of an event.
 *
 * @param path where it stands in the request, for the errors
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

/** The nesting of the whole body was bounded when it was read. */
function nestingOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Object.values(value).reduce<number>((deepest, part) => Math.max(deepest, nestingOf(part)), 0)
}

import { refusedValue } from '../../../../platform/http/errors/api-error.js'

/**
 * Reads the JSON object that a text holds. A text that is absent or empty holds none of its properties.
 *
 * @param path JSON Pointer to the text in the request
 * @throws ApiError 422 `validation_failed`
 */
export function jsonObject(text: string | undefined, path: string): Record<string, unknown> {
  if (text === undefined || text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refusedValue(path, 'type', 'must be a JSON object in a text')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refusedValue(path, 'type', 'must be a JSON object in a text')
  return value as Record<string, unknown>
}

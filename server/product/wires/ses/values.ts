import { jsonObject } from '../frame/texts/json-object.js'

/**
 * Reads the values of a template's placeholders, which SES takes as a JSON object in a text. A number becomes a text:
 * placeholders of SES have no types, and templates that come from there declare texts.
 *
 * @param path JSON Pointer to the text in the request
 * @throws ApiError 422 `validation_failed`
 */
export function valuesOf(text: string | undefined, path: string): Record<string, unknown> {
  if (text === undefined || text.trim() === '') return {}
  return Object.fromEntries(
    Object.entries(jsonObject(text, path)).map(([name, one]) => [
      name,
      typeof one === 'number' ? String(one) : one,
    ]),
  )
}

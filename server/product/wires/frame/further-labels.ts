import { refusedValue } from '../../../platform/http/errors/api-error.js'

/**
 * Adds labels to the pairs of a message, which has one category: the second is `tag_2`, for example.
 *
 * @param more the labels after the first
 * @param names the word before the number of a label, and the JSON Pointer to the pairs in the request
 * @throws ApiError 422 `validation_failed` if a pair has the name of a label
 */
export function withFurtherLabels(
  pairs: Readonly<Record<string, string>>,
  more: readonly string[],
  { word, at }: { readonly word: string; readonly at: string },
): Record<string, string> {
  const named = more.map((label, index) => [`${word}_${index + 2}`, label] as const)
  for (const [name] of named)
    if (Object.hasOwn(pairs, name))
      throw refusedValue(`${at}${name}`, 'not_allowed', `is the name of a further ${word}`)
  return { ...pairs, ...Object.fromEntries(named) }
}

/** Longer bodies are parsed too slowly to look for their mistake. */
const maxCharacters = 100_000

/** What the parser says of a text that is right so far, and ends too early. */
const endsEarly = /end of JSON input|^Unterminated|^No number after minus|^Exponent part/

/**
 * Says where a text stops being JSON, such as `at line 2, column 14`. Newer parsers tell the place of some mistakes
 * only, so the text is parsed up to places further and further in, by halves.
 *
 * @returns undefined if the text is JSON, or too long
 */
export function jsonPosition(text: string): string | undefined {
  if (text.length > maxCharacters) return undefined
  const whole = failureOf(text)
  if (whole === undefined) return undefined
  if (whole === 'early') return 'at its end: something is missing there'
  let right = 0
  let wrong = text.length
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2)
    if (failureOf(text.slice(0, middle)) === 'wrong') wrong = middle
    else right = middle
  }
  const before = text.slice(0, right).split('\n')
  return `at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

function failureOf(text: string): 'early' | 'wrong' | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const { message } = error as Error
    const isAtEnd = / at position (\d+)/.exec(message)?.[1] === String(text.length)
    return isAtEnd || endsEarly.test(message) ? 'early' : 'wrong'
  }
}

/**
 * Returns a text without the characters of a kind at its end. It takes time in proportion to the text: a regular
 * expression that ends with `+$` begins anew at each character of a long run that is not at the end.
 *
 * @param kind matches one character
 */
export function trimEnd(text: string, kind: RegExp): string {
  let end = text.length
  while (end > 0 && kind.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

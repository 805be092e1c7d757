/**
 * Reads a tag list (RFC 6376, section 3.2). The values are without white space at their ends.
 *
 * @returns undefined if it is not one, or has a tag twice
 */
export function tagsOf(list: string): ReadonlyMap<string, string> | undefined {
  const tags = new Map<string, string>()
  const pieces = list.split(';')
  // The last tag may end with a semicolon.
  if (isBlank(pieces.at(-1) ?? '')) pieces.pop()
  for (const piece of pieces) {
    const [, name, value = ''] = /^[ \t\r\n]*([a-z]\w*)[ \t\r\n]*=([^]*)$/i.exec(piece) ?? []
    if (name === undefined || tags.has(name)) return undefined
    tags.set(name, trimmed(value))
  }
  return tags
}

/** Returns the items of a value that are separated by colons. */
export function itemsOf(value: string): string[] {
  return value.split(':').map(trimmed)
}

/** Returns a value without folds, which base64 may have anywhere. */
export function unfolded(value: string): string {
  return value.replace(/[ \t\r\n]+/g, '')
}

function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text)
}

/** Trims a text in a time that grows only with its length, unlike a pattern for both ends. */
function trimmed(text: string): string {
  let [begin, end] = [0, text.length]
  while (begin < end && isBlank(text[begin] ?? '')) begin += 1
  while (end > begin && isBlank(text[end - 1] ?? '')) end -= 1
  return text.slice(begin, end)
}

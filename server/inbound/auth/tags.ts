/**
 * Reads a tag list (RFC 6376, section 3.2). The values are without white space, which means nothing in any
 * tag that counts here.
 *
 * @returns undefined where it is none, or has a tag twice
 */
export function tagsOf(list: string): ReadonlyMap<string, string> | undefined {
  const tags = new Map<string, string>()
  for (const piece of list.split(';')) {
    const text = piece.replace(/[ \t\r\n]+/g, '')
    if (text === '') continue
    const at = text.indexOf('=')
    const name = text.slice(0, Math.max(at, 0))
    if (!/^[a-z]\w*$/i.test(name) || tags.has(name)) return undefined
    tags.set(name, text.slice(at + 1))
  }
  return tags
}

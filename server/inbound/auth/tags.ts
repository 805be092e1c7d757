/**
 * Reads a tag list (RFC 6376, section 3.2). The values are without white space, which means nothing in any
 * tag that counts here.
 *
 * @returns undefined where it is none, or has a tag twice
 */
export function tagsOf(list: string): ReadonlyMap<string, string> | undefined {
  const tags = new Map<string, string>()
  for (const piece of list.split(';')) {
    if (!/[^ \t\r\n]/.test(piece)) continue
    const [, name, value = ''] = /^[ \t\r\n]*([a-z]\w*)[ \t\r\n]*=([^]*)$/i.exec(piece) ?? []
    if (name === undefined || tags.has(name)) return undefined
    tags.set(name, value.replace(/[ \t\r\n]+/g, ''))
  }
  return tags
}

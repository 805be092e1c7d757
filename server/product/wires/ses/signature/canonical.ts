/**
 * Returns the forms in which a path may be signed. Signers of services other than S3 encode each segment once more than
 * the address does; some sign the address's own form.
 */
export function canonicalPaths(path: string): string[] {
  const twice = path.split('/').map(encoded).join('/')
  return twice === path ? [path] : [twice, path]
}

/** Returns the query in the form in which it is signed: each name and value encoded (RFC 3986), sorted. */
export function canonicalQuery(query: string): string {
  if (query === '') return ''
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): readonly [string, string] => {
      const at = pair.indexOf('=')
      const name = at < 0 ? pair : pair.slice(0, at)
      return [encoded(decoded(name)), at < 0 ? '' : encoded(decoded(pair.slice(at + 1)))]
    })
  return pairs
    .toSorted(([a, x], [b, y]) => compared(a, b) || compared(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** Compares encoded texts by their bytes. */
function compared(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Encodes all but the unreserved characters (RFC 3986, section 2.3). */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Decodes a text; one that is not encoded rightly stays as it is, and its signature does not match. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

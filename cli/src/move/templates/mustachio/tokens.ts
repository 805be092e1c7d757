/** A piece of a template of Mustachio. */
export type Token =
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  | {
      readonly kind: 'each' | 'endEach' | 'open' | 'inverted' | 'close' | 'value' | 'raw' | 'wrong'
      /** The path as it is written. */
      readonly path: string
      readonly text: string
      readonly at: number
    }

/** Reads a template as Mustachio does: a tag is two or three braces around anything but braces. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const { 0: text, index: at } of source.matchAll(/\{\{[^{}]+\}\}|\{\{\{[^{}]+\}\}\}/g)) {
    if (at > end) tokens.push({ kind: 'text', text: source.slice(end, at), at: end })
    end = at + text.length
    const token = tagOf(text, at)
    if (token !== undefined) tokens.push(token)
  }
  if (end < source.length) tokens.push({ kind: 'text', text: source.slice(end), at: end })
  return tokens
}

/** Reads a tag. A comment is none. */
function tagOf(text: string, at: number): Token | undefined {
  const inner = text.replace(/^\{+|\}+$/g, '')
  const begin = text.startsWith('{{{') ? '' : (inner[0] ?? '')
  if (begin === '!') return undefined
  if (begin === '#' && inner.startsWith('#each')) {
    const path = inner.slice('#each'.length)
    return { kind: /^\s+\S/.test(path) ? 'each' : 'wrong', path: path.trim(), text, at }
  }
  if (begin === '/' && inner.startsWith('/each')) {
    return { kind: inner === '/each' ? 'endEach' : 'wrong', path: 'each', text, at }
  }
  const kinds = { '#': 'open', '^': 'inverted', '/': 'close', '&': 'raw' } as const
  const isSign = begin === '#' || begin === '^' || begin === '/' || begin === '&'
  const path = (isSign ? inner.slice(1) : inner).trim()
  if (isSign) return { kind: kinds[begin], path, text, at }
  return { kind: text.startsWith('{{{') ? 'raw' : 'value', path, text, at }
}

/** Longest path. Mustachio has no limit. */
const maxPath = 1000

/** Returns whether Mustachio takes a path: names joined by dots, after any number of `../`. */
export function isPath(path: string): boolean {
  if (path.length > maxPath) return false
  return /^[\w./]+$/.test(path) && !/\.{3}|(?<!\.\.)\/|\.\.(?!\/)/.test(path)
}

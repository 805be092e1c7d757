const words = (text: string) => new Set(text.split(' '))

/** Elements that have no end tag. */
const empty = words('area base br col embed frame hr img input keygen link meta param source track wbr')

/** Elements with text that is not read as HTML. */
const raw = words('style script textarea title')

/** A tag of HTML, or a tag of Liquid that stands between those. */
export type Token =
  | { readonly kind: 'liquid'; readonly name: string }
  | { readonly kind: 'open' | 'close'; readonly name: string; readonly at: number; readonly end: number }
  | { readonly kind: 'unfinished'; readonly name: string; readonly at: number }

const next = /<!--|<!|<\/?[a-z]|\{\{|\{%/gi
const liquidTag = /\{%-?\s*(\w+)/y
const tagName = /<(\/?)([a-z][^\s/>{]*)/iy
/** A part of a tag behind its name: Liquid, a value in quotes, or anything else up to the next of these. */
const inTag =
  /\{\{[\s\S]*?(?:\}\}|$)|\{%[\s\S]*?(?:%\}|$)|"(?:\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|[^"])*(?:"|$)|'(?:\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|[^'])*(?:'|$)|[^>"'{]+|\{/y

/** Reads the tags of HTML, and those of Liquid that stand between them. */
export function* tokensOf(source: string): Generator<Token> {
  let at = 0
  const behind = (text: string, from: number) => {
    const found = source.indexOf(text, from)
    return found < 0 ? source.length : found + text.length
  }
  for (;;) {
    next.lastIndex = at
    const start = next.exec(source)
    if (start === null) return
    const { index, 0: mark } = start
    if (mark === '<!--') at = behind('-->', index)
    else if (mark === '<!') at = behind('>', index)
    else if (mark === '{{') at = behind('}}', index)
    else if (mark === '{%') {
      liquidTag.lastIndex = index
      const name = liquidTag.exec(source)?.[1] ?? ''
      at = behind('%}', index)
      if (name === 'comment') at = behindLiquid(source, 'endcomment', at)
      else yield { kind: 'liquid', name }
    } else {
      tagName.lastIndex = index
      const [whole = mark, slash, given = ''] = tagName.exec(source) ?? []
      const name = given.toLowerCase()
      at = index + whole.length
      let last = ''
      for (inTag.lastIndex = at; at < source.length && source[at] !== '>'; at = inTag.lastIndex) {
        last = inTag.exec(source)?.[0] ?? ''
        if (last === '') break
      }
      if (source[at] !== '>') {
        yield { kind: 'unfinished', name, at: index }
        return
      }
      at += 1
      if (slash === '/') yield { kind: 'close', name, at: index, end: at }
      else if (!empty.has(name) && !last.endsWith('/')) yield { kind: 'open', name, at: index, end: at }
      if (slash === '' && raw.has(name)) {
        const end = source.slice(at).search(new RegExp(`</${name}\\b`, 'i'))
        at = end < 0 ? source.length : at + end
      }
    }
  }
}

/** Returns the position behind a tag of Liquid, such as `endcomment`. */
function behindLiquid(source: string, name: string, from: number): number {
  const found = new RegExp(`\\{%-?\\s*${name}\\s*-?%\\}`).exec(source.slice(from))
  return found === null ? source.length : from + found.index + found[0].length
}

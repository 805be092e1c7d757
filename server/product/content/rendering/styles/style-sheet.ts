/** A rule without rules inside. */
export interface StyleRule {
  /** The rule as written. */
  readonly text: string
  readonly selectors: readonly string[]
  /** The text between the braces. */
  readonly declarations: string
}

/** A statement of a style sheet as written: a rule, an at-rule such as `@media`, or a comment. */
export type Statement = StyleRule | { readonly text: string }

const closers: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])

/**
 * Splits a style sheet into its statements (CSS Syntax Module Level 3, section 5). It never fails: a statement
 * without an end goes to the end of the style sheet. The time grows with the length alone.
 */
export function statementsOf(css: string): Statement[] {
  const statements: Statement[] = []
  for (let at = startOf(css, 0); at < css.length; at = startOf(css, at)) {
    const begin = at
    const isAtRule = css[at] === '@'
    if (css.startsWith('/*', at)) {
      at = behindToken(css, at)
      statements.push({ text: css.slice(begin, at) })
      continue
    }
    const head = endOf(css, at, isAtRule ? '{;' : '{')
    const end = css[head] === '{' ? endOf(css, head + 1, '}') : head
    at = Math.min(end + 1, css.length)
    const declarations = css.slice(head + 1, end)
    const text = css.slice(begin, at)
    const isPlain = !isAtRule && css[end] === '}' && endOf(declarations, 0, '{') === declarations.length
    statements.push(
      isPlain ? { text, selectors: selectorsOf(css.slice(begin, head)), declarations } : { text },
    )
  }
  return statements
}

/**
 * Returns the index of the next statement, behind blanks and the marks that hid styles from browsers of the nineties.
 */
function startOf(css: string, from: number): number {
  const between = /(?:\s|<!--|-->)*/y
  between.lastIndex = from
  between.test(css)
  return between.lastIndex
}

/**
 * Returns the index of the first of `ends` outside of brackets and strings; the length of the text if there is none.
 */
function endOf(css: string, from: number, ends: string): number {
  const open: string[] = []
  let at = from
  while (at < css.length) {
    const character = css[at] ?? ''
    if (open.length === 0 && ends.includes(character)) return at
    const closer = closers.get(character)
    if (closer !== undefined) open.push(closer)
    else if (character === open.at(-1)) open.pop()
    at = behindToken(css, at)
  }
  return css.length
}

/** Returns the index behind a string, a comment, an escape, an address without quotes, or else a character. */
function behindToken(css: string, at: number): number {
  const character = css[at]
  if (character === '\\') return at + 2
  if (character === '"' || character === "'") return behindString(css, at)
  if (character === '/' && css[at + 1] === '*') return behind(css, '*/', at + 2)
  if (character === 'u' || character === 'U') {
    const address = /url\(\s*(?!["'\s])/iy
    address.lastIndex = at
    if (address.test(css)) return behind(css, ')', address.lastIndex)
  }
  return at + 1
}

function behindString(css: string, begin: number): number {
  let at = begin + 1
  // A line end closes an unclosed string.
  while (at < css.length && css[at] !== css[begin] && css[at] !== '\n') at += css[at] === '\\' ? 2 : 1
  return at + 1
}

function behind(css: string, word: string, from: number): number {
  const at = css.indexOf(word, from)
  return at === -1 ? css.length : at + word.length
}

function selectorsOf(list: string): string[] {
  const selectors: string[] = []
  for (let begin = 0; begin <= list.length;) {
    const end = endOf(list, begin, ',')
    selectors.push(
      list
        .slice(begin, end)
        .replaceAll(/\/\*[^]*?\*\//g, '')
        .trim(),
    )
    begin = end + 1
  }
  return selectors
}

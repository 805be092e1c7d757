// Makes synchronous Python from asynchronous Python, token by token.
//
// What differs in more than its tokens, the clock and the pages, is written by hand on both sides.

/** The names with a counterpart of another form; other names `AsyncX` lose the `Async`. */
const NAMES = {
  _async: '_sync',
  aclose: 'close',
  aclosing: 'closing',
  aenter: 'enter',
  aiter: 'iter',
  aiter_bytes: 'iter_bytes',
  aiter_text: 'iter_text',
  anext: 'next',
  aread: 'read',
  asynccontextmanager: 'contextmanager',
  AsyncPager: 'Page',
  StopAsyncIteration: 'StopIteration',
  __aenter__: '__enter__',
  __aexit__: '__exit__',
  __aiter__: '__iter__',
  __anext__: '__next__',
}

/** The names without a counterpart: the sources do without them. */
const REFUSED = new Set(['Coroutine', 'anyio', 'asyncio', 'trio'])

const TOKEN = new RegExp(
  [
    /(?<comment>#[^\n]*)/,
    /(?<string>[rRbBuUfF]{0,2}(?:"""(?:[^\\]|\\[^])*?"""|'''(?:[^\\]|\\[^])*?'''|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'))/,
    /(?<name>[\p{L}_][\p{L}\p{N}_]*)/u,
    /(?<other>\s+|[^])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
)

/** The synchronous form of a module. */
export function unasync(source) {
  const tokens = [...source.matchAll(TOKEN)].map(({ groups }) => groups)
  return withSortedImports(withoutAwaitables(code(tokens)))
}

function code(tokens) {
  let text = ''
  for (let index = 0; index < tokens.length; index++) {
    const { comment, string, name, other } = tokens[index]
    if (name === 'async' || name === 'await') index++ // and the space behind it
    else if (name !== undefined) text += renamed(name)
    else text += other ?? prose(comment ?? string)
  }
  return text
}

function renamed(name) {
  if (REFUSED.has(name)) throw new Error(`${name} has no synchronous form.`)
  return NAMES[name] ?? name.replace(/^(_*)Async(?=[A-Z])/, '$1')
}

/** A text or a comment: its words stay, but for code. */
function prose(text) {
  return text
    .replace(/\basync (?=(?:with|for|def)\b)/g, '')
    .replace(/\bawait (?=[\w.]+\()/g, '')
    .replace(/\b(?:_*Async[A-Z]\w*|aclos(?:e|ing)|_async|__a(?:enter|exit|iter|next)__)\b/g, renamed)
}

/** `Awaitable[X]` is X. */
function withoutAwaitables(text) {
  const start = text.indexOf('Awaitable[')
  if (start === -1) return text
  const open = start + 'Awaitable'.length
  let end = open
  for (let depth = 0; end < text.length; end++) {
    if (text[end] === '[') depth++
    else if (text[end] === ']' && --depth === 0) break
  }
  return withoutAwaitables(text.slice(0, start) + text.slice(open + 1, end) + text.slice(end + 1))
}

/** Other names stand in another order, and may be there twice. */
function withSortedImports(text) {
  return text.replace(
    /^( *)from (\S+) import (?:\(([^)#]*)\)|([^(\n#]+))$/gm,
    (whole, indent, module, several, one) => {
      const names = sorted((several ?? one).split(',').map((name) => name.trim()))
      if (names.length === 0) return ''
      const head = `${indent}from ${module} import `
      if (several === undefined) return head + names.join(', ')
      return `${head}(\n${names.map((name) => `${indent}    ${name},\n`).join('')}${indent})`
    },
  )
}

/** In the order of ruff's rule I001: constants, classes, others, and each by name. */
function sorted(names) {
  const kind = (name) => (/^[A-Z][A-Z\d_]+$/.test(name) ? 0 : /^[A-Z]/.test(name) ? 1 : 2)
  const key = (name) => kind(name) + name.toLowerCase()
  return [...new Set(names)]
    .filter((name) => name !== '' && name !== 'Awaitable')
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

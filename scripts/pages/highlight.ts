import { createRequire } from 'node:module'
import { escaped } from './escape.js'

/** The part of highlight.js that is used. Its own types would put those of browsers into the whole project. */
interface Highlighter {
  registerLanguage(name: string, grammar: unknown): void
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { readonly value: string }
}

const load = createRequire(import.meta.url)
const hljs = load('highlight.js/lib/core') as Highlighter

/** The grammars by the names that blocks of code give. Other names, such as `text`, get no colours. */
const grammars = {
  sh: 'bash',
  bash: 'bash',
  console: 'shell',
  curl: 'bash',
  go: 'go',
  ini: 'ini',
  js: 'javascript',
  json: 'json',
  liquid: 'xml',
  nginx: 'nginx',
  php: 'php',
  python: 'python',
  ruby: 'ruby',
  sql: 'sql',
  ts: 'typescript',
  yaml: 'yaml',
}

for (const [name, grammar] of Object.entries(grammars))
  hljs.registerLanguage(name, load(`highlight.js/lib/languages/${grammar}`))

/** The classes of the colours, by what the grammars call the parts of code. Other parts get no colour. */
const classes: Readonly<Record<string, string>> = {
  comment: 'c',
  quote: 'c',
  meta: 'c',
  string: 's',
  regexp: 's',
  keyword: 'k',
  built_in: 'k',
  tag: 'k',
  attr: 'n',
  attribute: 'n',
  property: 'n',
  name: 'n',
  variable: 'n',
  'template-variable': 'n',
  section: 'n',
  number: 'v',
  literal: 'v',
  symbol: 'v',
  type: 'v',
  title: 't',
}

/** Returns code as HTML with classes for its colours, which `code.css` has. */
export function highlighted(code: string, language: string): string {
  const name = language.toLowerCase()
  if (!Object.hasOwn(grammars, name)) return escaped(code)
  return shortened(hljs.highlight(code, { language: name, ignoreIllegals: true }).value)
}

/** Makes the elements of the colours as short as they can be: the pages have a hundred thousand of them. */
function shortened(html: string): string {
  const open: string[] = []
  return html
    .replaceAll('&#x27;', '&#39;')
    .replace(/<span class="hljs-([\w-]+)[^"]*">|<\/span>/g, (_tag, part?: string) => {
      if (part === undefined) return open.pop() ?? ''
      const kind = classes[part]
      open.push(kind === undefined ? '' : '</i>')
      return kind === undefined ? '' : `<i class="${kind}">`
    })
}

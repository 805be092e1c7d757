import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import nginx from 'highlight.js/lib/languages/nginx'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import shell from 'highlight.js/lib/languages/shell'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { escaped } from './escape.js'

/** The grammars by the names that blocks of code give. Other names, such as `text`, get no colours. */
const grammars = {
  sh: bash,
  bash,
  console: shell,
  curl: bash,
  go,
  ini,
  js: javascript,
  json,
  liquid: xml,
  nginx,
  php,
  python,
  ruby,
  sql,
  ts: typescript,
  yaml,
}

for (const [name, grammar] of Object.entries(grammars)) hljs.registerLanguage(name, grammar)

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

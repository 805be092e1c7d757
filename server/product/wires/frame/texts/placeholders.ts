import { refusedValue } from '../../../../platform/http/errors/api-error.js'

/** Converts the plain placeholders of Handlebars and Mustache, such as `{{name}}`, to Liquid and back. */

export type Part = 'text' | 'html'

/** The way in which a service writes values of two braces into HTML: as they are, or escaped. */
export type Values = 'raw' | 'escaped'

const name = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/
/** Names that mean something else to Liquid, or to this service's templates. */
const reserved = new Set(['contact', 'unsubscribe_url', 'true', 'false', 'nil', 'null', 'empty', 'blank'])
/** Most characters of a tag that an error shows. */
const maxShown = 60

/**
 * Converts a text to Liquid. Values of three braces, and raw ones, get the filter `raw` in HTML.
 *
 * @param at JSON Pointer to the text in the request
 * @throws ApiError 422 `validation_failed` for a tag that is no plain placeholder, such as a block
 */
export function toLiquid(text: string, part: Part, values: Values, at: string): string {
  const written: string[] = []
  let from = 0
  for (;;) {
    const open = text.indexOf('{{', from)
    if (open < 0) return written.join('') + withoutTags(text.slice(from))
    const braces = text.startsWith('{{{', open) ? 3 : 2
    const close = text.indexOf('}'.repeat(braces), open + braces)
    const content = close < 0 ? '' : text.slice(open + braces, close).trim()
    const [first = ''] = content.split('.')
    if (close < 0 || !name.test(content) || reserved.has(first)) throw refused(text, open, at)
    const isRaw = values === 'raw' || braces === 3
    written.push(withoutTags(text.slice(from, open)), outputOf(content, part, isRaw))
    from = close + braces
  }
}

/** Converts Liquid to such a text. Liquid that {@link toLiquid} does not write stays as it is. */
export function fromLiquid(liquid: string, part: Part, values: Values): string {
  return liquid
    .replace(/\{\{ ([\w.]{1,200})( \| raw)? \}\}/g, (whole, content: string, raw?: string) => {
      const isRaw = part === 'html' && raw !== undefined
      if (outputOf(content, part, isRaw) !== whole) return whole
      return isRaw && values === 'escaped' ? `{{{${content}}}}` : `{{${content}}}`
    })
    .replaceAll(openingTag, '{%')
}

/** Liquid for the characters that begin a tag of Liquid, which mean nothing to the other services. */
const openingTag = '{{ "{%" }}'

function withoutTags(text: string): string {
  return text.replaceAll('{%', openingTag)
}

/**
 * Declares the variables that texts use. The other service shows a number or a flag where it gets one, so that a
 * variable that is only shown is of any type.
 *
 * @param required whether the service refuses to send a template without one of its values
 */
export function variablesOf(
  texts: readonly string[],
  required: boolean,
): { name: string; type: 'any' | 'object'; required: boolean }[] {
  const types = new Map<string, 'any' | 'object'>()
  for (const [, content = ''] of texts
    .join('\n')
    .matchAll(/\{\{\{?[ \t\r\n]{0,100}([A-Za-z_][\w.]{0,200})/g)) {
    const [root = '', ...below] = content.split('.')
    if (below.length > 0 || !types.has(root)) types.set(root, below.length > 0 ? 'object' : 'any')
  }
  return [...types].map(([variable, type]) => ({ name: variable, type, required }))
}

function outputOf(content: string, part: Part, isRaw: boolean): string {
  return `{{ ${content}${part === 'html' && isRaw ? ' | raw' : ''} }}`
}

function refused(text: string, open: number, path: string): Error {
  const line = text.slice(0, open).split('\n').length
  const close = text.indexOf('}}', open)
  const whole = text.slice(open, close < 0 ? text.length : close + 2)
  const shown = whole.length > maxShown ? `${whole.slice(0, maxShown)}…` : whole
  const way = "write the template in Liquid, by POST /v1/templates of Postseal's own API"
  return refusedValue(
    path,
    'placeholder',
    `has ${shown} in line ${line}, which is no plain placeholder: ${way}`,
  )
}

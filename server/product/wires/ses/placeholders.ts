import { refusedValue } from '../../../platform/http/errors/api-error.js'

/** Converts the placeholders of SES, which are those of Handlebars, to Liquid and back. */

export type Part = 'text' | 'html'

const name = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/
/** Names that mean something else to Liquid, or to this service's templates. */
const reserved = new Set(['contact', 'unsubscribe_url', 'true', 'false', 'nil', 'null', 'empty', 'blank'])
/** Most characters of a tag that an error shows. */
const maxShown = 60

/**
 * Converts a text of SES to Liquid. SES puts values into HTML as they are, so the filter `raw` does here.
 *
 * @param path JSON Pointer to the text in the request
 * @throws ApiError 422 `validation_failed` for a tag that is no plain placeholder, such as a block
 */
export function toLiquid(text: string, part: Part, path: string): string {
  const written: string[] = []
  let at = 0
  for (;;) {
    const open = text.indexOf('{{', at)
    if (open < 0) return written.join('') + text.slice(at)
    const braces = text.startsWith('{{{', open) ? 3 : 2
    const close = text.indexOf('}'.repeat(braces), open + braces)
    const content = close < 0 ? '' : text.slice(open + braces, close).trim()
    const [first = ''] = content.split('.')
    if (close < 0 || !name.test(content) || reserved.has(first)) throw refused(text, open, path)
    written.push(text.slice(at, open), outputOf(content, part))
    at = close + braces
  }
}

/** Converts Liquid to a text of SES. Liquid that {@link toLiquid} does not write stays as it is. */
export function fromLiquid(liquid: string, part: Part): string {
  return liquid.replace(/\{\{ ([\w.]{1,200})(?: \| raw)? \}\}/g, (whole, content: string) =>
    outputOf(content, part) === whole ? `{{${content}}}` : whole,
  )
}

/**
 * Declares the variables that texts of SES use. SES refuses to send a template without one of its values, so each is
 * required.
 */
export function variablesOf(
  texts: readonly string[],
): { name: string; type: 'string' | 'object'; required: true }[] {
  const types = new Map<string, 'string' | 'object'>()
  for (const [, content = ''] of texts
    .join('\n')
    .matchAll(/\{\{\{?[ \t\r\n]{0,100}([A-Za-z_][\w.]{0,200})/g)) {
    const [root = '', ...below] = content.split('.')
    if (below.length > 0 || !types.has(root)) types.set(root, below.length > 0 ? 'object' : 'string')
  }
  return [...types].map(([variable, type]) => ({ name: variable, type, required: true }))
}

function outputOf(content: string, part: Part): string {
  return `{{ ${content}${part === 'html' ? ' | raw' : ''} }}`
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

import { wordsOfLiquid } from '../../../content/templates/check-content.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'

/**
 * Converts Resend's variables, `{{{NAME}}}` and `{{{NAME|fallback}}}`, to Liquid and back. White space within the
 * braces is kept, so that what was converted comes back byte for byte.
 *
 * Resend puts values into HTML as they are, for which Liquid has the filter `raw`. A value of the contact that has no
 * fallback is shown as nothing if the contact lacks it: `default: ''`, in other quotes than a fallback.
 */

/** The kind of text that variables are in. A subject is a text. */
export type Part = 'html' | 'text'

/** The names that Resend reserves, and what they are in Liquid. Of two names for one value, the first comes back. */
const reserved: ReadonlyMap<string, string> = new Map([
  ['FIRST_NAME', 'contact.properties.first_name'],
  ['LAST_NAME', 'contact.properties.last_name'],
  ['EMAIL', 'contact.email'],
  ['RESEND_UNSUBSCRIBE_URL', 'unsubscribe_url'],
  ['UNSUBSCRIBE_URL', 'unsubscribe_url'],
  ['contact.email', 'contact["email"]'],
])

/** Returns whether a name has a meaning of its own at Resend, so that no template can declare it. */
export function isReserved(name: string): boolean {
  return reserved.has(name)
}

/** The longest name that a variable can have. */
const longestName = 64
/** Most characters of what is wrong that an error shows. */
const maxShown = 60

/**
 * Converts a text of Resend to Liquid. Tags of Liquid stay as they are.
 *
 * @param path JSON Pointer to the text in the request
 * @throws ApiError 422 `validation_failed` for anything else in two or three braces
 */
export function toLiquid(text: string, part: Part, path: string): string {
  return converted(text, (open) => {
    const close = text.startsWith('{{{', open) ? text.indexOf('}}}', open + 3) : -1
    const liquid = close < 0 ? undefined : liquidOf(text.slice(open + 3, close), part)
    if (liquid === undefined) throw refusedValue(path, 'placeholder', notUnderstood(text, open))
    return { end: close + 3, written: liquid }
  })
}

/** Converts Liquid to a text of Resend. Liquid that {@link toLiquid} does not write stays as it is. */
export function fromLiquid(liquid: string, part: Part): string {
  return converted(liquid, (open) => {
    const close = liquid.indexOf('}}', open + 2)
    if (close < 0) return { end: liquid.length, written: liquid.slice(open) }
    const end = close + 2
    const output = liquid.slice(open, end)
    const content = contentOf(output)
    const isOurs = content !== undefined && liquidOf(content, part) === output
    return { end, written: isOurs ? `{{{${content}}}}` : output }
  })
}

interface Conversion {
  /** The place behind what was converted. */
  readonly end: number
  readonly written: string
}

/** Copies a text with its tags of Liquid, and converts what begins with two braces. Reads each character once. */
function converted(text: string, convert: (open: number) => Conversion): string {
  const written: string[] = []
  let at = 0
  for (;;) {
    const open = nextOpening(text, at)
    written.push(text.slice(at, open))
    if (open === text.length) return written.join('')
    if (text[open + 1] === '%') {
      const close = text.indexOf('%}', open + 2)
      at = close < 0 ? text.length : close + 2
      written.push(text.slice(open, at))
    } else {
      const conversion = convert(open)
      written.push(conversion.written)
      at = conversion.end
    }
  }
}

/** Returns the place of the next `{{` or `{%`, or the end of the text. */
function nextOpening(text: string, from: number): number {
  let at = text.indexOf('{', from)
  while (at >= 0 && text[at + 1] !== '{' && text[at + 1] !== '%') at = text.indexOf('{', at + 1)
  return at < 0 ? text.length : at
}

/** Returns the Liquid for what is between three braces, or undefined if it is no variable. */
function liquidOf(content: string, part: Part): string | undefined {
  const bar = content.indexOf('|')
  const [before, name, after] = spaced(bar < 0 ? content : content.slice(0, bar))
  const value = valueOf(name)
  if (value === undefined || /[{}]/.test(content)) return undefined
  const fallback = bar < 0 ? unnamedFallback(name) : ` | default: ${quoted(content.slice(bar + 1))}`
  return `{{ ${before}${value}${after}${fallback}${part === 'html' ? ' | raw' : ''} }}`
}

function valueOf(name: string): string | undefined {
  const known = reserved.get(name)
  if (known !== undefined) return known
  if (name.length > longestName || wordsOfLiquid.has(name)) return undefined
  if (/^[A-Za-z_]\w*$/.test(name)) return name === 'contact' || name === 'unsubscribe_url' ? undefined : name
  const [, property] = /^contact\.([A-Za-z]\w*)$/.exec(name) ?? []
  return property === undefined ? undefined : `contact.properties["${property}"]`
}

function unnamedFallback(name: string): string {
  return reserved.has(name) || name.startsWith('contact.') ? " | default: ''" : ''
}

function quoted(given: string): string {
  const [before, text, after] = spaced(given)
  return `${before}"${text.replace(/["\\]/g, String.raw`\$&`)}"${after}`
}

/** Splits a text into the white space before it, itself, and the white space after it. */
function spaced(given: string): [before: string, text: string, after: string] {
  let start = 0
  while (isSpace(given[start])) start += 1
  let end = given.length
  while (end > start && isSpace(given[end - 1])) end -= 1
  return [given.slice(0, start), given.slice(start, end), given.slice(end)]
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\r' || character === '\n'
}

const output =
  /^\{\{ ([ \t\r\n]*)([A-Za-z_][\w."[\]]*)([ \t\r\n]*?)(?: \| default: ([ \t\r\n]*)(?:''|"((?:[^"\\]|\\["\\])*)")([ \t\r\n]*?))?(?: \| raw)? \}\}$/

/** Returns what would be between three braces for an output of Liquid, or undefined. */
function contentOf(liquid: string): string | undefined {
  const found = output.exec(liquid)
  if (found === null) return undefined
  const [, before = '', value = '', after = '', spaceBefore = '', fallback, spaceAfter = ''] = found
  const [known] = [...reserved].find(([, path]) => path === value) ?? []
  const [, property] = /^contact\.properties\["(\w+)"\]$/.exec(value) ?? []
  const name = known ?? (property === undefined ? value : `contact.${property}`)
  const text = fallback?.replace(/\\(.)/g, '$1')
  const rest = text === undefined ? '' : `|${spaceBefore}${text}${spaceAfter}`
  return `${before}${name}${after}${rest}`
}

function notUnderstood(text: string, open: number): string {
  const close = text.indexOf('}}', open)
  const end = close < 0 ? text.length : close + (text[close + 2] === '}' ? 3 : 2)
  const whole = text.slice(open, end)
  const shown = whole.length > maxShown ? `${whole.slice(0, maxShown)}…` : whole
  return `has ${shown}, which is no variable: write {{{NAME}}} or {{{NAME|text}}}, or create a template in Liquid by POST /v1/templates of Postseal's own API`
}

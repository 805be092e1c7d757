/** The notation of a language for the values of JSON. */
interface Style {
  readonly text: (text: string) => string
  readonly name: (name: string) => string
  /** Returns the words for true, false and null. */
  readonly word: (value: boolean | null | undefined) => string
  readonly indent: string
  /** The text between a brace and the values on the same line. */
  readonly inBraces: string
  /** The comma after the last of several lines, if any. */
  readonly lastComma: string
}

/** The max number of characters that fit beside the text of the page without scrolling. */
const WIDTH = 50

const typescript: Style = {
  text: singleQuoted,
  name: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : singleQuoted(name)),
  word: String,
  indent: '  ',
  inBraces: ' ',
  lastComma: ',',
}
const json: Style = {
  text: JSON.stringify,
  name: JSON.stringify,
  word: String,
  indent: '  ',
  inBraces: ' ',
  lastComma: '',
}
/** The notation of Python. JSON's escapes are Python's, too. */
const python: Style = {
  text: JSON.stringify,
  name: JSON.stringify,
  word: (value) => (typeof value === 'boolean' ? capitalized(String(value)) : 'None'),
  indent: '    ',
  inBraces: '',
  lastComma: ',',
}

/** Code that stands in a program as it is, in place of a value. */
export class Code {
  constructor(readonly text: string) {}
}

/** Writes a JSON value as TypeScript. */
export function typescriptLiteral(value: unknown, indent = ''): string {
  return literal(value, typescript, indent)
}

/** Writes a JSON value as JSON, short values on one line. */
export function jsonLiteral(value: unknown): string {
  return literal(value, json, '')
}

/** Writes a JSON value as Python. */
export function pythonLiteral(value: unknown, indent = ''): string {
  return literal(value, python, indent)
}

/** Writes the arguments of a call in TypeScript, in their parentheses. */
export function callArguments(values: readonly unknown[]): string {
  return inParentheses(values, {}, typescript, '')
}

/**
 * Writes the arguments of a call in Python, in their parentheses.
 *
 * @param keywords arguments that are given by their names
 * @param indent the indentation of the line that the call stands on
 */
export function pythonArguments(
  values: readonly unknown[],
  keywords: Readonly<Record<string, unknown>> = {},
  indent = '',
): string {
  return inParentheses(values, keywords, python, indent)
}

function inParentheses(
  values: readonly unknown[],
  keywords: Readonly<Record<string, unknown>>,
  style: Style,
  indent: string,
): string {
  const named = Object.entries(keywords)
  const only = values.length === 1 && named.length === 0 && typeof values[0] === 'object'
  if (only) return `(${literal(values[0], style, indent)})`
  const parts = [
    ...values.map((value) => (inner: string) => literal(value, style, inner)),
    ...named.map(
      ([name, value]) =>
        (inner: string) =>
          `${name}=${literal(value, style, inner)}`,
    ),
  ]
  return inBrackets('()', parts, style, indent)
}

function literal(value: unknown, style: Style, indent: string): string {
  if (value instanceof Code) return value.text
  if (typeof value === 'string') return style.text(value)
  if (typeof value === 'boolean' || value === null || value === undefined) return style.word(value)
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object') throw new TypeError(`JSON has no ${typeof value}.`)
  if (Array.isArray(value)) {
    const items = value.map((item) => (inner: string) => literal(item, style, inner))
    return inBrackets('[]', items, style, indent)
  }
  const properties = Object.entries(value).map(
    ([name, of]) =>
      (inner: string) =>
        `${style.name(name)}: ${literal(of, style, inner)}`,
  )
  return inBrackets('{}', properties, style, indent)
}

/** Writes parts on one line if they fit, otherwise one on each line. */
function inBrackets(
  brackets: '()' | '[]' | '{}',
  parts: readonly ((indent: string) => string)[],
  style: Style,
  indent: string,
): string {
  if (parts.length === 0) return brackets
  const [open, close] = brackets
  const space = open === '{' ? style.inBraces : ''
  const line = `${open}${space}${parts.map((part) => part(indent)).join(', ')}${space}${close}`
  if (!line.includes('\n') && indent.length + line.length <= WIDTH) return line
  const inner = indent + style.indent
  const lines = parts.map((part) => `${inner}${part(inner)}`).join(',\n')
  return `${open}\n${lines}${style.lastComma}\n${indent}${close}`
}

/** Writes a text in single quotes. JSON's escapes are JavaScript's, but for the quotes. */
function singleQuoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
  return `'${inner.replaceAll("'", "\\'")}'`
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

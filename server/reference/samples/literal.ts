/** How a language writes what JSON can say. */
interface Style {
  readonly text: (text: string) => string
  readonly name: (name: string) => string
  /** After the last of several lines. */
  readonly lastComma: string
}

/** What fits beside the text of the page without scrolling, in characters. */
const WIDTH = 50

const typescript: Style = {
  text: singleQuoted,
  name: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : singleQuoted(name)),
  lastComma: ',',
}
const json: Style = { text: JSON.stringify, name: JSON.stringify, lastComma: '' }

/** What stands in a program as it is, in place of a value. */
export class Code {
  constructor(readonly text: string) {}
}

/** A JSON value as TypeScript. */
export function typescriptLiteral(value: unknown, indent = ''): string {
  return literal(value, typescript, indent)
}

/** A JSON value as JSON, short things on one line. */
export function jsonLiteral(value: unknown): string {
  return literal(value, json, '')
}

/** The arguments of a call, in their parentheses. */
export function callArguments(values: readonly unknown[]): string {
  const only = values.length === 1 && typeof values[0] === 'object'
  if (only) return `(${typescriptLiteral(values[0])})`
  const parts = values.map((value) => (indent: string) => typescriptLiteral(value, indent))
  return inBrackets('(', parts, ')', typescript, '')
}

function literal(value: unknown, style: Style, indent: string): string {
  if (value instanceof Code) return value.text
  if (typeof value === 'string') return style.text(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) {
    const items = value.map((item) => (inner: string) => literal(item, style, inner))
    return inBrackets('[', items, ']', style, indent)
  }
  const properties = Object.entries(value).map(
    ([name, of]) =>
      (inner: string) =>
        `${style.name(name)}: ${literal(of, style, inner)}`,
  )
  return inBrackets('{', properties, '}', style, indent)
}

/** Parts on one line where they fit, otherwise one a line. */
function inBrackets(
  open: string,
  parts: readonly ((indent: string) => string)[],
  close: string,
  { lastComma }: Style,
  indent: string,
): string {
  if (parts.length === 0) return open + close
  const space = open === '{' ? ' ' : ''
  const line = `${open}${space}${parts.map((part) => part(indent)).join(', ')}${space}${close}`
  if (!line.includes('\n') && indent.length + line.length <= WIDTH) return line
  const inner = `${indent}  `
  const lines = parts.map((part) => `${inner}${part(inner)}`).join(',\n')
  return `${open}\n${lines}${lastComma}\n${indent}${close}`
}

/** JSON's escapes are JavaScript's, but for the quotes. */
function singleQuoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
  return `'${inner.replaceAll("'", "\\'")}'`
}

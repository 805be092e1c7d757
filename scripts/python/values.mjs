// JSON as Python writes it.

const WIDTH = 110
const INDENT = '    '

/**
 * A value as Python writes it.
 *
 * @param column where its line is by then
 * @param indent of the line
 */
export function pythonValue(value, column = 0, indent = '') {
  if (typeof value !== 'object' || value === null) return scalar(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const keys = Array.isArray(value)
    ? value.map(() => '')
    : Object.keys(value).map((key) => `${scalar(key)}: `)
  const items = Object.values(value)
  const line = open + items.map((item, index) => keys[index] + pythonValue(item)).join(', ') + close
  if (column + line.length <= WIDTH && !line.includes('\n')) return line
  const inner = indent + INDENT
  const lines = items.map((item, index) => {
    const start = inner + keys[index]
    return `${start}${pythonValue(item, start.length + 1, inner)},\n`
  })
  return `${open}\n${lines.join('')}${indent}${close}`
}

function scalar(value) {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  const text = JSON.stringify(value)
  // As the formatter has it: the quotes that leave less to be escaped.
  if (typeof value !== 'string' || !value.includes('"') || value.includes("'")) return text
  return `'${text.slice(1, -1).replaceAll('\\"', '"')}'`
}

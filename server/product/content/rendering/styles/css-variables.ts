import variables, { type StyledElement } from 'juice/lib/variables.js'

/**
 * Most characters of variables that are put into one value, and deepest nesting of variables: values that double with
 * each variable grow without end. Beyond these limits `var(…)` stays, as do variables that lead back to themselves.
 */
const limits = { characters: 65_536, depth: 100 }

/** A value, or the text between two parentheses. */
interface Part {
  /** Name of the function before the parenthesis; empty for a parenthesis alone. */
  readonly name: string
  text: string
  /** Index of the first comma outside of functions; -1 without any. */
  comma: number
  /** True if the text has no parenthesis outside of functions. Only such a `var(…)` is replaced. */
  isPlain: boolean
}

interface Search {
  readonly element: StyledElement
  /** Variables whose values are being read. */
  readonly open: ReadonlySet<string>
  readonly left: { characters: number }
}

/**
 * Makes juice replace `var(…)` in time that grows with the length of a value alone. Its own loop never ends at a
 * variable that leads back to itself, and its expression takes time by the seventh power of the commas in a value.
 */
export function replaceVariablesInTime(): void {
  variables.replaceVariables = (element, value) =>
    value.includes('(')
      ? resolve(value, { element, open: new Set(), left: { characters: limits.characters } }).text
      : value
}

function resolve(value: string, search: Search): Part {
  const parts = [partCalled('')]
  let at = 0
  for (const { index, 0: sign } of value.matchAll(/[(),]/g)) {
    const text = value.slice(at, index)
    at = index + 1
    const part = parts.at(-1)!
    if (sign === '(') {
      const name = nameAtEndOf(text)
      part.text += text.slice(0, text.length - name.length)
      parts.push(partCalled(name))
      continue
    }
    part.text += text
    if (sign === ',' && part.comma === -1) part.comma = part.text.length
    const outer = sign === ')' ? parts.at(-2) : undefined
    if (outer === undefined) {
      part.text += sign
      part.isPlain &&= sign === ','
      continue
    }
    parts.pop()
    append(outer, replacementOf(part, search) ?? inParentheses(part, ')'))
  }
  parts.at(-1)!.text += value.slice(at)
  return parts.reduceRight((inner, outer) => {
    append(outer, { ...inParentheses(inner, ''), isPlain: false })
    return outer
  })
}

function partCalled(name: string): Part {
  return { name, text: '', comma: -1, isPlain: true }
}

function append(outer: Part, { text, comma, isPlain }: Part): void {
  if (outer.comma === -1 && comma !== -1) outer.comma = outer.text.length + comma
  outer.text += text
  outer.isPlain &&= isPlain
}

/** Returns a function as a part of the value around it, to which its commas do not belong. */
function inParentheses({ name, text, isPlain }: Part, end: string): Part {
  return { name: '', text: `${name}(${text}${end}`, comma: -1, isPlain: isPlain && name !== '' }
}

/**
 * Returns the value of the variable or else the default of `var(…)`; undefined for another function, and without
 * both.
 */
function replacementOf({ name, text, comma, isPlain }: Part, search: Search): Part | undefined {
  if (name.trimEnd().toLowerCase() !== 'var' || !isPlain) return undefined
  const variable = (comma === -1 ? text : text.slice(0, comma)).trim()
  const value = valueOf(variable, search)
  if (value !== undefined) return value
  const otherwise = comma === -1 ? '' : text.slice(comma + 1).trim()
  return otherwise === '' ? undefined : { ...partCalled(''), text: otherwise, comma: otherwise.indexOf(',') }
}

function valueOf(variable: string, { element, open, left }: Search): Part | undefined {
  if (open.has(variable) || open.size === limits.depth) return undefined
  const value = variables.findVariableValue(element, variable)
  if (value === undefined || value === '' || value.length > left.characters) return undefined
  left.characters -= value.length
  return resolve(value, { element, open: new Set([...open, variable]), left })
}

/** Returns the name of a function at the end of a text, with the blanks behind it. */
function nameAtEndOf(text: string): string {
  const end = text.trimEnd().length
  let begin = end
  while (begin > 0 && /[a-z-]/i.test(text[begin - 1] ?? '')) begin -= 1
  return begin === end ? '' : text.slice(begin)
}

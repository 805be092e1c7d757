import { readValue, typedValue, Unreadable, type VariableType } from './values.js'

/** A variable of a template, for which a form has a field. */
export interface Variable {
  readonly name: string
  readonly type: VariableType
  readonly required: boolean
  /** Default as a field shows it; '' if there is none. */
  readonly default: string
}

type Values = Readonly<Record<string, unknown>>

/** Name of the property of a form's values in which all values are written as JSON, in place of a field for each. */
export const asJson = 'variables'

/** Returns the name of a variable's field. */
export const fieldOf = (name: string) => `variable:${name}`

/** Returns a declared variable for a form. */
export function variableOf(declared: {
  readonly name: string
  readonly type?: string
  readonly required?: boolean
  readonly default?: unknown
}): Variable {
  const { name, type = 'string', required = false } = declared
  const preset = typedValue(declared.default, type)
  return { name, type: type as VariableType, required: required && preset === '', default: preset }
}

/** Returns the rules of a form's fields for variables. */
export function rulesOfVariables(variables: readonly Variable[]) {
  return Object.fromEntries(variables.map(({ name, required }) => [fieldOf(name), { required }]))
}

/**
 * Returns the first values of a form's fields: the given samples, and for a required variable without one a value that
 * makes sense in a mail.
 */
export function firstValuesOf(variables: readonly Variable[], samples: Values): Record<string, string> {
  const typed = variables.map(({ name, type, required }) => {
    const given = samples[name]
    return [
      fieldOf(name),
      given === undefined ? (required ? sampleOf(name, type) : '') : typedValue(given, type),
    ] as const
  })
  return Object.fromEntries(typed.filter(([, text]) => text !== ''))
}

/** Returns a readable sample for a variable. */
function sampleOf(name: string, type: VariableType): string {
  if (type === 'number') return '1'
  if (type === 'boolean') return 'true'
  if (type === 'array') return '[]'
  if (type === 'object') return '{}'
  if (/(?:^|_)(?:url|link|href)$/i.test(name)) return 'https://example.com/'
  if (/(?:^|_)e?mail$/i.test(name)) return 'ada@example.com'
  if (/(?:^|_)name$/i.test(name)) return 'Ada'
  return name.replaceAll('_', ' ')
}

/** Returns the values to send. A text that cannot be read is sent as it is: the service's message names the mistake. */
export function sentVariables(variables: readonly Variable[], values: Values): unknown {
  const json = values[asJson]
  if (typeof json === 'string') return readJson(json)
  const sent = variables.map(({ name, type }) => {
    const typed = values[fieldOf(name)]
    const text = typeof typed === 'string' ? typed : ''
    const value = readValue(type, text)
    return [name, value instanceof Unreadable ? text : value] as const
  })
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined))
}

function readJson(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

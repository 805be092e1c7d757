import type { TemplateVersion } from 'postseal'
import { readValue } from '../../../../ui/variables/values.js'

export type Declared = TemplateVersion['variables'][number]

/** Values of a form, by the names of its fields. */
type Values = Record<string, unknown>

type Variables = Readonly<Record<string, unknown>>

/** Returns the name of a variable's field in the form. */
export const fieldOf = (name: string) => `var:${name}`

/** Returns the values of a campaign's variables for the form's fields. */
export function valuesOfVariables(variables: Variables): Values {
  return Object.fromEntries(
    Object.entries(variables)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [fieldOf(name), typed(value)]),
  )
}

function typed(value: unknown): unknown {
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : value
}

/**
 * Returns the variables that a form sends. Variables that the template does not declare stay as they are.
 *
 * @throws Error in words if a value is not JSON of its variable's type
 */
export function variablesOf(
  values: Values,
  declared: readonly Declared[],
  before: Variables,
): Record<string, unknown> {
  const names = new Set(declared.map(({ name }) => name))
  const others = Object.entries(before).filter(([name]) => !names.has(name))
  const own = declared.flatMap((one) => {
    const value = values[fieldOf(one.name)]
    return value === undefined || value === ''
      ? []
      : [[one.name, valueOf(one, value, before[one.name])] as const]
  })
  return Object.fromEntries([...others, ...own])
}

function valueOf({ name, type }: Declared, value: unknown, before: unknown): unknown {
  switch (type) {
    case 'number':
      if (!Number.isFinite(Number(value))) throw new Error(`${name} is not a number.`)
      return Number(value)
    case 'boolean':
      return String(value) === 'true'
    case 'object':
    case 'array':
      return jsonOf(name, type === 'array', String(value))
    case 'any':
      // A text such as "42" would be read as a number. One that nobody changed stays what it is.
      return String(typed(before)) === String(value) ? before : readValue('any', String(value))
    default:
      return String(value)
  }
}

function jsonOf(name: string, isList: boolean, text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== isList) {
    const form = isList ? 'a list of JSON, such as ["one", "two"]' : 'an object of JSON, such as { "key": 1 }'
    throw new Error(`${name} is not ${form}.`)
  }
  return value
}

import type { Mistake, Variable, VariableType } from '../compiling/source.js'

/** Returns the JSON type of a value, in the words of the contract. */
function typeOf(value: unknown): Exclude<VariableType, 'any'> | 'null' {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object'
}

/** Values for a render: those of the request, and defaults for the others. Null counts as missing. */
export interface CheckedValues {
  readonly values: Readonly<Record<string, unknown>>
  readonly missing: readonly Variable[]
  readonly mistakes: readonly Mistake[]
}

/** Returns a version's own variables, and those of its layouts that it does not declare itself. */
export function withInherited(own: readonly Variable[], inherited: readonly Variable[]): Variable[] {
  const result = new Map(own.map((variable) => [variable.name, variable]))
  for (const variable of inherited) if (!result.has(variable.name)) result.set(variable.name, variable)
  return [...result.values()]
}

/** Checks values against the declared variables. Undeclared values are left out. */
export function checkValues(
  variables: readonly Variable[],
  given: Readonly<Record<string, unknown>>,
): CheckedValues {
  const values = Object.create(null) as Record<string, unknown>
  const missing: Variable[] = []
  const mistakes: Mistake[] = []
  for (const variable of variables) {
    const { name, type, required } = variable
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    const found = typeOf(value)
    if (found === 'null') {
      if (variable.default !== undefined) values[name] = variable.default
      else if (required) missing.push(variable)
    } else if (found === type || type === 'any') {
      values[name] = value
    } else {
      const message =
        `must be ${withArticle(type)}, not ${withArticle(found)}, ` +
        `unless the template declares it with "type": "${found}"`
      mistakes.push({ code: 'variable_type', message, variable: name })
    }
  }
  return { values, missing, mistakes }
}

function withArticle(type: VariableType): string {
  return /^[ao]/.test(type) ? `an ${type}` : `a ${type}`
}

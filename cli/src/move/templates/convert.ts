import type { Converted, Dialect, Variable } from './converted.js'
import { handlebarsToLiquid } from './handlebars/convert.js'
import { commonType } from './liquid/draft.js'
import { listmonkToLiquid } from './listmonk/convert.js'
import { mustachioToLiquid } from './mustachio/convert.js'
import { resendToLiquid } from './resend.js'

export type { Converted, Dialect, Problem, Variable } from './converted.js'

/**
 * Converts a template of another service to Liquid. Each part that has no counterpart is a problem, and stays in the
 * text as it was.
 *
 * @param isHtml true for an HTML body, whose values are escaped; false for subjects and plain text
 */
export function toLiquid(source: string, dialect: Dialect, isHtml: boolean): Converted {
  if (dialect === 'mustachio') return mustachioToLiquid(source, isHtml)
  if (dialect === 'resend') return resendToLiquid(source, isHtml)
  if (dialect === 'listmonk') return listmonkToLiquid(source, isHtml)
  return handlebarsToLiquid(source, dialect, isHtml)
}

/** Returns the variables of a template's parts together, each of the type that its uses in all parts agree with. */
export function mergeVariables(parts: readonly Converted[]): readonly Variable[] {
  const merged = new Map<string, Variable>()
  for (const variable of parts.flatMap(({ variables }) => variables)) {
    const before = merged.get(variable.name)
    merged.set(variable.name, before === undefined ? variable : together(before, variable))
  }
  return [...merged.values()]
}

function together(one: Variable, other: Variable): Variable {
  const type = commonType(one.type, other.type)
  const { default: value } = one
  const isOptional = one.required === false && other.required === false
  return {
    name: one.name,
    type,
    ...(isOptional && { required: false }),
    ...(value !== undefined && value === other.default && type === one.type && { default: value }),
  }
}

import type { Field, FieldValue, ScalarValue } from '../contract/catalog.js'
import { UsageError } from '../mistakes.js'
import { givenTwice, scalarOf, type Scalar } from './value.js'

/** Query parameters in contract order. A list repeats its name for each value. */
export type Query = readonly (readonly [name: string, value: Scalar])[]

/**
 * Builds a query from the arguments.
 *
 * @throws UsageError if a value is invalid or a parameter is missing
 */
export function queryOf(
  fields: readonly Field[],
  given: ReadonlyMap<string, readonly string[] | boolean>,
  defaults: ReadonlyMap<string, string>,
): Query {
  return fields.flatMap(({ name, option, required, value }) => {
    const usual = required ? defaults.get(name) : undefined
    const values = given.get(name) ?? (usual === undefined ? undefined : [usual])
    if (values === undefined) {
      if (required) throw new UsageError(`--${option} is missing.`)
      return []
    }
    if (typeof values === 'boolean') return [[name, values] as const]
    const scalar = value.kind === 'list' ? value.of : value
    if (!isScalar(scalar)) throw new Error(`A query cannot have ${name}.`)
    if (value.kind !== 'list' && values.length > 1) throw givenTwice(`--${option}`)
    return values.map((text) => [name, scalarOf(`--${option}`, scalar, text)] as const)
  })
}

function isScalar(value: FieldValue): value is ScalarValue {
  return ['text', 'time', 'integer', 'number', 'boolean'].includes(value.kind)
}

/**
 * Returns the path of a request with its variables and query filled in.
 *
 * @throws UsageError if a variable would change the path
 */
export function targetOf(
  path: string,
  variables: readonly (readonly [name: string, value: string])[],
  query: Query,
): string {
  const values = new Map(variables)
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, values.get(name) ?? ''))
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`
}

function segmentOf(name: string, value: string): string {
  // An empty value, "." and ".." would name another path.
  if (/^\.{0,2}$/.test(value)) throw new UsageError(`<${name.replaceAll('_', '-')}> cannot be "${value}".`)
  return encodeURIComponent(value)
}

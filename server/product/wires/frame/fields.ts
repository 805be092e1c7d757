import { resolve } from '../../../../base/contract/document.js'
import { refusedValue, type ErrorDetail } from '../../../platform/http/errors/api-error.js'
import type { MarkedSchema, WireContract } from './contract.js'

/** A field of a request to a wire, at any depth: `['attachments', '*', 'path']`. */
export interface Field {
  readonly path: readonly string[]
  readonly schema: MarkedSchema
}

/** Lists the fields of a request's body, at any depth, in the order of the wire's contract. */
export function fieldsOf({ document }: Pick<WireContract, 'document'>, body: MarkedSchema): Field[] {
  const below = (given: MarkedSchema, path: readonly string[]): Field[] => {
    const schema = resolve<MarkedSchema>(document, given)
    const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]): Field[] => {
      const field = [...path, name]
      const marked = { ...resolve<MarkedSchema>(document, property), ...property }
      return [{ path: field, schema: marked }, ...below(property, field)]
    })
    const ofItems = schema.items === undefined ? [] : below(schema.items, [...path, '*'])
    return [...own, ...ofItems, ...(schema.oneOf ?? []).flatMap((one) => below(one, path))]
  }
  return below(body, [])
}

/**
 * Refuses a body that has a field which the wire refuses. A null counts as absent, as it does for the clients that
 * write one.
 *
 * @param fields the fields that are marked as refused
 * @throws ApiError 422 `validation_failed`
 */
export function refuseFields(fields: readonly Field[], body: unknown): void {
  for (const { path, schema } of fields) {
    const at = placeIn(body, path)
    if (at !== undefined)
      throw refusedValue(`/body/${at.join('/')}`, 'not_allowed', schema['x-refused'] ?? '')
  }
}

/** Returns the first place at which a value has a field, or undefined. */
function placeIn(value: unknown, [step, ...rest]: readonly string[]): string[] | undefined {
  if (step === undefined) return value === undefined || value === null ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  if (step !== '*') {
    if (!Object.hasOwn(value, step)) return undefined
    const inner = placeIn((value as Record<string, unknown>)[step], rest)
    return inner && [step, ...inner]
  }
  if (!Array.isArray(value)) return undefined
  for (const [index, item] of value.entries()) {
    const inner = placeIn(item, rest)
    if (inner !== undefined) return [String(index), ...inner]
  }
  return undefined
}

/** The names of a wire for the fields of a called operation, from `x-becomes`. */
export type FieldNames = ReadonlyMap<string, string>

/** Returns the names that a request's own top-level fields have in the called operation, the other way round. */
export function fieldNames(fields: readonly Field[]): FieldNames {
  const names = new Map<string, string>()
  for (const { path, schema } of fields) {
    const [name, ...deeper] = path
    if (name === undefined || deeper.length > 0) continue
    for (const ours of (schema['x-becomes'] ?? '').split(', ')) if (!names.has(ours)) names.set(ours, name)
  }
  return names
}

/** Parts of an address in the contract, which wires write as one text. */
const addressParts = new Set(['email', 'name'])

/** Returns a mistake in a called operation's body at the place where the wire's request has the value. */
export function atOwnPlace(detail: ErrorDetail, names: FieldNames): ErrorDetail {
  const [, part, field = '', ...rest] = detail.path.split('/')
  if (part !== 'body') return detail
  const name = names.get(field) ?? field
  const below = addressParts.has(rest.at(-1) ?? '') ? rest.slice(0, -1) : rest
  return { ...detail, path: ['', part, name, ...below].join('/') }
}

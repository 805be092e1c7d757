import { resolve, type ContractDocument } from '../../../base/contract/document.js'
import type { FieldValue, ScalarValue } from './catalog.js'

/** A schema of the contract, with the parts that determine options. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minProperties?: number
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

/** Returns the form in which users type a value with this schema. */
export function fieldValue(contract: ContractDocument, given: Schema): FieldValue {
  const schema = resolve<Schema>(contract, given)
  const type = typeOf(schema)
  if (type === 'array') return listValue(resolve<Schema>(contract, schema.items ?? {}))
  if (type !== 'object') return scalarValue(schema, type)
  if (isAddress(schema)) return { kind: 'address' }
  const properties = Object.entries(schema.properties ?? {})
    .map(([name, property]) => [name, resolve<Schema>(contract, property)] as const)
    .filter(([, property]) => isScalar(property))
  return {
    kind: 'object',
    properties: Object.fromEntries(
      properties.map(([name, property]) => [name, scalarValue(property, typeOf(property)).kind]),
    ),
  }
}

function listValue(item: Schema): FieldValue {
  if (isAddress(item)) return { kind: 'addresses' }
  if (isScalar(item)) return { kind: 'list', of: scalarValue(item, typeOf(item)) }
  const { filename, content } = item.properties ?? {}
  return {
    kind: 'items',
    isFiles: filename !== undefined && content !== undefined,
    areKeyed: item.required?.includes('idempotency_key') === true,
  }
}

/** Returns the type, ignoring null. */
function typeOf({ type, properties }: Schema): string {
  const types = typeof type === 'string' ? [type] : (type ?? [])
  return types.find((each) => each !== 'null') ?? (properties === undefined ? 'string' : 'object')
}

function isScalar(schema: Schema): boolean {
  return ['string', 'integer', 'number', 'boolean'].includes(typeOf(schema))
}

function isAddress({ properties = {} }: Schema): boolean {
  return Object.keys(properties).sort().join() === 'email,name'
}

function scalarValue({ format, enum: values, minimum, maximum }: Schema, type: string): ScalarValue {
  const oneOf = values?.filter((value) => typeof value === 'string')
  const kind =
    type === 'integer' || type === 'number' || type === 'boolean'
      ? type
      : format === 'date-time'
        ? 'time'
        : 'text'
  return {
    kind,
    ...(oneOf !== undefined && oneOf.length > 0 && { oneOf }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  }
}

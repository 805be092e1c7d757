import { followed, type Schema } from './contract.js'

/** The name under which the contract has a schema; undefined for one that stands where it is used. */
export function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.slice($ref.lastIndexOf('/') + 1)
}

/** The schema of what is in an array, however deep; any other schema is itself. */
export function itemsOf(schema: Schema): Schema {
  const { items } = followed<Schema>(schema)
  return items === undefined ? schema : itemsOf(items)
}

/** Returns true if a value, or one of its alternatives or items, has fields. */
export function hasFields(schema: Schema): boolean {
  const { properties, additionalProperties, items, oneOf, anyOf } = schema
  if (items !== undefined) return hasFields(followed<Schema>(items))
  if (typeof additionalProperties === 'object' && hasFields(followed<Schema>(additionalProperties)))
    return true
  if (properties !== undefined && Object.keys(properties).length > 0) return true
  return (oneOf ?? anyOf ?? []).some((alternative) => hasFields(followed<Schema>(alternative)))
}

/** The values that a schema lists, but for null, which its type names. */
export function valuesOf(schema: Schema): readonly (string | number | boolean)[] {
  return schema.enum?.filter((value) => value !== null) ?? []
}

/** Describes in words how long or large a value may be: `1 to 50 items`. */
export function boundsOf(schema: Schema): string[] {
  return [
    span(schema.minLength, schema.maxLength, 'characters'),
    span(schema.minimum, schema.maximum, ''),
    span(schema.minItems, schema.maxItems, 'items'),
    span(schema.minProperties, schema.maxProperties, 'names'),
  ].filter((bound) => bound !== '')
}

function span(min: number | undefined, max: number | undefined, of: string): string {
  const unit = of === '' ? '' : ` ${of}`
  // An int32 or int64 has bounds that say nothing.
  const most = max !== undefined && max < 2 ** 31 - 1 ? max.toLocaleString('en') : undefined
  const least = min?.toLocaleString('en')
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`
  if (most !== undefined) return `at most ${most}${unit}`
  return least === undefined || least === '0' ? '' : `at least ${least}${unit}`
}

// The Python type of a schema of the contract, in the shape of requests or of replies.
import { isNullable, isObject, resolved, schemaName } from './contract.mjs'
import { pascalCase } from './names.mjs'
import { isAddresses } from './shapes.mjs'

const SCALARS = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }

/**
 * The annotation of a schema.
 *
 * @param shape 'request': values closed, times and lists of any kind; 'reply': values open to newer ones, as JSON is read
 * @param owner the name for an object without one
 */
export function annotation(shapes, schema, shape, owner) {
  return join(membersOf(shapes, schema, shape, owner))
}

/** A literal's annotation, in which a newer service's values have a place where it is in a reply. */
export function literal(values, shape) {
  const known = values.filter((value) => value !== null)
  const text = `Literal[${known.map(constant).join(', ')}]`
  return shape === 'reply' && typeof known[0] === 'string' ? [text, 'str'] : [text]
}

/** The class of an object that has no name: by the object that it is in, and its field. */
export function nameWithin(owner, field) {
  return owner + field.split('_').map(pascalCase).join('')
}

function join(members) {
  const unique = [...new Set(members)].filter((member) => member !== 'None')
  return [...unique, ...(members.includes('None') ? ['None'] : [])].join(' | ')
}

function constant(value) {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

function membersOf(shapes, schema, shape, owner) {
  const name = schemaName(schema)
  if (name !== undefined) return referenced(shapes, name, shape)
  if (schema.allOf?.length === 1) return membersOf(shapes, schema.allOf[0], shape, owner)
  const union = schema.anyOf ?? schema.oneOf
  if (union !== undefined) return union.flatMap((member) => membersOf(shapes, member, shape, owner))
  if (schema.const !== undefined) return literal([schema.const], shape)
  if (schema.enum !== undefined) {
    return [...literal(schema.enum, shape), ...(isNullable(schema) ? ['None'] : [])]
  }
  if (schema.type === undefined) return ['Any']
  return [schema.type].flat().flatMap((type) => typed(shapes, { ...schema, type }, shape, owner))
}

function typed(shapes, schema, shape, owner) {
  const request = shape === 'request'
  if (schema.type === 'array') {
    const items = annotation(shapes, schema.items, shape, owner)
    if (request && isAddresses(shapes.contract, schema)) return ['Address', 'Sequence[Address]']
    return [`${request ? 'Sequence' : 'list'}[${items}]`]
  }
  if (schema.type === 'object') {
    if (isObject(schema)) return [owner]
    const values = schema.additionalProperties
    const value = typeof values === 'object' ? annotation(shapes, values, shape, owner) : 'Any'
    return [`${request ? 'Mapping' : 'dict'}[str, ${value}]`]
  }
  if (request && schema.type === 'string' && schema.format === 'date-time') return ['str', 'datetime']
  return [SCALARS[schema.type]]
}

/** A class and an alias are named; other schemas are written out, since no program would need their name. */
function referenced(shapes, name, shape) {
  const schema = resolved(shapes.contract, { $ref: `#/components/schemas/${name}` })
  const none = isNullable(schema) ? ['None'] : []
  if (name === 'Event' || name === 'KnownEvent') return [name]
  if (isObject(schema)) return [shapes.nameIn(name, shape), ...none]
  if (schema.enum !== undefined) return [name, ...(shape === 'reply' ? ['str'] : []), ...none]
  if (schema.anyOf !== undefined) return [name]
  return membersOf(shapes, schema, shape, name)
}

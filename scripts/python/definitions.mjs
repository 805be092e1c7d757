// The types that the module of types defines: aliases, with a `type`, and classes, with `fields`.
import { annotation, literal, nameWithin } from './annotations.mjs'
import { isObject, resolved, schemaName } from './contract.mjs'
import { firstSentence } from './docs.mjs'
import { eventDefinitions, NEWER_TYPE, UNKNOWN_EVENT } from './events.mjs'
import { isSend, sendDefinitions } from './sends.mjs'
import { isMail, shapesOf, unnamedIn } from './shapes.mjs'

const ADDRESS =
  'An address: `ada@example.com`, `Ada Lovelace <ada@example.com>` (RFC 5322, section 3.4), or its parts. ' +
  'Put a name in double quotes when it contains a comma or another special character.'

/** The definitions, in the order of the contract. */
export function definitionsOf(contract) {
  const shapes = shapesOf(contract)
  const definitions = [
    ...shapes.definitions.flatMap((definition) =>
      isObject(definition.schema) ? checkedClasses(shapes, definition) : aliases(shapes, definition),
    ),
    { name: 'Address', type: 'str | NamedAddress', doc: ADDRESS },
    ...shapes.operations
      .filter(({ queryName }) => queryName)
      .map((operation) => queryClass(shapes, operation)),
    ...classes(shapes, 'UnknownEvent', 'reply', contract.components.schemas.OtherEvent, { type: NEWER_TYPE }),
    ...eventDefinitions(shapes),
  ]
  const names = definitions.map(({ name }) => name).sort()
  const twice = names.find((name, index) => name === names[index - 1])
  if (twice !== undefined) throw new Error(`Two schemas would be called ${twice}.`)
  return definitions
}

/** A name for the values of an enumeration or of a union. Other schemas are written out where they are used. */
function aliases(shapes, { name, schema }) {
  const doc = schema.description
  if (schema.enum !== undefined) return [{ name, doc, type: literal(schema.enum, 'request')[0] }]
  if (schema.anyOf === undefined) return []
  return [{ name, doc, type: annotation(shapes, schema, 'request', name) }]
}

/** A class that serves both sides has to be the same for both. */
function checkedClasses(shapes, { name, shape, schema, alsoReply }) {
  const types = retold(name, schema)
  const made = classes(shapes, name, shape, schema, types)
  if (alsoReply && JSON.stringify(made) !== JSON.stringify(classes(shapes, name, 'reply', schema, types))) {
    throw new Error(`Requests and replies need ${name} in two shapes: decide in scripts/python/shapes.mjs.`)
  }
  return made
}

/**
 * The class of an object, after those of the objects in it that have no name.
 *
 * @param types the annotations of fields that the client takes, or gives, in another form than the contract's
 */
function classes(shapes, name, shape, schema, types = {}) {
  const own = shapes.nameIn(name, shape)
  const { required = [], properties = {} } = schema
  const fields = Object.entries(properties).map(([field, value]) => ({
    field,
    type: types[field] ?? annotation(shapes, value, shape, nameWithin(own, field)),
    required: required.includes(field) && !isFilledIn(name, field),
    doc: firstSentence(value.description ?? scalarDescription(shapes, value)),
  }))
  if (shape === 'request' && isMail(shapes, schema)) {
    fields.push({ field: 'from', type: 'Address', required: false })
  }
  const within = unnamedIn(schema).flatMap(([field, value]) =>
    classes(shapes, nameWithin(own, field), shape, value),
  )
  const doc = name === 'UnknownEvent' ? UNKNOWN_EVENT : firstSentence(schema.description)
  if (isSend(schema)) return [...within, ...sendDefinitions(own, doc, fields, schema.then)]
  if (name === 'BatchTemplate') return [...within, ...flatTemplates(own, doc, fields)]
  return [...within, { name: own, doc, fields }]
}

/** Type checkers require one of the two names of the template: an item with `template` has another class. */
function flatTemplates(own, doc, fields) {
  const named = (name, by, other) => {
    const kept = fields.filter(({ field }) => field !== other)
    return {
      name,
      doc,
      fields: kept.map((each) => (each.field === by ? { ...each, required: true } : each)),
    }
  }
  return [named(own, 'template_id', 'alias'), named(`${own}ByAlias`, 'alias', 'template_id')]
}

/** Returns the types of fields that type checkers should see in place of those of the contract. */
function retold(name, { properties = {} }) {
  if (name === 'BatchItem') return { template: 'TemplateMessage | BatchTemplate | BatchTemplateByAlias' }
  if (name === 'Attachment') return { content: 'str | bytes' }
  if (name === 'AutomationVersion') return { entry_rule: 'SegmentRule | None' }
  if (name.endsWith('Event') && properties.type?.const !== undefined)
    return { type: `Literal["${properties.type.const}"]` }
  return {}
}

/** Returns true for a field that the client fills in: a batch's keys. */
const isFilledIn = (name, field) => name === 'BatchItem' && field === 'idempotency_key'

/** Returns the description of a named scalar, since its name does not exist in Python. Ids explain themselves. */
function scalarDescription({ contract }, value) {
  const name = schemaName(value)
  if (name?.endsWith('Id')) return undefined
  const schema = resolved(contract, value)
  const isNamed = isObject(schema) || schema.enum !== undefined || schema.anyOf !== undefined
  return name === undefined || isNamed ? undefined : schema.description
}

function queryClass(shapes, { id, queryName, query }) {
  const fields = query.map(({ name, schema, description, required = false }) => ({
    field: name,
    type: annotation(shapes, schema, 'request', nameWithin(queryName, name)),
    required,
    doc: firstSentence(description ?? scalarDescription(shapes, schema)),
  }))
  return { name: queryName, doc: `The filters of \`${id}\`.`, fields }
}

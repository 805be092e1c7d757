// Writes _generated/types.py: the types of requests, queries, replies and events.
import { annotation, literal, nameWithin } from './annotations.mjs'
import { classLines } from './classes.mjs'
import { isObject, resolved, schemaName } from './contract.mjs'
import { docstring } from './docs.mjs'
import { eventLines, NEWER_TYPE, newerTypeLines, UNKNOWN_EVENT } from './events.mjs'
import { isMail, shapesOf, unnamedIn } from './shapes.mjs'

const INDENT = '    '

/** The module's text. */
export function typesModule(contract) {
  const shapes = shapesOf(contract)
  const aliases = shapes.definitions.filter(({ schema }) => !isObject(schema))
  const objects = shapes.definitions.filter(({ schema }) => isObject(schema))
  const lines = [
    '# Made from generated/openapi.json by scripts/python/generate.mjs. Do not edit.',
    'from __future__ import annotations',
    '',
    'from collections.abc import Mapping, Sequence',
    'from datetime import datetime',
    'from enum import Enum',
    'from typing import Any, Literal, NotRequired, TypedDict',
    '',
    ...aliases.flatMap((definition) => aliasLines(shapes, definition)),
    ...objects.flatMap((definition) => checkedClassLines(shapes, definition)),
    '',
    'Address = str | NamedAddress',
    ...docstring(
      'An address: `ada@example.com`, `Ada Lovelace <ada@example.com>` (RFC 5322, section 3.4), or its parts. ' +
        'Put a name in double quotes when it contains a comma or another special character.',
      '',
    ),
    '',
    ...shapes.operations
      .filter(({ queryName }) => queryName !== undefined)
      .flatMap((operation) => queryLines(shapes, operation)),
    ...newerTypeLines(),
    ...objectLines(
      shapes,
      'UnknownEvent',
      'reply',
      { ...contract.components.schemas.OtherEvent, description: UNKNOWN_EVENT },
      { type: NEWER_TYPE },
    ),
    ...eventLines(shapes),
  ]
  return [...lines, ...exportLines(lines)].join('\n')
}

/** The list of the names that the module has for its users. */
function exportLines(lines) {
  const names = lines.map((line) => /^(?:class )?([A-Z]\w*)(?: = |\(|:)/.exec(line)?.[1])
  const list = names.filter((name) => name !== undefined).sort()
  const twice = list.find((name, index) => name === list[index - 1])
  if (twice !== undefined) throw new Error(`Two schemas would be called ${twice}.`)
  return ['', '__all__ = [', ...list.map((name) => `${INDENT}"${name}",`), ']', '']
}

/** A name for the values of an enumeration or of a union. Other schemas are written out where they are used. */
function aliasLines(shapes, { name, schema }) {
  if (schema.enum === undefined && schema.anyOf === undefined) return []
  const type = schema.enum ? literal(schema.enum, 'request')[0] : annotation(shapes, schema, 'request', name)
  return [...assignment(`${name} = `, type), ...docstring(schema.description, ''), '']
}

/** Breaks a long literal into one value a line. */
function assignment(head, type) {
  if (head.length + type.length <= 110) return [head + type]
  const values = type.slice('Literal['.length, -1).split(', ')
  return [`${head}Literal[`, ...values.map((value) => `${INDENT}${value},`), ']']
}

/** A class that serves both sides has to be the same for both. */
function checkedClassLines(shapes, { name, shape, schema, alsoReply }) {
  const types = retold(shapes, name, schema)
  const lines = objectLines(shapes, name, shape, schema, types)
  if (alsoReply && lines.join() !== objectLines(shapes, name, 'reply', schema, types).join()) {
    throw new Error(`Requests and replies need ${name} in two shapes: decide in scripts/python/shapes.mjs.`)
  }
  return lines
}

/**
 * The class of an object, after those of the objects in it that have no name.
 *
 * @param types the annotations of fields that the client takes, or gives, in another form than the contract's
 */
function objectLines(shapes, name, shape, schema, types = {}) {
  const own = shapes.nameIn(name, shape)
  const { required = [], properties = {} } = schema
  const fields = Object.entries(properties).map(([field, value]) => ({
    field,
    type: types[field] ?? annotation(shapes, value, shape, nameWithin(own, field)),
    required: required.includes(field) && !isFilledIn(name, field),
    doc: value.description ?? scalarDescription(shapes, value),
  }))
  if (shape === 'request' && isMail(shapes, schema)) {
    fields.push({ field: 'from', type: 'Address', required: false })
  }
  return [
    ...unnamedIn(schema).flatMap(([field, value]) =>
      objectLines(shapes, nameWithin(own, field), shape, value),
    ),
    ...classLines(own, schema.description, fields),
  ]
}

/** What the fields of an object are for type checkers, where that is not as the contract has them. */
function retold({ events }, name, { properties }) {
  if (name === 'Attachment') return { content: 'str | bytes' }
  if (name === 'AutomationVersion') return { entry_rule: 'SegmentRule | None' }
  if (events.some((event) => event.name === name)) return { type: `Literal["${properties.type.const}"]` }
  return {}
}

/** What the client fills in: a batch's keys. */
const isFilledIn = (name, field) => name === 'BatchItem' && field === 'idempotency_key'

/** What a scalar with a name is, as that name is none in Python. Ids explain themselves. */
function scalarDescription({ contract }, value) {
  const name = schemaName(value)
  if (name?.endsWith('Id')) return undefined
  const schema = resolved(contract, value)
  const isNamed = isObject(schema) || schema.enum !== undefined || schema.anyOf !== undefined
  return name === undefined || isNamed ? undefined : schema.description
}

function queryLines(shapes, { id, queryName, query }) {
  const fields = query.map(({ name, schema, description, required = false }) => ({
    field: name,
    type: annotation(shapes, schema, 'request', nameWithin(queryName, name)),
    required,
    doc: description ?? scalarDescription(shapes, schema),
  }))
  return classLines(queryName, `The filters of \`${id}\`.`, fields)
}

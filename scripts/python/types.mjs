// Writes _generated/types.py: the types of requests, queries, replies and events.
import { annotation, literal, nameWithin, retold } from './annotations.mjs'
import { isObject, resolved, schemaName } from './contract.mjs'
import { docstring } from './docs.mjs'
import { eventLines } from './events.mjs'
import { isKeyword } from './names.mjs'
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
    ...eventLines(shapes),
  ]
  return [...lines, ...exportLines(lines)].join('\n')
}

/** The list of the names that the module has for its users. */
function exportLines(lines) {
  const names = lines.map((line) => /^(?:class )?([A-Z]\w*)(?: = |\(|:)/.exec(line)?.[1])
  const list = names.filter((name) => name !== undefined).sort()
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
  const lines = objectLines(shapes, name, shape, schema)
  if (alsoReply && lines.join() !== objectLines(shapes, name, 'reply', schema).join()) {
    throw new Error(`Requests and replies need ${name} in two shapes: decide in scripts/python/shapes.mjs.`)
  }
  return lines
}

function objectLines(shapes, name, shape, schema) {
  const own = shapes.nameIn(name, shape)
  const { required = [], properties = {} } = schema
  const fields = Object.entries(properties).map(([field, value]) => ({
    field,
    type: fieldType(shapes, { owner: own, field, value, shape }),
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

function fieldType(shapes, { owner, field, value, shape }) {
  if (field === 'type' && shapes.events.some(({ name }) => name === owner)) return literal([value.const])[0]
  return retold(owner, field) ?? annotation(shapes, value, shape, nameWithin(owner, field))
}

/** What the client fills in: a batch's keys. */
const isFilledIn = (name, field) => name === 'BatchItem' && field === 'idempotency_key'

/** What a scalar with a name is, as that name is none in Python. */
function scalarDescription({ contract }, value) {
  const name = schemaName(value)
  const schema = resolved(contract, value)
  const isNamed = isObject(schema) || schema.enum !== undefined || schema.anyOf !== undefined
  return name === undefined || isNamed ? undefined : schema.description
}

/** A class; fields that are keywords, or would hide a type, come from a base in functional syntax. */
export function classLines(name, description, fields) {
  const types = new Set(fields.flatMap(({ type }) => type.match(/\w+/g)))
  const isHidden = ({ field }) => isKeyword(field) || types.has(field)
  const hidden = fields.filter(isHidden)
  const plain = fields.filter((field) => !isHidden(field))
  const base = hidden.length > 0 ? `_${name}` : 'TypedDict'
  const partial = plain.length > 0 && plain.every(({ required }) => !required)
  const doc = docstring(description, INDENT)
  const body = plain.flatMap(({ field, type, required, doc: about }) => [
    `${INDENT}${field}: ${required || partial ? type : `NotRequired[${type}]`}`,
    ...docstring(about, INDENT),
  ])
  return [
    ...(hidden.length > 0 ? functionalLines(base, hidden) : []),
    '',
    `class ${name}(${base}${partial ? ', total=False' : ''}):`,
    ...doc,
    ...(doc.length > 0 && body.length > 0 ? [''] : []),
    ...body,
    ...(doc.length + body.length === 0 ? [`${INDENT}pass`] : []),
    '',
  ]
}

function functionalLines(name, fields) {
  const entries = fields.map(({ field, type, required }) => {
    const quoted = `"${type.replaceAll('"', "'")}"`
    return `${INDENT}"${field}": ${required ? quoted : `NotRequired[${quoted}]`},`
  })
  return [
    '',
    `${name} = TypedDict(`,
    `${INDENT}"${name}",`,
    `${INDENT}{`,
    ...entries.map((e) => INDENT + e),
    `${INDENT}},`,
    ')',
    '',
  ]
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

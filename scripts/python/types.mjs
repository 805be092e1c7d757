// Writes _generated/types.py: the types of requests, queries, replies and events.
import { classLines } from './classes.mjs'
import { definitionsOf } from './definitions.mjs'
import { docstring } from './docs.mjs'
import { newerTypeLines } from './events.mjs'
import { inOrder } from './order.mjs'

const WIDTH = 110
const INDENT = '    '

/** The module's text. */
export function typesModule(contract) {
  const definitions = definitionsOf(contract)
  const names = definitions.map(({ name }) => name).sort()
  return [
    '# Made from generated/openapi.json by scripts/python/generate.mjs. Do not edit.',
    'from collections.abc import Mapping, Sequence',
    'from datetime import datetime',
    'from enum import Enum',
    'from typing import Any, Literal, NotRequired, TypedDict',
    '',
    ...newerTypeLines(),
    ...inOrder(definitions).flatMap(({ name, doc, type, fields, base }) =>
      fields === undefined ? aliasLines(name, type, doc) : classLines(name, doc, fields, base),
    ),
    '',
    '__all__ = [',
    ...names.map((name) => `${INDENT}"${name}",`),
    ']',
    '',
  ].join('\n')
}

function aliasLines(name, type, doc) {
  return ['', ...assignment(`${name} = `, type), ...docstring(doc, ''), '']
}

/** Breaks a long literal into one value a line, and a long union into one member a line. */
function assignment(head, type) {
  if (head.length + type.length <= WIDTH) return [head + type]
  if (type.startsWith('Literal[')) {
    const values = type.slice('Literal['.length, -1).split(', ')
    return [`${head}Literal[`, ...values.map((value) => `${INDENT}${value},`), ']']
  }
  const members = type.split(' | ').map((member, index) => `${INDENT}${index > 0 ? '| ' : ''}${member}`)
  return [`${head}(`, ...members, ')']
}

// Writes _generated/operations.py: what the client knows of each operation.
import { operationsOf, schemaName } from './contract.mjs'
import { constantCase, methodOf } from './names.mjs'

const WIDTH = 110
const INDENT = '    '

/** The module's text: a constant for each operation of the client. */
export function operationsModule(contract) {
  return [
    '# Made from generated/openapi.json by scripts/python/generate.mjs. Do not edit.',
    'from __future__ import annotations',
    '',
    'from typing import TYPE_CHECKING',
    '',
    'from .._operation import ListOperation, Operation',
    '',
    'if TYPE_CHECKING:',
    '    from . import types',
    '',
    ...operationsOf(contract).flatMap(constantLines),
    '',
  ].join('\n')
}

function constantLines(operation) {
  const { resource, name } = methodOf(operation.id, operation.tag)
  const facts = [operation.id, `${resource}.${name}`, operation.method, operation.path]
  const [kind, type] = typeOf(operation)
  const head = `${constantCase(operation.id)}: ${kind}[${type}] = ${kind}(`
  const values = facts.map((fact) => JSON.stringify(fact))
  const line = values.join(', ')
  if (head.length + line.length < WIDTH) return [`${head}${line})`]
  const lines = line.length + INDENT.length <= WIDTH ? [line] : values.map((value) => `${value},`)
  return [head, ...lines.map((text) => INDENT + text), ')']
}

function typeOf({ reply, row }) {
  if (reply === undefined) return ['Operation', 'None']
  if (reply === 'file') return ['Operation', 'bytes']
  const body = `types.${schemaName(reply.schema)}`
  return row === undefined ? ['Operation', body] : ['ListOperation', `types.${schemaName(row)}, ${body}`]
}

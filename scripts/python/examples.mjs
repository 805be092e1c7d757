// Writes sdk-python/tests/typing/contract_examples.py, which assigns every example of the contract to its type, for type
// checkers alone. `npm run test:python` makes it.
import { readFileSync, writeFileSync } from 'node:fs'
import { eventsOf, operationsOf, resolved, schemaName } from './contract.mjs'
import { snakeCase } from './names.mjs'
import { pythonValue } from './values.mjs'

const inRoot = (file) => new URL(`../../${file}`, import.meta.url)
const contract = JSON.parse(readFileSync(inRoot('generated/openapi.json'), 'utf8'))
writeFileSync(inRoot('sdk-python/tests/typing/contract_examples.py'), examplesModule(contract))

/** The module's text. */
function examplesModule(contract) {
  return [
    '# Made from generated/openapi.json by scripts/python/examples.mjs. Do not edit.',
    '"""Every example of the contract has the type that this package gives it: for type checkers, not to be run."""',
    '',
    'from postseal import types',
    '',
    ...examplesOf(contract).flatMap(assignmentLines),
    '',
  ].join('\n')
}

/** An event is assigned to the union of all events, too. */
function assignmentLines({ name, type, value, isEvent }) {
  const head = `${name}: types.${type} = `
  const line = head + pythonValue(value, head.length)
  return isEvent ? [line, `any_${name}: types.WebhookEvent = ${name}`] : [line]
}

/** Each example, with a name of its own and the name of its type. */
function examplesOf(contract) {
  const operations = operationsOf(contract).flatMap((operation) => {
    const { id, request, reply, queryName } = operation
    return [
      ...values(request).map((value) => ({ name: `${id}Request`, type: schemaName(request.schema), value })),
      ...(queryName === undefined
        ? []
        : [{ name: `${id}Query`, type: queryName, value: queryExample(contract, operation) }]),
      ...values(reply).map((value) => ({ name: `${id}Reply`, type: schemaName(reply.schema), value })),
    ]
  })
  const events = eventsOf(contract).flatMap(({ name, media }) =>
    values(media).map((value) => ({ name, type: name, value, isEvent: true })),
  )
  const counts = new Map()
  return [...operations, ...events].map(({ name, ...example }) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { name: snakeCase(name) + (count > 1 ? `_${count}` : ''), ...example }
  })
}

/** The examples of a body. */
function values(media) {
  if (media === undefined || media === 'file') return []
  const several = Object.values(media.examples ?? {}).map(({ value }) => value)
  return 'example' in media ? [media.example, ...several] : several
}

/** Returns the examples of all parameters of a query. */
function queryExample(contract, { query }) {
  const shown = query.map((parameter) => [parameter.name, exampleOf(contract, parameter)])
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined))
}

function exampleOf(contract, { example, schema }) {
  const { example: general, enum: known, default: usual } = resolved(contract, schema)
  return example ?? general ?? known?.[0] ?? usual
}

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sdkMethodOf } from '../../base/contract/sdk-method.js'
import { script } from './scripts.js'

/** The Python client has a method for each operation of the contract, by the name that the TypeScript one has. */

const { operationsOf } = await script('contract.mjs')
const { constantCase, methodOf } = await script('names.mjs')

interface Contract {
  paths: Record<string, Record<string, { operationId?: string; tags: [string] }>>
}

const source = 'sdk-python/src/postseal/_async'
const contract = JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as Contract
const all = Object.values(contract.paths)
  .flatMap((item) => Object.values(item))
  .filter((operation) => !('x-alias-of' in operation))
  .flatMap(({ operationId, tags }) => (operationId === undefined ? [] : [{ id: operationId, tag: tags[0] }]))

/** Methods of the client's own, which call the operations of others. */
const ADDED = [
  'messages.wait_until_settled',
  ...['suppressions', 'audit_events', 'contacts', 'events', 'message_logs'].map(
    (rows) => `${rows}.export_csv`,
  ),
  'contacts.export_import_lines_csv',
]

/** The constant in the operation table that each method names, by the method: what a class of a resource has. */
function methodsIn(file: string): [string, string | undefined][] {
  const resource = file.replace('.py', '')
  const code = readFileSync(`${source}/resources/${file}`, 'utf8').replace(/"""[^]*?"""/g, '')
  return code
    .split(/^    (?=(?:async )?def )/m)
    .slice(1)
    .map((text): [string, string | undefined] => [
      `${resource}.${/def (\w+)/.exec(text)?.[1]}`,
      /\bop\.([A-Z_]+)\b/.exec(text)?.[1],
    ])
    .filter(([name]) => !name.includes('._'))
}

const files = readdirSync(`${source}/resources`).filter(
  (file) => file.endsWith('.py') && file !== '__init__.py',
)
const methods = files.flatMap(methodsIn)

test('every operation has a method', () => {
  expect(
    operationsOf(contract)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(all.map(({ id }) => id).sort())
})

test('each operation has its method, which names that operation', () => {
  const expected = operationsOf(contract).map(({ id, tag }) => {
    const { resource, name } = methodOf(id, tag)
    return [`${resource}.${name}`, constantCase(id)]
  })
  const calling = methods.filter(([name]) => !ADDED.includes(name))
  expect(Object.fromEntries(calling)).toEqual(Object.fromEntries(expected))
  expect(calling.length).toBe(expected.length)
})

test('the methods that the client adds are there', () => {
  expect(methods.map(([name]) => name)).toEqual(expect.arrayContaining(ADDED))
})

test('the client has every resource', () => {
  const client = readFileSync(`${source}/client.py`, 'utf8')
  const resources = [...client.matchAll(/^ {4}(\w+): Async\w+$/gm)].map(([, name]) => `${name}.py`)
  expect(resources.sort()).toEqual(files.sort())
})

test('names are those of the TypeScript client, in snake_case', () => {
  const camelCase = (name: string) => name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase())
  for (const { id, tag } of all) {
    const { resource, name } = methodOf(id, tag)
    const typescript = sdkMethodOf(id, tag)
    expect([resource, name.replace(/^import_csv$/, 'import')].map(camelCase)).toEqual([
      typescript.resource,
      typescript.name,
    ])
  }
})

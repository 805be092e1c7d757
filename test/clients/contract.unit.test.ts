import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

/**
 * Tests the contract that the generators of the Go and the PHP client get, and that they made a method of each
 * operation.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const made = (await import(pathToFileURL(path.join(root, 'scripts/clients/contract.mjs')).href)) as {
  contractOfClients(contract: unknown): any
  tagsOf(contract: unknown): string[]
}
const { withoutAliases } = (await import(
  pathToFileURL(path.join(root, 'scripts/generate/aliases.mjs')).href
)) as { withoutAliases: (contract: unknown) => any }

function pathOf(operationId: string): string | undefined {
  const isOf = (item: any) => Object.values<any>(item).some((one) => one.operationId === operationId)
  return Object.entries<any>(contract.paths).find(([, item]) => isOf(item))?.[0]
}

/** Every operation of a contract. */
function operationsIn({ paths }: any): any[] {
  return Object.values<any>(paths)
    .flatMap((item) => Object.values<any>(item))
    .filter(({ operationId }) => operationId !== undefined)
}

/** Clients have one method for an operation, whatever its paths. */
const contract = withoutAliases(JSON.parse(readFileSync(path.join(root, 'generated/openapi.json'), 'utf8')))
const before = JSON.stringify(contract)
const ours = made.contractOfClients(contract)
const operations = operationsIn(ours)

const read = (file: string) => readFileSync(path.join(root, 'clients', file), 'utf8')
const fileOf = (tag: string) => tag.toLowerCase().replaceAll(/[^a-z]+/g, '_')
/** `Message logs` is `MessageLogs`. */
const nameOf = (tag: string) =>
  tag
    .split(/[^A-Za-z]+/)
    .map(capitalized)
    .join('')
const capitalized = (name: string) => name[0]?.toUpperCase() + name.slice(1)

test('the contract itself stays as it is', () => {
  expect(JSON.stringify(contract)).toBe(before)
})

test('each operation has a method in the Go client, with its path', () => {
  for (const { operationId, tags } of operations) {
    const code = read(`go/api/${fileOf(tags[0])}.go`)
    const [, body] =
      new RegExp(`^func \\(s \\*\\w+API\\) ${capitalized(operationId)}\\(.*\\{\\n(.*)`, 'm').exec(code) ?? []
    expect(body, operationId).toContain(`Path: "${pathOf(operationId)}"`)
  }
})

test('each operation has a method in the PHP client, with its path', () => {
  for (const { operationId, tags } of operations) {
    const code = read(`php/src/Api/${nameOf(tags[0])}Api.php`)
    const [, body] = new RegExp(`public function ${operationId}\\(.*\\n {4}\\{\\n(.*)`).exec(code) ?? []
    expect(body, operationId).toContain(`'${pathOf(operationId)}'`)
  }
})

test('the PHP client has all tags', () => {
  const types = [...read('php/src/Api/Services.php').matchAll(/^ {4}public readonly (\w+)Api \$/gm)]
  expect(types.map(([, name]) => name)).toEqual(made.tagsOf(ours).map(nameOf))
})

test('the Go client has all tags', () => {
  const fields = [...read('go/api/services.go').matchAll(/^\t(\w+) \*\1API$/gm)].map(([, name]) => name)
  expect(fields).toEqual(made.tagsOf(ours).map(nameOf))
})

test('an operation takes a key where the contract has the header, and a credential where it has one', () => {
  const keyed = (operation: any) =>
    (operation.parameters ?? []).some(
      (one: any) => one.name === 'Idempotency-Key' || /IdempotencyKey/.test(one.$ref),
    )
  const withKey = operationsIn(contract).filter(keyed)
  expect(withKey.length).toBeGreaterThan(50)
  expect(operations.filter((one) => one['x-takes-key']).map((one) => one.operationId)).toEqual(
    withKey.map((one) => one.operationId),
  )
  expect(
    operations
      .filter((one) => one['x-uncredentialed'])
      .map((one) => one.operationId)
      .sort(),
  ).toEqual([
    'createPasskeyChallenge',
    'createPasskeySession',
    'createProviderSession',
    'createSession',
    'createSignInAuthorization',
    'createSignInLink',
  ])
})

test('what is no JSON is a stream, whose first media type is the default', () => {
  const streams = operations.filter((one) => one['x-accepts'] !== undefined)
  expect(Object.fromEntries(streams.map((one) => [one.operationId, one['x-accepts']]))).toMatchObject({
    exportContacts: ['text/csv', 'application/x-ndjson'],
    downloadInboundMessage: ['message/rfc822'],
  })
})

test('a list has a method for all of its pages', () => {
  const lists = operations.filter((one) => one['x-rows'] !== undefined)
  expect(lists.find((one) => one.operationId === 'listMessages')).toMatchObject({
    'x-rows': 'Message',
    'x-all': 'Messages',
  })
  expect(new Set(lists.map((one) => one['x-all'])).size).toBe(lists.length)
  for (const one of lists) {
    expect(read(`php/src/Api/${nameOf(one.tags[0])}Api.php`)).toContain(` all${one['x-all']}(`)
    expect(read(`go/api/${fileOf(one.tags[0])}.go`)).toContain(`) All${one['x-all']}(`)
  }
})

test('no schema is closed, so that what a later version adds can be read', () => {
  expect(JSON.stringify(ours)).not.toContain('"additionalProperties":false')
})

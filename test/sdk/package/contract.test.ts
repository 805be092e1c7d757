import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { sdkMethodOf } from '../../../base/contract/sdk-method.js'
import type { Postseal } from '../../../sdk-ts/src/index.js'
import { clientOf, json, listOf, refusal, settled, skipWaits } from '../support.js'

interface Operation {
  operationId: string
  tags: [string]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { example: unknown }> }
}
interface Parameter {
  name: string
  in?: string
  required?: boolean
  example?: unknown
}
interface Contract {
  paths: Record<string, Record<string, Operation>>
  components: { parameters: Record<string, Parameter> }
}

const contract = JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as Contract
const operations = Object.entries(contract.paths)
  .flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
  )
  .filter((operation) => !('x-alias-of' in operation))
  .filter(({ operationId, tags }) => operationId && tags[0] !== 'Health')
  // Its method makes one request after the other: resources/follow.test.ts.
  .filter(({ operationId }) => operationId !== 'followEvents')

type TestedOperation = (typeof operations)[number]

/**
 * Returns true if the operation takes its idempotency key in a header, which it does not if its items have keys in
 * the body.
 */
function takesKeyHeader({ parameters = [] }: Operation): boolean {
  return parameters
    .map((parameter) =>
      '$ref' in parameter
        ? contract.components.parameters[parameter.$ref.replace('#/components/parameters/', '')]
        : parameter,
    )
    .some((parameter) => parameter?.name === 'Idempotency-Key')
}

/** Changes that take no idempotency key. */
const attemptedOnce = new Set([
  'createSignInLink',
  'createSession',
  'createPasskeyChallenge',
  'createSignInAuthorization',
  'createProviderSession',
  'createPasskeySession',
])

test('the contract has operations', () => expect(operations.length).toBeGreaterThan(10))

/** Calls the operation's method with values for its path, the example of its body and what its query needs. */
async function callMethod(client: Postseal, operation: TestedOperation) {
  const { operationId, tags, path, requestBody, parameters = [] } = operation
  const { resource, name } = sdkMethodOf(operationId, tags[0])
  const methods = client[resource as Exclude<keyof Postseal, 'withOptions'>] as unknown as
    | Record<string, unknown>
    | undefined
  const call = methods?.[name]
  expect(call, `client.${resource}.${name}`).toBeTypeOf('function')

  const ids = (path.match(/\{\w+\}/g) ?? []).map((name, index) =>
    name === '{version}' ? index + 1 : `id_${index}`,
  )
  const [media] = Object.values(requestBody?.content ?? {})
  const body = media?.example
  const needed = parameters.flatMap((one) =>
    'name' in one && one.in === 'query' && one.required === true ? [[one.name, one.example] as const] : [],
  )
  const query = needed.length === 0 ? [] : [Object.fromEntries(needed)]
  const args = [...ids, ...(body === undefined ? [] : [body]), ...query]
  await settled((call as (...args: unknown[]) => unknown).apply(methods, args))
  return { ids, body }
}

describe.each(operations)('$operationId', (operation) => {
  const { path, method } = operation

  test('is a method', async () => {
    const { client, seen } = clientOf([json(listOf([]))])
    const { ids, body } = await callMethod(client, operation)
    const [request] = seen
    expect(request?.method).toBe(method.toUpperCase())
    expect(new URL(String(request?.url)).pathname).toBe(
      ids.reduce<string>((path, id) => path.replace(/\{\w+\}/, `${id}`), path),
    )
    expect(request?.body).toEqual(body)
    expect(request?.headers.has('Idempotency-Key')).toBe(takesKeyHeader(operation))
  })

  test('is called by its name in the log', async () => {
    const debug = vi.fn()
    const logger = { ...console, debug }
    const { client } = clientOf([json(listOf([]))], { logger, logLevel: 'debug' })
    await callMethod(client, operation)
    const { operationId } = operation
    expect(debug).toHaveBeenCalledWith(
      expect.any(String),
      expect.objectContaining({ operation: operationId }),
    )
  })

  test('is tried again where it can be repeated safely', async () => {
    skipWaits()
    const { client, seen } = clientOf([refusal(503, 'unavailable'), json(listOf([]))])
    if (attemptedOnce.has(operation.operationId)) {
      await expect(callMethod(client, operation)).rejects.toMatchObject({ status: 503 })
      expect(seen).toHaveLength(1)
      return
    }
    await callMethod(client, operation)
    const [first, second] = seen
    expect(seen).toHaveLength(2)
    expect(second?.body).toEqual(first?.body)
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'))
  })
})

describe('an operation that the contract gains without a method', () => {
  const added = (operationId: string, tag: string, path: string): TestedOperation => ({
    operationId,
    tags: [tag],
    path,
    method: 'post',
  })

  test.each([
    [added('recallMessage', 'Messages', '/v1/messages/{id}/recall'), 'client.messages.recall'],
    [added('archiveMessageLog', 'Message logs', '/v1/message-logs/{id}'), 'client.messageLogs.archive'],
    [added('listPostcards', 'Postcards', '/v1/postcards'), 'client.postcards.list'],
  ])('fails these tests: $operationId', async (operation, method) => {
    const { client, seen } = clientOf([json({})])
    await expect(callMethod(client, operation)).rejects.toThrow(method)
    expect(seen).toHaveLength(0)
  })
})

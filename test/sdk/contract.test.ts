import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clientOf, json, listOf } from './support.js'

interface Operation {
  operationId: string
  tags: [string]
  requestBody?: { content: Record<string, { example: unknown }> }
}
interface Contract {
  paths: Record<string, Record<string, Operation>>
}

const contract = JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as Contract
const operations = Object.entries(contract.paths)
  .flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
  )
  .filter(({ operationId, tags }) => operationId && tags[0] !== 'Health')

/** 'Message logs' is client.messageLogs, and its listMessageLogs is list. */
function methodOf(operationId: string, tag: string) {
  const [first = '', ...others] = tag.toLowerCase().split(' ')
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  const noun = [first, ...others].map(capital).join('').replace(/s$/, '')
  return {
    resource: first + others.map(capital).join(''),
    name: operationId.replace(new RegExp(`${noun}s?`), ''),
  }
}

test('the contract has operations', () => expect(operations.length).toBeGreaterThan(10))

test.each(operations)(
  '$operationId is a method',
  async ({ operationId, tags, path, method, requestBody }) => {
    const { resource, name } = methodOf(operationId, tags[0])
    const { client, seen } = clientOf([json(listOf([]))])
    const methods = client[resource as keyof typeof client] as unknown as Record<string, unknown> | undefined
    const call = methods?.[name]
    expect(call, `client.${resource}.${name}`).toBeTypeOf('function')

    const ids = path.match(/\{\w+\}/g) ?? []
    const body = requestBody?.content['application/json']?.example
    const args = [...ids.map((_, index) => `id_${index}`), ...(body === undefined ? [] : [body])]
    await (call as (...args: unknown[]) => Promise<unknown>).apply(methods, args)

    const [request] = seen
    expect(request?.method).toBe(method.toUpperCase())
    expect(new URL(String(request?.url)).pathname).toBe(
      ids.reduce((path, id, index) => path.replace(id, `id_${index}`), path),
    )
    expect(request?.body).toEqual(body)
    // Every change can be repeated safely, so none may go out without a key.
    expect(request?.headers.has('Idempotency-Key')).toBe(method !== 'get')
  },
)

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { call, requestIdForm } from '../support/api.js'
import { useInstance } from '../support/instance/instance.js'

/** What anybody can ask: the contract, whether the service is well, and what there is not. */

const at = useInstance()

test.each([
  ['/openapi.yaml', 'application/yaml', 'openapi.yaml'],
  ['/openapi.json', 'application/json', 'openapi.json'],
])('%s is served to anybody as it was made', async (path, type, file) => {
  const reply = await fetch(at.url + path)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toContain(type)
  expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  const made = readFileSync(new URL(`../../generated/${file}`, import.meta.url), 'utf8')
  const served = await reply.text()
  expect(served === made, 'the instance serves another contract than the one beside these tests').toBe(true)
})

test('it is alive, and takes traffic', async () => {
  expect((await call(at.url, 'GET', '/healthz')).status).toBe(200)
  const { status, text } = await call(at.url, 'GET', '/readyz')
  expect(status, text).toBe(200)
})

describe('Request-Id', () => {
  test.each(['/openapi.yaml', '/openapi.json', '/healthz', '/readyz', '/nothing', '/v1/messages'])(
    'is on the reply of %s',
    async (path) => {
      const reply = await call(at.url, 'GET', path)
      expect(reply.headers['request-id']).toMatch(requestIdForm)
    },
  )

  test('is new for each request, and not the client’s to choose', async () => {
    const headers = { 'Request-Id': 'req_01kbf3yq0ge8gvk2c5m7x9t3ea' }
    const replies = [1, 2].map(() => call(at.url, 'GET', '/v1/messages', { key: at.projectKey, headers }))
    const ids = (await Promise.all(replies)).map((reply) => reply.headers['request-id'])
    for (const id of ids) expect(id).toMatch(requestIdForm)
    expect(new Set([...ids, headers['Request-Id']]).size).toBe(3)
  })
})

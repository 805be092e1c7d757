import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Router, type Express } from 'express'
import type { Knex } from 'knex'
import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../../server/platform/config/config.js'
import { newUuid, newWorkspaceId } from '../../../../server/platform/db/ids.js'
import { defaultBodyMemory } from '../../../../server/platform/config/defaults.js'
import { sealer } from '../../../../server/platform/auth/sealed.js'
import { createApp } from '../../../../server/platform/http/app.js'
import { consoleRequests } from '../../../../server/platform/http/access/console-request.js'
import { BodyMemory } from '../../../../server/platform/http/body/body-memory.js'
import type { ContractDocument } from '../../../../base/contract/document.js'
import { operationsOf, readContract } from '../../../../server/platform/http/operation/contract.js'
import type { Handlers } from '../../../../server/platform/http/operation/handler.js'
import { openRateLimits } from '../../../../server/platform/http/rate-limit/rate-limits.js'
import { newKeySecret } from '../../../../server/platform/auth/key-secret.js'
import type { ProjectKeyPrincipal } from '../../../../server/platform/auth/principal.js'

/** The contract has nothing deprecated, so the app gets one that has: an operation and a handler of this test alone. */

const dates = { deprecated: true, 'x-deprecated-since': '2026-03-01', 'x-sunset': '2026-09-30' }
const headers = {
  deprecation: '@1772323200',
  sunset: 'Wed, 30 Sep 2026 00:00:00 GMT',
  link: '</docs/api/retrieveFixture>; rel="deprecation"; type="text/html"',
}

function contractWith(deprecation: object): ContractDocument {
  const contract = readContract()
  const operation = {
    security: [{ projectKey: ['reports:read'] }],
    parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
    responses: {
      '200': { description: 'Done.', content: { 'application/json': { schema: { type: 'object' } } } },
    },
  }
  contract.paths['/v1/fixtures'] = {
    get: { ...operation, operationId: 'retrieveFixture', ...deprecation },
    put: {
      ...operation,
      operationId: 'replaceFixture',
      requestBody: { content: { 'application/json': {} } },
    },
  }
  return contract
}

const secret = newKeySecret('pk_test_')
const holder: ProjectKeyPrincipal = {
  kind: 'projectKey',
  workspaceId: newWorkspaceId(),
  keyId: newUuid(),
  projectId: newUuid(),
  scopes: ['reports:read'],
  restrictions: { environment: null, ipCidrs: [], senderDomains: [], expiresAt: null },
}
const given = contractWith(dates)
let server: Server
let url: string

beforeAll(async () => {
  const log = pino({ enabled: false })
  const registry = new Registry()
  const app: Express = createApp({
    db: {} as Knex,
    log,
    registry,
    metricsAllow: [],
    publicUrl: 'http://localhost',
    trustedProxies: [],
    servesApi: true,
    docs: Router(),
    health: Router(),
    contract: given,
    audit: { add: () => undefined },
    replySealer: sealer(new Uint8Array(32)),
    bodies: new BodyMemory(defaultBodyMemory),
    limits: await openRateLimits(readConfig({}), log, registry, async () => ({})),
    credentials: {
      keys: {
        find: async (found) => (found === secret ? holder : undefined),
        findById: async () => undefined,
        forget: () => undefined,
      },
      keyUses: { note: () => undefined },
      sessions: { verify: async () => 'invalid' },
      console: consoleRequests('http://localhost'),
    },
    handlers: {
      retrieveFixture: ({ query }: { query: { limit?: number } }) =>
        query.limit === 0
          ? Promise.reject(new Error('the fixture fails'))
          : Promise.resolve({ status: 200, body: {} }),
    } as unknown as Handlers,
  })
  server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const authorization = `Bearer ${secret}`

async function ask(method: string, path: string, sent: Record<string, string>) {
  const reply = await fetch(url + path, { method, headers: sent })
  await reply.arrayBuffer()
  const told = Object.keys(headers).flatMap((name) => {
    const value = reply.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { status: reply.status, told: Object.fromEntries(told) }
}

test.for([
  [200, 'what it does', 'GET', '/v1/fixtures', { authorization }],
  [200, 'its head', 'HEAD', '/v1/fixtures', { authorization }],
  [401, 'nobody known', 'GET', '/v1/fixtures', {}],
  [406, 'another media type', 'GET', '/v1/fixtures', { authorization, accept: 'text/csv' }],
  [422, 'a request that does not validate', 'GET', '/v1/fixtures?limit=few', { authorization }],
  [500, 'a failure', 'GET', '/v1/fixtures?limit=0', { authorization }],
] as const)('a deprecated operation says so with %i, for %s', async ([status, _what, method, path, sent]) => {
  expect(await ask(method, path, sent)).toEqual({ status, told: headers })
})

test.each([
  [405, 'a method that its path does not have', 'DELETE', '/v1/fixtures'],
  [401, 'another operation of its path', 'PUT', '/v1/fixtures'],
  [401, 'an operation of another path', 'GET', '/v1/projects'],
  [404, 'no operation', 'GET', '/v1/fixture'],
] as const)('nothing is said with %i, for %s', async (status, _what, method, path) => {
  expect(await ask(method, path, {})).toEqual({ status, told: {} })
})

test('the contract that an app is given stays as it was', () => {
  expect(given).toEqual(contractWith(dates))
})

test.each([
  ['since when', { deprecated: true, 'x-sunset': '2026-09-30' }],
  ['until when', { deprecated: true, 'x-deprecated-since': '2026-03-01' }],
])('a contract that does not say %s is refused', (_what, deprecation) => {
  expect(() => operationsOf(contractWith(deprecation))).toThrow('retrieveFixture is deprecated')
})

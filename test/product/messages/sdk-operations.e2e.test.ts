import { afterAll, beforeAll, expect, test } from 'vitest'
import { sdkMethodOf } from '../../../base/contract/sdk-method.js'
import { findingsOf, operations } from '../../support/api/contract.js'
import { startDns, type TestDns } from '../../support/domains/dns.js'
import { knownIds } from '../../support/ids/known-ids.js'
import { ofCaller, requestOf, type KnownIds } from '../../support/api/requests.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { firstTenant } from '../../support/workspace/tenant.js'

/** Each operation by its method of the SDK, as built, with the example of the contract and a service that takes it. */

type Method = (...args: readonly unknown[]) => Promise<unknown> | AsyncIterable<unknown>
interface Sdk {
  Postseal: new (
    options: object,
  ) => Readonly<Record<string, Readonly<Record<string, Method | undefined>> | undefined>>
}
const { Postseal } = (await import(new URL('../../../sdk-ts/dist/index.js', import.meta.url).href)) as Sdk

let service: TestService
let dns: TestDns
let ids: KnownIds
const credentials: Record<string, string> = {}
beforeAll(async () => {
  // It knows no names.
  dns = await startDns()
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api,sink', POSTSEAL_DNS_SERVERS: dns.server },
  })
  const tenant = firstTenant(service)
  credentials['projectKey'] = service.credentials.project_key
  credentials['workspaceKey'] = service.credentials.workspace_key
  credentials['workspaceSession'] = await tenant.session('owner')
  ids = knownIds(service, tenant, credentials['workspaceKey'], credentials['workspaceSession'])
})
afterAll(async () => {
  await service.stop()
  await dns.close()
})

/** All but `followEvents`: its method does not end, and is tested in test/sdk/resources/people.e2e.test.ts. */
const methods = operations.filter(({ id, path }) => path.startsWith('/v1/') && id !== 'followEvents')

test.each(methods.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
  const [kind] = Object.keys(operation.security[0] ?? {})
  const { path, body, raw } = ofCaller(kind, await requestOf(operation, ids))
  const [plain = '', filters = ''] = path.split('?')
  const segments = plain.split('/')
  const inPath = operation.path.split('/').flatMap((name, index) => {
    const value = segments[index] ?? ''
    return name[0] === '{' ? [/^\d+$/.test(value) ? Number(value) : value] : []
  })
  const given = body ?? raw

  const statuses: number[] = []
  const fetch = async (url: string, init?: RequestInit) => {
    const reply = await globalThis.fetch(url, init)
    const text = await reply.clone().text()
    const isJson = reply.headers.get('Content-Type')?.startsWith('application/json')
    const content: unknown = isJson ? JSON.parse(text) : reply.status === 204 ? {} : text
    expect(findingsOf(operation, reply.status, Object.fromEntries(reply.headers), content)).toBeUndefined()
    statuses.push(reply.status)
    return reply
  }
  // Without a credential, as whoever signs in has none.
  const credential =
    kind === undefined ? { defaultHeaders: { Authorization: null } } : { apiKey: credentials[kind] }
  const client = new Postseal({ baseURL: service.url, ...credential, fetch, maxRetries: 0 })
  const { resource, name } = sdkMethodOf(id, operation.tags[0] ?? '')
  const returned = client[resource]?.[name]?.(
    ...inPath,
    ...(given === undefined ? [] : [given]),
    ...(filters === '' ? [] : [Object.fromEntries(new URLSearchParams(filters))]),
  )
  // A stream is asked for when it is read.
  if (returned && !('then' in returned)) for await (const _ of returned);
  await returned
  expect(statuses).toEqual([expect.toSatisfy((status: number) => status < 300)])
})

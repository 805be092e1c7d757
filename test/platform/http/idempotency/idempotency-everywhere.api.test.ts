import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { operations } from '../../../support/api/contract.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { knownIds } from '../../../support/ids/known-ids.js'
import { requestOf, type DerivedRequest, type KnownIds } from '../../../support/api/requests.js'
import { aQuarter, askedOf, testAll } from '../../../support/run/sampled.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Tests that every mutation in the contract keeps the promises that sends keep, whatever it changes. */

const mutations = operations.filter((operation) =>
  operation.parameters.some((parameter) => parameter.name === 'Idempotency-Key'),
)

let dns: TestDns
let first: TestService
let second: TestService
let tenant: Tenant
/** By the kind of credential. */
const credentials: Record<string, string> = {}
beforeAll(async () => {
  // It knows no names.
  dns = await startDns()
  const env = {
    POSTSEAL_ROLES: 'api',
    POSTSEAL_DNS_SERVERS: dns.server,
    // Passkeys are for one origin, whichever process is asked.
    POSTSEAL_PUBLIC_URL: 'https://mail.sender.example',
  }
  first = await startTestService({ env: { ...env, POSTSEAL_ROLES: 'api,sink' } })
  second = await startTestService({ beside: first, env })
  tenant = await addTenant(first)
  credentials['workspaceKey'] = await tenant.key()
  credentials['projectKey'] = await tenant.key({ project: tenant.liveProject })
  credentials['workspaceSession'] = await tenant.session('owner')
  ids = knownIds(first, tenant, credentials['workspaceKey'], credentials['workspaceSession'])
})
afterAll(async () => {
  await second.stop()
  await first.stop()
  await dns.close()
})

/** The ids of things that a request of its own can be about. */
let ids: KnownIds

const ask = (
  service: TestService,
  request: DerivedRequest,
  key: string | undefined,
  idempotencyKey: string,
) =>
  call(service.url, request.method.toUpperCase(), request.path, {
    key,
    body: request.body,
    ...(request.raw && { raw: request.raw }),
    headers: { ...request.headers, 'Idempotency-Key': idempotencyKey },
  })

/**
 * The mutations that are tried with many requests at once. Few requests find what many find if they follow the same
 * path, so a quarter of the mutations gets many.
 */
const crowded = new Set(testAll ? mutations : aQuarter(mutations))

/** Each request makes a DKIM key before one of them turns out to be the first, which takes a tenth of a second. */
const makesKeys = new Set(['createDomain', 'rotateDomainDkim'])

/** A key may ask for these about itself alone, a session about any key. */
const ofOneself = new Set(['createApiKeyAwsCredentials'])

test('there are several', () => expect(mutations.length).toBeGreaterThan(3))

describe.each(askedOf(mutations).map((operation) => [operation.id, operation] as const))(
  '%s',
  (_id, operation) => {
    const [lowest = ''] = Object.keys(operation.security[0] ?? {})
    const kind = ofOneself.has(operation.id) ? 'workspaceSession' : lowest

    test('many times at once over two processes happens once', async () => {
      const request = await requestOf(operation, ids)
      const name = randomUUID()
      const replies = await Promise.all(
        Array.from({ length: crowded.has(operation) && !makesKeys.has(operation.id) ? 12 : 4 }, (_, index) =>
          ask(index % 2 === 0 ? first : second, request, credentials[kind], name),
        ),
      )
      const fresh = replies.filter((reply) => reply.headers['idempotent-replayed'] === undefined)
      expect(fresh).toHaveLength(1)
      expect(fresh[0]?.status, fresh[0]?.text).toBeLessThan(300)
      for (const reply of replies) {
        expect(reply.status).toBe(fresh[0]?.status)
        expect(reply.body).toEqual(fresh[0]?.body)
      }
    })

    // What takes neither a body nor a path can be used for nothing else.
    if (operation.requestBody === undefined && !operation.path.includes('{')) return
    test('with its key used for something else is a conflict', async () => {
      const name = randomUUID()
      const request = await requestOf(operation, ids)
      expect((await ask(first, request, credentials[kind], name)).status).toBeLessThan(300)
      // About another thing, or with another body where the operation is about none.
      const again = await requestOf(operation, ids)
      const same = again.path === request.path && isDeepStrictEqual(again.body, request.body)
      // About what a workspace has one of, and without a body: there is nothing else.
      if (same && request.body === undefined && request.raw === undefined) return
      const other = same ? { ...request, ...changed(request) } : again
      const reply = await ask(second, other, credentials[kind], name)
      expect(reply.status, reply.text).toBe(409)
      expect(reply.body.error.code).toBe('idempotency_conflict')
    })
  },
)

/** Returns the body with another text in the first place that takes any text. */
function changed({ body, raw }: DerivedRequest): Pick<DerivedRequest, 'body' | 'raw'> {
  if (raw !== undefined) return { raw: `${raw}another@example.com\r\n` }
  const fields = body as Record<string, unknown>
  if (typeof fields['reply_status'] === 'number') return { body: { ...fields, reply_status: 418 } }
  if (Array.isArray(fields['contacts'])) return { body: { ...fields, contacts: fields['contacts'].slice(1) } }
  const free = ['name', 'subject', 'description', 'note', 'role_claim', 'reply_contains'].find(
    (field) => typeof fields[field] === 'string',
  )
  if (free === undefined) throw new Error('say here what can be changed in this body')
  return { body: { ...fields, [free]: 'Something_else' } }
}

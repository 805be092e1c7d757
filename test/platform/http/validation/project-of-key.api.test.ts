import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { operations } from '../../../support/api/contract.js'
import { requestOf, type KnownIds } from '../../../support/api/requests.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** A project key has one project: where a request names none, or another, the error says which one it is. */

let service: TestService
let tenant: Tenant
let key: string

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key({ project: tenant.liveProject })
})

/** Makes ids of things that are never looked up, since the request is refused before. */
const anyIds = new Proxy<KnownIds>(
  {},
  {
    get: (_, kind) =>
      /^[a-z]+$/.test(String(kind)) && kind !== 'proven' && kind !== 'returned'
        ? () => toTypeId(kind as 'prj', newUuid())
        : undefined,
  },
)

/** Operations with a project in the example of their body, or as a required parameter. */
const withProject = operations.filter(({ security, requestBody, parameters }) => {
  const media = Object.values(requestBody?.content ?? {})[0]
  const inQuery = parameters.some(({ name, required }) => name === 'project_id' && required === true)
  const takesKey = security.some((kinds) => 'projectKey' in kinds)
  return takesKey && (inQuery || JSON.stringify(media?.example ?? null).includes('"project_id"'))
})

/** Operations whose project may be left out by the contract: the project of the key is meant. */
const optional = new Set(['createDeletion', 'previewDeletion'])

function without(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, part: unknown) => (name === 'project_id' ? undefined : part)),
  )
}

test('there are operations that need a project', () => {
  expect(withProject.length).toBeGreaterThan(5)
})

test.each(
  withProject.filter(({ id }) => !optional.has(id)).map((operation) => [operation.id, operation] as const),
)('%s without a project names the project of the key', async (_id, operation) => {
  const { method, path, body, raw, headers } = await requestOf(operation, anyIds)
  const reply = await call(service.url, method.toUpperCase(), path.replace(/project_id=[^&]*&?/, ''), {
    key,
    headers,
    ...(raw === undefined ? { body: without(body) } : { raw }),
  })
  const told = JSON.stringify(reply.body)
  expect(told).toContain('"validation_failed"')
  expect(told).toContain(`is required: this key is of ${tenant.liveProject}`)
})

test('a workspace key is told of no project', async () => {
  const body = {
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    subject: 'x',
    text: 'x',
  }
  const reply = await call(service.url, 'POST', '/v1/messages', {
    key: await tenant.key(),
    headers: { 'Idempotency-Key': randomUUID() },
    body,
  })
  expect(reply.body.error.details).toEqual([
    { path: '/body/project_id', code: 'required', rule: 'required', message: 'is required' },
  ])
})

test('another project is refused with the one of the key', async () => {
  const body = { project_id: tenant.testProject, email: 'ada@example.com' }
  const reply = await call(service.url, 'PUT', '/v1/contacts', { key, body })
  expect([reply.status, reply.body.error.code]).toEqual([403, 'project_not_allowed'])
  expect(reply.body.error.message).toContain(`It is a key of ${tenant.liveProject}.`)
})

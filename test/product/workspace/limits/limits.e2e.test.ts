import { afterAll, beforeAll, expect, test } from 'vitest'
import { toTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { answerOf, command, commandEnv } from '../../../support/commands/cli.js'
import { messageFor } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** The limits of a workspace that are not about a day or a month. */

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
})
afterAll(() => service.stop())

const limit = ({ workspaceId }: Tenant, ...limits: string[]) =>
  answerOf(
    command(
      commandEnv(service),
      'workspace',
      'limits',
      ...limits,
      '--workspace',
      toTypeId('ws', workspaceId),
    ),
  )

/** The first mistake of a refused request. */
const mistakeOf = (body: {
  error: { details: { path: string; code: string; rule: string; message: string }[] }
}) => body.error.details[0]

test('contacts', async () => {
  const tenant = await addTenant(service)
  const key = await tenant.key()
  await limit(tenant, 'contacts=25')
  const put = (email: string) =>
    call(service.url, 'PUT', '/v1/contacts', { key, body: { project_id: tenant.liveProject, email } })
  const replies = await Promise.all(Array.from({ length: 40 }, (_, index) => put(`ada${index}@example.com`)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(25)
  const refused = replies.find(({ status }) => status !== 201)
  expect(refused?.status).toBe(422)
  expect(mistakeOf(refused?.body)).toEqual({
    path: '/body/email',
    code: 'too_many',
    rule: 'too_many',
    message: 'would give the workspace more than 25 contacts',
  })
  const kept = replies.findIndex(({ status }) => status === 201)
  // One that is there can be changed.
  expect((await put(`ada${kept}@example.com`)).status).toBe(200)
  const usage = await call(service.url, 'GET', '/v1/usage', { key })
  expect(usage.body.contacts).toEqual({ used: 25, limit: 25, left: 0 })
})

test('domains', async () => {
  const tenant = await addTenant(service)
  const key = await tenant.key()
  await limit(tenant, 'domains=1')
  const add = (name: string) => call(service.url, 'POST', '/v1/domains', { key, body: { name } })
  expect((await add('one.example')).status).toBe(201)
  expect(mistakeOf((await add('two.example')).body)).toEqual({
    path: '/body/name',
    code: 'too_many',
    rule: 'too_many',
    message: 'would give the workspace more than 1 domains',
  })
})

test('retention', async () => {
  const tenant = await addTenant(service, { retentionDays: 90 })
  const owner = await tenant.session('owner')
  await limit(tenant, 'retention_days=45')
  const { body } = await call(service.url, 'GET', '/v1/workspace', { key: owner })
  expect([body.retention_days, body.limits.retention_days]).toEqual([45, 45])
  const change = (retention_days: number) =>
    call(service.url, 'PATCH', '/v1/workspace', { key: owner, body: { retention_days } })
  expect(mistakeOf((await change(46)).body)).toEqual({
    path: '/body/retention_days',
    code: 'maximum',
    rule: 'maximum',
    message: 'must be at most 45, as the operator allows',
  })
  expect((await change(44)).status).toBe(200)
})

test('sends in a minute', async () => {
  const tenant = await addTenant(service)
  const key = await tenant.key()
  await limit(tenant, 'sends_per_minute=3')
  const message = messageFor(tenant.testProject)
  const sends = await Promise.all(
    Array.from({ length: 4 }, () => call(service.url, 'POST', '/v1/messages', { key, body: message })),
  )
  expect(sends.map(({ status }) => status).sort()).toEqual([202, 202, 202, 429])
  expect(sends[0]?.headers['ratelimit-policy']).toBe('"sends";q=3;w=60')
  expect(sends.find(({ status }) => status === 429)?.body.error.message).toMatch(
    /^This workspace has made its 3 sends of this minute\./,
  )
  const { body } = await call(service.url, 'GET', '/v1/workspace', { key })
  expect(body.limits.sends_per_minute).toBe(3)
  // Each maximum counts for itself.
  await limit(tenant, 'sends_per_minute=4')
  await until(
    async () => (await call(service.url, 'POST', '/v1/messages', { key, body: message })).status === 202,
    'the new limit',
  )
})

test('stored inbound mail', async () => {
  const tenant = await addTenant(service)
  const key = await tenant.key()
  await limit(tenant, 'inbound_bytes=0')
  const { body } = await call(service.url, 'GET', '/v1/inbound', { key: await tenant.session('admin') })
  expect(body.storage).toEqual({ bytes: 0, messages: 0, max_bytes: 0 })
  const usage = await call(service.url, 'GET', '/v1/usage', { key })
  expect(usage.body.inbound_bytes).toEqual({ used: 0, limit: 0, left: 0 })
})

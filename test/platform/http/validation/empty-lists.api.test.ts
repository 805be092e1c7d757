import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { ownContract } from '../../../../server/platform/http/operation/contract.js'
import { emptyListsIn } from '../../../../server/platform/http/validation/empty-lists.js'
import { followerOf } from '../../../../server/platform/http/validation/explain.js'
import { call } from '../../../support/api/api.js'
import { messageFor } from '../../../support/messages/messages.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** An empty list of what a client has not set counts as absent, where the contract says so. */

let service: TestService
let tenant: Tenant
let key: string
let session: string
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  session = await tenant.session('owner')
})

const ask = async (method: 'POST' | 'PATCH', path: string, body: object, as = key) => {
  const reply = await call(service.url, method, `/v1/${path}`, { key: as, body })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body
}
const contentOf = async (id: string) =>
  (await call(service.url, 'GET', `/v1/messages/${id}/content`, { key })).body as { reply_to: object[] }

const answers = [{ email: 'answers@shop.example' }]

/** A published template whose answers go there. */
async function template(): Promise<string> {
  const content = { subject: 'Hello', text: 'Hello', from_email: 'shop@shop.example', reply_to: answers }
  const fields = { project_id: tenant.testProject, name: `Hello ${randomUUID()}`, ...content }
  const { id } = await ask('POST', 'templates', fields, session)
  await ask('POST', `templates/${id}/publish`, { version: 1 }, session)
  return id as string
}

test('a send without answers to another address is sent as one that does not name any', async () => {
  const { id } = await ask('POST', 'messages', messageFor(tenant.testProject, { reply_to: [] }))
  expect((await contentOf(id)).reply_to).toEqual([])
  const templateId = await template()
  const templated = {
    project_id: tenant.testProject,
    to: [{ email: 'ada@example.com' }],
    reply_to: [],
    template: { template_id: templateId },
  }
  expect((await contentOf((await ask('POST', 'messages', templated)).id)).reply_to).toEqual(answers)
  const items = [
    { idempotency_key: 'a', message: messageFor(tenant.testProject, { reply_to: [] }) },
    { idempotency_key: 'b', template: templated },
  ]
  const { data } = await ask('POST', 'messages/batch', { items })
  const ids = (data as { message: { id: string } }[]).map(({ message }) => message.id)
  expect((await contentOf(ids[0] ?? '')).reply_to).toEqual([])
  expect((await contentOf(ids[1] ?? '')).reply_to).toEqual(answers)
})

test('a rule has the one condition that is no empty list', async () => {
  const property = { name: 'plan', op: 'eq', value: 'pro' }
  const event = { name: 'signed_in', where: [] }
  const rule = {
    all: [
      { all: [], any: [], property },
      { all: [], any: [], event },
    ],
    any: [],
  }
  const segment = { project_id: tenant.testProject, name: 'Pro', rule }
  expect((await ask('POST', 'segments', segment, session)).rule).toEqual({
    all: [{ property }, { event: { name: 'signed_in' } }],
  })
  const nothing = await call(service.url, 'POST', '/v1/segments', {
    key: session,
    body: { ...segment, rule: { all: [] } },
  })
  expect(nothing.status, nothing.text).toBe(422)
})

test('a change leaves as it is what it has an empty list for', async () => {
  const { webhook } = await ask('PATCH', 'webhooks/status', {
    url: 'https://hooks.shop.example/a',
    events: ['message.bounced'],
  })
  const changed = await ask('PATCH', 'webhooks/status', { id: webhook.id, events: [], description: 'x' })
  expect(changed.webhook).toMatchObject({ events: ['message.bounced'], description: 'x' })

  const scopes = ['messages:send', 'reports:read']
  const issued = { kind: 'project', name: 'x', project_id: tenant.testProject, scopes }
  const { api_key } = await ask('POST', 'api-keys', issued)
  expect(await ask('PATCH', `api-keys/${api_key.id}`, { name: 'y', scopes: [] })).toMatchObject({
    name: 'y',
    scopes,
  })

  const content = { template: { template_id: await template() }, reply_to: answers }
  const campaign = { project_id: tenant.testProject, name: 'x', ...content }
  const { id } = await ask('POST', 'campaigns', campaign, session)
  expect(await ask('PATCH', `campaigns/${id}`, { name: 'y', reply_to: [] }, session)).toMatchObject({
    name: 'y',
    reply_to: answers,
  })
})

test('takes lists out wherever a schema has them, and nothing of what is no such list', () => {
  const schema = { $ref: '#/components/schemas/BatchRequest' }
  const take = emptyListsIn(schema, followerOf(ownContract()))
  const given = {
    items: [
      { message: { reply_to: [], cc: [], to: [] } },
      { template: { reply_to: {}, template: [] } },
      { message: null },
      [],
      'reply_to',
      { message: [{ reply_to: [] }] },
      JSON.parse('{ "message": { "__proto__": { "reply_to": [] } } }'),
    ],
    reply_to: [],
  }
  const kept = structuredClone(given)
  delete (kept.items[0] as { message: { reply_to?: unknown } }).message.reply_to
  take(given)
  expect(given).toEqual(kept)
  for (const value of [null, undefined, 'x', 1, []]) expect(() => take(value)).not.toThrow()
})

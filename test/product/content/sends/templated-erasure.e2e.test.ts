import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { dump, found } from '../../../support/erasure/erasure.js'
import { settled } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { templateCalls } from '../../../support/templates/template-calls.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** Rendered content is erased with its recipient, as content of a send is. */

let service: TestService
let tenant: Tenant
beforeAll(async () => {
  service = await startTestService({
    delivery: { pollMs: 20 },
    purge: { everySeconds: 0.1 },
    erasures: { everySeconds: 0.05 },
  })
  tenant = await addTenant(service)
})
afterAll(() => service.stop())

test('the rendered content and the kept replies', async () => {
  const key = await tenant.key()
  const templates = templateCalls(service.url, await tenant.session('admin'))
  const email = 'ada.quillfeather@example.com'
  const name = 'Ada Quillfeather'
  const template_id = await templates.published({
    subject: 'Dear {{ contact.name }} ({{ number }})',
    html: '<p>{{ contact.name }}, you are {{ contact.email }}, {{ contact.properties.title | default: "you" }}.</p>',
    text: undefined,
    from_email: 'billing@shop.example',
    variables: [{ name: 'number' }],
  })
  const project_id = tenant.liveProject
  const contact = { project_id, email, name, properties: { title: 'Countess Quillfeather' } }
  expect((await call(service.url, 'PUT', '/v1/contacts', { key, body: contact })).status).toBe(201)

  const template = { template_id, variables: { number: email } }
  const headers = { 'Idempotency-Key': randomUUID() }
  const single = await call(service.url, 'POST', '/v1/messages', {
    key,
    headers,
    body: { project_id, to: [{ email, name }], template },
  })
  expect(single.status, single.text).toBe(202)
  const items = [{ idempotency_key: randomUUID(), template: { project_id, to: [{ email }], template } }]
  const batch = await call(service.url, 'POST', '/v1/messages/batch', { key, body: { items } })
  expect(batch.body.accepted, batch.text).toBe(1)
  // To somebody else, with the same template.
  const other = await call(service.url, 'POST', '/v1/messages', {
    key,
    body: {
      project_id,
      to: [{ email: 'bob@other.example', name: 'Bob' }],
      template: { template_id, variables: { number: 'B-1' } },
    },
  })
  expect(other.status, other.text).toBe(202)
  const ids = [single.body.id, batch.body.data[0].message.id, other.body.id] as string[]
  for (const id of ids) await settled(service.url, key, id)
  const traces = [email, 'Quillfeather', email.replace('@', '%40'), Buffer.from(email).toString('hex')]
  for (const table of ['messages', 'message_contents', 'idempotency_keys', 'events']) {
    const rows = (await dump(service.sql, tenant.workspaceId)).get(table) ?? []
    expect(found(new Map([[table, rows]]), traces), table).not.toEqual([])
  }

  const deletion = await call(service.url, 'POST', '/v1/compliance/deletions', { key, body: { email } })
  expect(deletion.status, deletion.text).toBe(201)
  await until(async () => {
    const path = `/v1/compliance/deletions/${deletion.body.id as string}`
    return (await call(service.url, 'GET', path, { key })).body.status === 'completed'
  }, 'the deletion')
  const kept = await dump(service.sql, tenant.workspaceId)
  expect(found(kept, traces)).toEqual([])

  const content = (id: string) => call(service.url, 'GET', `/v1/messages/${id}/content`, { key })
  expect((await content(ids[0] ?? '')).status).toBe(404)
  expect((await content(ids[1] ?? '')).status).toBe(404)
  expect((await content(ids[2] ?? '')).body).toMatchObject({ subject: 'Dear Bob (B-1)' })
  const message = await call(service.url, 'GET', `/v1/messages/${ids[0] ?? ''}`, { key })
  expect(message.body).toMatchObject({ subject: '', template: { template_id, version: 1, locale: null } })
})

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/api/api.js'
import { useInstance } from '../support/instance/instance.js'
import { messageFor, send, settled } from '../support/messages/messages.js'
import { failureIn } from '../support/webhooks/webhooks.js'

/** A project key sees its own project and no other. */

const at = useInstance()

/** In the texts of one project's message and nowhere else. */
const marker = randomUUID()
let message: string
let scheduled: string
/** When it was sent, as a part of a query. */
let window: string
beforeAll(async () => {
  const fields = { subject: marker, category: marker, to: [{ email: `${marker}@example.com` }] }
  message = await send(at.url, at.projectKey, at.project, fields)
  const later = new Date(Date.now() + 86_400_000).toISOString()
  scheduled = await send(at.url, at.projectKey, at.project, { ...fields, scheduled_at: later })
  const { created_at } = (await settled(at.url, at.projectKey, message)).body
  // Others may send for the same project.
  window = `&since=${created_at}&until=${new Date(Date.parse(created_at as string) + 100).toISOString()}`
})

const lists = ['/v1/messages', '/v1/message-logs', '/v1/events']
const page = (path: string, key: string, query = '') =>
  call(at.url, 'GET', `${path}?limit=100${query}`, { key })

test.each(lists)('%s has it for its own key and for the workspace’s alone', async (path) => {
  for (const key of [at.projectKey, at.workspaceKey]) {
    expect((await page(path, key, `${window}&project_id=${at.project}`)).text).toContain(message)
  }
  const { body, text } = await page(path, at.otherKey)
  expect(text).not.toContain(message)
  expect(text).not.toContain(at.project)
  for (const row of body.data) expect(row.project_id).toBe(at.otherProject)
  // Naming what is not its own is no way around it.
  const named = await page(path, at.otherKey, `&project_id=${at.project}`)
  expect([named.status, named.body.error?.code]).toEqual([403, 'project_not_allowed'])
})

test.each(['message_id', 'recipient', 'category', 'subject'])(
  'logs are not found by %s either',
  async (by) => {
    const values: Record<string, string> = { message_id: message, recipient: `${marker}@example.com` }
    const query = `&${by}=${values[by] ?? marker}`
    expect((await page('/v1/message-logs', at.projectKey, query)).body.data.length).toBeGreaterThan(0)
    expect((await page('/v1/message-logs', at.otherKey, query)).body.data).toEqual([])
  },
)

describe('by its id', () => {
  test('a message is not there for another key', async () => {
    for (const path of [`/v1/messages/${message}`, `/v1/messages/${message}/content`]) {
      expect((await call(at.url, 'GET', path, { key: at.projectKey })).status).toBe(200)
      expect(failureIn(await call(at.url, 'GET', path, { key: at.otherKey }))).toBe('404 not_found')
    }
  })

  test('a message is not cancelled by another key', async () => {
    const path = `/v1/messages/${scheduled}/cancel`
    expect(failureIn(await call(at.url, 'POST', path, { key: at.otherKey }))).toBe('404 not_found')
    expect((await call(at.url, 'POST', path, { key: at.projectKey })).body.status).toBe('cancelled')
  })
})

test('nothing is sent for another project, alone or in a batch', async () => {
  const body = messageFor(at.project)
  const single = await call(at.url, 'POST', '/v1/messages', { key: at.otherKey, body })
  expect(failureIn(single)).toBe('403 project_not_allowed')
  const batch = await call(at.url, 'POST', '/v1/messages/batch', {
    key: at.otherKey,
    body: { items: [{ idempotency_key: marker, message: body }] },
  })
  expect(batch.body).toMatchObject({ accepted: 0, data: [{ error: { code: 'project_not_allowed' } }] })
})

test('an idempotency key of one says nothing to the other', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const own = await call(at.url, 'POST', '/v1/messages', {
    key: at.projectKey,
    body: messageFor(at.project),
    headers,
  })
  expect(own.status).toBe(202)
  const same = await call(at.url, 'POST', '/v1/messages', {
    key: at.otherKey,
    body: messageFor(at.project),
    headers,
  })
  expect(failureIn(same)).toBe('403 project_not_allowed')
})

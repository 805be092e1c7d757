import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { send, settled } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'

/** A message's status follows from its recipients', wherever it is read. */

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ delivery: { backoffSeconds: [0.05], giveUpSeconds: 3600 } })
  key = service.credentials.workspace_key
})
afterAll(() => service.stop())

const sendTo = (...emails: string[]) =>
  send(service.url, key, service.credentials.test_project_id, { to: emails.map((email) => ({ email })) })

test.each<[string, string[], string, string[]]>([
  ['deferred, then delivered', ['defer@example.com'], 'delivered', ['delivered']],
])('%s', async (_name, to, status, recipients) => {
  const id = await sendTo(...to)
  const { body } = await settled(service.url, key, id)
  expect(body.status).toBe(status)
  expect((body.recipients as { status: string }[]).map((recipient) => recipient.status)).toEqual(recipients)
  const listed = await call(service.url, 'GET', '/v1/messages?limit=100', { key })
  expect((listed.body.data as { id: string }[]).find((message) => message.id === id)).toEqual(body)
})

test('queued while one recipient is deferred, and the log says when it goes on', async () => {
  const id = await sendTo('defer+always@example.com', 'b@example.com')
  const logs = await until(async () => {
    const { body } = await call(service.url, 'GET', `/v1/message-logs?message_id=${id}`, { key })
    const rows = body.data as {
      status: string
      next_attempt_at: string | null
      last_reply: { code: number }
    }[]
    return (
      rows.some((log) => log.status === 'deferred') && rows.some((log) => log.status === 'delivered') && rows
    )
  }, 'one deferred and one delivered')
  const deferred = logs.find((log) => log.status === 'deferred')
  expect(deferred?.next_attempt_at).not.toBeNull()
  expect(deferred?.last_reply.code).toBe(451)
  const { body } = await call(service.url, 'GET', `/v1/messages/${id}`, { key })
  expect(body.status).toBe('queued')
})

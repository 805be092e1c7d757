import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../support/api.js'
import { inbox, messageTo, send } from '../support/mail.js'
import { startTestService, type TestService } from '../support/service.js'
import { addTenant } from '../support/tenant.js'
import { until } from '../support/until.js'

let service: TestService
beforeAll(async () => {
  // One hand, so that who gets it is all there is to decide.
  service = await startTestService({ delivery: { concurrency: 1 } })
})
afterAll(() => service.stop())

test('a workspace with a backlog does not hold up another one', async () => {
  const other = await addTenant(service)
  const key = await other.key({ project: other.liveProject })
  const backlog = Array.from({ length: 40 }, (_, index) => `slow+50@backlog-${index}.example`)
  await send(service, backlog)
  const body = messageTo(service, 'ada@example.com', { project_id: other.liveProject })
  expect((await call(service.url, 'POST', '/v1/messages', { key, body })).status).toBe(202)

  await until(async () => (await inbox(service.url, 'ada@example.com')).length === 1, 'the other message')
  const { rows } = await service.sql.query('select from delivery_queue')
  expect(rows.length).toBeGreaterThan(0)
})

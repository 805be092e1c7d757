import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasedAddress } from '../../../../server/product/audience/erasure/redact.js'
import { fromTypeId, newUuid } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { erasureCalls } from '../../../support/erasure/erasure-calls.js'
import { dump, found } from '../../../support/erasure/erasure.js'
import { inbox } from '../../../support/messages/mail.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** An erasure waits for what is on its way, and brings nothing about twice. */

let service: TestService
let tenant: Tenant
beforeAll(async () => {
  service = await startTestService({
    delivery: { backoffSeconds: [0.02], pollMs: 20 },
    erasures: { everySeconds: 0.05, batch: 3 },
  })
  tenant = await addTenant(service)
})
afterAll(() => service.stop())

const { erase, logsOf } = erasureCalls(() => service)

test('one that takes longer than the request is accepted, and goes on', async () => {
  const hurried = await startTestService({ beside: service, erasures: { requestSeconds: 0 } })
  const key = await tenant.key()
  const request = { key, body: { email: 'later@example.com' }, headers: { 'Idempotency-Key': newUuid() } }
  const ask = () => call(hurried.url, 'POST', '/v1/compliance/deletions', request)
  const accepted = await ask()
  expect([accepted.status, accepted.body.status, accepted.body.completed_at]).toEqual([202, 'running', null])
  const again = await ask()
  expect([again.status, again.body]).toEqual([202, accepted.body])
  await hurried.stop()
  expect(await erase(key, 'later@example.com')).toMatchObject({ id: accepted.body.id, status: 'completed' })
})

test('a delivery in the middle of its session is waited for, by everybody who asks', async () => {
  const { workspaceId, liveProject } = tenant
  const key = await tenant.key()
  const email = 'slow+500@flight.example'
  const body = {
    project_id: liveProject,
    from_email: 'no-reply@shop.example',
    to: [{ email }],
    subject: 'Hi',
    text: email,
  }
  const { body: message } = await call(service.url, 'POST', '/v1/messages', { key, body })
  await until(async () => {
    const { rows } = await service.sql.query(
      'select from delivery_queue where workspace_id = $1 and lease is not null',
      [workspaceId],
    )
    return rows.length > 0
  }, 'a worker to have it in flight')
  const asked = [erase(key, email), erase(key, 'SLOW+500@flight.example')]
  await until(async () => {
    const { body: list } = await call(service.url, 'GET', '/v1/compliance/deletions?limit=1', { key })
    return list.data[0]?.status === 'running'
  }, 'the deletion to wait')
  const [one, two] = await Promise.all(asked)
  expect(one).toEqual(two)
  expect(one).toMatchObject({
    status: 'completed',
    erased: { message_logs: 1, cancelled: 0, message_bodies: 1 },
  })
  const [log] = await logsOf(key, message.id as string)
  expect(log).toMatchObject({ status: 'delivered', recipient: erasedAddress })
  expect(found(await dump(service.sql, workspaceId), [email])).toEqual([])
})

test('a delivery whose worker died is not made again', async () => {
  const { workspaceId, liveProject } = tenant
  const key = await tenant.key()
  const email = 'lost@flight.example'
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
  const body = {
    project_id: liveProject,
    from_email: 'no-reply@shop.example',
    to: [{ email }],
    subject: 'Hi',
    text: 'Hi',
    scheduled_at,
  }
  const { body: message } = await call(service.url, 'POST', '/v1/messages', { key, body })
  await service.sql.query(
    `update delivery_queue set lease = $3, due_at = now() + interval '0.3 seconds'
     where workspace_id = $1 and message_id = $2`,
    [workspaceId, fromTypeId('msg', message.id as string), newUuid()],
  )
  expect((await erase(key, email)).status).toBe('completed')
  const [log] = await logsOf(key, message.id as string)
  expect(['cancelled', 'suppressed']).toContain(log?.status)
  expect(await inbox(service.url, email)).toEqual([])
  expect(await inbox(service.url, erasedAddress)).toEqual([])
})

import { expect, test } from 'vitest'
import { fromTypeId, newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant } from '../../../support/workspace/tenant.js'

const stored = {
  at: '2026-11-25T09:30:00.120Z',
  outcome: 'delivered',
  via: 'smtp',
  reply: { code: 250, enhanced_code: '2.0.0', text: 'OK', host: 'mx.example.com:25' },
  class: null,
  error: null,
}
/** The attempt as the API shows it. */
const shown = { ...stored, server: null, tls: null, duration_ms: null, conversation: null }

/** A log of a new tenant with these attempts. */
async function addLog(attempts: readonly object[]) {
  const service = await sharedApi()
  const tenant = await addTenant(service)
  const [log, message] = [newUuid(), newUuid()]
  const of = [tenant.workspaceId, message, fromTypeId('prj', tenant.liveProject)]
  await service.sql.query(
    `insert into messages (workspace_id, id, project_id, environment, from_email, subject)
     values ($1, $2, $3, 'live', 'a@shop.example', 'Hello')`,
    of,
  )
  await service.sql.query(
    `insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, status,
       attempts, delivered_at, updated_at)
     values ($1, $4, $2, $3, 'live', 'ada@example.com', 'ada@example.com', 'delivered', $5, now(), now())`,
    [...of, log, JSON.stringify(attempts)],
  )
  const id = toTypeId('log', log)
  return { service, tenant, log, id, key: await tenant.key() }
}

test('an attempt that version 0.1.0 recorded has every field, and null where it kept nothing', async () => {
  const { service, id, key } = await addLog([stored])
  expect((await call(service.url, 'GET', `/v1/message-logs/${id}`, { key })).body).toMatchObject({
    attempts: [shown],
  })
  const listed = await call(service.url, 'GET', '/v1/message-logs', { key })
  expect(listed.body).toMatchObject({ data: [{ id, attempts: [shown] }] })
})

test('what was said is in the log that is retrieved, with its attempt, and not in a list', async () => {
  const { service, tenant, log, id, key } = await addLog([stored, stored, stored])
  await service.sql.query(
    `insert into attempt_conversations (workspace_id, log_id, attempt, conversation)
     values ($1, $2, 1, 'S: 451 Busy'), ($1, $2, 3, 'S: 250 OK'), ($1, $3, 2, 'of another log'), ($4, $2, 2, 'of another')`,
    [tenant.workspaceId, log, newUuid(), newUuid()],
  )
  const one = await call(service.url, 'GET', `/v1/message-logs/${id}`, { key })
  const attempts = ['S: 451 Busy', null, 'S: 250 OK'].map((conversation) => ({ ...shown, conversation }))
  expect(one.body).toMatchObject({ attempts })
  const listed = await call(service.url, 'GET', '/v1/message-logs', { key })
  expect(listed.body).toMatchObject({ data: [{ id, attempts: [shown, shown, shown] }] })
})

import { expect, test } from 'vitest'
import { fromTypeId, newUuid, toTypeId } from '../../server/db/ids.js'
import { call } from '../support/api.js'
import { sharedApi } from '../support/shared-service.js'
import { addTenant } from '../support/tenant.js'

test('an attempt that version 0.1.0 recorded has every field, and null where it kept nothing', async () => {
  const service = await sharedApi()
  const tenant = await addTenant(service)
  const key = await tenant.key()
  const [log, message] = [newUuid(), newUuid()]
  const of = [tenant.workspaceId, message, fromTypeId('prj', tenant.liveProject)]
  await service.sql.query(
    `insert into messages (workspace_id, id, project_id, environment, from_email, subject)
     values ($1, $2, $3, 'live', 'a@shop.example', 'Hello')`,
    of,
  )
  const stored = {
    at: '2026-11-25T09:30:00.120Z',
    outcome: 'delivered',
    via: 'smtp',
    reply: { code: 250, enhanced_code: '2.0.0', text: 'OK', host: 'mx.example.com:25' },
    class: null,
    error: null,
  }
  await service.sql.query(
    `insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, status,
       attempts, delivered_at, updated_at)
     values ($1, $4, $2, $3, 'live', 'ada@example.com', 'ada@example.com', 'delivered', $5, now(), now())`,
    [...of, log, JSON.stringify([stored])],
  )
  const shown = { ...stored, server: null, tls: null, duration_ms: null }
  const id = toTypeId('log', log)
  expect((await call(service.url, 'GET', `/v1/message-logs/${id}`, { key })).body).toMatchObject({
    attempts: [shown],
  })
  const listed = await call(service.url, 'GET', '/v1/message-logs', { key })
  expect(listed.body).toMatchObject({ data: [{ id, attempts: [shown] }] })
})

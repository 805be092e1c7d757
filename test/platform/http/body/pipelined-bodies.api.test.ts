import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** Requests that come behind another one on their connection, whose replies wait for its reply. */

let service: TestService
beforeAll(async () => void (service = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })))
afterAll(() => service.stop())

test('a large body whose reply waits behind another keeps no place of those that are handled', async () => {
  const key = service.credentials.workspace_key
  const other = await (await addTenant(service)).key()
  const { body: first } = await call(service.url, 'GET', '/v1/events/follow?wait=0', { key })
  const path = `/v1/events/follow?wait=30&after=${first.next_cursor as string}`
  const replies: string[] = []
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1').setEncoding('latin1')
  socket.on('data', (text: string) => replies.push(text))
  const head = `Host: localhost\r\nAuthorization: Bearer ${key}\r\n`
  const body = JSON.stringify({ pad: 'x'.repeat(9_900_000) })
  const length = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  socket.write(`GET ${path} HTTP/1.1\r\n${head}\r\n`)
  socket.write(`POST /v1/messages HTTP/1.1\r\n${head}${length}\r\n${body}`)
  // Its refusal is recorded.
  await until(async () => {
    const { rows } = await service.sql.query('select 1 from audit_events where status = 422')
    return rows.length > 0
  }, 'the large body to be handled')
  const large = { pad: 'x'.repeat(6_500_000) }
  const reply = await call(service.url, 'POST', '/v1/messages', { key: other, body: large })
  expect([reply.status, replies]).toEqual([422, []])
  socket.destroy()
})

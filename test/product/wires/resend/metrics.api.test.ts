import { beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import type { WireCall } from '../../../support/wires/wire-calls.js'
import { addWireTenant } from '../../../support/wires/wire-tenant.js'

/** Metrics, as Resend's packages ask for them. */

let resend: WireCall
beforeAll(async () => {
  const { service, tenant, ask } = await addWireTenant('resend')
  resend = ask
  const workspaceKey = await tenant.key()
  const body = { email: 'gone@example.com' }
  await call(service.url, 'POST', '/v1/suppressions', { key: workspaceKey, body })
  for (let sent = 0; sent < 2; sent += 1) {
    const email = { from: 'a@shop.example', to: 'gone@example.com', subject: 'Hi', text: 'Hi' }
    expect((await resend('POST', '/emails', { body: email })).status).toBe(200)
  }
})

const hour = 3_600_000
const metrics = async (query: string) => {
  const { status, body, text } = await resend('GET', `/emails/metrics${query}`)
  expect(status, text).toBe(200)
  return body
}

test('totals are those of the range', async () => {
  const body = await metrics('')
  expect(body).toEqual({
    object: 'metrics',
    start_date: expect.any(String),
    end_date: expect.any(String),
    metrics: [
      'delivered',
      'bounced',
      'bounced_permanent',
      'complained',
      'suppressed',
      'failed',
      'delivery_delayed',
    ],
    dimensions: [],
    granularity: 'daily',
    totals: {
      delivered: 0,
      bounced: 0,
      bounced_permanent: 0,
      complained: 0,
      suppressed: 2,
      failed: 0,
      delivery_delayed: 0,
    },
  })
  const days = (Date.parse(String(body.end_date)) - Date.parse(String(body.start_date))) / hour
  expect(days).toBe(6 * 24 + 1)
  expect(await metrics('?metrics=suppressed&start_date=2026-01-01&end_date=2026-01-02')).toMatchObject({
    start_date: '2026-01-01T00:00:00.000Z',
    end_date: '2026-01-03T00:00:00.000Z',
    totals: { suppressed: 0 },
  })
})

test('periods are all those of the range', async () => {
  const now = Date.now()
  const range = `start_date=${new Date(now - 48 * hour).toISOString()}&end_date=${new Date(now).toISOString()}`
  for (const [granularity, count] of [
    ['hourly', 49],
    ['daily', 3],
  ] as const) {
    const { data, totals } = await metrics(
      `?${range}&metrics=suppressed,failed&dimensions=period&granularity=${granularity}`,
    )
    const rows = data as { period: string; suppressed: number }[]
    expect(rows).toHaveLength(count)
    expect(rows.reduce((sum, { suppressed }) => sum + suppressed, 0)).toBe(2)
    expect(totals).toEqual({ suppressed: 2, failed: 0 })
  }
})

test.each([
  ['metrics=opened', 'metrics has opened, which Postseal does not count'],
  ['domain_id=dom_1', 'domain_id is not taken'],
  ['broadcast_id=cmp_1', 'broadcast_id is not taken'],
  ['dimensions=domain', 'dimensions'],
  ['granularity=weekly', 'granularity'],
  ['timezone=Europe/Berlin', 'timezone'],
  ['start_date=yesterday', 'start_date must be a date'],
])('%s is refused', async (query, message) => {
  const { status, body } = await resend('GET', `/emails/metrics?${query}`)
  expect([status, body.message]).toEqual([422, expect.stringContaining(message)])
})

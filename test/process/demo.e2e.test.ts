import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/api/api.js'
import { eventFindings } from '../support/api/contract.js'
import { follow, serviceEnv, type Started } from '../support/service/process.js'
import { newDataDir } from '../support/run/scratch-folder.js'
import { until } from '../support/time/until.js'

/** The demo as people start it, with few messages. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const messages = 260
const dayMs = 86_400_000

let demo: Started
let url: string
let session: string
/** The folder in which the demo makes its data folder. */
let temporary: string

beforeAll(async () => {
  const { PORT, POSTSEAL_SINK_PORT, POSTSEAL_INBOUND_PORT } = await serviceEnv({ POSTSEAL_DATA_DIR: '' })
  temporary = newDataDir('demo-')
  const ports = { PORT, POSTSEAL_SINK_PORT, POSTSEAL_INBOUND_PORT }
  const args = [
    '--import',
    './scripts/typescript/register.mjs',
    'scripts/demo/main.ts',
    '--messages',
    `${messages}`,
  ]
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], TMPDIR: temporary, ...ports },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  demo = follow(child)
  const printed = await until(() => {
    if (child.exitCode !== null) throw new Error(`the demo ended: ${demo.stdout()}${demo.stderr()}`)
    return /console {2}(\S+)#(\S+)/.exec(demo.stdout()) ?? undefined
  }, 'the demo to print its link')
  const [, address = '', token = ''] = printed
  expect(address).toBe(`http://localhost:${PORT}/console/sign-in`)
  url = `http://127.0.0.1:${PORT}`
  session = ((await call(url, 'POST', '/v1/sessions', { body: { token } })).body as { token: string }).token
  // The service that was started goes on: it sends a campaign.
  const isSent = async () => countBy(await all('/campaigns'), 'status')['sent'] === 1
  await until(isSent, 'a campaign to be sent')
  const isDelivered = async () => (await all('/message-logs?status=queued')).length === 0
  await until(isDelivered, 'its mail to be delivered')
})

/** A reply of the API, which `call` holds against the contract. */
async function get(location: string): Promise<any> {
  const reply = await call(url, 'GET', `/v1${location}`, { key: session })
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

async function all(location: string): Promise<any[]> {
  const rows: unknown[] = []
  for (let cursor = ''; ;) {
    const page = await get(`${location}${location.includes('?') ? '&' : '?'}limit=100${cursor}`)
    rows.push(...page.data)
    if (page.has_more !== true) return rows
    cursor = `&cursor=${encodeURIComponent(page.next_cursor as string)}`
  }
}

const countBy = (rows: readonly any[], name: string) =>
  Object.fromEntries(
    [...new Set(rows.map((row) => row[name] as string))].map((value) => [
      value,
      rows.filter((row) => row[name] === value).length,
    ]),
  )

/** Counts logs as the statistics do. */
function countsOf(logs: readonly any[]) {
  const ofStatus = (wanted: string) => logs.filter(({ status }) => status === wanted).length
  const attempts = logs.flatMap((log) => log.attempts as { outcome: string }[])
  return {
    accepted: logs.length,
    delivered: logs.filter(({ delivered_at }) => delivered_at !== null).length,
    bounced: ofStatus('bounced'),
    suppressed: ofStatus('suppressed'),
    cancelled: ofStatus('cancelled'),
    complained: logs.filter(({ complained_at }) => complained_at !== null).length,
    deferred: attempts.filter(({ outcome }) => outcome === 'deferred').length,
  }
}

describe('the demo', () => {
  test('has mail of the last weeks in every state, and the statistics count the same', async () => {
    const logs = await all('/message-logs')
    expect(logs.length).toBeGreaterThan(messages * 0.9)
    const statuses = countBy(logs, 'status')
    for (const status of ['delivered', 'bounced', 'suppressed', 'scheduled', 'cancelled'])
      expect(statuses[status], `${status} in ${JSON.stringify(statuses)}`).toBeGreaterThan(0)
    expect(statuses['delivered']).toBeGreaterThan(logs.length * 0.8)
    const oldest = new Date(logs.at(-1).created_at as string).getTime()
    expect(Date.now() - oldest).toBeGreaterThan(27 * dayMs)
    for (const log of logs) {
      expect(new Date(log.created_at as string).getTime()).toBeLessThanOrEqual(Date.now())
      if (log.delivered_at !== null) expect(log.delivered_at > log.created_at).toBe(true)
    }

    // The service goes on: it tries again what is deferred, and sends the campaign.
    const since = new Date(oldest - dayMs).toISOString()
    const told = async () => {
      const { total } = await get(`/statistics?interval=day&since=${since}`)
      return Object.keys(countsOf([])).map((name) => total[name] as number)
    }
    const counted = async () => {
      const [before, logs, after] = [await told(), await all('/message-logs'), await told()]
      return String(before) === String(after) && { statistics: before, logs: Object.values(countsOf(logs)) }
    }
    const { statistics, logs: ofLogs } = await until(counted, 'the service to come to rest')
    expect(statistics).toEqual(ofLogs)
  })

  test('has events, each as webhooks get it', async () => {
    const events = await all('/events')
    expect(events.length).toBeGreaterThan(messages)
    for (const event of events) expect(eventFindings(event)).toBeUndefined()
    for (const type of ['message.bounced', 'suppression.added', 'subscription.confirmed', 'domain.verified'])
      expect(countBy(events, 'type')[type], type).toBeGreaterThan(0)
  })

  test('has a domain that is verified, one with mistakes and a new one, and what DMARC reports say', async () => {
    const domains = await all('/domains')
    expect(domains.map(({ name, status }) => [name, status]).sort()).toEqual([
      ['accounts-shop.example', 'pending'],
      ['shop-events.example', 'pending'],
      ['shop.example', 'verified'],
    ])
    const problems = domains.flatMap(({ records }) => records).filter(({ status }) => status === 'wrong')
    expect(problems.length).toBeGreaterThan(0)
    const sources = await all('/deliverability/dmarc/sources')
    expect(countBy(sources, 'review')).toMatchObject({ authorized: 1, unauthorized: 1 })
  })

  test('has a webhook that goes well and one that fails for two days', async () => {
    const health = await all('/webhooks/status/health')
    const webhooks = await all('/webhooks/status')
    expect(webhooks.map(({ enabled }) => enabled)).toEqual([true, true])
    const of = (end: string) => {
      const { id } = webhooks.find((webhook) => (webhook.url as string).endsWith(end))
      return health.find(({ webhook_id }) => webhook_id === id)
    }
    expect(of('/orders')).toMatchObject({ consecutive_failures: 0, failing_since: null })
    const failing = of('/crm')
    expect(failing.consecutive_failures).toBeGreaterThan(0)
    const deliveries = await all('/webhooks/status/deliveries')
    const refused = deliveries.filter(({ attempts }) =>
      attempts.some((attempt: any) => attempt.status === 503),
    )
    expect(refused.length).toBeGreaterThan(0)
  })

  test('has people, keys, suppressions, contacts, a list, templates, programs and mail that came in', async () => {
    expect(countBy(await all('/users'), 'role')).toEqual({ owner: 1, admin: 1, member: 2 })
    const reasons = countBy(await all('/suppressions'), 'reason')
    for (const reason of ['hard_bounce', 'soft_bounce', 'unsubscribe', 'manual', 'import'])
      expect(reasons[reason], reason).toBeGreaterThan(0)
    const keys = await all('/api-keys')
    expect(keys.filter(({ restrictions }) => restrictions.expires_at !== null)).toHaveLength(1)
    const [list] = await all('/subscriber-lists')
    const subscriptions = countBy(await all(`/subscriber-lists/${list.id}/subscriptions`), 'status')
    expect(subscriptions['confirmed']).toBeGreaterThan(subscriptions['pending'] ?? 0)
    expect((await all('/contacts')).length).toBe(40)
    const templates = await all('/templates')
    expect(countBy(templates, 'published_version')).toEqual({ 1: 4 })
    expect(countBy(await all('/campaigns'), 'status')).toEqual({ sent: 1, draft: 1 })
    const [automation] = await all('/automations')
    expect(countBy(await all(`/automations/${automation.id}/runs`), 'status')).toEqual({ waiting: 6 })
    expect(countBy(await all('/inbound/messages'), 'automatic')).toEqual({ none: 3 })
    const audit = countBy(await all('/audit-events'), 'outcome')
    expect(audit['refused']).toBeGreaterThan(0)
  })

  test('ends by a signal, and leaves nothing behind', async () => {
    expect(await demo.kill('SIGINT')).toMatchObject({ code: 0 })
    expect(demo.stderr()).toBe('')
    expect(readdirSync(temporary).filter((name) => name.startsWith('postseal-demo-'))).toEqual([])
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { toTypeId } from '../../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { campaignCalls } from '../../../support/campaigns/campaign-calls.js'
import { insertContacts } from '../../../support/campaigns/campaigns.js'
import { answerOf, command, commandEnv } from '../../../support/commands/cli.js'
import { messageFor, settled } from '../../../support/messages/messages.js'
import { seededRandom } from '../../../support/arbitrary/random.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/**
 * Tests the quota that the operator sets for a workspace in a day and a month, whichever of two processes is asked.
 */

let here: TestService
let there: TestService
beforeAll(async () => {
  const programs = { pollMs: 20, fullMs: 20, haltedMs: 50 }
  here = await startTestService({ programs, delivery: { pollMs: 20 } })
  there = await startTestService({ beside: here, env: { POSTSEAL_ROLES: 'api' } })
})
afterAll(async () => {
  await there.stop()
  await here.stop()
})

const limit = (tenant: Tenant, ...limits: string[]) =>
  answerOf(
    command(
      commandEnv(here),
      ...['workspace', 'limits', ...limits, '--workspace', toTypeId('ws', tenant.workspaceId)],
    ),
  )

interface Limited {
  readonly tenant: Tenant
  readonly key: string
  readonly post: (path: string, body: object, from?: TestService, key?: string) => Promise<ApiReply>
}

/** A tenant with limits, which both processes know of. */
async function limited(...limits: string[]): Promise<Limited> {
  const tenant = await addTenant(here)
  const key = await tenant.key()
  await limit(tenant, ...limits)
  const post: Limited['post'] = (path, body, from = here, idempotencyKey) =>
    call(from.url, 'POST', `/v1/${path}`, {
      key,
      body,
      headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
    })
  return { tenant, key, post }
}

async function logsOf({ workspaceId }: Tenant): Promise<number> {
  const { rows } = await here.sql.query<{ count: number }>(
    `select count(*)::integer as count from message_logs where workspace_id = $1 and environment = 'live'`,
    [workspaceId],
  )
  return rows[0]?.count ?? NaN
}

async function usageOf({ tenant, key }: Limited): Promise<ApiReply['body']> {
  const reply = await call(there.url, 'GET', '/v1/usage?days=2&months=2', { key })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.days.at(-1).live).toBe(await logsOf(tenant))
  return reply.body
}

const to = (count: number, local = 'ada') =>
  Array.from({ length: count }, (_, index) => ({ email: `${local}${index}@example.com` }))

test('of many sends at once in two processes, exactly those beyond the month are refused', async () => {
  const month = 300
  const workspace = await limited(`recipients_per_month=${month}`)
  const { tenant, post } = workspace
  const random = seededRandom(52)
  // 400 messages of one recipient, in batches and alone, each with a key; some are asked for twice.
  const keys = Array.from({ length: 400 }, (_, index) => `key-${index}`)
  const message = messageFor(tenant.liveProject)
  const sends: (() => Promise<boolean[]>)[] = []
  for (let from = 0; from < keys.length;) {
    const size = random() < 0.3 ? 1 : 1 + Math.floor(random() * 12)
    const chunk = keys.slice(from, from + size)
    from += size
    const process = random() < 0.5 ? here : there
    sends.push(async () => {
      if (size === 1) {
        const { status, headers, body } = await post('messages', message, process, chunk[0])
        if (status !== 202) {
          expect([status, body.error.code]).toEqual([429, 'quota_exceeded'])
          expect(Number(headers['retry-after'])).toBeGreaterThan(0)
        }
        return [status === 202]
      }
      const items = chunk.map((idempotency_key) => ({ idempotency_key, message }))
      const { status, body, text } = await post('messages/batch', { items }, process)
      expect(status, text).toBe(200)
      return (body.data as { status: string; error?: { code: string } }[]).map((result) => {
        if (result.status !== 'accepted') expect(result.error?.code).toBe('quota_exceeded')
        return result.status === 'accepted'
      })
    })
  }
  const outcomes = (await Promise.all(sends.map((each) => each()))).flat()
  expect(outcomes.filter(Boolean)).toHaveLength(month)
  expect(await logsOf(tenant)).toBe(month)
  expect(await usageOf(workspace)).toMatchObject({
    recipients_this_month: { used: month, limit: month, left: 0 },
    recipients_today: { used: month, limit: null, left: null },
  })

  // What was accepted is answered as before, and nothing is counted twice.
  expect((await Promise.all(sends.map((each) => each()))).flat()).toEqual(outcomes)
  expect(await logsOf(tenant)).toBe(month)

  // More is allowed, and less than was used is too.
  await limit(tenant, `recipients_per_month=${month + 5}`)
  expect((await post('messages', messageFor(tenant.liveProject, { to: to(6) }))).body.error.code).toBe(
    'quota_exceeded',
  )
  expect((await post('messages', messageFor(tenant.liveProject, { to: to(5) }))).status).toBe(202)
  await limit(tenant, 'recipients_per_month=10', 'recipients_per_day=1000')
  expect((await post('messages', message)).status).toBe(429)
  expect(await usageOf(workspace)).toMatchObject({
    recipients_this_month: { used: month + 5, limit: 10, left: 0 },
    recipients_today: { used: month + 5, limit: 1000, left: 1000 - month - 5 },
  })
  await limit(tenant, 'recipients_per_month=none', 'recipients_per_day=none')
  await until(async () => (await post('messages', message, there)).status === 202, 'no limit')
})

test('what was scheduled before goes out, and test projects send', async () => {
  const workspace = await limited('recipients_per_day=2')
  const { tenant, key, post } = workspace
  const scheduled_at = new Date(Date.now() + 1500).toISOString()
  const { body } = await post('messages', messageFor(tenant.liveProject, { to: to(2), scheduled_at }))
  expect((await post('messages', messageFor(tenant.liveProject))).body.error.message).toMatch(
    / in this day than /,
  )
  expect((await post('messages', messageFor(tenant.testProject))).status).toBe(202)
  await until(async () => {
    const { body: shown } = await call(here.url, 'GET', `/v1/messages/${body.id}`, { key })
    return shown.status === 'delivered'
  }, 'the scheduled message')
  const usage = await usageOf(workspace)
  expect(usage.days.at(-1)).toMatchObject({ live: 2, test: 1 })
  expect(usage.months.at(-1)).toMatchObject({ live: 2, test: 1 })
})

test('the next day and month begin anew', async () => {
  const { tenant, key, post } = await limited('recipients_per_day=1', 'recipients_per_month=2')
  const message = messageFor(tenant.liveProject)
  const first = await post('messages', message)
  await settled(here.url, key, first.body.id)
  expect((await post('messages', message)).status).toBe(429)
  const back = (period: string) =>
    here.sql.query(`update workspace_quotas set ${period} = ${period} - 40 where workspace_id = $1`, [
      tenant.workspaceId,
    ])
  await back('day')
  expect((await post('messages', message)).status).toBe(202)
  await back('day')
  expect((await post('messages', message)).body.error.message).toMatch(/ in this month than /)
  await back('month')
  expect((await post('messages', message)).status).toBe(202)
})

test('a campaign sends what is left, waits, and goes on', async () => {
  const { tenant, key } = await limited('recipients_per_month=7')
  const campaigns = await campaignCalls(here, tenant)
  const emails = to(12, 'reader').map(({ email }) => email)
  await insertContacts(
    here.sql,
    { workspaceId: tenant.workspaceId, project: tenant.liveProject, environment: 'live' },
    emails,
  )
  const id = await campaigns.made({ project_id: tenant.liveProject })
  expect((await campaigns.schedule(id)).status).toBe(200)
  const campaign = async () =>
    (await call(here.url, 'GET', `/v1/campaigns/${id}`, { key: campaigns.session })).body
  await until(async () => (await campaign()).blocked_by === 'quota_exceeded', 'the campaign to be blocked')
  expect((await campaign()).status).toBe('sending')
  expect(await logsOf(tenant)).toBe(7)
  const list = await call(here.url, 'GET', '/v1/campaigns', { key: campaigns.session })
  expect(list.body.data[0].blocked_by).toBe('quota_exceeded')
  await limit(tenant, 'recipients_per_month=12')
  await until(async () => (await campaign()).status === 'sent', 'the campaign to be sent')
  expect(await logsOf(tenant)).toBe(12)
  expect((await call(here.url, 'GET', '/v1/usage', { key })).body.recipients_this_month.left).toBe(0)
})

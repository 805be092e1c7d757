import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { components } from '../../../../../generated/api-types.js'
import { call } from '../../../../support/api/api.js'
import { newsletter } from '../../../../support/campaigns/campaign-calls.js'
import { startMailServer, type MailServer } from '../../../../support/campaigns/campaigns.js'
import { answerOf, command } from '../../../../support/commands/cli.js'
import { createMigratedDatabase } from '../../../../support/database/database.js'
import { allRows } from '../../../../support/instance/all-rows.js'
import { heldPort } from '../../../../support/network/ports.js'
import {
  serviceEnv,
  startProcess,
  type Env,
  type Numbers,
  type ServiceProcess,
} from '../../../../support/service/process.js'
import { newDataDir } from '../../../../support/run/scratch-folder.js'
import { seededRandom } from '../../../../support/arbitrary/random.js'
import { templateCalls } from '../../../../support/templates/template-calls.js'
import { until } from '../../../../support/time/until.js'

/**
 * Processes are killed at random moments, over and over, while they find a campaign's recipients, release their
 * mail and deliver it. `POSTSEAL_TEST_RECIPIENTS=20000 POSTSEAL_TEST_KILLS=10` before `npx vitest run` of this
 * file makes it long, and `POSTSEAL_TEST_SEED` repeats the moments.
 */

type Recipient = components['schemas']['CampaignRecipient']

const long = process.env['POSTSEAL_TEST_RECIPIENTS']
const many = Number(long ?? 100)
const kills = Number(process.env['POSTSEAL_TEST_KILLS'] ?? 1)
const seed = Number(process.env['POSTSEAL_TEST_SEED'] ?? randomInt(2 ** 31))

/** A process has as many deliveries in flight at most. */
const maxInFlight = 200
const numbers: Numbers = {
  // A killed process counts as dead by the end of its session: silence alone is none on a busy machine.
  leases: { heartbeatSeconds: 0.5, pauseSeconds: 2, endedSeconds: 3, expireSeconds: 3600 },
  // The release does not run far ahead of the deliveries, so that kills meet both.
  programs: { releaseBatch: 40, maxUntried: 160, pollMs: 100 },
}

/** The short form is on the embedded database alone: that of automations, whose worker it is too, is on PostgreSQL. */
const places = [
  ['embedded', 1],
  ['postgresql', 2],
] as const

describe.each(long === undefined ? places.slice(0, 1) : places)('%s', (kind, processes) => {
  test(
    `after ${kills} kills each of ${many} recipients has one mail`,
    { timeout: 300_000 + kills * 20_000 + many * 30 },
    async () => {
      const server = await startMailServer()
      const database = kind === 'postgresql' ? await createMigratedDatabase() : undefined
      const env = await serviceEnv({
        POSTSEAL_ROLES: 'api,delivery,programs',
        POSTSEAL_SINK_PORT: String(server.port),
        POSTSEAL_LOG_LEVEL: 'warn',
        POSTSEAL_REQUESTS_PER_MINUTE: '10000000',
        ...(database && {
          DATABASE_URL: database.url,
          POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
        }),
      })
      try {
        await run(env, processes, server).catch((error: unknown) => {
          throw new Error(`with the seed ${seed}`, { cause: error })
        })
      } finally {
        await server.close()
      }
      await database?.drop()
    },
  )
})

async function run(env: Env, processes: number, server: MailServer): Promise<void> {
  const random = seededRandom(seed)
  const services: ServiceProcess[] = [await startProcess(env, numbers)]
  const [{ url, credentials } = { url: '', credentials: undefined }] = services
  if (credentials === undefined) throw new Error('no service')
  const { test_project_id: project_id, test_project_key } = credentials
  while (services.length < processes) {
    const own = { PORT: String(await heldPort()), POSTSEAL_DATA_DIR: newDataDir() }
    services.push(await startProcess({ ...env, ...own }, numbers))
  }
  const session = await answerOf(command(env, 'session', 'create'))
  const get = (id: string, action = '') => call(url, 'GET', `/v1/campaigns/${id}${action}`, { key: session })

  const emails = Array.from({ length: many }, (_, index) => `reader-${index}@d${index % 50}.example`)
  const missing = [...emails]
  const adding = async () => {
    for (let email = missing.pop(); email !== undefined; email = missing.pop()) {
      const reply = await fetch(`${url}/v1/contacts`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${test_project_key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ project_id, email }),
      })
      expect(reply.status, await reply.text()).toBe(201)
    }
  }
  await Promise.all(Array.from({ length: 16 }, adding))
  const template_id = await templateCalls(url, session).published(newsletter)
  const body = { project_id, name: 'News', template: { template_id } }
  const { id } = (await call(url, 'POST', '/v1/campaigns', { key: session, body })).body as { id: string }
  const scheduling = await call(url, 'POST', `/v1/campaigns/${id}/schedule`, { key: session, body: {} })
  expect(scheduling.status, scheduling.text).toBe(200)

  for (let kill = 0; kill < kills; kill += 1) {
    // The first kill meets the walk or the first releases, the others something of each.
    const target = kill === 0 ? 0 : server.received.length + random() * ((many * 0.9) / kills)
    await until(() => server.received.length >= Math.min(many, target), 'mails before the next kill')
    await sleep(random() * (kill === 0 ? 150 : 20))
    const which = Math.floor(random() * services.length)
    const killed = services[which] as ServiceProcess
    await killed.kill('SIGKILL')
    if (long !== undefined) process.stdout.write(`kill ${kill + 1} at ${server.received.length} mails\n`)
    services[which] = await startProcess(killed.env, numbers)
  }

  const limitMs = 120_000 + many * 20
  await until(async () => (await get(id)).body.status === 'sent', 'the end of the campaign', limitMs)
  await until(
    async () => (await get(id, '/recipients?status=queued&limit=1')).body.data.length === 0,
    'the end of the deliveries',
    limitMs,
  )
  // The figures are remembered for some seconds.
  const stats = await until(async () => {
    const { body: figures } = await get(id, '/stats')
    return figures.by_status.queued === 0 && (figures as components['schemas']['CampaignStats'])
  }, 'the figures')

  // Each address has one mail by its Message-ID; what was on its way at a kill came again with the same.
  const idsOf = new Map<string, Set<string>>()
  for (const { to, messageId } of server.received) {
    for (const address of to) idsOf.set(address, (idsOf.get(address) ?? new Set()).add(messageId))
  }
  expect([...idsOf.keys()].sort()).toEqual([...emails].sort())
  expect([...idsOf].filter(([, ids]) => ids.size > 1)).toEqual([])
  expect(new Set([...idsOf.values()].flatMap((ids) => [...ids])).size).toBe(many)
  expect(server.received.length - many).toBeLessThanOrEqual(kills * maxInFlight)

  const { body: campaign } = await get(id)
  expect(campaign.audience_total).toBe(many)
  expect(campaign.progress).toEqual({ walked: many, released: many, skipped: 0, failed: 0, pending: 0 })
  expect(stats.by_status).toMatchObject({ delivered: many })
  expect(Object.values(stats.by_status).reduce((sum, count) => sum + count)).toBe(many)
  expect(stats.over_time.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(many)
  const path = `/v1/campaigns/${id}/recipients`
  const recipients = await recipientsOf(url, session, path)
  expect(new Set(recipients.map(({ contact_id }) => contact_id)).size).toBe(many)
  expect(recipients.filter(({ status }) => status !== 'delivered')).toEqual([])
  expect(recipients.map(({ message_id }) => `<${message_id}@shop.example>`).sort()).toEqual(
    [...new Set(server.received.map(({ messageId }) => messageId))].sort(),
  )
  for (const type of ['started', 'sent']) {
    const events = await allRows<{ id: string }>({
      url,
      key: credentials.test_project_key,
      path: '/v1/events',
      query: `&type=campaign.${type}`,
    })
    expect(events, type).toHaveLength(1)
  }
  await Promise.all(services.map((service) => service.stop()))
}

async function recipientsOf(url: string, key: string, path: string): Promise<Recipient[]> {
  const rows: Recipient[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
    const { body } = await call(url, 'GET', `${path}?limit=100${query}`, { key })
    rows.push(...(body.data as Recipient[]))
    cursor = body.next_cursor as string | null
  }
  return rows
}

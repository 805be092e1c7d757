import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { components } from '../../../../../generated/api-types.js'
import { call } from '../../../../support/api/api.js'
import { welcomeMail } from '../../../../support/automations/automation-calls.js'
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
 * Processes are killed at random moments, over and over, while runs of an automation go through its steps.
 * `POSTSEAL_TEST_RUNS=5000 POSTSEAL_TEST_KILLS=10` before `npx vitest run` of this file makes it long,
 * `POSTSEAL_TEST_PROCESSES=1` has PostgreSQL with one process, and `POSTSEAL_TEST_SEED` repeats the moments.
 */

type Schemas = components['schemas']

const long = process.env['POSTSEAL_TEST_RUNS']
const many = Number(long ?? 30)
const kills = Number(process.env['POSTSEAL_TEST_KILLS'] ?? 1)
const seed = Number(process.env['POSTSEAL_TEST_SEED'] ?? randomInt(2 ** 31))
const onPostgres = Number(process.env['POSTSEAL_TEST_PROCESSES'] ?? 2)

/** A process has as many deliveries in flight at most. */
const maxInFlight = 200
const numbers: Numbers = {
  // A killed process counts as dead by the end of its session: silence alone is none on a busy machine.
  leases: { heartbeatSeconds: 0.5, pauseSeconds: 2, endedSeconds: 3, expireSeconds: 3600 },
  // So small that kills meet batches of every kind.
  automations: { batch: long === undefined ? 10 : 50, leaseSeconds: 20 },
}

const isPro = { property: { name: 'plan', op: 'eq', value: 'pro' } }
const steps = (template_id: string) => [
  { key: 'welcome', send: { template_id } },
  { key: 'moment', wait: { for: 'PT1S' } },
  {
    key: 'by_plan',
    branch: {
      cases: [{ if: isPro, steps: [{ key: 'mark_pro', update_contact: { properties: { marked: 'pro' } } }] }],
      else: [{ key: 'mark_free', update_contact: { properties: { marked: 'free' } } }],
    },
  },
  { key: 'order', wait_for_event: { name: 'ordered', timeout: 'P1D' } },
  { key: 'note', record_event: { name: 'thanked' } },
  { key: 'tell', notify: { name: 'ordered' } },
]

/** The short form is on PostgreSQL alone: that of campaigns, whose worker it is too, is on the embedded database. */
const places = [
  ['embedded', 1],
  ['postgresql', onPostgres],
] as const

describe.each(long === undefined ? places.slice(1) : places)('%s', (kind, processes) => {
  test(
    `after ${kills} kills each of ${many} runs has done each step once`,
    { timeout: 300_000 + kills * 20_000 + many * 60 },
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
  const { test_project_id: project_id, test_project_key: projectKey } = credentials
  while (services.length < processes) {
    const own = { PORT: String(await heldPort()), POSTSEAL_DATA_DIR: newDataDir() }
    services.push(await startProcess({ ...env, ...own }, numbers))
  }
  const session = await answerOf(command(env, 'session', 'create'))
  const template = await templateCalls(url, session).published(welcomeMail)
  const body = {
    project_id,
    name: 'Orders',
    trigger: { event: { name: 'signed_up' } },
    reentry: { mode: 'once' },
    steps: steps(template),
  }
  const created = await call(url, 'POST', '/v1/automations', { key: session, body })
  expect(created.status, created.text).toBe(201)
  const { id } = created.body as { id: string }
  const published = await call(url, 'POST', `/v1/automations/${id}/publish`, {
    key: session,
    body: { version: 1 },
  })
  expect(published.status, published.text).toBe(200)

  const emails = Array.from({ length: many }, (_, index) => `reader-${index}@d${index % 50}.example`)
  const contacts: string[] = []
  /** Sends until it is answered, under one key: the process that takes it can be killed. */
  const send = async (method: string, path: string, json: object): Promise<{ id: string }> => {
    const key = randomBytes(12).toString('hex')
    for (;;) {
      const headers = {
        Authorization: `Bearer ${projectKey}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      }
      const which = services[Math.floor(random() * services.length)] as ServiceProcess
      const reply = await fetch(`${which.url}${path}`, { method, headers, body: JSON.stringify(json) }).catch(
        () => undefined,
      )
      if (reply !== undefined && reply.status < 400) return (await reply.json()) as { id: string }
      if (reply !== undefined && reply.status < 500 && reply.status !== 409)
        throw new Error(await reply.text())
      await sleep(50)
    }
  }
  const each = async (all: readonly string[], work: (one: string) => Promise<void>, together = 8) => {
    const left = [...all]
    const next = async () => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one)
    }
    await Promise.all(Array.from({ length: together }, next))
  }
  await each(emails, async (email) => {
    const plan = emails.indexOf(email) % 2 === 0 ? 'pro' : 'free'
    contacts.push((await send('PUT', '/v1/contacts', { project_id, email, properties: { plan } })).id)
  })
  // They sign up and order while the processes are killed. An order is awaited, or has come before.
  const happen = async (contact: string) => {
    await send('POST', `/v1/contacts/${contact}/events`, { name: 'signed_up' })
    await sleep(random() * 3000)
    await send('POST', `/v1/contacts/${contact}/events`, { name: 'ordered' })
  }
  const happening = each(contacts, happen, long === undefined ? 20 : 100)
  happening.catch(() => undefined)
  for (let kill = 0; kill < kills; kill += 1) {
    const target = (random() * 0.2 + (0.9 * kill) / kills) * many
    await until(() => server.received.length >= Math.min(many - 1, target), 'mails before the next kill')
    await sleep(random() * 1500)
    const which = Math.floor(random() * services.length)
    const killed = services[which] as ServiceProcess
    await killed.kill('SIGKILL')
    if (long !== undefined) process.stdout.write(`kill ${kill + 1} at ${server.received.length} mails\n`)
    services[which] = await startProcess(killed.env, numbers)
  }
  await happening
  const limitMs = 120_000 + many * 40
  const stats = await until(
    async () => {
      const { body: figures } = await call(url, 'GET', `/v1/automations/${id}/stats`, { key: session })
      return figures.runs.completed === many && (figures as Schemas['AutomationStats'])
    },
    'the end of the runs',
    limitMs,
  )
  expect(stats.runs).toEqual({ running: 0, waiting: 0, completed: many, exited: 0, failed: 0, cancelled: 0 })
  await until(() => server.received.length >= many, 'the end of the deliveries', limitMs)

  const runs = await allRows<Schemas['AutomationRun']>({
    url,
    key: session,
    path: `/v1/automations/${id}/runs`,
  })
  expect(runs.map(({ contact_id: contact }) => contact).sort()).toEqual([...contacts].sort())
  const mails = new Set<string>()
  await each(
    runs.map((found) => found.id),
    async (runId) => {
      const { body: detail } = await call(url, 'GET', `/v1/automations/${id}/runs/${runId}`, { key: session })
      const found = detail as Schemas['AutomationRunDetail']
      const { steps: taken } = found
      const isProContact = taken.some(({ taken: inside }) => inside === 'cases/0')
      const mark = isProContact ? 'mark_pro' : 'mark_free'
      expect(taken.map(({ key }) => key)).toEqual([
        'welcome',
        'moment',
        'by_plan',
        mark,
        'order',
        'note',
        'tell',
      ])
      expect(new Set(taken.map(({ outcome }) => outcome))).toEqual(new Set(['done']))
      mails.add(taken[0]?.message_id ?? '')
      const path = `/v1/contacts/${found.contact_id}`
      const { body: contact } = await call(url, 'GET', path, { key: projectKey })
      expect(contact.properties).toEqual({
        plan: isProContact ? 'pro' : 'free',
        marked: isProContact ? 'pro' : 'free',
      })
      const { body: events } = await call(url, 'GET', `${path}/events?name=thanked`, { key: projectKey })
      expect(events.data).toHaveLength(1)
    },
  )
  // What was on its way at a kill came again, with the same Message-ID.
  const received = new Set(server.received.map(({ messageId }) => messageId))
  expect([...received].sort()).toEqual([...mails].map((mail) => `<${mail}@shop.example>`).sort())
  expect(mails.size).toBe(many)
  expect(server.received.length - many).toBeLessThanOrEqual(kills * maxInFlight)
  for (const type of ['notified', 'run_completed']) {
    const place = { url, key: projectKey, path: '/v1/events', query: `&type=automation.${type}` }
    const events = await allRows<{ id: string; data: { run_id: string } }>(place)
    expect(events.map(({ data }) => data.run_id).sort(), type).toEqual(runs.map((found) => found.id).sort())
  }
  await Promise.all(services.map((service) => service.stop()))
}

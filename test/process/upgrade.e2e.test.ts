import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { historyTables } from '../../server/platform/scheduler/partitions/state.js'
import { call } from '../support/api/api.js'
import { newsletter } from '../support/campaigns/campaign-calls.js'
import { createDatabase } from '../support/database/database.js'
import { allPages, messageTo } from '../support/messages/mail.js'
import { heldPort } from '../support/network/ports.js'
import { run, serviceEnv, startProcess, type Env, type ServiceProcess } from '../support/service/process.js'
import { startReadinessProxy } from '../support/network/readiness-proxy.js'
import { startReceiver } from '../support/webhooks/receiver.js'
import { releasedServer } from '../support/service/released.js'
import { startSmtpServer } from '../support/mail-servers/smtp.js'
import { until } from '../support/time/until.js'
import { toThisMachine } from '../support/webhooks/webhook-deliveries.js'
import { Ledger } from './campaign/ledger.js'
import { report, type Arrival } from './campaign/report.js'
import { startTraffic } from './upgrade/traffic.js'

/** Processes of the released version and of this one work on one database, as while the service is upgraded. */

const released = '0.1.0'

/** A PostgreSQL database, a server that takes all mail and an endpoint, which outlive every process. */
async function startWorld() {
  const database = await createDatabase()
  const mails: Arrival[] = []
  const webhooks: Arrival[] = []
  const smtpPort = await heldPort()
  const smtp = await startSmtpServer(smtpPort, ({ messageId, to }) => {
    const id = /^<(msg_\w+)@/.exec(messageId)?.[1] ?? messageId
    for (const recipient of to) mails.push({ name: `${id} ${recipient}`, at: Date.now() })
    return 'accept'
  })
  const receiver = await startReceiver()
  receiver.answer = ({ deliveryId }) => {
    webhooks.push({ name: deliveryId, at: Date.now() })
    return 200
  }
  const shared: Env = {
    ...toThisMachine,
    DATABASE_URL: database.url,
    POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    // What the older version knows, too.
    POSTSEAL_PUBLIC_URL: 'https://mail.sender.example',
    POSTSEAL_TRANSPORT: `smtp://127.0.0.1:${smtpPort}`,
    POSTSEAL_HOSTNAME: 'mail.sender.example',
    POSTSEAL_RETURN_PATH_DOMAIN: 'bounces.sender.example',
    POSTSEAL_REQUIRE_VERIFIED_DOMAINS: 'false',
    POSTSEAL_LOG_LEVEL: 'warn',
    // 0.1.0 calls url.parse(), of which Node 26 warns.
    NODE_OPTIONS: '--no-deprecation',
  }
  onTestFinished(async () => {
    await Promise.all([smtp.close(), receiver.close()])
    await database.drop()
  })
  const envOf = (env: Env) => serviceEnv({ ...shared, ...env })
  return { database, mails, webhooks, receiver, envOf }
}

/** The end of a process that has logged no error: a busy machine is worth a warning at most. */
const withoutErrors = {
  code: 0,
  stdout: expect.not.stringMatching(/"level":[56]0/) as string,
  stderr: '',
}

/** Subscribes at the released version, whose replies lack the fields that the contract has got since. */
async function subscribeReleased({ url, credentials }: ServiceProcess, endpoint: string): Promise<void> {
  const reply = await fetch(`${url}/v1/webhooks/status`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${credentials.workspace_key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: endpoint, events: ['message.accepted', 'message.delivered'] }),
  })
  expect(reply.status, await reply.text()).toBe(201)
}

/** Waits until nothing is left to do. */
async function untilIdle(service: ServiceProcess): Promise<void> {
  const key = service.credentials.workspace_key
  const paths = [
    '/v1/message-logs?status=queued',
    '/v1/message-logs?status=scheduled',
    '/v1/webhooks/status/deliveries?status=pending',
    '/v1/webhooks/status/deliveries?status=delivering',
  ]
  for (const path of paths) {
    const isEmpty = async () => {
      const { body } = await call(service.url, 'GET', `${path}&limit=1`, { key })
      return body.data.length === 0
    }
    await until(isEmpty, `an end of ${path}`)
  }
}

/** Who gets the campaign, which takes longer than one process is replaced. */
const readers = Array.from({ length: 150 }, (_, index) => `reader${index}@reader.example`)

async function startCampaign({ url, env, credentials }: ServiceProcess, old: string): Promise<void> {
  const { project_id, project_key } = credentials
  const created = await run(path.join(path.dirname(old), 'cli/main.js'), ['session', 'create'], env).ended
  const session = created.stdout.trim()
  const ask = async (method: string, to: string, body: object, key = session) => {
    // Its replies are those of its own contract.
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const reply = await fetch(`${url}/v1/${to}`, { method, headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${to}: ${await reply.text()}`)
    return (await reply.json()) as { id: string }
  }
  for (const email of readers)
    await ask('PUT', 'contacts', { project_id, email, properties: { plan: 'pro' } }, project_key)
  const rule = { property: { name: 'plan', op: 'eq', value: 'pro' } }
  const segment = await ask('POST', 'segments', { project_id, name: 'Readers', rule })
  const template = await ask('POST', 'templates', newsletter)
  await ask('POST', `templates/${template.id}/publish`, { version: 1 })
  const campaign = await ask('POST', 'campaigns', {
    project_id,
    name: 'News',
    template: { template_id: template.id },
    audience: { segment_id: segment.id },
    rate_per_hour: 10 * 3600,
  })
  await ask('POST', `campaigns/${campaign.id}/schedule`, {})
}

test(
  `${released} is upgraded under traffic, and no client and no recipient notices`,
  { timeout: 400_000 },
  async () => {
    const old = await releasedServer(released)
    const { mails, webhooks, receiver, envOf } = await startWorld()
    const grace = { POSTSEAL_SHUTDOWN_GRACE: '1' }
    const first = await startProcess(await envOf(grace), undefined, old)
    const { credentials } = first
    const services = [first, await startProcess(await envOf(grace), undefined, old)]
    await subscribeReleased(first, receiver.url)
    await startCampaign(first, old)
    const proxy = await startReadinessProxy(services.map(({ url }) => url))
    onTestFinished(() => proxy.close())

    const ledger = new Ledger()
    const traffic = await startTraffic({ url: proxy.url, credentials }, ledger)
    /** Waits until each kind of mail that is sent from now on has arrived. */
    const goOn = async () => {
      const before = new Set(ledger.messages.keys())
      const arrived = () => new Set(mails.map(({ name }) => name.split(' ')[0]))
      await until(() => {
        const there = arrived()
        const later = [...ledger.messages.values()].filter(({ id }) => !before.has(id) && there.has(id))
        return new Set(later.map(({ kind }) => kind)).size === 3
      }, 'mail of each kind')
    }
    const replace = async (index: number, main?: string) => {
      const service = services[index]!
      expect(await service.stop()).toMatchObject(withoutErrors)
      services[index] = await startProcess(service.env, undefined, main)
      await until(() => proxy.isReady(index), 'the proxy to take it back')
      await goOn()
    }

    await goOn()
    await replace(0)
    await replace(1)
    // Back within one version: another process of the same schema takes over.
    await replace(0)
    // Back to the version before is refused, while the others go on.
    const back = await run(old, [], await envOf({})).ended
    expect(back).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('restore a backup from before the upgrade') as string,
    })
    await traffic.stopSending()

    const service = { ...services[0]!, credentials }
    const readersOf = () => mails.map(({ name }) => name.split(' ')[1]!).filter((to) => readers.includes(to))
    await until(() => readersOf().length >= readers.length, 'the mails of the campaign')
    await untilIdle(service)
    // The campaign ends a moment after its last mail, with an event.
    const key = credentials.workspace_key
    await until(async () => {
      const { body } = await call(service.url, 'GET', '/v1/events?type=campaign.sent', { key })
      return body.data.length === 1
    }, 'the end of the campaign')
    expect(readersOf().sort()).toEqual(readers.toSorted())
    const asWorkspace = { ...credentials, project_key: credentials.workspace_key }
    const events = await allPages<{ id: string }>({ ...service, credentials: asWorkspace }, '/v1/events')
    const ids = events.map(({ id }) => id).sort()
    await until(() => traffic.followed.length >= ids.length, 'the events to be followed')
    await traffic.close()
    expect(traffic.followed.toSorted()).toEqual(ids)
    expect(traffic.errors).toEqual([])
    expect(proxy.faults).toEqual([])
    const result = await report({ ledger, mails, webhooks, service })
    expect(Object.keys(result.statuses).filter((status) => !/^20[02]$|^503$/.test(status))).toEqual([])
    expect(result).toMatchObject({
      lost: [],
      early: [],
      doubledInFlight: 0,
      doubledOtherwise: [],
      twoOfOneKey: [],
      incomplete: [],
      webhooksLost: [],
      webhooksRepeated: 0,
    })
  },
)

test(
  'each version delivers what the other has accepted, on tables that are divided, too',
  { timeout: 400_000 },
  async () => {
    const old = await releasedServer(released)
    const { database, mails, webhooks, receiver, envOf } = await startWorld()
    const start = async (roles: string, main?: string) =>
      startProcess(await envOf({ POSTSEAL_ROLES: roles }), undefined, main)
    const oldApi = await start('api', old)
    const oldWorkers = await start('delivery,webhooks', old)
    const { credentials } = oldApi
    await subscribeReleased(oldApi, receiver.url)
    const newApi = await start('api')

    /** Sends more messages at once than a look for due work reads, and waits for them and for their webhooks. */
    const sendBy = async ({ url }: ServiceProcess) => {
      const [mailsBefore, webhooksBefore] = [mails.length, webhooks.length]
      const service = { url, credentials }
      for (let batch = 0; batch < 3; batch += 1) {
        const items = Array.from({ length: 100 }, (_, index) => ({
          idempotency_key: `${mailsBefore}-${batch}-${index}`,
          message: messageTo(service, `d${batch}-${index}@customer.example`),
        }))
        const key = credentials.project_key
        expect(await call(url, 'POST', '/v1/messages/batch', { key, body: { items } })).toMatchObject({
          status: 200,
        })
      }
      await until(() => mails.length >= mailsBefore + 300, 'the mails')
      await until(() => webhooks.length >= webhooksBefore + 600, 'the webhooks')
      expect(new Set(mails.map(({ name }) => name)).size).toBe(mailsBefore + 300)
      expect(new Set(webhooks.map(({ name }) => name)).size).toBe(webhooksBefore + 600)
    }
    await sendBy(newApi)
    const sql = new Client({ connectionString: database.url })
    await sql.connect()
    for (const { table } of historyTables) {
      const divide = () => sql.query('select begin_history_partitions($1)', [table])
      await until(
        () =>
          divide().then(
            () => true,
            () => false,
          ),
        `${table} to be divided`,
      )
    }
    await sql.end()
    await sendBy(newApi)

    const newWorkers = await start('delivery,webhooks')
    expect(await oldWorkers.stop()).toMatchObject(withoutErrors)
    await sendBy(oldApi)
    for (const service of [oldApi, newApi, newWorkers])
      expect(await service.stop()).toMatchObject(withoutErrors)
  },
)

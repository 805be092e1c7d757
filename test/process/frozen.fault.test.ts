import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/api/api.js'
import { addresses, insertContacts, untilStatus } from '../support/campaigns/campaigns.js'
import { createMigratedDatabase } from '../support/database/database.js'
import { run, serviceEnv, startProcess, type ServiceProcess } from '../support/service/process.js'
import { until } from '../support/time/until.js'
import { startWatchingProxy, type WatchingProxy } from '../support/postgres/watching-proxy.js'

/**
 * A moment in which something stands still decides about nobody's work: the network to the database, the process of
 * PostgreSQL that runs the statement, or the service itself.
 */

/** Longer than a page of contacts may take in the database. */
const frozenMs = 3000

let database: Awaited<ReturnType<typeof createMigratedDatabase>>
let proxy: WatchingProxy
let service: ServiceProcess
let sql: pg.Client
let session: string
let template: string
let segment: string
beforeAll(async () => {
  database = await createMigratedDatabase()
  proxy = await startWatchingProxy(database.url)
  service = await startProcess(
    await serviceEnv({
      DATABASE_URL: proxy.url,
      POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    }),
  )
  session = (await run('cli/main.js', ['session', 'create'], service.env).ended).stdout.trim()
  sql = new pg.Client({ connectionString: database.url })
  await sql.connect()
  const { rows } = await sql.query('select workspace_id from projects limit 1')
  const contacts = { workspaceId: rows[0].workspace_id, project: service.credentials.test_project_id }
  await insertContacts(sql, { ...contacts, properties: { seats: 3 } }, addresses(400))
  template = (
    await post('/v1/templates', {
      name: 'News',
      subject: 'News for {{ contact.email }}',
      html: '<p>{{ contact.email }} <a href="{{ unsubscribe_url }}">leave</a></p>',
      text: '{{ contact.email }}: {{ unsubscribe_url }}',
      from_email: 'news@shop.example',
    })
  )['id'] as string
  await post(`/v1/templates/${template}/publish`, { version: 1 })
  segment = (await post('/v1/segments', { ...inProject(), name: 'S', rule }))['id'] as string
})
afterAll(async () => {
  await sql.end()
  await service.kill()
  proxy.close()
  await database.drop()
})

const rule = { property: { name: 'seats', op: 'lt', value: 5 } }
const inProject = () => ({ project_id: service.credentials.test_project_id })
const ask = (method: string, path: string, body?: unknown) =>
  call(service.url, method, path, {
    key: session,
    ...(body !== undefined && { body }),
  })

async function post(path: string, body: unknown): Promise<Record<string, unknown>> {
  const reply = await ask('POST', path, body)
  if (reply.status >= 300) throw new Error(`${path}: ${reply.text}`)
  return reply.body as Record<string, unknown>
}

async function campaign(fields: object): Promise<string> {
  const made = await post('/v1/campaigns', {
    ...inProject(),
    name: 'C',
    template: { template_id: template },
    ...fields,
  })
  return made['id'] as string
}

async function expectSent(fields: object): Promise<void> {
  const id = await campaign(fields)
  await post(`/v1/campaigns/${id}/schedule`, {})
  const get = (of: string) => ask('GET', `/v1/campaigns/${of}`)
  const ended = await Promise.race([
    untilStatus({ get }, id, 'sent'),
    untilStatus({ get }, id, 'paused').catch(() => new Promise<never>(() => undefined)),
  ])
  expect(ended).toMatchObject({ status: 'sent', pause_reason: null })
}

/** Works of the service, each with a part of the statement in whose midst everything stands still. */
const works: Record<string, readonly [statement: string, work: () => Promise<void>]> = {
  'a campaign to all contacts': ['with contact as materialized', () => expectSent({})],
  'a campaign to a segment': [
    'with contact as materialized',
    () => expectSent({ audience: { segment_id: segment } }),
  ],
  'a preview of a rule': [
    'as scanned',
    async () => {
      const found = await post('/v1/segments/preview', { ...inProject(), rule })
      expect(found).toMatchObject({ estimate: { value: 400, exact: true } })
    },
  ],
  'a check of a campaign': [
    `jsonb_build_object('address', contact.address`,
    async () => {
      const id = await campaign({ audience: { segment_id: segment } })
      expect(await post(`/v1/campaigns/${id}/check`, undefined)).toMatchObject({ reached: { value: 400 } })
    },
  ],
  'an exact count of a segment': [
    'as scanned',
    async () => {
      await post(`/v1/segments/${segment}/count`, undefined)
      const counted = await until(async () => {
        const { body } = await ask('GET', `/v1/segments/${segment}`)
        return body.counting?.status !== 'running' ? body : undefined
      }, 'the count')
      expect(counted).toMatchObject({ count: { value: 400 } })
    },
  ],
}

const freezes: Record<string, (pid: number) => Promise<void>> = {
  'the network to the database': async () => {
    proxy.hold()
    await sleep(frozenMs)
    proxy.letGo()
  },
  'the process of the database': async (pid) => {
    process.kill(pid, 'SIGSTOP')
    await sleep(frozenMs)
    process.kill(pid, 'SIGCONT')
  },
  'the service': async () => {
    process.kill(service.pid, 'SIGSTOP')
    await sleep(frozenMs)
    process.kill(service.pid, 'SIGCONT')
  },
}

describe.each(Object.entries(freezes))('where %s stands still', (_, freeze) => {
  test.each(Object.entries(works))('%s comes to its end', async (_name, [statement, work]) => {
    const frozen = proxy.asked(statement).then(freeze)
    await Promise.all([work(), frozen])
  })
})

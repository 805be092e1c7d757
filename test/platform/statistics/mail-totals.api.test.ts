import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { openDatabase } from '../../../server/platform/db/connection/database.js'
import { foldStatistics } from '../../../server/platform/statistics/fold.js'
import { call } from '../../support/api/api.js'
import { insertKeyedDomain } from '../../support/domains/domains.js'
import type { TestService } from '../../support/service/service.js'
import { sharedApi } from '../../support/service/shared-service.js'
import { templateCalls, type TemplateCalls } from '../../support/templates/template-calls.js'
import { receipt, variables } from '../../support/templates/template-sends.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'

/** Templates and domains are listed with how much mail was made from them, at once and after it was added up. */

let service: TestService
let tenant: Tenant
let key: string
let session: string
let templates: TemplateCalls
let fold: () => Promise<void>
beforeAll(async () => {
  service = await sharedApi()
  const opened = await openDatabase({
    databaseUrl: service.config.databaseUrl,
    databaseConnections: 2,
    databaseInMemory: false,
    embeddedFlush: false,
    dataDir: '',
    statementSeconds: 30,
  })
  fold = async () => {
    // Undefined says that the service is at it.
    while ((await foldStatistics(opened.db, tenant.workspaceId, 1000)) === undefined);
  }
  return () => opened.close()
})
beforeEach(async () => {
  tenant = await addTenant(service)
  key = await tenant.key()
  session = await tenant.session('admin')
  templates = templateCalls(service.url, session)
  await insertKeyedDomain(service, tenant.workspaceId, 'shop.example')
  await insertKeyedDomain(service, tenant.workspaceId, 'quiet.example')
})

interface Sent {
  readonly template?: string
  readonly from?: string
  readonly to?: readonly string[]
  readonly project?: string
}

async function send({ template, from, to = ['ada@example.com'], project = tenant.liveProject }: Sent) {
  const content = template === undefined ? { subject: 'Hello', text: 'Hi' } : {}
  const reply = await call(service.url, 'POST', '/v1/messages', {
    key,
    body: {
      project_id: project,
      to: to.map((email) => ({ email })),
      ...(from !== undefined && { from_email: from }),
      ...(template !== undefined && { template: { template_id: template, variables } }),
      ...content,
    },
  })
  expect(reply.status, reply.text).toBe(202)
  return Date.now()
}

const listed = async (path: string, as = session) => {
  const reply = await call(service.url, 'GET', path, { key: as })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data as any[]
}
const ofTemplates = async (query = '', as = session) =>
  new Map((await listed(`/v1/templates?include=figures${query}`, as)).map(({ id, figures }) => [id, figures]))
const ofDomains = async (query = '', as = key) =>
  new Map(
    (await listed(`/v1/domains?include=figures${query}`, as)).map(({ name, figures }) => [name, figures]),
  )

/** Reads twice, since adding up the pending counts must change nothing. */
async function bothTimes(read: () => Promise<void>): Promise<void> {
  await read()
  await fold()
  await read()
}

const monthAgo = () => new Date(Math.floor(Date.now() / 86_400_000 - 29) * 86_400_000).toISOString()

describe('a template', () => {
  test('has the recipients of its mail, and when it was used last', async () => {
    const used = await templates.published(receipt)
    const unused = await templates.published(receipt)
    const began = Date.now()
    await send({ template: used, to: ['ada@example.com', 'bo@example.org'] })
    await fold()
    const ended = await send({ template: used })
    await bothTimes(async () => {
      const figures = await ofTemplates()
      expect(figures.get(unused)).toEqual({ since: monthAgo(), accepted: 0, last_accepted_at: null })
      const { accepted, last_accepted_at: last } = figures.get(used)
      expect(accepted).toBe(3)
      expect(Date.parse(last)).toBeGreaterThanOrEqual(began)
      expect(Date.parse(last)).toBeLessThanOrEqual(ended)
    })
    const rows = await listed(`/v1/message-logs?template_id=${used}&since=${monthAgo()}`, key)
    expect(rows).toHaveLength(3)
  })

  test('has none without being asked', async () => {
    await templates.published(receipt)
    expect((await listed('/v1/templates'))[0]).not.toHaveProperty('figures')
  })

  test('has the mail of the project that was asked for', async () => {
    const shared = await templates.published(receipt)
    await send({ template: shared })
    await send({ template: shared, project: tenant.testProject })
    await send({ template: shared, project: tenant.testProject })
    await bothTimes(async () => {
      const accepted = async (query: string) => (await ofTemplates(query)).get(shared).accepted
      expect(await accepted('')).toBe(3)
      expect(await accepted(`&project_id=${tenant.liveProject}`)).toBe(1)
      expect(await accepted(`&project_id=${tenant.testProject}`)).toBe(2)
    })
  })

  test('that was used long ago keeps the time of its last use', async () => {
    const id = await templates.published(receipt)
    const last = '2026-01-14T09:30:15.000Z'
    await service.sql.query(
      `insert into mail_totals (workspace_id, kind, key, day, project_id, accepted, delivered, bounced, complained,
         last_accepted_at)
       values ($1, 'template', $2, date_trunc('day', $3::timestamptz, 'UTC'), $4, 7, 0, 0, 0, $3)`,
      [tenant.workspaceId, fromTypeId('tpl', id), last, fromTypeId('prj', tenant.liveProject)],
    )
    expect((await ofTemplates()).get(id)).toMatchObject({ accepted: 0, last_accepted_at: last })
  })
})

describe('a domain', () => {
  test('has the recipients of its mail, of exactly this domain', async () => {
    await send({ from: 'News@SHOP.example', to: ['ada@example.com', 'bo@example.org'] })
    await send({ from: 'a@shop.example', project: tenant.testProject })
    await send({ from: 'a@mail.shop.example', project: tenant.testProject })
    const none = { since: monthAgo(), accepted: 0, delivered: 0, bounced: 0, complained: 0 }
    await bothTimes(async () => {
      expect(await ofDomains()).toEqual(
        new Map([
          ['quiet.example', none],
          ['shop.example', { ...none, accepted: 3 }],
        ]),
      )
      const ofTest = await ofDomains(`&figures_project_id=${tenant.testProject}`)
      expect(ofTest.get('shop.example').accepted).toBe(1)
    })
    const rows = (query: string) => listed(`/v1/message-logs?from_domain=${query}&since=${monthAgo()}`, key)
    expect(await rows('Shop.example')).toHaveLength(3)
    expect(await rows(`shop.example&project_id=${tenant.testProject}`)).toHaveLength(1)
    expect((await listed('/v1/messages?from_domain=mail.shop.example', key)).length).toBe(1)
  })

  test('has what a key sees: a key of an environment, its mail alone', async () => {
    await send({ from: 'a@shop.example' })
    await send({ from: 'a@shop.example', project: tenant.testProject })
    const ofTest = await tenant.key({ restrictions: { environment: 'test' } })
    await bothTimes(async () => {
      expect((await ofDomains('', ofTest)).get('shop.example').accepted).toBe(1)
    })
  })

  test('of another workspace has nothing of this one', async () => {
    await send({ from: 'a@shop.example' })
    const other = await addTenant(service)
    await insertKeyedDomain(service, other.workspaceId, 'shop.example')
    const stranger = await other.key()
    await bothTimes(async () => {
      expect((await ofDomains('', stranger)).get('shop.example').accepted).toBe(0)
      const asked = await ofDomains(`&figures_project_id=${tenant.liveProject}`, stranger)
      expect(asked.get('shop.example').accepted).toBe(0)
    })
  })

  test('has what is accepted later, whoever had counted before it had senders', async () => {
    // A process of an earlier version writes its counts so.
    await service.sql.query(
      `insert into statistics_pending (workspace_id, hour, project_id, category, destination, measure, count)
       values ($1, date_trunc('hour', now(), 'UTC'), $2, '', 'example.com', 'accepted', 5)`,
      [tenant.workspaceId, fromTypeId('prj', tenant.liveProject)],
    )
    await send({ from: 'a@shop.example' })
    await bothTimes(async () => {
      expect((await ofDomains()).get('shop.example').accepted).toBe(1)
      const { body } = await call(service.url, 'GET', '/v1/statistics', { key })
      expect(body.total.accepted).toBe(6)
    })
  })
})

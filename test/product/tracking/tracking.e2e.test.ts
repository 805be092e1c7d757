import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { automationCalls, welcomeMail } from '../../support/automations/automation-calls.js'
import { campaignCalls, newsletter } from '../../support/campaigns/campaign-calls.js'
import { insertContacts } from '../../support/campaigns/campaigns.js'
import { send, untilLog } from '../../support/messages/mail.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { openDatabase } from '../../../server/platform/db/connection/database.js'
import { fromTypeId, nilUuid } from '../../../server/platform/db/ids.js'
import { inTransaction } from '../../../server/platform/db/transaction/transaction.js'
import { engagementsTask } from '../../../server/product/tracking/purge.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'
import { arrivedAt, browser, deliveredLongAgo, untilEngaged, visit } from '../../support/messages/tracked.js'
import { until } from '../../support/time/until.js'

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    env: { POSTSEAL_TRACKING_URL: 'http://links.shop.example' },
    programs: { pollMs: 20, fullMs: 20 },
  })
})
afterAll(() => service.stop())

const html = `<body><a href="https://shop.example/a?b=1&amp;c=ü">one</a>
  <a href="https://shop.example/raw" data-no-track>two</a></body>`

/** Sends to a new reader with tracking, and gives what has arrived. */
let count = 0
async function delivered(tracking: object, to = `tracked${++count}@example.com`) {
  const { id } = await send(service, to, { html, tracking })
  const log = await untilLog(service, { id }, ({ status }) => status === 'delivered', 'the delivery')
  return { log, ...(await arrivedAt(service, to)) }
}

const get = (url: string, headers?: Record<string, string>, method?: string) =>
  visit(service, url, headers, method)

test('opens and clicks of people and of machines are told apart, and each has one event', async () => {
  const { log, urls } = await delivered({ opens: true, clicks: true })
  const [link = '', untouched, image = ''] = urls
  expect(untouched).toBe('https://shop.example/raw')
  await deliveredLongAgo(service, [log.recipient])
  for (let times = 0; times < 3; times += 1) {
    const reply = await get(image)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/gif'])
  }
  for (let times = 0; times < 2; times += 1) {
    const reply = await get(link)
    expect([reply.status, reply.headers.get('location')]).toEqual([
      302,
      'https://shop.example/a?b=1&c=%C3%BC',
    ])
  }
  await get(link, { 'User-Agent': browser }, 'HEAD')
  await get(image, { 'User-Agent': 'Mozilla/5.0' })
  const engagement = await untilEngaged(service, log, { clicks: 2, machine_clicks: 1, machine_opens: 1 })
  expect(engagement).toMatchObject({
    opens: 3,
    first_opened_at: expect.any(String),
    first_clicked_at: expect.any(String),
  })
  const { body } = await call(service.url, 'get', `/v1/events?limit=100`, {
    key: service.credentials.project_key,
  })
  const own = (body.data as { type: string; data: Record<string, unknown> }[]).filter(
    ({ type, data }) => data['log_id'] === log.id && /opened|clicked/.test(type),
  )
  expect(
    own.map(({ type, data }) => `${type} ${String(data['machine'])} ${String(data['url'])}`).sort(),
  ).toEqual([
    'message.clicked head https://shop.example/a?b=1&c=ü',
    'message.clicked null https://shop.example/a?b=1&c=ü',
    'message.opened null undefined',
    'message.opened proxy undefined',
  ])
})

test('without tracking a mail is as it was given', async () => {
  const { log, html: shown } = await delivered({ opens: false })
  expect(shown.trim()).toBe(html)
  expect(log.engagement).toBeNull()
})

test('an altered link leads nowhere', async () => {
  const { urls } = await delivered({ clicks: true })
  const evil = new URL(urls[0] ?? '')
  evil.searchParams.set('u', 'https://evil.example/')
  const reply = await get(evil.href)
  expect([reply.status, reply.headers.get('location')]).toEqual([404, null])
})

test('a project decides for its mail, and a message for itself', async () => {
  const { credentials, url } = service
  const session = await service.session('admin')
  const path = `/v1/projects/${credentials.project_id}`
  const changed = await call(url, 'patch', path, { key: session, body: { tracking: { clicks: true } } })
  expect(changed.body).toMatchObject({ tracking: { opens: false, clicks: true } })
  const followed = await delivered({ opens: true })
  expect(followed.urls[0]).toMatch(/\/c\//)
  expect(followed.urls[2]).toMatch(/\/o\/[\w-]+\.gif$/)
  expect((await delivered({ clicks: false })).html.trim()).toBe(html)
  await call(url, 'patch', path, { key: session, body: { tracking: { clicks: false } } })
})

test('the host of the links has nothing else', async () => {
  const { hostname, port } = new URL(service.url)
  const statusOf = (path: string, host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { Host: host, Authorization: `Bearer ${service.credentials.project_key}` }
      request({ hostname, port, path, headers }, (res) => resolve(res.resume().statusCode))
        .on('error', reject)
        .end()
    })
  const paths = ['/', '/v1/messages', '/v1/nothing', '/console', '/docs', '/mcp', '/openapi.json', '/sink']
  for (const name of ['links.shop.example', 'LINKS.shop.example', 'links.shop.example.'])
    for (const host of [name, `${name}:80`, `${name}:4144`, `${name}:`]) {
      for (const path of [...paths, '/subscriptions/confirm/x', '/healthz', '/metrics', '/inbound/raw/x'])
        expect([host, path, await statusOf(path, host)]).toEqual([host, path, 404])
      expect(await statusOf('/o/x.gif', host)).toBe(200)
    }
  expect(await statusOf('/v1/messages', 'shop.example')).toBe(200)
  expect(await statusOf('/v1/messages', 'x.links.shop.example')).toBe(200)
})

test('an erasure takes what a person looked at, and later clicks count for nobody', async () => {
  const { log, urls } = await delivered({ opens: true, clicks: true })
  const [link = ''] = urls
  await deliveredLongAgo(service, [log.recipient])
  await get(link)
  await untilEngaged(service, log, { clicks: 1 })
  const erased = await call(service.url, 'post', '/v1/compliance/deletions', {
    key: await service.session('owner'),
    body: { email: log.recipient },
  })
  expect(erased.status, erased.text).toBe(201)
  const logId = fromTypeId('log', log.id)
  const rows = async () =>
    (await service.sql.query('select url from engagements where log_id = $1', [logId])).rows
  await until(async () => (await rows()).length === 0, 'the erasure')
  expect((await get(link)).status).toBe(302)
  // Hits of one workspace are written in their order.
  const other = await delivered({ clicks: true })
  await deliveredLongAgo(service, [other.log.recipient])
  await get(other.urls[0] ?? '')
  await untilEngaged(service, other.log, { clicks: 1 })
  expect(await rows()).toEqual([])
})

/** Has a tenant's test project track its mail. */
async function trackAll({ testProject }: Tenant, session: string) {
  const body = { tracking: { opens: true, clicks: true } }
  const set = await call(service.url, 'patch', `/v1/projects/${testProject}`, { key: session, body })
  expect(set.status, set.text).toBe(200)
}

/** The links and the image of the newest mail to somebody. */
const linksOf = async (to: string) => (await arrivedAt(service, to)).urls

test('the figures of a campaign count each recipient once', async () => {
  const tenant = await addTenant(service)
  const campaigns = await campaignCalls(service, tenant)
  const { workspaceId, testProject: project } = tenant
  await trackAll(tenant, campaigns.session)
  const readers = ['one', 'two'].map((name) => `${name}@campaign.example`)
  await insertContacts(service.sql, { workspaceId, project, environment: 'test' }, readers)
  const html = '<p><a href="https://shop.example/a">a</a> <a href="https://shop.example/b">b</a></p>'
  const template = await campaigns.templates.published({ ...newsletter, html: html + newsletter.html })
  const id = await campaigns.made({ template: { template_id: template } })
  expect((await campaigns.schedule(id)).status).toBe(200)
  const [a = '', b = '', leave = '', image = ''] = await linksOf(readers[0] ?? '')
  // The link to unsubscribe stays as it is.
  expect(leave).toMatch(/\/subscriptions\/unsubscribe\//)
  const [other = ''] = await linksOf(readers[1] ?? '')
  await deliveredLongAgo(service, readers)
  for (const url of [a, b, a, image, image]) await get(url)
  await get(other, { 'User-Agent': 'curl/8.5.0' })
  const stats = await until(async () => {
    const { body } = await campaigns.stats(id)
    return body.clicked === 1 && body.machine_clicked === 1 && body.opened === 1 && body
  }, 'the figures')
  expect(stats).toMatchObject({
    machine_opened: 0,
    over_time: [expect.objectContaining({ opened: 1, clicked: 1 })],
  })
})

test('what a contact opens and follows starts automations, and ends their waits', async () => {
  const tenant = await addTenant(service)
  const calls = await automationCalls(service, tenant)
  await trackAll(tenant, calls.session)
  const link = (name: string) => `<a href="https://shop.example/${name}">${name}</a>`
  const template = await calls.templates.published({
    ...welcomeMail,
    html: `${link('start')} ${link('prices')} ${welcomeMail.html}`,
  })
  const email = 'reader@automation.example'
  const contact = await calls.contact(email)
  const step = { name: 'step_key', op: 'eq', value: 'welcome' }
  const remind = { key: 'remind', notify: { name: 'remind' } }
  const welcome = await calls.published({
    steps: [
      { key: 'welcome', send: { template_id: template } },
      {
        key: 'followed',
        wait_for_event: { name: 'message.clicked', where: [step], timeout: 'P3D', on_timeout: [remind] },
      },
    ],
  })
  const where = [{ name: 'url', op: 'eq', value: 'https://shop.example/prices' }]
  const prices = await calls.published({ trigger: { event: { name: 'message.clicked', where } } })
  await calls.recordEvent(contact, 'signed_up')
  const [start = '', toPrices = '', , image = ''] = await linksOf(email)
  await deliveredLongAgo(service, [email])
  await get(start, { 'User-Agent': 'curl/8.5.0' })
  for (let times = 0; times < 2; times += 1) await get(image)
  const eventsOf = async () => {
    const { body } = await call(service.url, 'get', `/v1/contacts/${contact}/events`, { key: calls.apiKey })
    return body.data as { name: string; properties: Record<string, unknown> }[]
  }
  const opened = await until(async () => {
    const found = await eventsOf()
    return found.length === 2 && found[0]
  }, 'the open')
  expect(opened).toMatchObject({
    name: 'message.opened',
    properties: { automation_id: welcome, step_key: 'welcome', message_id: expect.stringMatching(/^msg_/) },
  })
  // Neither what a machine followed nor an open ends the wait.
  const [waiting] = (await calls.runs(welcome)).body.data as { id: string; status: string }[]
  expect(waiting?.status).toBe('waiting')
  for (let times = 0; times < 2; times += 1) await get(toPrices)
  const [run] = await until(async () => {
    const runs = (await calls.runs(prices)).body.data as { status: string; depth: number }[]
    return runs[0]?.status === 'exited' && runs
  }, 'the run that the link starts')
  expect(run?.depth).toBe(1)
  const ended = await until(async () => {
    const { body } = await calls.run(welcome, waiting?.id ?? '')
    return body.status === 'completed' && body
  }, 'the end of the wait')
  expect(ended.steps).toMatchObject([
    { key: 'welcome', outcome: 'done' },
    { key: 'followed', outcome: 'done' },
  ])
  // Only the first of each is an event.
  expect((await eventsOf()).map(({ name }) => name)).toEqual([
    'message.clicked',
    'message.opened',
    'signed_up',
  ])

  const later = new Date(Date.now() + 60_000)
  const database = await openDatabase(service.config)
  const { purged } = await inTransaction(database.db, ({ sql }) =>
    engagementsTask.purge(sql, { workspaceId: tenant.workspaceId, before: later }, nilUuid, 100),
  )
  await database.close()
  expect(purged).toEqual({ engagements: 5 })
  expect((await eventsOf()).map(({ name }) => name)).toEqual(['signed_up'])
})

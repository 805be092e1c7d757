import { afterAll, beforeAll, expect, test } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { sentStatements, type SentStatement } from '../../../server/platform/db/connection/client.js'
import { toTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../../support/api/api.js'
import { campaignCalls } from '../../support/campaigns/campaign-calls.js'
import { insertContacts } from '../../support/campaigns/campaigns.js'
import { answerOf, reportOf, command, commandEnv } from '../../support/commands/cli.js'
import { ask, confirmPath, pathIn, press } from '../../support/audience/opt-in.js'
import { rowsOfWorkspace } from '../../support/database/rows-of-workspace.js'
import { arrivedAt, deliveredLongAgo } from '../../support/messages/tracked.js'
import { until } from '../../support/time/until.js'
import { main, pathOf, startWithHosts } from '../../support/domains/workspace-hosts.js'

/** Workspaces with hosts of their own, for the links in their mail. */

type Schemas = components['schemas']

let hosts: Awaited<ReturnType<typeof startWithHosts>>
beforeAll(async () => {
  hosts = await startWithHosts()
})
afterAll(() => hosts.stop())

test('mail of a workspace has its links at its own host, where they work', async () => {
  const { service, shop, at, mailOf, opensOf } = hosts
  const { id, to, header, links, list, subscription } = await mailOf(shop)
  for (const url of [header, ...Object.values(links)])
    expect(url).toMatch(/^https:\/\/links\.shop\.example\/(o|c|subscriptions)\//)

  await deliveredLongAgo(service, [to])
  const clicked = await at('links.shop.example', pathOf(links.click))
  expect([clicked.status, clicked.headers.location]).toEqual([302, 'https://shop.example/a'])
  const image = await at('LINKS.shop.example.:443', pathOf(links.open))
  expect([image.status, image.headers['content-type']]).toEqual([200, 'image/gif'])
  await until(async () => (await opensOf(shop, id)) === 1, 'the open')

  const asked = await ask(shop, list, 'confirms@example.com')
  const { body } = await call(service.url, 'GET', `/v1/messages/${asked.message_id}/content`, {
    key: shop.key,
  })
  const mail = (body as { text: string }).text
  expect(mail).toContain('https://links.shop.example/subscriptions/confirm/')
  expect((await at('links.shop.example', pathIn(mail), { method: 'POST' })).status).toBe(200)
  const leaving = await at('links.shop.example', pathOf(header), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(leaving.status).toBe(200)
  for (const [each, status] of [
    [asked.subscription.id, 'confirmed'],
    [subscription.id, 'unsubscribed'],
  ]) {
    const shown = await call(service.url, 'GET', `/v1/subscriber-lists/${list}/subscriptions/${each}`, {
      key: shop.key,
    })
    expect((shown.body as Schemas['Subscription']).status).toBe(status)
  }
  // Mail that is out from before may have the links of the service.
  expect((await at('mail.postseal.example', pathOf(links.click))).status).toBe(302)
  expect((await at('mail.postseal.example', pathOf(links.leave))).status).toBe(200)
})

test('mail of another workspace has the service’s links, which are nothing at that host', async () => {
  const { service, other, at, mailOf, opensOf } = hosts
  const { id, to, header, links, list } = await mailOf(other)
  for (const url of [header, ...Object.values(links)]) expect(url.startsWith(`${main}/`)).toBe(true)
  expect((await at('links.shop.example', pathOf(links.click))).status).toBe(404)
  expect((await at('links.shop.example', pathOf(links.open))).status).toBe(200)
  expect((await at('links.shop.example', pathOf(links.leave))).status).toBe(404)
  expect((await at('links.shop.example', pathOf(header), { method: 'POST' })).status).toBe(404)
  const asked = await ask(other, list, 'elsewhere@example.com')
  const path = await confirmPath(other, asked.message_id)
  const page = await at('links.shop.example', path, { method: 'POST' })
  expect(page.status).toBe(404)
  expect(page.text).not.toContain('elsewhere@example.com')
  expect((await press(other, path)).status).toBe(200)
  await deliveredLongAgo(service, [to])
  // Hits of one workspace are written in their order, so the first open would be there by now.
  expect((await at('mail.postseal.example', pathOf(links.open))).status).toBe(200)
  await until(async () => ((await opensOf(other, id)) ?? 0) > 0, 'the open')
  expect(await opensOf(other, id)).toBe(1)
})

test('mail of campaigns has links at the host, too', async () => {
  const { service, shop } = hosts
  const campaigns = await campaignCalls(service, shop.tenant)
  const { workspaceId, testProject: project } = shop.tenant
  await insertContacts(service.sql, { workspaceId, project, environment: 'test' }, ['reads@campaign.example'])
  expect((await campaigns.schedule(await campaigns.made())).status).toBe(200)
  const { urls } = await arrivedAt(service, 'reads@campaign.example')
  expect(urls).toEqual([
    expect.stringMatching(/^https:\/\/links\.shop\.example\/subscriptions\/unsubscribe\//),
  ])
})

test('a host of a workspace has nothing but links, and no cookie', async () => {
  const { shop, at } = hosts
  const token = await shop.tenant.session('owner')
  const paths = [
    '/',
    '/v1/messages',
    '/v1/sessions',
    '/console',
    '/docs',
    '/docs/api',
    '/docs.md',
    '/docs/errors.md',
    '/llms.txt',
    '/llms-full.txt',
    '/openapi.json',
  ]
  const inside = [
    '/healthz',
    '/readyz',
    '/hostz?domain=links.shop.example',
    '/metrics',
    '/sink',
    '/inbound/x',
  ]
  for (const path of [...paths, ...inside, '/.well-known/acme-challenge/x', '/o', '/subscriptions', '/O/x']) {
    const headers = { Authorization: `Bearer ${token}`, Cookie: `postseal_session=${token}` }
    for (const method of ['GET', 'POST']) {
      const { status, text, headers: had } = await at('links.shop.example', path, { method, headers })
      expect([path, status]).toEqual([path, 404])
      expect(JSON.parse(text)).toMatchObject({ error: { code: 'not_found' } })
      expect(had['set-cookie']).toBeUndefined()
    }
  }
  for (const path of ['/o/x.gif', '/c/x?u=https%3A%2F%2Fshop.example', '/subscriptions/unsubscribe/x'])
    expect((await at('links.shop.example', path)).headers['set-cookie']).toBeUndefined()
  // Hosts that are nobody's are as they were.
  expect((await at('unknown.example', '/console')).status).toBe(200)
})

test('a host is used from its verification on, and for 72 hours once it fails', async () => {
  const { service, dns, other, json, at, mailOf, untilLinksBegin, workspace } = hosts
  const id = toTypeId('ws', other.tenant.workspaceId)
  const host = 'go.other.example'
  const hostz = async () => (await at('127.0.0.1', `/hostz?domain=${host}`)).status
  const row = async () => (await json('list', '--workspace', id))[0] as Record<string, unknown>
  const dueNow = (set = '') =>
    service.sql.query(`update workspace_hosts set next_check_at = now()${set} where host = $1`, [host])
  const becomes = (status: string) =>
    until(async () => (await row())['status'] === status, `the host to be ${status}`)

  expect(await hostz()).toBe(404)
  expect(await json('add', host, '--workspace', id)).toMatchObject({
    status: 'pending',
    usable: false,
    problem: `${host} has no records. Publish a CNAME record there that leads to mail.postseal.example.`,
  })
  await until(async () => (await hostz()) === 200, 'the pending host to be known')
  await untilLinksBegin(other, main)

  dns.zone[host] = { A: ['192.0.2.10', '192.0.2.66'] }
  expect(await reportOf(workspace('host', 'check', host))).toBe(
    `${host} is pending: no new mail has links to it. ${host} is at 192.0.2.10, 192.0.2.66, not at this service. ` +
      'Publish a CNAME record there that leads to mail.postseal.example.',
  )
  dns.zone[host] = { A: ['192.0.2.10'], AAAA: ['2001:db8::10'] }
  await dueNow()
  await becomes('verified')
  await untilLinksBegin(other, `https://${host}`)

  dns.zone[host] = { fails: 'SERVFAIL' }
  expect(await json('check', host)).toMatchObject({
    status: 'verified',
    problem: 'The DNS gave no answer. The service tries again within five minutes.',
  })
  dns.zone[host] = { CNAME: 'parked.example' }
  await dueNow()
  await becomes('failing')
  expect(await row()).toMatchObject({
    usable: true,
    problem: expect.stringContaining('alias of parked.example'),
  })
  const since = "failing_since = now() - interval '72 hours'"
  await dueNow(`, ${since} + interval '1 minute'`)
  expect(await row()).toMatchObject({ usable: true })
  expect((await mailOf(other)).header).toMatch(new RegExp(`^https://${host}/`))
  await dueNow(`, ${since}`)
  await untilLinksBegin(other, main)
  expect(await row()).toMatchObject({ status: 'failing', usable: false })
  expect(await hostz()).toBe(404)

  dns.zone[host] = { CNAME: 'mail.postseal.example' }
  expect(await json('check', host)).toMatchObject({ status: 'verified', usable_until: null })
  await untilLinksBegin(other, `https://${host}`)
  expect(await json('remove', host)).toEqual({ host, workspace_id: id })
  await untilLinksBegin(other, main)
})

test('hosts that strangers make up are asked about nowhere, and the last hold while none can be read', async () => {
  const { service, shop, at, untilLinksBegin } = hosts
  let asked = 0
  let reads = 0
  const onStatement = (message: unknown) => {
    const { sql } = message as SentStatement
    if (sql.includes('order by created_at, host')) reads += 1
    else if (sql.includes('workspace_hosts') && !sql.includes('next_check_at <=')) asked += 1
  }
  sentStatements.subscribe(onStatement)
  try {
    const from = performance.now()
    for (let times = 0; times < 300; times += 1)
      expect((await at(`h${times}-${Math.random()}.example`, '/o/x.gif')).status).toBe(200)
    expect(asked).toBe(0)
    // This service reads each 200 ms; another in the process of these tests may read meanwhile.
    expect(reads).toBeLessThanOrEqual(2 + (2 * (performance.now() - from)) / 200)

    await service.sql.query('alter table workspace_hosts rename to hosts_away')
    reads = 0
    await until(() => reads >= 2, 'reads that fail')
    expect((await at('links.shop.example', '/console')).status).toBe(404)
    expect((await at('mail.postseal.example', '/console')).status).toBe(200)
    await untilLinksBegin(shop, 'https://links.shop.example')
  } finally {
    sentStatements.unsubscribe(onStatement)
    await service.sql.query('alter table if exists hosts_away rename to workspace_hosts')
  }
})

test('what is no host, or another’s, is refused', async () => {
  const { service, other, json, workspace } = hosts
  const refused = async (...args: string[]) => {
    const { code, stderr } = await workspace('host', 'add', ...args)
    return [code, stderr.trimEnd()]
  }
  const id = toTypeId('ws', other.tenant.workspaceId)
  const wrong = [
    'localhost',
    'a.localhost',
    '192.0.2.1',
    'links.shop.example:443',
    'https://shop.example',
    'co.uk',
  ]
  for (const host of wrong)
    expect(await refused(host, '--workspace', id)).toEqual([
      2,
      `"${host}" is not a host such as links.customer.example, without a port.`,
    ])
  expect(await refused('mail.postseal.example', '--workspace', id)).toEqual([
    1,
    'mail.postseal.example is a host of the service itself.',
  ])
  expect(await refused('links.shop.example', '--workspace', id)).toEqual([
    1,
    'links.shop.example is a host of another workspace.',
  ])
  const none = await command(commandEnv(service), 'workspace', 'host', 'add', 'a.example', '--workspace', id)
  expect(none.stderr).toContain('Set POSTSEAL_PUBLIC_URL first')
  expect((await workspace('host', 'check', 'nobody.example')).stderr).toContain(
    'is not a host of any workspace',
  )
  const idna = await json('add', 'Grüße.Shop.example', '--workspace', id)
  expect(idna.host).toBe('xn--gre-6ka8l.shop.example')
  await json('remove', idna.host)
})

test('links work while a workspace is archived, and its hosts go with it', async () => {
  const { service, shop, at, mailOf, workspace } = hosts
  const { links } = await mailOf(shop)
  const id = toTypeId('ws', shop.tenant.workspaceId)
  const own = (...args: string[]) => answerOf(workspace(...args, '--workspace', id))
  expect(await own('show')).toContain('\nlinks.shop.example is verified: new mail may have links to it.')
  expect(JSON.parse(await own('show', '--json')).hosts).toMatchObject([{ host: 'links.shop.example' }])
  await own('archive')
  expect((await at('links.shop.example', pathOf(links.click))).status).toBe(302)
  await own('delete', '--now', '--confirm', 'Another')
  expect((await rowsOfWorkspace(service.sql, shop.tenant.workspaceId)).size).toBe(0)
  expect(await answerOf(workspace('host', 'list'))).toBe(
    'There are no hosts of workspaces: links lead to the service itself.',
  )
  await until(
    async () => (await at('links.shop.example', '/console')).status === 200,
    'the host to be forgotten',
  )
})

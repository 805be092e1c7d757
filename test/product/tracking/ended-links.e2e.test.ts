import { afterAll, beforeAll, expect, test } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { toTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../../support/api/api.js'
import { answerOf, command, commandEnv } from '../../support/commands/cli.js'
import { inbox, rawMail } from '../../support/messages/mail.js'
import { addList, ask, confirmPath, pathIn, subscribe, type OptIn } from '../../support/audience/opt-in.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'
import { browser, shownIn, visit } from '../../support/messages/tracked.js'
import { until } from '../../support/time/until.js'

/** Links in the mail of a workspace that is stopped, in every process, and those of nobody else. */

type Schemas = components['schemas']

const hostChecks = { everySeconds: 60, readMs: 100 }
let service: TestService
let beside: TestService
let other: Sender
beforeAll(async () => {
  service = await startTestService({ hostChecks })
  beside = await startTestService({ beside: service, hostChecks, env: { POSTSEAL_ROLES: 'api' } })
  other = await sender()
})
afterAll(async () => {
  await beside.stop()
  await service.stop()
})

/** A workspace that has sent tracked mail, with the links of that. */
interface Sender extends OptIn {
  readonly id: string
  readonly tenant: Tenant
  readonly click: string
  readonly open: string
}

const target = 'https://phish.example/login'

let count = 0
async function sender(): Promise<Sender> {
  const tenant = await addTenant(service)
  const own = { url: service.url, key: await tenant.key(), project: tenant.testProject }
  const to = `read${++count}@example.com`
  const { status, text } = await call(service.url, 'POST', '/v1/messages', {
    key: own.key,
    body: {
      project_id: own.project,
      from_email: 'news@shop.example',
      to: [{ email: to }],
      subject: 'News',
      html: `<a href="${target}">one</a>`,
      tracking: { opens: true, clicks: true },
    },
  })
  expect(status, text).toBe(202)
  const [mail] = await until(async () => {
    const mails = await inbox(service.url, to)
    return mails.length > 0 && mails
  }, 'the mail')
  const { urls } = await shownIn(await rawMail(service.url, mail ?? { id: '' }))
  const [click = '', open = ''] = urls
  return { ...own, id: toTypeId('ws', tenant.workspaceId), tenant, click, open }
}

const cli = (...args: string[]) => command(commandEnv(service), 'workspace', ...args)
const of = ({ id }: Sender, ...args: string[]) => answerOf(cli(...args, '--workspace', id))
const refusalOf = async ({ id }: Sender, ...args: string[]) => {
  const { code, stderr } = await cli(...args, '--workspace', id)
  return [code, stderr.trimEnd()]
}

/** Returns the target of a link in each process, or the status if there is no redirect. */
async function ledTo({ click }: Sender): Promise<(number | string | null)[]> {
  const replies = await Promise.all([service, beside].map((each) => visit(each, click)))
  return replies.map(({ status, headers }) => headers.get('location') ?? status)
}
const works = [target, target]
const ended = [410, 410]
const untilLinks = (one: Sender, expected: readonly (string | number)[]) =>
  until(async () => String(await ledTo(one)) === String(expected), `links that are ${expected.join(' and ')}`)

/** The figures of the only mail of a sender, once a click at the other sender's after those of this one is counted. */
async function engagement({ key, project }: Sender): Promise<Schemas['Engagement'] | null | undefined> {
  const { body } = await call(service.url, 'GET', `/v1/message-logs?project_id=${project}`, { key })
  return (body as Schemas['MessageLogList']).data[0]?.engagement
}

const linksEndedAt = async ({ key }: Sender) => {
  const { body } = await call(service.url, 'GET', '/v1/sending-status', { key })
  return (body as Schemas['SendingStatus']).links_ended_at
}

test('a halt for abuse ends the links until it is over, in each process, and a plain one does not', async () => {
  const shop = await sender()
  await of(shop, 'halt')
  expect(await linksEndedAt(shop)).toBeNull()
  await of(shop, 'halt', '--for-abuse', '--note', 'Phishing')
  expect(await of(shop, 'status')).toMatch(
    new RegExp(
      `^${shop.id} is halted at .+ \\(Phishing\\)\nits links were disabled at .+ because the workspace is halted for abuse\n`,
    ),
  )
  await untilLinks(shop, ended)
  expect(await linksEndedAt(shop)).toMatch(/^20/)
  const reply = await visit(beside, shop.click, { 'User-Agent': browser, Accept: 'application/json' })
  const page = await reply.text()
  expect([reply.status, reply.headers.get('location')]).toEqual([410, null])
  expect(page).toContain('This link no longer works')
  expect(page).not.toMatch(/phish|login/)
  const image = await visit(service, shop.open)
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/gif'])
  // A link with another target is one that was never made, as before.
  expect((await visit(service, shop.click.replace('phish', 'evil'))).status).toBe(404)
  expect(await ledTo(other)).toEqual(works)

  await of(shop, 'resume')
  await untilLinks(shop, works)
  expect(await linksEndedAt(shop)).toBeNull()
  // What is recorded of a workspace is written in its order: nothing came of what was asked meanwhile.
  await until(async () => {
    const { clicks = 0, machine_clicks = 0 } = (await engagement(shop)) ?? {}
    return clicks + machine_clicks > 0
  }, 'a click')
  expect(await engagement(shop)).toMatchObject({ opens: 0, machine_opens: 0 })
})

test('who wants to leave can, on a page without a logo, and nobody can confirm', async () => {
  const shop = await sender()
  const list = await addList(shop)
  const subscription = await subscribe(shop, list, 'leaves@example.com')
  const asked = await ask(shop, list, 'confirms@example.com')
  const confirm = await confirmPath(shop, asked.message_id)
  const logo = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==`
  const designed = await call(service.url, 'PATCH', `/v1/projects/${shop.project}`, {
    key: await shop.tenant.session('admin'),
    body: { pages: { logo } },
  })
  expect(designed.status, designed.text).toBe(200)
  const leave = pathIn(subscription.unsubscribe_url)
  expect((await call(service.url, 'GET', leave, {})).text).toContain('<img class="logo"')
  await of(shop, 'links', 'end')
  await untilLinks(shop, ended)
  for (const method of ['GET', 'POST'])
    expect((await call(service.url, method, confirm, method === 'POST' ? { raw: '' } : {})).status).toBe(410)
  expect((await call(service.url, 'GET', leave, {})).text).not.toContain('<img')
  expect((await call(service.url, 'POST', leave, { raw: '' })).status).toBe(200)
  const path = `/v1/subscriber-lists/${list}/subscriptions`
  const { body } = await call(service.url, 'GET', path, { key: shop.key })
  expect(
    (body as Schemas['SubscriptionList']).data.map(({ email, status }) => `${email} ${status}`).toSorted(),
  ).toEqual(['confirms@example.com pending', 'leaves@example.com unsubscribed'])
})

test('a command ends links until a command restores them, and finds whose a link is', async () => {
  const shop = await sender()
  expect(JSON.parse(await answerOf(cli('links', 'find', shop.click, '--json')))).toEqual({
    workspace_id: shop.id,
    name: 'Another',
    links_ended_at: null,
  })
  expect(await answerOf(cli('links', 'find', `${shop.click.split('?')[0]}?u=x`))).toBe(
    `${shop.id}  Another\nIts links work.`,
  )
  expect((await cli('links', 'find', `${service.url}/c/x?u=${target}`)).code).toBe(1)
  expect(await refusalOf(shop, 'links', 'restore')).toEqual([1, 'Its links are not disabled.'])

  await of(shop, 'halt', '--for-abuse')
  const [{ links_ended_at: since }] = JSON.parse(await answerOf(cli('links', '--json'))).filter(
    ({ workspace_id }: { workspace_id: string }) => workspace_id === shop.id,
  )
  expect(await of(shop, 'links', 'end')).toBe(
    `${shop.id}: its links were disabled at ${since} by the operator`,
  )
  await of(shop, 'halt', '--for-abuse')
  await of(shop, 'resume')
  expect(await of(shop, 'links', 'list')).toContain('by the operator')
  await untilLinks(shop, ended)
  expect(await answerOf(cli('links', 'find', shop.open))).toContain('its links were disabled at')
  expect(await of(shop, 'links', 'restore')).toBe(`${shop.id}: its links work`)
  await untilLinks(shop, works)
  const { body } = await call(service.url, 'GET', '/v1/audit-events', {
    key: await shop.tenant.session('owner'),
  })
  const operations = (body.data as { operation: string }[]).map(({ operation }) => operation)
  expect(operations.filter((each) => each.includes('links'))).toEqual([
    'cli.workspace.links.restore',
    'cli.workspace.links.end',
  ])
})

test('a deletion ends links when it runs, for good, also after a start', async () => {
  const shop = await sender()
  await of(shop, 'halt', '--for-abuse')
  await of(shop, 'archive')
  expect(await of(shop, 'links')).toContain('because the workspace is halted for abuse')
  await of(shop, 'restore')
  await untilLinks(shop, works)
  await of(shop, 'archive')
  await of(shop, 'delete')
  expect(await of(shop, 'links')).toBe(`${shop.id}: its links work`)
  expect(await ledTo(shop)).toEqual(works)
  await of(shop, 'delete', '--now', '--confirm', 'Another')
  await untilLinks(shop, ended)
  expect(await refusalOf(shop, 'links', 'restore')).toEqual([
    1,
    'This workspace is deleted: the links in its mail are disabled for good.',
  ])
  await of(shop, 'links', 'end')
  expect(await of(shop, 'links')).toMatch(/ because the workspace is deleted$/)
  const { rows } = await service.sql.query('select * from ended_links where workspace = $1', [
    shop.tenant.workspaceId,
  ])
  expect(rows).toEqual([
    { workspace: shop.tenant.workspaceId, ended_at: expect.any(Date), reason: 'deletion' },
  ])
  const later = await startTestService({ beside: service, hostChecks, env: { POSTSEAL_ROLES: 'api' } })
  try {
    expect((await visit(later, shop.click)).status).toBe(410)
    expect((await visit(later, other.click)).status).toBe(302)
  } finally {
    await later.stop()
  }
  expect(await ledTo(other)).toEqual(works)
})

test('links of a workspace that an earlier version has deleted end by the command', async () => {
  const shop = await sender()
  await of(shop, 'delete', '--now', '--confirm', 'Another')
  await service.sql.query('delete from ended_links where workspace = $1', [shop.tenant.workspaceId])
  await untilLinks(shop, works)
  expect(await answerOf(cli('links', 'find', shop.click))).toBe(`${shop.id}  is deleted\nIts links work.`)
  await of(shop, 'links', 'end')
  await untilLinks(shop, ended)
  await of(shop, 'links', 'restore')
  await untilLinks(shop, works)
  expect(await refusalOf({ ...shop, id: 'ws_x' }, 'links', 'end')).toEqual([
    2,
    '"ws_x" is not the id of a workspace.',
  ])
})

test('what is known holds while none can be read', async () => {
  const shop = await sender()
  await of(shop, 'links', 'end')
  await untilLinks(shop, ended)
  await service.sql.query('alter table ended_links rename to ended_links_away')
  try {
    for (let times = 0; times < 10; times += 1) {
      expect(await ledTo(shop)).toEqual(ended)
      expect(await ledTo(other)).toEqual(works)
    }
  } finally {
    await service.sql.query('alter table ended_links_away rename to ended_links')
  }
})

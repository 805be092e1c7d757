import { beforeAll, describe, expect, test } from 'vitest'
import { newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { examinedAtMost } from '../../../../server/platform/http/lists/bounded-walk.js'
import type { components } from '../../../../generated/api-types.js'
import { call } from '../../../support/api/api.js'
import { seedHistory } from '../../../support/messages/history.js'
import { send } from '../../../support/messages/messages.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

type Log = components['schemas']['MessageLog']

let service: TestService
let tenant: Tenant
let key: string
let other: string

const shopping = { metadata: { order_id: 'A-1', plan: 'pro' }, category: 'receipt' }

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  other = await tenant.project()
  const { url } = service
  await send(url, key, tenant.liveProject, { subject: 'Your receipt', ...shopping })
  await send(url, key, tenant.liveProject, {
    subject: '100% of _it_ \\ done',
    to: [{ email: 'Bob@example.com' }],
  })
  await send(url, key, other, {
    subject: 'YOUR RECEIPT, again',
    ...shopping,
    to: [{ email: 'bob@Example.com' }],
  })
  await send(url, key, tenant.testProject, { subject: 'Über uns', metadata: { order_id: 'A-2' } })
  await service.sql.query(
    `update message_logs set status = 'bounced' where workspace_id = $1 and address = 'bob@example.com'
     and project_id in (select project_id from messages where subject like '100%')`,
    [tenant.workspaceId],
  )
})

async function search(query: Record<string, string>, by = key) {
  const reply = await call(service.url, 'GET', `/v1/message-logs?${new URLSearchParams(query).toString()}`, {
    key: by,
  })
  return { status: reply.status, body: reply.body as { data: Log[]; has_more: boolean; next_cursor: string } }
}

async function subjects(query: Record<string, string>, by = key): Promise<string[]> {
  const { body } = await search(query, by)
  expect([body.has_more, body.next_cursor]).toEqual([false, null])
  return body.data.map((log) => log.subject)
}

const [receipt, percent, again, about] = [
  'Your receipt',
  '100% of _it_ \\ done',
  'YOUR RECEIPT, again',
  'Über uns',
]

describe('a search for', () => {
  test.each<[Record<string, string>, string[]]>([
    [{}, [about, again, percent, receipt]],
    [{ recipient: 'BOB@EXAMPLE.COM' }, [again, percent]],
    [{ recipient: 'bo@example.com' }, []],
    [{ status: 'bounced' }, [percent]],
    [{ status: 'delivered' }, []],
    [{ category: 'receipt' }, [again, receipt]],
    [{ category: 'Receipt' }, []],
    [{ subject: 'receipt' }, [again, receipt]],
    [{ subject: 'RECEIPT,' }, [again]],
    [{ subject: '%' }, [percent]],
    [{ subject: '_' }, [percent]],
    [{ subject: '\\' }, [percent]],
    [{ subject: 'r%t' }, []],
    [{ metadata_key: 'order_id' }, [about, again, receipt]],
    [{ metadata_key: 'order_id', metadata_value: 'A-1' }, [again, receipt]],
    [{ metadata_key: 'order_id', metadata_value: 'A' }, []],
    [{ metadata_key: 'plan', metadata_value: 'A-1' }, []],
    [{ metadata_key: 'none' }, []],
    // Together. Each of these drives the search once and is a filter in another.
    [{ recipient: 'bob@example.com', status: 'queued' }, [again]],
    [{ recipient: 'bob@example.com', metadata_key: 'plan', metadata_value: 'pro' }, [again]],
    [{ recipient: 'bob@example.com', subject: 'done' }, [percent]],
    [{ metadata_key: 'plan', metadata_value: 'pro', subject: 'again', category: 'receipt' }, [again]],
    [{ status: 'queued', category: 'receipt' }, [again, receipt]],
    [{ status: 'bounced', category: 'receipt' }, []],
    [{ category: 'receipt', subject: 'your', metadata_key: 'plan', status: 'queued' }, [again, receipt]],
  ])('%j', async (query, expected) => {
    expect(await subjects(query)).toEqual(expected)
  })

  test('a project, and with each other filter', async () => {
    const of = (project: string) => ({ project_id: project })
    expect(await subjects(of(other))).toEqual([again])
    expect(await subjects(of(tenant.liveProject))).toEqual([percent, receipt])
    expect(await subjects({ ...of(tenant.liveProject), category: 'receipt' })).toEqual([receipt])
    expect(await subjects({ ...of(other), recipient: 'bob@example.com' })).toEqual([again])
    expect(await subjects({ ...of(other), status: 'bounced' })).toEqual([])
    expect(await subjects({ ...of(other), metadata_key: 'order_id', metadata_value: 'A-2' })).toEqual([])
  })

  test('a campaign or an automation, and with each other filter', async () => {
    const [campaign, automation] = [newUuid(), newUuid()]
    const mark = (column: string, id: string, subject: string) =>
      service.sql.query(
        `update message_logs log set ${column} = $2 from messages message
         where log.workspace_id = $1 and message.workspace_id = $1 and message.id = log.message_id
           and message.subject = $3`,
        [tenant.workspaceId, id, subject],
      )
    await mark('campaign_id', campaign, receipt)
    await mark('campaign_id', campaign, percent)
    await mark('automation_id', automation, again)
    const ofCampaign = { campaign_id: toTypeId('cmp', campaign) }
    const ofAutomation = { automation_id: toTypeId('aut', automation) }
    expect(await subjects(ofCampaign)).toEqual([percent, receipt])
    expect(await subjects(ofAutomation)).toEqual([again])
    expect(await subjects({ campaign_id: toTypeId('cmp', automation) })).toEqual([])
    expect(await subjects({ automation_id: toTypeId('aut', campaign) })).toEqual([])
    expect(await subjects({ ...ofCampaign, status: 'bounced' })).toEqual([percent])
    expect(await subjects({ ...ofCampaign, status: 'queued' })).toEqual([receipt])
    expect(await subjects({ ...ofCampaign, status: 'failed' })).toEqual([])
    expect(await subjects({ ...ofCampaign, category: 'receipt' })).toEqual([receipt])
    expect(await subjects({ ...ofCampaign, category: 'receipt', status: 'bounced' })).toEqual([])
    expect(await subjects({ ...ofCampaign, recipient: 'bob@example.com' })).toEqual([percent])
    expect(await subjects({ ...ofCampaign, project_id: other })).toEqual([])
    const both = await search({ ...ofCampaign, ...ofAutomation })
    expect(both.status).toBe(422)
    expect(both.body).toMatchObject({
      error: {
        code: 'validation_failed',
        details: [{ path: '/query/automation_id', code: 'exclusive' }],
      },
    })
  })

  test('what people opened or clicked, and with each other filter', async () => {
    const stranger = await addTenant(service)
    const mark = (
      workspace: string,
      subject: string,
      {
        kind,
        position,
        machine,
      }: { readonly kind: string; readonly position: number; readonly machine: boolean },
    ) =>
      service.sql.query(
        `insert into engagements (workspace_id, log_id, kind, position, machine, times, first_at, last_at)
         select $2, log.id, $4, $5, $6, 1, now(), now()
         from message_logs log join messages message on message.workspace_id = $1 and message.id = log.message_id
         where log.workspace_id = $1 and message.subject = $3`,
        [tenant.workspaceId, workspace, subject, kind, position, machine],
      )
    const { workspaceId: own } = tenant
    for (const subject of [receipt, percent, again])
      await mark(own, subject, { kind: 'open', position: -1, machine: false })
    for (const position of [-1, 0, 1]) await mark(own, percent, { kind: 'click', position, machine: false })
    await mark(own, about, { kind: 'open', position: -1, machine: true })
    await mark(own, receipt, { kind: 'click', position: -1, machine: true })
    await mark(stranger.workspaceId, about, { kind: 'click', position: -1, machine: false })
    const [opened, clicked] = [{ engagement: 'opened' }, { engagement: 'clicked' }]
    expect(await subjects(opened)).toEqual([again, percent, receipt])
    expect(await subjects(clicked)).toEqual([percent])
    expect(await subjects({ ...opened, recipient: 'bob@example.com' })).toEqual([again, percent])
    expect(await subjects({ ...clicked, recipient: 'bob@example.com' })).toEqual([percent])
    expect(await subjects({ ...opened, status: 'queued', category: 'receipt' })).toEqual([again, receipt])
    expect(await subjects({ ...opened, status: 'bounced' })).toEqual([percent])
    expect(await subjects({ ...opened, metadata_key: 'order_id', metadata_value: 'A-2' })).toEqual([])
    expect(await subjects({ ...opened, project_id: other })).toEqual([again])
    expect(await subjects(opened, await tenant.key({ project: other }))).toEqual([again])
    expect(await subjects(clicked, await tenant.key({ project: other }))).toEqual([])
    expect(await subjects(clicked, await stranger.key())).toEqual([])
    const pages: string[][] = []
    let query: Record<string, string> = { ...opened, limit: '2' }
    for (;;) {
      const { body } = await search(query)
      pages.push(body.data.map((log) => log.subject))
      if (!body.has_more) break
      query = { ...query, cursor: body.next_cursor }
    }
    expect(pages).toEqual([[again, percent], [receipt]])
    expect((await search({ engagement: 'read' })).status).toBe(422)
  })

  test('a message, and with each other filter', async () => {
    const id = await send(service.url, key, other, {
      to: [{ email: 'c@example.com' }, { email: 'd@example.com' }],
    })
    const { body } = await search({ message_id: id })
    expect(body.data.map((log) => log.recipient).sort()).toEqual(['c@example.com', 'd@example.com'])
    expect(await subjects({ message_id: id, recipient: 'c@example.com' })).toHaveLength(1)
    expect(await subjects({ message_id: id, project_id: tenant.liveProject })).toEqual([])
    await service.sql.query(
      'delete from message_logs where message_id = (select id from messages order by id desc limit 1)',
    )
  })

  test.each([
    ['recipient=bob@example.com&subject=done', [percent]],
    ['subject=your+receipt,', [again]],
    ['subject=RECEIPT%2C%20again', [again]],
  ])('%s, as people and forms write it', async (query, expected) => {
    const reply = await call(service.url, 'GET', `/v1/message-logs?${query}`, { key })
    expect((reply.body.data as Log[]).map((log) => log.subject)).toEqual(expected)
  })

  test('a value of metadata needs its key', async () => {
    const reply = await call(service.url, 'GET', '/v1/message-logs?metadata_value=A-1', { key })
    expect([reply.status, reply.body.error.code]).toEqual([422, 'validation_failed'])
    expect(reply.body.error.details[0].path).toBe('/query/metadata_value')
  })
})

test.each(['subject=%00', 'metadata_key=order_id&metadata_value=%00', 'recipient=ada%00@example.com'])(
  '%s is refused, since no text that is kept can hold U+0000',
  async (query) => {
    const reply = await call(service.url, 'GET', `/v1/message-logs?${query}`, { key })
    expect(reply.status).toBe(422)
    expect(reply.body.error.code).toBe('validation_failed')
  },
)

describe('a credential that sees a part', () => {
  test('finds what it sees and nothing else', async () => {
    const project = await tenant.key({ project: other })
    const tests = await tenant.key({ restrictions: { environment: 'test' } })
    const stranger = await (await addTenant(service)).key()
    expect(await subjects({ subject: 'receipt' }, project)).toEqual([again])
    expect(await subjects({ project_id: other }, project)).toEqual([again])
    expect((await search({ project_id: tenant.liveProject }, project)).status).toBe(403)
    expect(await subjects({ metadata_key: 'order_id' }, tests)).toEqual([about])
    expect(await subjects({ category: 'receipt' }, tests)).toEqual([])
    expect(await subjects({ project_id: other }, tests)).toEqual([])
    const queries: Record<string, string>[] = [
      { recipient: 'bob@example.com' },
      { category: 'receipt' },
      { project_id: other },
    ]
    for (const query of queries) {
      expect(await subjects(query, stranger)).toEqual([])
    }
    expect(await subjects({ metadata_key: 'order_id', metadata_value: 'A-1' }, stranger)).toEqual([])
  })

  test.each(['/v1/messages', '/v1/events'])('%s of a project', async (path) => {
    const project = await tenant.key({ project: other })
    const seen = async (id: string, by: string) => {
      const { body } = await call(service.url, 'GET', `${path}?project_id=${id}`, { key: by })
      expect(body.has_more).toBe(false)
      return (body.data as { project_id: string }[]).map((row) => row.project_id)
    }
    expect(new Set(await seen(other, key))).toEqual(new Set([other]))
    expect(new Set(await seen(other, project))).toEqual(new Set([other]))
    const foreign = `${path}?project_id=${tenant.liveProject}`
    expect((await call(service.url, 'GET', foreign, { key: project })).status).toBe(403)
    expect(await seen((await addTenant(service)).liveProject, key)).toEqual([])
  })
})

describe('in a long history', () => {
  const messages = 2 * examinedAtMost + 5000
  let past: Tenant
  let reader: string

  beforeAll(async () => {
    past = await addTenant(service)
    reader = await past.key()
    const now = Date.now()
    const { rows } = await service.sql.query<{ id: string }>(
      'select id from projects where workspace_id = $1',
      [past.workspaceId],
    )
    await seedHistory(service.sql, {
      workspaceId: past.workspaceId,
      projects: rows.map(({ id }) => id),
      messages,
      from: new Date(now - 20 * 24 * 3600 * 1000),
      to: new Date(now - 60_000),
    })
    await service.sql.query('analyze')
  })

  /** Follows a list to its end. */
  async function pages(
    path: string,
    query: Record<string, string>,
  ): Promise<{ id: string; subject?: string }[][]> {
    const found: { id: string; subject?: string }[][] = []
    let cursor: string | null = null
    do {
      const all: Record<string, string> = { ...query, ...(cursor !== null && { cursor }) }
      const { body } = await call(service.url, 'GET', `${path}?${new URLSearchParams(all).toString()}`, {
        key: reader,
      })
      expect(body.error).toBeUndefined()
      found.push(body.data as { id: string }[])
      cursor = body.next_cursor as string | null
      expect(body.has_more).toBe(cursor !== null)
    } while (cursor !== null)
    return found
  }

  test('what is rare is found over short pages, each row once', async () => {
    const found = await pages('/v1/message-logs', { subject: 'STATEMENT' })
    expect(found.flat().map((log) => log.subject)).toEqual(
      [20_007, 15_007, 10_007, 5007, 7].map((number) => `Your quarterly statement ${number}`),
    )
    // The walk ends twice for its budget and once at the end of history.
    expect(found.map((page) => page.length)).toEqual([2, 2, 1])
  })

  test('what is nowhere ends, and costs no more pages than there is to look through', async () => {
    const found = await pages('/v1/message-logs', { subject: 'nothing-like-this' })
    expect(found.map((page) => page.length)).toEqual([0, 0, 0])
  })

  test.each<[string, Record<string, string>, number]>([
    ['/v1/message-logs', { status: 'bounced', limit: '100' }, messages / 100],
    ['/v1/message-logs', { status: 'bounced', category: 'receipt', limit: '7' }, 0],
    [
      '/v1/message-logs',
      { metadata_key: 'plan', metadata_value: 'free', category: 'shipping', limit: '100' },
      -1,
    ],
    ['/v1/events', { type: 'message.bounced', limit: '100' }, messages / 100],
  ])('%s with %j answers what a full look would', async (path, query, expected) => {
    const found = (await pages(path, query)).flat()
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    if (expected >= 0) expect(found).toHaveLength(expected)
    if (query.category !== undefined) {
      const { rows } = await service.sql.query<{ id: string }>(
        `select log.id from message_logs log join messages message
           on message.workspace_id = $1 and message.id = log.message_id
         where log.workspace_id = $1 and log.category = $2 and log.status = coalesce($3, log.status)
         and ($4::text is null or message.metadata ->> $4 = $5) order by log.id desc`,
        [past.workspaceId, query.category, query.status, query.metadata_key, query.metadata_value],
      )
      expect(found.map(({ id }) => id)).toEqual(rows.map(({ id }) => toTypeId('log', id)))
      expect(found.length > 0 || expected === 0).toBe(true)
    }
  })
})

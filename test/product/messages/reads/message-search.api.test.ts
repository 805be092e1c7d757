import { beforeAll, describe, expect, test } from 'vitest'
import type { components, operations } from '../../../../generated/api-types.js'
import { fromTypeId, minUuidAt, timeOf, toTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { send } from '../../../support/messages/messages.js'
import { seededRandom } from '../../../support/arbitrary/random.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

type Message = components['schemas']['Message']
type Filters = NonNullable<operations['listMessages']['parameters']['query']>

let service: TestService
let tenant: Tenant
let key: string
let everything: Message[]

const statuses = [
  'scheduled',
  'queued',
  'deferred',
  'delivered',
  'bounced',
  'failed',
  'suppressed',
  'cancelled',
] as const
const people = ['ada@example.com', 'bob@example.com', 'Çelik@example.com', 'dan@example.com']
const categories = ['receipt', 'password_reset', undefined]
const metadata: Record<string, string>[] = [{}, { plan: 'pro' }, { plan: 'free', order_id: 'A-1' }]
const messageStatuses = [
  'scheduled',
  'queued',
  'delivered',
  'partially_delivered',
  'failed',
  'cancelled',
] as const

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  const random = seededRandom(7)
  const some = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  for (let n = 0; n < 80; n += 1) {
    const category = some(categories)
    await send(service.url, key, some([tenant.liveProject, tenant.testProject]), {
      to: people.slice(0, 1 + Math.floor(random() * people.length)).map((email) => ({ email })),
      metadata: some(metadata),
      ...(category !== undefined && { category }),
    })
  }
  // All statuses that recipients of one message can have together, and some that they cannot.
  const { rows } = await service.sql.query<{ id: string; message_id: string }>(
    'select id, message_id from message_logs where workspace_id = $1 order by id',
    [tenant.workspaceId],
  )
  const ofMessage = new Map<string, readonly (typeof statuses)[number][]>()
  for (const { id, message_id: message } of rows) {
    const among =
      ofMessage.get(message) ?? (random() < 0.5 ? [some(statuses)] : [some(statuses), some(statuses)])
    ofMessage.set(message, among)
    const status = some(among)
    await service.sql.query('update message_logs set status = $2 where id = $1', [id, status])
    if (!['scheduled', 'queued', 'deferred'].includes(status))
      await service.sql.query('delete from delivery_queue where log_id = $1', [id])
  }
  everything = await list({ limit: 100 })
  expect(everything).toHaveLength(80)
  expect(new Set(everything.map(({ status }) => status))).toEqual(new Set(messageStatuses))
})

/** Follows the list to its end. */
async function list(query: Filters, by = key): Promise<Message[]> {
  const found: Message[] = []
  let cursor: string | null = null
  do {
    const all = new URLSearchParams(
      Object.entries({ ...query, ...(cursor !== null && { cursor }) }).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, String(one)]),
      ),
    )
    const { body, status } = await call(service.url, 'GET', `/v1/messages?${all.toString()}`, { key: by })
    expect(status).toBe(200)
    found.push(...(body.data as Message[]))
    cursor = body.next_cursor as string | null
    expect(body.has_more).toBe(cursor !== null)
  } while (cursor !== null)
  return found
}

/** Returns the messages that a look at all of them finds. */
function among({
  status,
  statuses: several,
  subject,
  environment,
  recipient,
  category,
  metadata_key: name,
  metadata_value: value,
  project_id: project,
  since,
  until,
}: Filters): Message[] {
  return everything.filter(
    (message) =>
      (status === undefined || message.status === status) &&
      (several === undefined || several.includes(message.status)) &&
      (subject === undefined || message.subject.toLowerCase().includes(subject.toLowerCase())) &&
      (environment === undefined || message.environment === environment) &&
      (recipient === undefined ||
        message.recipients.some(({ email }) => email.toLowerCase() === recipient.toLowerCase())) &&
      (category === undefined || message.category === category) &&
      (name === undefined ||
        (value === undefined ? name in message.metadata : message.metadata[name] === value)) &&
      (project === undefined || message.project_id === project) &&
      (since === undefined || message.created_at >= since) &&
      (until === undefined || message.created_at < until),
  )
}

describe('a search finds each message once, newest first', () => {
  test('by each filter, and by all that go together', async () => {
    const middle = everything[40]?.created_at ?? ''
    const choices: Filters[][] = [
      [
        {},
        ...messageStatuses.map((status) => ({ status })),
        { statuses: ['failed', 'partially_delivered'] },
        { statuses: ['delivered', 'partially_delivered', 'failed', 'delivered'] },
        { statuses: [...messageStatuses] },
      ],
      [{}, { recipient: 'BOB@example.com' }, { recipient: 'dan@Example.com' }],
      [{}, { category: 'receipt' }, { category: 'Receipt' }],
      [{}, { metadata_key: 'plan' }, { metadata_key: 'plan', metadata_value: 'pro' }],
      [{}, { project_id: tenant.liveProject }, { since: middle }, { until: middle }, { environment: 'test' }],
    ]
    let combined: Filters[] = [{}]
    for (const choice of choices)
      combined = combined.flatMap((filters) => choice.map((one) => ({ ...filters, ...one })))
    let found = 0
    for (const filters of combined.filter((_, place) => place % 11 === 0 || place < 40)) {
      const expected = among(filters)
      found += expected.length
      const ids = (await list({ ...filters, limit: 4 + (found % 17) })).map(({ id }) => id)
      expect(ids, JSON.stringify(filters)).toEqual(expected.map(({ id }) => id))
    }
    expect(found).toBeGreaterThan(200)
  })

  test('within what a credential sees', async () => {
    const project = await tenant.key({ project: tenant.liveProject })
    const tests = await tenant.key({ restrictions: { environment: 'test' } })
    const stranger = await (await addTenant(service)).key()
    for (const filters of [
      { status: 'failed' },
      { recipient: 'ada@example.com' },
      { category: 'receipt' },
    ] as const) {
      const expected = among(filters)
      const of = (id: string) => expected.filter(({ project_id: own }) => own === id)
      expect(await list(filters, project)).toEqual(of(tenant.liveProject))
      expect(await list(filters, tests)).toEqual(of(tenant.testProject))
      expect(await list(filters, stranger)).toEqual([])
      const other = `/v1/messages?project_id=${tenant.testProject}`
      expect((await call(service.url, 'GET', other, { key: project })).status).toBe(403)
    }
  })
})

test('a time divides messages by their own, not by those of their logs', async () => {
  const late = await addTenant(service)
  const by = await late.key()
  const id = fromTypeId('msg', await send(service.url, by, late.liveProject, { category: 'receipt' }))
  const made = timeOf(id).getTime()
  await service.sql.query('update message_logs set id = $2 where message_id = $1', [
    id,
    minUuidAt(new Date(made + 2)),
  ])
  const at = (ms: number) => new Date(made + ms).toISOString()
  const found = async (window: Filters) => (await list({ category: 'receipt', ...window }, by)).length
  expect(await found({ until: at(1) })).toBe(1)
  expect(await found({ until: at(0) })).toBe(0)
  expect(await found({ since: at(0) })).toBe(1)
  expect(await found({ since: at(1) })).toBe(0)
})

test('a value of metadata needs its key', async () => {
  const reply = await call(service.url, 'GET', '/v1/messages?metadata_value=A-1', { key })
  expect([reply.status, reply.body.error.code]).toEqual([422, 'validation_failed'])
  expect(reply.body.error.details[0].path).toBe('/query/metadata_value')
})

test('one status and several cannot go together, and each of several has to be one', async () => {
  const query = async (text: string) => call(service.url, 'GET', `/v1/messages?${text}`, { key })
  const detailOf = async (text: string) => (await query(text)).body.error.details[0]
  expect(await detailOf('status=failed&statuses=queued')).toMatchObject({
    path: '/query/statuses',
    code: 'exclusive',
  })
  expect(await detailOf('statuses=failed&statuses=bounced')).toMatchObject({
    path: '/query/statuses/1',
    code: 'enum',
  })
  const tooMany = Array.from({ length: 7 }, () => 'statuses=failed').join('&')
  expect(await detailOf(tooMany)).toMatchObject({ path: '/query/statuses', code: 'maxItems' })
  expect(await detailOf('environment=staging')).toMatchObject({ path: '/query/environment', code: 'enum' })
  const live = await tenant.key({ restrictions: { environment: 'live' } })
  const refused = await call(service.url, 'GET', '/v1/messages?environment=test', { key: live })
  expect([refused.status, refused.body.error.code]).toEqual([403, 'environment_not_allowed'])
})

describe('what a message says of itself', () => {
  test('finds it, with its logs, and nothing of another project', async () => {
    const own = await addTenant(service)
    const by = await own.key()
    const [campaign, automation, listId, template] = ['cmp', 'aut', 'lst', 'tpl'] as const
    const at = Date.now()
    const ids = {
      campaign_id: toTypeId(campaign, minUuidAt(new Date(at))),
      automation_id: toTypeId(automation, minUuidAt(new Date(at + 1))),
      list_id: toTypeId(listId, minUuidAt(new Date(at + 2))),
      template_id: toTypeId(template, minUuidAt(new Date(at + 3))),
    }
    const raw = (id: string) => fromTypeId(id.slice(0, 3) as 'cmp', id)
    const make = async (project: string) => {
      const message = await send(service.url, by, project, { subject: 'Your Order' })
      const other = await send(service.url, by, project, { subject: 'Welcome' })
      const set = async (id: string, table: string, column: string, value: string) =>
        service.sql.query(
          `update ${table} set ${column} = $2 where ${table === 'messages' ? 'id' : 'message_id'} = $1`,
          [fromTypeId('msg', id), raw(value)],
        )
      await set(message, 'message_logs', 'campaign_id', ids.campaign_id)
      await set(other, 'message_logs', 'automation_id', ids.automation_id)
      await set(message, 'messages', 'list_id', ids.list_id)
      await set(message, 'messages', 'template_id', ids.template_id)
      return { message, other }
    }
    const live = await make(own.liveProject)
    const test = await make(own.testProject)
    const ofLive = await own.key({ project: own.liveProject })
    const stranger = await (await addTenant(service)).key()
    const filters: [Filters, 'message' | 'other'][] = [
      [{ subject: 'ORDER' }, 'message'],
      [{ campaign_id: ids.campaign_id }, 'message'],
      [{ automation_id: ids.automation_id }, 'other'],
      [{ list_id: ids.list_id }, 'message'],
      [{ template_id: ids.template_id }, 'message'],
      [{ template_id: ids.template_id, from_domain: 'SHOP.example' }, 'message'],
      [
        { template_id: ids.template_id, campaign_id: ids.campaign_id, statuses: ['queued', 'failed'] },
        'message',
      ],
    ]
    const logs = async (filter: Filters, as: string) => {
      const query = new URLSearchParams(
        Object.entries(filter).flatMap(([name, value]) =>
          [value].flat().map((one): [string, string] => [name, String(one)]),
        ),
      )
      const { body } = await call(service.url, 'GET', `/v1/message-logs?${query.toString()}`, { key: as })
      return (body.data as { message_id: string }[]).map(({ message_id: id }) => id)
    }
    for (const [filter, which] of filters) {
      const idsOf = async (as: string, more: Filters = {}) =>
        (await list({ ...filter, ...more }, as)).map(({ id }) => id)
      expect(await idsOf(by), JSON.stringify(filter)).toEqual([test[which], live[which]])
      expect(await idsOf(by, { environment: 'live' })).toEqual([live[which]])
      expect(await idsOf(ofLive)).toEqual([live[which]])
      expect(await idsOf(stranger)).toEqual([])
      expect(await logs(filter, by)).toEqual([test[which], live[which]])
      expect(await logs(filter, ofLive)).toEqual([live[which]])
      expect(await logs(filter, stranger)).toEqual([])
    }
    expect(await logs({ from_email: 'nobody@example.com' }, by)).toEqual([])
    const both = new URLSearchParams({ campaign_id: ids.campaign_id, automation_id: ids.automation_id })
    const refused = await call(service.url, 'GET', `/v1/messages?${both.toString()}`, { key: by })
    expect(refused.body.error.details[0].code).toBe('exclusive')
  })
})

describe('one message log', () => {
  test('is what the list has of it, for those that see it', async () => {
    const message = everything.find(({ project_id: project }) => project === tenant.liveProject)
    const id = message?.recipients[0]?.log_id ?? ''
    const { body } = await call(service.url, 'GET', `/v1/message-logs?message_id=${message?.id ?? ''}`, {
      key,
    })
    const listed = (body.data as { id: string }[]).find((log) => log.id === id)
    const retrieve = async (by: string) => call(service.url, 'GET', `/v1/message-logs/${id}`, { key: by })
    const seeing = [key, await tenant.key({ project: tenant.liveProject }), await tenant.session('member')]
    for (const by of seeing) expect((await retrieve(by)).body).toEqual(listed)
    const others = [
      await tenant.key({ project: tenant.testProject }),
      await tenant.key({ restrictions: { environment: 'test' } }),
      await (await addTenant(service)).key(),
    ]
    for (const by of others) expect((await retrieve(by)).body.error.code).toBe('not_found')
  })

  test('is past the retention window', async () => {
    const short = await addTenant(service, { retentionDays: 1 })
    const by = await short.key()
    const logOf = async (daysAgo: number) => {
      const message = fromTypeId('msg', await send(service.url, by, short.liveProject))
      const id = minUuidAt(new Date(Date.now() - daysAgo * 86_400_000))
      await service.sql.query('update message_logs set id = $2 where message_id = $1', [message, id])
      return call(service.url, 'GET', `/v1/message-logs/${toTypeId('log', id)}`, { key: by })
    }
    expect((await logOf(0.9)).status).toBe(200)
    const old = await logOf(1.1)
    expect([old.status, old.body.error.code]).toEqual([404, 'not_found'])
  })
})

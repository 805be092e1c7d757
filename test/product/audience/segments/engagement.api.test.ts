import { beforeAll, expect, test } from 'vitest'
import { fromTypeId, minUuidAt, newUuid, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { insertCampaign } from '../../../support/campaigns/campaign-rows.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import type { Tenant } from '../../../support/workspace/tenant.js'
import { segmentCalls, type SegmentCalls } from './calls.js'
import { engagementRow } from './sql/stored-profiles.js'

/** Which contacts rules by opens and clicks select. */

let service: TestService
let calls: SegmentCalls
let campaign: Uuid
const contacts: Record<string, string> = {}

const addressOf = (name: string) => `${name}@example.com`
const day = 86_400_000

interface Mail {
  /** Days since it was accepted. */
  readonly age?: number
  readonly project?: string
  readonly campaign?: Uuid
  readonly hits?: readonly (readonly [kind: 'open' | 'click', by: 'person' | 'machine'])[]
}

/** Stores a mail to a contact that was delivered, with what was noted of it. */
async function deliver(to: string, mail: Mail = {}, { workspaceId, liveProject }: Tenant = calls.tenant) {
  const { age = 0, project = liveProject, hits = [] } = mail
  const id = minUuidAt(new Date(Date.now() - age * day)).slice(0, 14) + newUuid().slice(14)
  await service.sql.query(
    `insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, status,
       delivered_at, updated_at, campaign_id)
     values ($1, $2, $3, $4, 'live', $5, $5, 'delivered', now(), now(), $6)`,
    [workspaceId, id, newUuid(), fromTypeId('prj', project), addressOf(to), mail.campaign ?? null],
  )
  const rows = hits.map(([kind, by]) => engagementRow(workspaceId, id as Uuid, kind, by))
  await service.sql.query(
    'insert into engagements select * from json_populate_recordset(null::engagements, $1)',
    [JSON.stringify(rows)],
  )
}

beforeAll(async () => {
  service = await sharedApi()
  calls = await segmentCalls(service)
  const { tenant, audience } = calls
  for (const name of ['reader', 'scanned', 'silent', 'elsewhere', 'none'])
    contacts[name] = await audience.contact(addressOf(name))
  campaign = await insertCampaign(service.sql, tenant.workspaceId, fromTypeId('prj', tenant.liveProject))
  const both = [
    ['open', 'person'],
    ['click', 'person'],
    ['open', 'machine'],
  ] as const
  await deliver('reader', { hits: both, campaign })
  await deliver('reader', { hits: [['open', 'person']], age: 10 })
  await deliver('scanned', {
    hits: [
      ['open', 'machine'],
      ['click', 'machine'],
    ],
    campaign,
  })
  await deliver('silent')
  // Mail of another project, and of another workspace.
  await deliver('elsewhere', { hits: both, project: tenant.testProject })
  await deliver('elsewhere', { hits: both }, (await segmentCalls(service)).tenant)
})

const opened = (fields: object = {}) => ({ message: { status: 'opened', ...fields } })
const clicked = (fields: object = {}) => ({ message: { status: 'clicked', ...fields } })
const never = { count: { op: 'eq', value: 0 } }

const namesIn = async (rule: object) => {
  const { status, body, text } = await calls.preview(rule)
  expect(status, text).toBe(200)
  const found = (body.sample as { id: string }[]).map(({ id }) => id)
  expect(body.estimate.value).toBe(found.length)
  return Object.keys(contacts).filter((name) => found.includes(contacts[name] ?? ''))
}

test.each<[what: string, rule: () => object, found: string[]]>([
  ['an open of a person', () => opened(), ['reader']],
  ['a click of a person', () => clicked(), ['reader']],
  ['no open', () => opened(never), ['scanned', 'silent', 'elsewhere', 'none']],
  ['two mails opened', () => opened({ count: { op: 'gte', value: 2 } }), ['reader']],
  ['two mails opened lately', () => opened({ count: { op: 'gte', value: 2 }, within: 'P3D' }), []],
  ['two mails clicked in', () => clicked({ count: { op: 'gte', value: 2 } }), []],
  ['a campaign', () => opened({ campaign_id: toTypeId('cmp', campaign) }), ['reader']],
  [
    'mail that nobody opened',
    () => ({ all: [{ message: { status: 'delivered' } }, opened(never)] }),
    ['scanned', 'silent'],
  ],
])('a rule selects by %s', async (_what, rule, found) => {
  expect(await namesIn(rule())).toEqual(found)
})

test('an explanation counts mails', async () => {
  const id = await calls.made({ any: [opened(), clicked({ within: 'P1D' })] })
  const actual = async (name: string) => {
    const { body } = await calls.explain(id, contacts[name] ?? '')
    return [body.included, ...body.nodes.slice(1).map((node: { actual: number }) => node.actual)]
  }
  expect(await actual('reader')).toEqual([true, 2, 1])
  expect(await actual('scanned')).toEqual([false, 0, 0])
})

test('what an erased person has opened selects nobody', async () => {
  await calls.audience.contact(addressOf('leaving'))
  await deliver('leaving', { hits: [['open', 'person']] })
  const selects = async () => (await calls.preview(opened())).body.sample.map(({ email }: any) => email)
  expect(await selects()).toContain(addressOf('leaving'))
  const erased = await call(service.url, 'POST', '/v1/compliance/deletions', {
    key: await calls.tenant.session('owner'),
    body: { email: addressOf('leaving') },
  })
  expect(erased.status, erased.text).toBe(201)
  // The same address comes back, once nothing holds it any more.
  await service.sql.query('delete from suppressions where workspace_id = $1', [calls.tenant.workspaceId])
  const again = await calls.audience.contact(addressOf('leaving'))
  expect(await selects()).not.toContain(addressOf('leaving'))
  const id = await calls.made(opened())
  expect((await calls.explain(id, again)).body.nodes).toMatchObject([{ result: false, actual: 0 }])
})

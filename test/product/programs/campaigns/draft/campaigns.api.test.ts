import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId } from '../../../../../server/platform/db/ids.js'
import { call } from '../../../../support/api/api.js'
import { audienceOf } from '../../../../support/audience/audience.js'
import {
  campaignCalls,
  newsletter,
  type CampaignCalls,
} from '../../../../support/campaigns/campaign-calls.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { piece, refusalOf } from '../../../../support/templates/template-calls.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'

/** Campaigns as drafts: what is kept of them, what is refused, and who may do what. */

let service: TestService
let tenant: Tenant
let campaigns: CampaignCalls
let other: CampaignCalls
let foreignList: string
let liveList: string
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  campaigns = await campaignCalls(service, tenant)
  const stranger = await addTenant(service)
  other = await campaignCalls(service, stranger)
  foreignList = await audienceOf(service, stranger, await stranger.key()).list()
  liveList = await audienceOf(service, tenant, await tenant.key()).list()
})

test('a draft has what was said of it, and presets for the rest', async () => {
  const fields = {
    name: ' Spring\tsale ',
    from_email: 'News@SHOP.example',
    reply_to: [{ email: 'Help@SHOP.example', name: 'Help\u0007' }],
    variables: { code: 'SPRING', list: [1, null] },
    rate_per_hour: 500,
    category: 'news',
    max_delay_seconds: 60,
  }
  const { status, body } = await campaigns.create(fields, campaigns.member)
  expect(status).toBe(201)
  expect(body).toEqual({
    id: body.id,
    project_id: tenant.testProject,
    environment: 'test',
    name: 'Spring sale',
    status: 'draft',
    pause_reason: null,
    blocked_by: null,
    template: { template_id: campaigns.template, version: null },
    from_email: 'News@shop.example',
    from_name: null,
    reply_to: [{ email: 'Help@shop.example', name: 'Help' }],
    variables: fields.variables,
    audience: { list_id: null, segment_id: null, exclude_segment_id: null },
    rate_per_hour: 500,
    category: 'news',
    scheduled_at: null,
    max_delay_seconds: 60,
    started_at: null,
    completed_at: null,
    audience_total: null,
    progress: { walked: 0, released: 0, skipped: 0, failed: 0, pending: 0 },
    created_at: body.created_at,
    updated_at: body.created_at,
    topic: null,
  })
  expect((await campaigns.get(body.id, campaigns.member)).body).toEqual(body)
  expect((await campaigns.create()).body).toMatchObject({ rate_per_hour: null, max_delay_seconds: 3600 })
})

test('a key of idempotency makes one', async () => {
  const headers = { 'Idempotency-Key': 'one' }
  const [first, second] = [
    await campaigns.create({}, campaigns.session, headers),
    await campaigns.create({}, campaigns.session, headers),
  ]
  expect(second.body).toEqual(first.body)
  expect(second.headers['idempotent-replayed']).toBe('true')
})

type Fields = Record<string, unknown>

describe('what is refused', () => {
  test.each<[string, () => Fields | Promise<Fields>, string, string]>([
    [
      "another workspace's project",
      async () => ({ project_id: (await addTenant(service)).testProject }),
      '/body/project_id',
      'unknown',
    ],
    [
      "another workspace's template",
      () => ({ template: { template_id: other.template } }),
      '/body/template/template_id',
      'not_found',
    ],
    [
      'a version that there is not',
      () => ({ template: { template_id: campaigns.template, version: 2 } }),
      '/body/template/version',
      'not_found',
    ],
    [
      'a partial',
      async () => ({ template: { template_id: await campaigns.templates.published(piece('partial', 'x')) } }),
      '/body/template/template_id',
      'not_found',
    ],
    [
      'a template of another project',
      async () => ({
        template: {
          template_id: await campaigns.templates.published({ ...newsletter, project_id: tenant.liveProject }),
        },
      }),
      '/body/template/template_id',
      'not_found',
    ],
    [
      "another workspace's list",
      () => ({ audience: { list_id: foreignList } }),
      '/body/audience/list_id',
      'not_found',
    ],
    [
      "another project's list",
      () => ({ audience: { list_id: liveList } }),
      '/body/audience/list_id',
      'not_found',
    ],
    [
      'a segment that there is not',
      () => ({ audience: { segment_id: 'seg_01kbf3yq0ve4t8c1p9s6d3b8nk' } }),
      '/body/audience/segment_id',
      'not_found',
    ],
    [
      'an excluded one that there is not',
      () => ({ audience: { exclude_segment_id: 'seg_01kbf3yq0ve4t8c1p9s6d3b8nk' } }),
      '/body/audience/exclude_segment_id',
      'not_found',
    ],
    ['a name of nothing', () => ({ name: ' \u202e ' }), '/body/name', 'empty'],
    [
      'more than 64 kB of values',
      () => ({ variables: { a: 'ä'.repeat(32_000) } }),
      '/body/variables',
      'too_long',
    ],
    ['U+0000 in a value', () => ({ variables: { a: ['\0'] } }), '/body/variables/a/0', 'characters'],
  ])('%s', async (_, fields, path, code) => {
    const given = await fields()
    expect(refusalOf(await campaigns.create(given))).toEqual([422, 'validation_failed', path, code])
    if ('project_id' in given) return
    const id = await campaigns.made()
    expect(refusalOf(await campaigns.update(id, given))).toEqual([422, 'validation_failed', path, code])
  })

  test("what is another workspace's is not there", async () => {
    const id = await campaigns.made()
    const replies = await Promise.all([
      other.get(id),
      other.update(id, { name: 'x' }),
      other.remove(id),
      ...['schedule', 'unschedule', 'pause', 'resume', 'cancel', 'retry', 'preview'].map((action) =>
        other.post(id, action, action === 'schedule' || action === 'preview' ? {} : undefined),
      ),
      other.post(id, 'test', { to: ['a@example.com'] }),
      other.recipients(id),
      other.stats(id),
    ])
    for (const { status, body } of replies) expect([status, body.error.code]).toEqual([404, 'not_found'])
    expect((await campaigns.get(id)).body.status).toBe('draft')
  })
})

test('a change says what it changes', async () => {
  const id = await campaigns.made({ variables: { a: 1 }, rate_per_hour: 5, from_name: 'Shop' })
  const before = (await campaigns.get(id)).body
  const { body } = await campaigns.update(id, { rate_per_hour: null, name: 'Sale' }, campaigns.member)
  expect(body).toEqual({ ...before, rate_per_hour: null, name: 'Sale', updated_at: body.updated_at })
  const named = await campaigns.update(id, { template: { template_id: campaigns.template, version: 1 } })
  expect(named.body.template.version).toBe(1)
  const unnamed = await campaigns.update(id, { template: { template_id: campaigns.template } })
  expect(unnamed.body).toMatchObject({ template: { version: null }, variables: { a: 1 }, from_name: 'Shop' })
})

test('lists by project and status, newest first', async () => {
  const alone = await addTenant(service)
  const calls = await campaignCalls(service, alone)
  const ids = [await calls.made(), await calls.made({ project_id: alone.liveProject }), await calls.made()]
  const idsOf = async (query: string) =>
    ((await calls.page(query)).body.data as { id: string }[]).map(({ id }) => id)
  expect(await idsOf('')).toEqual([...ids].reverse())
  expect(await idsOf(`?project_id=${alone.liveProject}`)).toEqual([ids[1]])
  await calls.set(fromTypeId('cmp', ids[0] ?? ''), { status: 'sending' })
  expect(await idsOf('?status=sending')).toEqual([ids[0]])
  expect(await idsOf(`?status=draft&project_id=${alone.testProject}`)).toEqual([ids[2]])
  const first = await calls.page('?limit=2')
  expect(first.body).toMatchObject({ has_more: true })
  expect(await idsOf(`?limit=2&cursor=${first.body.next_cursor as string}`)).toEqual([ids[0]])
})

test('one that sends says that it is kept from it', async () => {
  const alone = await addTenant(service)
  const calls = await campaignCalls(service, alone)
  const [sending, draft] = [await calls.made(), await calls.made()]
  await calls.set(fromTypeId('cmp', sending), { status: 'sending' })
  const blocked = async (id: string) => (await calls.get(id)).body.blocked_by as string | null
  expect(await blocked(sending)).toBeNull()
  await service.sql.query('update workspaces set halted_at = now() where id = $1', [alone.workspaceId])
  expect([await blocked(sending), await blocked(draft)]).toEqual(['sending_halted', null])
  const { body } = await calls.page()
  expect((body.data as { blocked_by: string | null }[]).map((each) => each.blocked_by)).toEqual([
    null,
    'sending_halted',
  ])
})

test('roles: who may send', async () => {
  const id = await campaigns.made()
  const { url } = service
  const refused = async (method: string, path: string, body?: unknown) => {
    const reply = await call(url, method, `/v1/campaigns/${id}${path}`, { key: campaigns.member, body })
    expect([reply.status, reply.body.error?.code], path).toEqual([403, 'insufficient_scope'])
  }
  await refused('POST', '/schedule', {})
  for (const action of ['unschedule', 'pause', 'resume', 'cancel', 'retry'])
    await refused('POST', `/${action}`)
  await refused('DELETE', '')
  await campaigns.schedule(id, new Date(Date.now() + 3_600_000).toISOString())
  await refused('PATCH', '', { name: 'Other' })
  await campaigns.set(fromTypeId('cmp', id), { status: 'sending' })
  await refused('PATCH', '', { rate_per_hour: 1 })
  expect((await campaigns.update(id, { rate_per_hour: 1 })).body.rate_per_hour).toBe(1)
})

test('a template stays while a campaign uses it that is not over', async () => {
  const template = await campaigns.templates.published(newsletter)
  const id = await campaigns.made({ template: { template_id: template } })
  for (const status of ['draft', 'scheduled', 'sending', 'paused']) {
    await campaigns.set(fromTypeId('cmp', id), { status })
    const { status: answered, body } = await campaigns.templates.remove(template)
    expect([answered, body.error.code]).toEqual([409, 'invalid_state'])
    expect(body.error.message).toContain(id)
    const { body: uses } = await campaigns.templates.uses(template)
    expect(uses.campaigns).toMatchObject([{ campaign_id: id, status }])
  }
  await campaigns.set(fromTypeId('cmp', id), { status: 'sent' })
  expect((await campaigns.templates.uses(template)).body.campaigns).toEqual([])
  expect((await campaigns.templates.remove(template)).status).toBe(204)
})

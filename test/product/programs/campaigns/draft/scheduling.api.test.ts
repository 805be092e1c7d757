import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid } from '../../../../../server/platform/db/ids.js'
import { call } from '../../../../support/api/api.js'
import {
  campaignCalls,
  newsletter,
  type CampaignCalls,
} from '../../../../support/campaigns/campaign-calls.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { refusalOf } from '../../../../support/templates/template-calls.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'

/** Scheduling: when a campaign starts, what is fixed then, and what keeps it from being scheduled. */

let service: TestService
let tenant: Tenant
let key: string
let campaigns: CampaignCalls
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  campaigns = await campaignCalls(service, tenant)
})

const hour = 3_600_000
const ahead = (ms: number) => new Date(Date.now() + ms).toISOString()

const contact = async (properties: object = {}, project_id = tenant.testProject): Promise<string> => {
  const body = { project_id, email: `${newUuid()}@example.com`, properties }
  return (await call(service.url, 'PUT', '/v1/contacts', { key, body })).body.id as string
}

/** A draft of a template of its own, in a project of its own. */
async function draftOf(
  content: object,
  fields: object = {},
): Promise<{ id: string; template: string; project: string }> {
  const project = await tenant.project('test')
  const template = await campaigns.templates.published({ ...newsletter, ...content })
  const id = await campaigns.made({ project_id: project, template: { template_id: template }, ...fields })
  return { id, template, project }
}

async function dueOf(id: string): Promise<{ due_at: Date | null; lease: string | null }> {
  const { rows } = await service.sql.query('select due_at, lease from campaigns where id = $1', [
    fromTypeId('cmp', id),
  ])
  return rows[0]
}

describe('when it starts', () => {
  test('now, where nothing else is said, with or without a body', async () => {
    for (const body of [{}, undefined]) {
      const id = await campaigns.made()
      const before = Date.now()
      const reply = await campaigns.post(id, 'schedule', body)
      expect([reply.status, reply.body.status, reply.body.template.version]).toEqual([200, 'scheduled', 1])
      const at = Date.parse(reply.body.scheduled_at as string)
      expect(at).toBeGreaterThanOrEqual(before)
      expect((await dueOf(id)).due_at?.getTime()).toBe(at)
      expect(await campaigns.events(id)).toEqual(['campaign.scheduled'])
    }
  })

  test('however the time is written', async () => {
    const id = await campaigns.made()
    const at = new Date(Math.ceil(Date.now() / hour) * hour + hour).toISOString()
    const inIndia = new Date(Date.parse(at) + 5.5 * hour).toISOString().replace('Z', '+05:30')
    expect((await campaigns.schedule(id, inIndia)).body.scheduled_at).toBe(at)
    expect((await campaigns.schedule(id, at)).status).toBe(200)
    expect(await campaigns.events(id)).toEqual(['campaign.scheduled'])
  })

  test('within a year and not long ago', async () => {
    const id = await campaigns.made()
    const path = '/body/scheduled_at'
    expect(refusalOf(await campaigns.schedule(id, ahead(-6 * 60_000)))).toEqual([
      422,
      'schedule_out_of_range',
      path,
      'past',
    ])
    expect(refusalOf(await campaigns.schedule(id, ahead(366 * 24 * hour)))).toEqual([
      422,
      'schedule_out_of_range',
      path,
      'too_far',
    ])
    expect(refusalOf(await campaigns.schedule(id, '2026-12-31T23:59:60Z'))).toEqual([
      422,
      'validation_failed',
      path,
      'time',
    ])
    expect((await campaigns.get(id)).body.status).toBe('draft')
    const before = Date.now()
    const { body } = await campaigns.schedule(id, ahead(-4 * 60_000))
    expect(Date.parse(body.scheduled_at as string)).toBeGreaterThanOrEqual(before)
    expect((await campaigns.schedule(id, ahead(364 * 24 * hour))).status).toBe(200)
  })

  test('another time is another schedule, and a repeated one is none', async () => {
    const id = await campaigns.made()
    const [first, second] = [ahead(hour), ahead(2 * hour)]
    await campaigns.schedule(id, first)
    const { body } = await campaigns.schedule(id, first)
    expect((await campaigns.schedule(id, second)).body).toMatchObject({ scheduled_at: second })
    expect(body.scheduled_at).toBe(first)
    expect(await campaigns.events(id)).toEqual(['campaign.scheduled', 'campaign.scheduled'])
  })

  test('at once, many times', async () => {
    const id = await campaigns.made()
    const at = ahead(hour)
    const replies = await Promise.all(Array.from({ length: 6 }, () => campaigns.schedule(id, at)))
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await campaigns.events(id)).toEqual(['campaign.scheduled'])
  })

  test('a key of idempotency has one effect', async () => {
    const id = await campaigns.made()
    const headers = { 'Idempotency-Key': newUuid() }
    const first = await campaigns.post(id, 'schedule', {}, headers)
    await campaigns.post(id, 'unschedule')
    const again = await campaigns.post(id, 'schedule', {}, headers)
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
    expect((await campaigns.get(id)).body.status).toBe('draft')
  })
})

describe('what is checked', () => {
  test('the sender', async () => {
    const { id } = await draftOf({ from_email: undefined, from_name: undefined })
    expect(refusalOf(await campaigns.schedule(id))).toEqual([
      422,
      'validation_failed',
      '/from_email',
      'required',
    ])
    await campaigns.update(id, { from_email: 'news@shop.example' })
    expect((await campaigns.schedule(id)).status).toBe(200)
  })

  test.each([
    ['neither', { html: '<p>x</p>', text: 'x' }, ['/template/html', '/template/text']],
    [
      'neither, where the text is made from the HTML',
      { html: '<p>x</p>', text: undefined },
      ['/template/html'],
    ],
    ['only in text', { html: '<p>x</p>' }, ['/template/html']],
    ['only in HTML', { text: 'x' }, ['/template/text']],
    ['another address', { text: 'x https://shop.example/unsubscribe' }, ['/template/text']],
    [
      'in another language',
      { locales: { 'de-AT': { subject: 'N', text: 'x' } } },
      ['/template/locales/de-AT/text'],
    ],
  ])('the link to unsubscribe: %s', async (_, content, paths) => {
    const { id } = await draftOf(content)
    const { status, body } = await campaigns.schedule(id)
    expect([status, body.error.code]).toEqual([422, 'validation_failed'])
    const details = body.error.details as { path: string; code: string }[]
    expect(details.map((each) => [each.path, each.code])).toEqual(
      paths.map((path) => [path, 'unsubscribe_link_missing']),
    )
  })

  test.each([
    ['text alone', { html: undefined }],
    ['text that is made from the HTML', { text: undefined }],
    ['in a partial', 'partial'],
  ])('the link to unsubscribe, well: %s', async (_, content) => {
    const link = '<a href="{{ unsubscribe_url }}">x</a>'
    const fields =
      content === 'partial'
        ? {
            html: `{% render '${await campaigns.templates.published({ kind: 'partial', name: 'P', subject: undefined, html: link, text: undefined })}' %}`,
            text: undefined,
          }
        : (content as object)
    const { id } = await draftOf(fields)
    const reply = await campaigns.schedule(id)
    expect(reply.status, reply.text).toBe(200)
  })

  test('the mail of contacts of the audience', async () => {
    const { id, project } = await draftOf({
      text: '{{ plan }} {{ unsubscribe_url }}',
      variables: [{ name: 'plan' }],
    })
    // Nobody is there yet.
    expect((await campaigns.schedule(id)).status).toBe(200)
    await campaigns.post(id, 'unschedule')
    await contact({ plan: 'pro' }, project)
    const [without, wrong] = [await contact({}, project), await contact({ plan: 3 }, project)]
    const { status, body } = await campaigns.schedule(id)
    expect([status, body.error.code]).toEqual([422, 'template_render_failed'])
    expect(body.error.message).toContain(without)
    expect(body.error.details).toMatchObject([
      {
        path: '/variables/plan',
        code: 'missing_variable',
        variable: 'plan',
        message: expect.stringContaining(without),
      },
      {
        path: '/variables/plan',
        code: 'variable_type',
        variable: 'plan',
        message: expect.stringContaining(wrong),
      },
    ])
    // Whoever opted out gets none.
    for (const each of [without, wrong]) {
      await service.sql.query('update contacts set unsubscribed_at = now() where id = $1', [
        fromTypeId('con', each),
      ])
    }
    expect((await campaigns.schedule(id)).status).toBe(200)
    const more = await contact({}, project)
    const { body: refused } = await campaigns.update(id, { variables: { plan: 5 } })
    expect(refused.error.code).toBe('template_render_failed')
    expect((await campaigns.get(id)).body.variables).toEqual({})
    expect((await campaigns.update(id, { variables: { plan: 'all' } })).status, more).toBe(200)
  })

  test('a link that some contacts do not get', async () => {
    const { id, project } = await draftOf({
      html: undefined,
      text: 'x{% unless contact.name == "Eve" %} {{ unsubscribe_url }}{% endunless %}',
    })
    await call(service.url, 'PUT', '/v1/contacts', {
      key,
      body: { project_id: project, email: 'eve@example.com', name: 'Eve' },
    })
    expect(refusalOf(await campaigns.schedule(id))).toEqual([
      422,
      'validation_failed',
      '/template/text',
      'unsubscribe_link_missing',
    ])
  })

  test('a segment that is there no more', async () => {
    const id = await campaigns.made()
    await campaigns.set(fromTypeId('cmp', id), { segment_id: newUuid() })
    const { status, body } = await campaigns.schedule(id)
    expect([status, body.error.code]).toEqual([422, 'validation_failed'])
    expect((await campaigns.get(id)).body.status).toBe('draft')
  })
})

test('segments and lists bound who is looked at', async () => {
  const { id, project } = await draftOf({
    text: '{{ plan }} {{ unsubscribe_url }}',
    variables: [{ name: 'plan' }],
  })
  const included = await contact({ plan: 'pro', vip: true }, project)
  await contact({ vip: false }, project)
  const segment = newUuid()
  const rule = { property: { name: 'vip', op: 'eq', value: true } }
  await service.sql.query(
    `insert into segments (workspace_id, id, project_id, environment, name, rule) values ($1, $2, $3, 'test', 'V', $4)`,
    [tenant.workspaceId, segment, fromTypeId('prj', project), rule],
  )
  expect((await campaigns.schedule(id)).status).toBe(422)
  await campaigns.set(fromTypeId('cmp', id), { segment_id: segment })
  expect((await campaigns.schedule(id)).status, included).toBe(200)
  await campaigns.post(id, 'unschedule')
  await campaigns.set(fromTypeId('cmp', id), { segment_id: null, exclude_segment_id: segment })
  expect((await campaigns.schedule(id)).body.error.details).toHaveLength(1)
})

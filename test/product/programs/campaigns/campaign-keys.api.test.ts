import { beforeAll, describe, expect, test } from 'vitest'
import { call, type ApiReply } from '../../../support/api/api.js'
import { campaignCalls, newsletter, type CampaignCalls } from '../../../support/campaigns/campaign-calls.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { refusalOf } from '../../../support/templates/template-calls.js'
import { addTenant, type Scope, type Tenant } from '../../../support/workspace/tenant.js'

/** Campaigns under API keys, such as those of a program that schedules newsletters. */

let service: TestService
let tenant: Tenant
let campaigns: CampaignCalls
let contact: string
/** A key of the campaigns' project that may do everything with them. */
let whole: string

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  campaigns = await campaignCalls(service, tenant)
  const ada = { project_id: tenant.testProject, email: 'ada@example.com', name: 'Ada' }
  const key = await tenant.key()
  contact = (await call(service.url, 'PUT', '/v1/contacts', { key, body: ada })).body.id as string
  whole = await keyWith('messages:send', 'contacts:*')
})

const keyWith = (...more: Scope[]) =>
  tenant.key({ project: tenant.testProject, scopes: ['campaigns:*', ...more] })
const ofDomain = (domain: string) =>
  tenant.key({
    project: tenant.testProject,
    scopes: ['campaigns:*', 'messages:send'],
    restrictions: { senderDomains: [domain] },
  })
const ask = (key: string, method: string, path: string, body?: object): Promise<ApiReply> =>
  call(service.url, method, `/v1/campaigns/${path}`, { key, body })
const inADay = () => ({ scheduled_at: new Date(Date.now() + 86_400_000).toISOString() })
const toAda = { to: ['ada@example.com'] }

/** Each operation on one campaign, with the scope that it needs beside campaigns:*. */
const operations: [method: string, path: string, needs?: Scope, body?: object][] = [
  ['GET', ''],
  ['PATCH', '', undefined, { name: 'Stolen' }],
  ['DELETE', ''],
  ['POST', '/check', undefined, {}],
  ['POST', '/preview', undefined, {}],
  ['GET', '/stats'],
  ['GET', '/recipients', 'contacts:*'],
  ['POST', '/schedule', 'messages:send', {}],
  ['POST', '/unschedule'],
  ['POST', '/pause'],
  ['POST', '/resume', 'messages:send'],
  ['POST', '/cancel'],
  ['POST', '/retry', 'messages:send'],
  ['POST', '/test', 'messages:send', toAda],
]

test('a project key makes, checks, schedules and ends a campaign of its project', async () => {
  const id = (await campaigns.create({}, whole)).body.id as string
  expect((await campaigns.get(id, whole)).body.project_id).toBe(tenant.testProject)
  expect((await ask(whole, 'POST', `${id}/check`)).body.problems).toEqual([])
  const preview = await ask(whole, 'POST', `${id}/preview`, { contact_id: contact })
  expect([preview.body.mail.text, preview.body.recipient.contact_id]).toEqual([
    expect.stringContaining('Hello Ada'),
    contact,
  ])
  expect((await ask(whole, 'POST', `${id}/test`, toAda)).status).toBe(202)
  expect((await ask(whole, 'POST', `${id}/schedule`, inADay())).body.status).toBe('scheduled')
  expect((await campaigns.update(id, { name: 'Summer' }, whole)).body.name).toBe('Summer')
  expect((await ask(whole, 'POST', `${id}/unschedule`)).body.status).toBe('draft')
  await ask(whole, 'POST', `${id}/schedule`, inADay())
  expect((await ask(whole, 'POST', `${id}/cancel`)).body.status).toBe('cancelled')
  expect((await ask(whole, 'GET', `${id}/recipients`)).body.data).toEqual([])
  expect((await ask(whole, 'GET', `${id}/stats`)).body.recipients).toBe(0)
  expect((await campaigns.remove(id, whole)).status).toBe(204)
})

describe('a campaign does not exist for', () => {
  const everything: Scope[] = ['campaigns:*', 'messages:send', 'contacts:*']
  test.each([
    ['a key of another project', () => tenant.key({ project: tenant.liveProject, scopes: everything })],
    ['a workspace key for live projects', () => tenant.key({ restrictions: { environment: 'live' } })],
    ['a key of another workspace', async () => (await addTenant(service)).key()],
  ] as const)('%s', async (_whose, make) => {
    const [key, id] = [await make(), await campaigns.made()]
    for (const [method, path, , body] of operations) {
      expect(refusalOf(await ask(key, method, id + path, body)), `${method} ${path}`).toEqual([
        404,
        'not_found',
      ])
    }
    expect((await campaigns.page('?limit=100', key)).text).not.toContain(id)
    expect((await campaigns.create({}, key)).status).toBe(403)
    expect((await campaigns.get(id)).body.name).toBe('Spring sale')
  })
})

describe('scopes', () => {
  test.each(operations.filter(([, , needs]) => needs !== undefined))(
    '%s %s takes %s as well',
    async (...one) => {
      const [method, path, needs, body] = one
      const others = (['messages:send', 'contacts:*'] as const).filter((scope) => scope !== needs)
      const reply = await ask(await keyWith(...others), method, (await campaigns.made()) + path, body)
      expect(refusalOf(reply)).toEqual([403, 'insufficient_scope'])
    },
  )

  test('a key without the scope gets nothing', async () => {
    const key = await tenant.key({ project: tenant.testProject, scopes: ['messages:send', 'contacts:*'] })
    const id = await campaigns.made()
    for (const [method, path, , body] of operations) {
      const reply = await ask(key, method, id + path, body)
      expect(refusalOf(reply), `${method} ${path}`).toEqual([403, 'insufficient_scope'])
    }
    expect(refusalOf(await campaigns.create({}, key))).toEqual([403, 'insufficient_scope'])
  })

  test('a campaign that is scheduled is changed by a key that sends', async () => {
    const id = await campaigns.made()
    await campaigns.schedule(id, inADay().scheduled_at)
    expect(refusalOf(await campaigns.update(id, { name: 'X' }, await keyWith('contacts:*')))).toEqual([
      403,
      'insufficient_scope',
    ])
    expect((await campaigns.update(id, { name: 'X' }, await keyWith('messages:send'))).status).toBe(200)
  })

  test('a key that may not read contacts sees none in a preview or a test', async () => {
    const [id, key] = [await campaigns.made(), await keyWith('messages:send', 'reports:read')]
    for (const [path, body] of [
      ['/preview', {}],
      ['/test', toAda],
    ] as const) {
      const named = await ask(key, 'POST', id + path, { ...body, contact_id: contact })
      expect(refusalOf(named), path).toEqual([403, 'insufficient_scope'])
    }
    const preview = (await ask(key, 'POST', `${id}/preview`)).body
    expect([preview.recipient, preview.mail.text]).toEqual([null, expect.not.stringContaining('Ada')])
    const sent = (await ask(key, 'POST', `${id}/test`, toAda)).body.messages[0].id as string
    const { body } = await call(service.url, 'GET', `/v1/messages/${sent}/content`, { key })
    expect(body.text).toContain('Hello')
    expect(body.text).not.toContain('Ada')
    // A key that is stopped takes the tests with it that wait.
    expect((await call(service.url, 'GET', `/v1/messages/${sent}`, { key })).body.api_key_id).toMatch(/^key_/)
  })
})

describe('a key for some sender domains', () => {
  const notAllowed = [403, 'sender_not_allowed']

  test('makes and changes campaigns of its domains alone', async () => {
    const key = await ofDomain('other.example')
    expect(refusalOf(await campaigns.create({}, key))).toEqual(notAllowed)
    expect(refusalOf(await campaigns.create({ from_email: 'a@shop.example' }, key))).toEqual(notAllowed)
    const id = (await campaigns.create({ from_email: 'a@other.example' }, key)).body.id as string
    expect(refusalOf(await campaigns.update(id, { from_email: 'a@shop.example' }, key))).toEqual(notAllowed)
    expect((await campaigns.update(id, { name: 'Summer' }, key)).body).toMatchObject({
      name: 'Summer',
      from_email: 'a@other.example',
    })
    expect((await ask(key, 'POST', `${id}/schedule`, inADay())).status).toBe(200)
    expect((await ask(key, 'POST', `${id}/cancel`)).status).toBe(200)
  })

  test.each(operations.filter(([method, path]) => method !== 'GET' && !/check|preview/.test(path)))(
    'is refused %s %s of another domain',
    async (method, path, _needs, body) => {
      const id = await campaigns.made()
      await campaigns.schedule(id, inADay().scheduled_at)
      expect(refusalOf(await ask(await ofDomain('other.example'), method, id + path, body))).toEqual(
        notAllowed,
      )
    },
  )

  test('is refused when the template has another sender by the time of the schedule', async () => {
    const key = await ofDomain('shop.example')
    const template = await campaigns.templates.published(newsletter)
    const fields = { template: { template_id: template } }
    const id = (await campaigns.create(fields, key)).body.id as string
    expect((await ask(key, 'POST', `${id}/test`, toAda)).status).toBe(202)
    await campaigns.templates.createVersion(template, {
      ...newsletter,
      name: undefined,
      from_email: 'a@other.example',
    })
    await campaigns.templates.publish(template, 2)
    expect(refusalOf(await ask(key, 'POST', `${id}/schedule`, inADay()))).toEqual(notAllowed)
    expect(refusalOf(await ask(key, 'POST', `${id}/test`, toAda))).toEqual(notAllowed)
  })
})

import { beforeAll, expect, test } from 'vitest'
import { newUuid } from '../../../../../server/platform/db/ids.js'
import { call } from '../../../../support/api/api.js'
import {
  campaignCalls,
  newsletter,
  type CampaignCalls,
} from '../../../../support/campaigns/campaign-calls.js'
import { addList, ask, subscribe } from '../../../../support/audience/opt-in.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'

/** Tests the findings of a campaign's check before its start. */

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

const check = async (id: string) => {
  const reply = await campaigns.post(id, 'check')
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const exactly = (value: number) => ({ value, low: value, high: value, exact: true })

test('counts each contact once: who gets the mail, and the first reason of each other', async () => {
  const project = await tenant.project('test')
  const pro = await campaigns.segment(project, { property: { name: 'plan', op: 'eq', value: 'pro' } })
  const old = await campaigns.segment(project, { property: { name: 'age', op: 'gte', value: 90 } })
  const id = await campaigns.made({
    project_id: project,
    audience: { segment_id: pro, exclude_segment_id: old },
  })
  const contact = async (fields: object) => {
    const body = { project_id: project, email: `${newUuid()}@example.com`, ...fields }
    return (await call(service.url, 'PUT', '/v1/contacts', { key, body })).body.email as string
  }
  await contact({ properties: { plan: 'pro' } })
  await contact({ properties: { plan: 'pro', age: 20 } })
  await contact({ properties: { plan: 'basic' } })
  await contact({})
  await contact({ properties: { plan: 'pro', age: 91 } })
  await contact({ properties: { plan: 'pro' }, unsubscribed: true })
  const email = await contact({ properties: { plan: 'pro' } })
  await call(service.url, 'POST', '/v1/compliance/suppressions', { key, body: { email, reason: 'manual' } })
  expect(await check(id)).toEqual({
    problem: null,
    problems: [],
    sample: { contacts: 3, failed: 0 },
    contacts: exactly(7),
    reached: exactly(2),
    left_out: [
      { reason: 'not_in_segment', estimate: exactly(2) },
      { reason: 'excluded_by_segment', estimate: exactly(1) },
      { reason: 'manual', estimate: exactly(1) },
      { reason: 'opted_out', estimate: exactly(1) },
    ],
    scanned: 7,
    as_of: expect.any(String),
  })
})

test('of a list counts who has confirmed it', async () => {
  const optIn = { url: service.url, key, project: tenant.liveProject }
  const list = await addList(optIn)
  await subscribe(optIn, list, 'ada@example.com')
  await ask(optIn, list, 'bob@example.com')
  const id = await campaigns.made({ audience: { list_id: list }, project_id: tenant.liveProject })
  const { reached, left_out: leftOut } = await check(id)
  expect(reached).toEqual(exactly(1))
  expect(leftOut).toEqual([{ reason: 'not_confirmed', estimate: exactly(1) }])
})

test('says what would refuse to schedule it', async () => {
  const template = await campaigns.templates.made(newsletter)
  const id = await campaigns.made({ template: { template_id: template } })
  const { problem } = await check(id)
  const refused = await campaigns.schedule(id)
  expect(refused.status).toBe(422)
  const { code, message, details = [] } = refused.body.error
  expect(problem).toEqual({ code, message, details })
})

test('finds all problems at once, and scheduling names all of one kind', async () => {
  const project = await tenant.project('test')
  const template = await campaigns.templates.published({
    ...{ name: 'No link', subject: 'Hello {{ code }}', html: '<p>{{ code }}</p>', text: '{{ code }}' },
    variables: [{ name: 'code', type: 'string', required: true }],
  })
  const id = await campaigns.made({ project_id: project, template: { template_id: template } })
  for (const [index, properties] of [{}, { code: 'A' }, {}].entries()) {
    const body = { project_id: project, email: `reader${index}@shop.example`, properties }
    await call(service.url, 'PUT', '/v1/contacts', { key, body })
  }
  const { problem, problems, sample, reached } = await check(id)
  expect(problems).toMatchObject([
    { code: 'validation_failed', details: [{ path: '/from_email' }] },
    { code: 'template_render_failed', details: [{ path: '/variables/code' }, { path: '/variables/code' }] },
    { code: 'validation_failed', details: [{ path: '/template/html' }, { path: '/template/text' }] },
  ])
  expect(sample).toEqual({ contacts: 3, failed: 2 })
  expect(reached).toEqual(exactly(3))
  const refused = await campaigns.schedule(id)
  expect(refused.status).toBe(422)
  const { code, message, details } = refused.body.error
  expect(problem).toEqual({ code, message, details })
  expect(details.map(({ path }: { path: string }) => path)).toEqual([
    '/from_email',
    '/template/html',
    '/template/text',
  ])
})

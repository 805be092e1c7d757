import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId } from '../../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { automationCalls, type AutomationCalls } from '../../../support/automations/automation-calls.js'
import { campaignCalls, type CampaignCalls } from '../../../support/campaigns/campaign-calls.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { topicCalls, type TopicCalls } from '../../../support/audience/topics.js'

/** Topics, and what contacts choose of them by the API. */

let service: TestService
let tenant: Tenant
let key: string
let topics: TopicCalls
let campaigns: CampaignCalls
let automations: AutomationCalls

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  // The calls of programs are of the test project, and so are the topics.
  topics = topicCalls(service.url, key, tenant.testProject)
  campaigns = await campaignCalls(service, tenant)
  automations = await automationCalls(service, tenant)
})

const failure = ({ status, body }: ApiReply) => [
  status,
  body.error?.code as unknown,
  ...((body.error?.details ?? []) as { path: string; code: string }[]).map(({ path, code }) => [path, code]),
]
const patch = (id: string, body: object) => call(service.url, 'PATCH', `/v1/topics/${id}`, { key, body })

describe('a topic', () => {
  test('is made with defaults, read back, changed and listed', async () => {
    const translations = { de: { name: 'Neues' }, 'pt-BR': { name: 'Novidades', description: 'Todo mês' } }
    const made = await topics.made('product-news', { translations, description: ' Each\u202e month ' })
    expect(made).toMatchObject({
      project_id: tenant.testProject,
      environment: 'test',
      key: 'product-news',
      name: 'News',
      default_subscribed: true,
      translations: {
        de: { name: 'Neues', description: null },
        'pt-BR': { name: 'Novidades', description: 'Todo mês' },
      },
      updated_at: made.created_at,
    })
    const get = async () => (await call(service.url, 'GET', `/v1/topics/${made.id}`, { key })).body as object
    expect(await get()).toEqual(made)
    const { body: changed } = await patch(made.id, { name: 'Tips', description: null, translations: {} })
    expect(changed).toMatchObject({ key: 'product-news', name: 'Tips', description: null, translations: {} })
    expect(await get()).toEqual(changed)
    const digest = await topics.made('digest', { default_subscribed: false })
    const path = `/v1/topics?project_id=${tenant.testProject}`
    const { body } = await call(service.url, 'GET', path, { key })
    expect((body.data as { id: string }[]).map(({ id }) => id)).toEqual([digest.id, made.id])
    const of = (project: string) => call(service.url, 'GET', `/v1/topics?project_id=${project}`, { key })
    expect((await of(tenant.liveProject)).body.data).toEqual([])
  })

  test('has a key of its own in its project', async () => {
    await topics.made('once')
    expect(failure(await topics.create({ key: 'once' }))).toEqual([409, 'invalid_state'])
    const elsewhere = topicCalls(service.url, key, tenant.liveProject)
    await elsewhere.made('once')
    for (const wrong of ['', 'News', 'a_b', '-a', 'a-', 'a'.repeat(65)]) {
      const reply = await topics.create({ key: wrong })
      expect([reply.status, reply.body.error.details[0].path], wrong).toEqual([422, '/body/key'])
    }
    const { id } = await topics.made('kept')
    expect((await patch(id, { key: 'other' })).status).toBe(422)
    expect(failure(await topics.create({ key: 'unseen', name: '\u202e' }))).toEqual([
      422,
      'validation_failed',
      ['/body/name', 'empty'],
    ])
  })

  test('is one of 50 at most', async () => {
    const project = await tenant.project('test')
    const many = topicCalls(service.url, key, project)
    await service.sql.query(
      `insert into topics (workspace_id, id, project_id, environment, key, name, default_subscribed)
       select $1, gen_random_uuid(), $2, 'test', 'topic-' || n, 'T', true from generate_series(1, 49) n`,
      [tenant.workspaceId, fromTypeId('prj', project)],
    )
    const both = await Promise.all(['a', 'b'].map((each) => many.create({ key: each })))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(both.flatMap((reply) => (reply.status === 422 ? failure(reply) : []))).toEqual([
      422,
      'validation_failed',
      ['/body/project_id', 'too_many'],
    ])
  })

  test('is not deleted while something uses it, and its choices outlive it', async () => {
    const { id } = await topics.made('busy')
    const { id: contact } = await topics.contact('busy@topics.example')
    expect((await topics.choose(contact, 'busy', false)).status).toBe(200)
    const refused = async (user: string) => {
      const reply = await topics.remove(id)
      expect(failure(reply)).toEqual([409, 'invalid_state'])
      expect(reply.body.error.message).toContain(user)
    }
    const campaign = await campaigns.made({ topic: 'busy' })
    await refused(campaign)
    expect((await campaigns.update(campaign, { topic: null })).body.topic).toBeNull()

    const rule = { not: { topic: { topic: 'busy', is: 'subscribed' } } }
    const segment = await campaigns.segment(tenant.testProject, rule)
    await refused(segment)
    expect(
      (await call(service.url, 'DELETE', `/v1/segments/${segment}`, { key: campaigns.session })).status,
    ).toBe(204)

    const template = await automations.template()
    const steps = [{ key: 'mail', send: { template_id: template, topic: 'busy' } }]
    const automation = await automations.made({ steps })
    await refused(automation)
    await automations.createVersion(automation)
    const judging = await automations.made({ entry_rule: rule })
    await refused(judging)
    await automations.createVersion(judging)

    expect((await topics.remove(id)).status).toBe(204)
    expect(failure(await topics.remove(id))).toEqual([404, 'not_found'])
    expect((await topics.shown(contact)).topics).toEqual({ busy: false })
    expect(failure(await topics.choose(contact, 'busy', true))).toEqual([404, 'not_found'])
    await topics.made('busy')
    expect((await topics.of(contact)).topics).toContainEqual(
      expect.objectContaining({ key: 'busy', subscribed: false }),
    )
  })
})

describe('a contact', () => {
  test('has the default of a topic until it chooses, and each choice is kept as proof', async () => {
    const { id: topicId } = await topics.made('choices')
    const { id, topics: none } = await topics.contact('ada@topics.example')
    expect(none).toEqual({})
    const shown = async () => (await topics.of(id)).topics.find((each) => each.key === 'choices')
    expect(await shown()).toEqual({ key: 'choices', name: 'News', subscribed: true, chosen_at: null })
    await patch(topicId, { default_subscribed: false })
    expect(await shown()).toMatchObject({ subscribed: false, chosen_at: null })

    const proof = { source: 'Preference page', ip_address: '2001:DB8::0007', user_agent: 'Mozilla/5.0' }
    const { body: chosen } = await topics.choose(id, 'choices', true, proof)
    expect(chosen).toEqual({
      key: 'choices',
      name: 'News',
      subscribed: true,
      chosen_at: expect.any(String) as string,
    })
    // Once more is no other choice, and says so.
    expect((await topics.choose(id, 'choices', true)).body).toEqual(chosen)
    expect(await shown()).toEqual(chosen)
    expect((await topics.shown(id)).topics).toEqual({ choices: true })
    expect((await topics.choose(id, 'choices', false)).body).toMatchObject({ subscribed: false })
    expect(await topics.consents(id)).toEqual([
      {
        topic: 'choices',
        action: 'unsubscribed',
        at: expect.any(String) as string,
        source: 'api',
        ip_address: null,
        user_agent: null,
      },
      { topic: 'choices', action: 'subscribed', at: chosen.chosen_at, ...proof, ip_address: '2001:db8::7' },
    ])
    expect(await topics.events('ada@topics.example')).toEqual(
      [
        { subscribed: false, source: 'api' },
        { subscribed: true, source: 'Preference page' },
      ].map((each) => ({
        ...{ contact_id: id, email: 'ada@topics.example', topic: 'choices', ...each },
        ...{ campaign_id: null, automation_id: null, message_id: null, log_id: null },
      })),
    )
    const wrong = await topics.choose(id, 'choices', true, { ip_address: '1.2.3' })
    expect(wrong.status).toBe(422)
    expect(failure(await topics.choose(id, 'none', true))).toEqual([404, 'not_found'])
    const { text } = await call(service.url, 'GET', '/v1/contacts/export?email=ada@topics.example', {
      key,
      headers: { Accept: 'text/csv' },
    })
    expect(text.split(/\r?\n/)[0]).toMatch(/,topics$/)
    expect(text).toContain('"{""choices"":false}"')
  })

  test('that chooses at once many times has one choice', async () => {
    await topics.made('at-once')
    const { id } = await topics.contact('many@topics.example')
    const replies = await Promise.all(Array.from({ length: 6 }, () => topics.choose(id, 'at-once', false)))
    expect(replies.map(({ status, body }) => [status, body.subscribed as unknown])).toEqual(
      replies.map(() => [200, false]),
    )
    expect(await topics.consents(id)).toHaveLength(1)
    expect(await topics.events('many@topics.example')).toHaveLength(1)
  })

  test('takes its choices along when it is deleted or erased', async () => {
    await topics.made('gone')
    const consentsOf = async (contact: string) => {
      const sql = 'select from topic_consents where contact_id = $1'
      return (await service.sql.query(sql, [fromTypeId('con', contact)])).rowCount
    }
    const [deleted, erased] = [await topics.contact('d@gone.example'), await topics.contact('e@gone.example')]
    for (const { id } of [deleted, erased]) {
      await topics.choose(id, 'gone', false)
      await topics.choose(id, 'gone', true)
      expect(await consentsOf(id)).toBe(2)
    }
    expect((await call(service.url, 'DELETE', `/v1/contacts/${deleted.id}`, { key })).status).toBe(204)
    expect(await consentsOf(deleted.id)).toBe(0)
    const body = { email: 'e@gone.example' }
    const reply = await call(service.url, 'POST', '/v1/compliance/deletions', { key, body })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.erased).toMatchObject({ contacts: 1, topic_consents: 2 })
    expect(await consentsOf(erased.id)).toBe(0)
    const { body: events } = await call(service.url, 'GET', '/v1/events?type=contact.topic_changed', { key })
    expect(JSON.stringify(events)).not.toContain('e@gone.example')
  })
})

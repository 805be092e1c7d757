import knex, { type Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId, newUuid, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { Wakes } from '../../../../server/platform/queue/wakes/wakes.js'
import { subscriptionActions } from '../../../../server/product/audience/subscriptions/actions.js'
import type { SubscriptionActions } from '../../../../server/product/audience/subscriptions/pages/actions.js'
import { call } from '../../../support/api/api.js'
import {
  campaignFigures,
  insertCampaign,
  insertCampaignMail,
} from '../../../support/campaigns/campaign-rows.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { topicCalls, type TopicCalls } from '../../../support/audience/topics.js'

/** Tests what people can do with the link of a mail of a topic, and their choices about all topics. */

let service: TestService
let tenant: Tenant
let topics: TopicCalls
let db: Knex
let actions: SubscriptionActions

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  topics = topicCalls(service.url, await tenant.key(), tenant.liveProject)
  db = knex({ client: 'pg', connection: service.config.databaseUrl ?? '', pool: { min: 0, max: 4 } })
  actions = subscriptionActions(db, new Wakes())
  await topics.made('news', { description: 'Monthly', translations: { de: { name: 'Neues' } } })
  await topics.made('digest', { default_subscribed: false })
})
afterAll(() => db.destroy())

const consent = <Source extends 'page' | 'one_click'>(source: Source) => ({
  ...{ at: new Date(), ip: '203.0.113.7', userAgent: 'Mozilla/5.0', source },
})

/** A contact with a mail of a campaign, and the link of it. */
async function recipient(email: string) {
  const { workspaceId } = tenant
  const { id } = await topics.contact(email)
  const contactId = fromTypeId('con', id)
  const projectId = fromTypeId('prj', tenant.liveProject)
  const campaignId = await insertCampaign(service.sql, workspaceId, projectId)
  const mail = { workspaceId, projectId, campaignId, contactId, email, status: 'delivered' as const }
  const { logId, messageId } = await insertCampaignMail(service.sql, mail)
  return { id, campaignId, messageId, link: { workspaceId, contactId, logId } }
}

const acts = async (contactId: Uuid) => {
  const sql = `select operation, actor_kind, ip_address from audit_events
    where workspace_id = $1 and resource_id = $2 and actor_kind = 'link' order by id`
  return (await service.sql.query(sql, [tenant.workspaceId, toTypeId('con', contactId)])).rows
}

test('a link ends its topic once, with proof, event, figures and an entry of the audit log', async () => {
  const { id, campaignId, messageId, link } = await recipient('once@link.example')
  const { id: topicId } = await topics.made('linked')
  const end = { ...link, topicId: fromTypeId('top', topicId) }
  const ofMail = async () => {
    const { mailTopic, topics } = (await actions.findPreferences(end)) ?? {}
    return [mailTopic, topics?.find(({ key }) => key === mailTopic)?.subscribed]
  }
  expect(await ofMail()).toEqual(['linked', true])
  const outcomes = await Promise.all(
    Array.from({ length: 3 }, () => actions.endTopic({ ...end, consent: consent('one_click') })),
  )
  expect(outcomes.sort()).toEqual(['already_unsubscribed', 'already_unsubscribed', 'unsubscribed'])
  expect(await topics.shown(id)).toMatchObject({ topics: { linked: false }, unsubscribed_at: null })
  expect(await topics.consents(id)).toMatchObject([
    { topic: 'linked', action: 'unsubscribed', source: 'one_click', ip_address: '203.0.113.7' },
  ])
  expect(await topics.events('once@link.example')).toMatchObject([
    {
      ...{ topic: 'linked', subscribed: false, source: 'one_click', automation_id: null },
      campaign_id: toTypeId('cmp', campaignId),
      message_id: toTypeId('msg', messageId),
      log_id: toTypeId('log', link.logId),
    },
  ])
  expect(await campaignFigures(service.sql, campaignId)).toMatchObject({ unsubscribed: 1 })
  expect(await acts(link.contactId)).toEqual([
    { operation: 'link.unsubscribe_topic', actor_kind: 'link', ip_address: null },
  ])
  expect(await ofMail()).toEqual(['linked', false])

  // Of a topic that is gone, it is a link of everything.
  expect((await topics.remove(topicId)).status).toBe(204)
  expect(await ofMail()).toEqual([undefined, undefined])
  expect(await actions.endTopic({ ...end, consent: consent('one_click') })).toBe('unsubscribed')
  expect((await topics.shown(id)).unsubscribed_at).not.toBeNull()
  const nobody = { ...end, contactId: newUuid(), consent: consent('one_click') }
  expect(await actions.endTopic(nobody)).toBe('gone')
})

test('preferences show all topics, and change together what differs', async () => {
  const { id, campaignId, link } = await recipient('pick@link.example')
  const { workspaceId, contactId } = link
  const shown = () => actions.findPreferences({ workspaceId, contactId })
  expect(await shown()).toMatchObject({
    senderName: expect.any(String) as string,
    email: 'pick@link.example',
    unsubscribed: false,
    design: null,
    topics: [
      {
        ...{ key: 'news', name: 'News', description: 'Monthly', subscribed: true },
        translations: { de: { name: 'Neues', description: null } },
      },
      { key: 'digest', name: 'News', description: null, subscribed: false, translations: {} },
    ],
  })
  const choose = (choices: Record<string, boolean>, unsubscribed = false) =>
    actions.choose({ ...link, choices, unsubscribed, consent: consent('page') })
  const states = async () => {
    const preferences = await shown()
    return [preferences?.unsubscribed, ...(preferences?.topics ?? []).map(({ subscribed }) => subscribed)]
  }

  // What is as it was leaves no trace, nor does what there is not.
  expect(await choose({ news: true, digest: false, other: true, constructor: true })).toBe('unchanged')
  expect(await topics.consents(id)).toEqual([])
  expect(await choose({ news: false, digest: true })).toBe('changed')
  expect(await states()).toEqual([false, false, true])
  expect(await choose({ news: false, digest: true })).toBe('unchanged')
  expect((await topics.consents(id)).map(({ topic, action, source }) => [topic, action, source])).toEqual([
    ['digest', 'subscribed', 'page'],
    ['news', 'unsubscribed', 'page'],
  ])
  expect(await topics.events('pick@link.example')).toHaveLength(2)
  expect(await campaignFigures(service.sql, campaignId)).toMatchObject({ unsubscribed: 1 })

  // What says nothing of everything leaves it.
  expect(await actions.choose({ ...link, choices: {}, consent: consent('page') })).toBe('unchanged')
  expect(await choose({ news: true }, true)).toBe('changed')
  expect(await actions.choose({ ...link, choices: {}, consent: consent('page') })).toBe('unchanged')
  expect(await states()).toEqual([true, true, true])
  expect(await choose({}, true)).toBe('unchanged')
  expect(await choose({})).toBe('changed')
  expect(await states()).toEqual([false, true, true])
  expect((await topics.shown(id)).unsubscribed_at).toBeNull()
  const { body: events } = await call(service.url, 'GET', '/v1/events?type=contact.resubscribed', {
    key: await tenant.key(),
  })
  expect(events.data).toMatchObject([
    { data: { contact_id: id, source: 'page', log_id: toTypeId('log', link.logId) } },
  ])
  expect((await acts(contactId)).map(({ operation }) => operation as string)).toEqual([
    'link.choose_topics',
    'link.choose_topics',
    'link.unsubscribe',
    'link.resubscribe',
  ])
  const gone = { ...link, contactId: newUuid(), choices: {}, unsubscribed: false, consent: consent('page') }
  expect(await actions.choose(gone)).toBe('gone')
  expect(await actions.findPreferences({ workspaceId, contactId: newUuid() })).toBeUndefined()
})

test('of choices at once each takes effect once', async () => {
  const { id, link } = await recipient('race@link.example')
  const choice = { ...link, choices: { news: false }, unsubscribed: true, consent: consent('page') }
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => actions.choose(choice)))
  expect(outcomes.filter((outcome) => outcome === 'changed')).toHaveLength(1)
  expect(await topics.consents(id)).toHaveLength(1)
})

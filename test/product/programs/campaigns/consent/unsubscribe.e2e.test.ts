import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId, toTypeId } from '../../../../../server/platform/db/ids.js'
import { call } from '../../../../support/api/api.js'
import {
  campaignCalls,
  newsletter,
  type CampaignCalls,
} from '../../../../support/campaigns/campaign-calls.js'
import { insertContacts, untilStatus, untilTried } from '../../../../support/campaigns/campaigns.js'
import { eventFindings } from '../../../../support/api/contract.js'
import { inbox } from '../../../../support/messages/mail.js'
import { addList, ask, pathIn } from '../../../../support/audience/opt-in.js'
import { startTestService, type TestService } from '../../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'
import { topicCalls } from '../../../../support/audience/topics.js'
import { until } from '../../../../support/time/until.js'

/** The way out of a campaign that each of its mails shows (RFC 8058), from the mail to the figures. */

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api,delivery,programs,sink' },
    delivery: { pollMs: 20 },
    programs: { pollMs: 20, fullMs: 20 },
  })
})
afterAll(() => service.stop())

interface Sent {
  readonly tenant: Tenant
  readonly campaigns: CampaignCalls
  readonly id: string
  readonly key: string
}

const mailTo = (email: string) =>
  until(
    async () => (await inbox(service.url, email)).find(({ subject }) => subject === newsletter.subject),
    `mail to ${email}`,
  )

/** A mail of a campaign with its one link, which is in the header and in both bodies. */
async function linkIn(email: string): Promise<string> {
  const mail = await mailTo(email)
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const [, link = ''] = /^<(.*)>$/.exec(String(mail.headers['list-unsubscribe'])) ?? []
  expect(link).toMatch(new RegExp(`^${service.credentials.base_url}/subscriptions/unsubscribe/[\\w-]+$`))
  expect(mail.html).toContain(`<a href="${link}">leave</a>`)
  expect(mail.text).toContain(`leave: ${link}`)
  return link
}

const oneClick = (link: string) =>
  call(service.url, 'POST', pathIn(link), {
    raw: 'List-Unsubscribe=One-Click',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })

/** The one event of a type, in the tenant's workspace. */
async function eventOf({ key }: Sent, type: string): Promise<Record<string, unknown>> {
  const { body } = await call(service.url, 'GET', `/v1/events?type=${type}&limit=10`, { key })
  const events = body.data as { type: string; data: Record<string, unknown> }[]
  expect(events.map((event) => eventFindings(event)).filter((found) => found !== undefined)).toEqual([])
  expect(events).toHaveLength(1)
  return events[0]?.data ?? {}
}

/** Visits the page of a link as a browser does. */
const visit = (link: string) => call(service.url, 'GET', pathIn(link), { headers: { Accept: 'text/html' } })

/** Sends a campaign whose last recipient waits for an hour, so that it is still being sent. */
async function send(tenant: Tenant, campaigns: CampaignCalls, audience: object): Promise<Sent> {
  const id = await campaigns.made({ audience, rate_per_hour: 1 })
  expect((await campaigns.schedule(id)).status).toBe(200)
  return { tenant, campaigns, id, key: await tenant.key() }
}

async function newTenant(emails: readonly string[]) {
  const tenant = await addTenant(service)
  const campaigns = await campaignCalls(service, tenant)
  const { workspaceId, testProject: project } = tenant
  await insertContacts(service.sql, { workspaceId, project }, emails)
  return { tenant, campaigns }
}

test('one click in a mail to a list ends the subscription, and is counted', async () => {
  const emails = ['ada@list.example', 'later@list.example']
  const { tenant, campaigns } = await newTenant(emails)
  const optIn = { url: service.url, key: await tenant.key(), project: tenant.testProject }
  const list = await addList(optIn)
  const asked: string[] = []
  for (const email of emails) asked.push((await ask(optIn, list, email)).subscription.id)
  await service.sql.query(`update subscriptions set status = 'confirmed' where workspace_id = $1`, [
    tenant.workspaceId,
  ])
  const sent = await send(tenant, campaigns, { list_id: list })
  const link = await linkIn('ada@list.example')
  const { headers } = await mailTo('ada@list.example')
  expect(headers['list-id']).toMatch(new RegExp(` <${list.replace('_', '-')}\\.list\\.[a-z.]+>$`))
  expect(headers['feedback-id']).toMatch(new RegExp(`^${sent.id}:prj_\\w+:ws_\\w+:postseal$`))
  await untilTried(service.sql, sent.id)
  expect((await visit(link)).text).toMatch(/<form[^>]* method="post"/i)
  expect((await oneClick(link)).status).toBe(200)
  // Once is enough.
  expect((await oneClick(link)).status).toBe(200)

  const path = `/v1/subscriber-lists/${list}/subscriptions/${asked[0]}`
  expect((await call(service.url, 'GET', path, { key: optIn.key })).body.status).toBe('unsubscribed')
  expect(await eventOf(sent, 'message.unsubscribed')).toMatchObject({
    email: 'ada@list.example',
    source: 'one_click',
    list_id: list,
  })
  const { body: stats } = await campaigns.stats(sent.id)
  expect(stats).toMatchObject({ unsubscribed: 1, by_status: { delivered: 1, pending: 1 } })
  expect(stats.over_time).toMatchObject([{ delivered: 1, unsubscribed: 1 }])
  // It is a way out of the list, and of nothing else.
  const { rows } = await service.sql.query(
    'select from contacts where workspace_id = $1 and unsubscribed_at is null',
    [tenant.workspaceId],
  )
  expect(rows).toHaveLength(2)
})

test('one click in a campaign without a list opts the contact out of campaigns, and is counted', async () => {
  const { tenant, campaigns } = await newTenant(['bob@contacts.example', 'later@contacts.example'])
  const sent = await send(tenant, campaigns, {})
  const link = await linkIn('bob@contacts.example')
  const { headers } = await mailTo('bob@contacts.example')
  const project = tenant.testProject.replace('_', '-')
  expect(headers['list-id']).toMatch(new RegExp(`^\\S.* <${project}\\.list\\.[a-z.]+>$`))
  await untilTried(service.sql, sent.id)
  expect((await oneClick(link)).status).toBe(200)
  expect((await oneClick(link)).status).toBe(200)
  const { rows } = await service.sql.query<{ id: string }>(
    'select id from contacts where workspace_id = $1 and unsubscribed_at is not null',
    [tenant.workspaceId],
  )
  expect(rows).toHaveLength(1)
  expect(await eventOf(sent, 'contact.unsubscribed')).toMatchObject({
    email: 'bob@contacts.example',
    contact_id: toTypeId('con', rows[0]?.id ?? ''),
    campaign_id: sent.id,
    source: 'one_click',
  })
  expect((await campaigns.stats(sent.id)).body).toMatchObject({
    unsubscribed: 1,
    by_status: { delivered: 1, pending: 1 },
  })

  // The next campaign leaves the contact out.
  const next = await campaigns.made()
  await campaigns.schedule(next)
  expect(await untilStatus(campaigns, next, 'sent')).toMatchObject({ audience_total: 1 })
  await untilTried(service.sql, next)
  const { rowCount } = await service.sql.query(
    'select from message_logs where campaign_id = $1 and address = $2',
    [fromTypeId('cmp', next), 'bob@contacts.example'],
  )
  expect(rowCount).toBe(0)
})

test('a preview has the hash of the message, whose content hides the link of its recipient', async () => {
  const { tenant, campaigns } = await newTenant(['eve@preview.example', 'later@preview.example'])
  const sent = await send(tenant, campaigns, {})
  const link = await linkIn('eve@preview.example')
  const { body: recipients } = await campaigns.recipients(sent.id, '?limit=10')
  const { contact_id, message_id } = (
    recipients.data as { contact_id: string; message_id: string | null }[]
  ).find((recipient) => recipient.message_id !== null) ?? { contact_id: '', message_id: '' }
  const { body: preview } = await campaigns.post(sent.id, 'preview', { contact_id })
  const { body: content } = await call(service.url, 'GET', `/v1/messages/${message_id}/content`, {
    key: sent.key,
  })
  expect(preview.mail.content_sha256).toBe(content.content_sha256)
  expect([preview.mail.text, preview.mail.html]).toEqual([content.text, content.html])
  expect(JSON.stringify([preview, content])).not.toContain(link)
  expect(content.text).toContain(`${service.credentials.base_url}/subscriptions/unsubscribe/preview`)
})

test('one click in a mail of a topic ends the topic alone, and leaves the contact out of the next one', async () => {
  const { tenant, campaigns } = await newTenant([
    'mia@topic.example',
    'off@topic.example',
    'late@topic.example',
  ])
  const key = await tenant.key()
  const topics = topicCalls(service.url, key, tenant.testProject)
  await topics.made('news')
  const idOf = async (email: string) => (await topics.contact(email)).id
  const [mia, off, late] = [
    await idOf('mia@topic.example'),
    await idOf('off@topic.example'),
    await idOf('late@topic.example'),
  ]
  await topics.choose(off, 'news', false)
  // To a list as well: the link of the topic wins.
  const optIn = { url: service.url, key, project: tenant.testProject }
  const list = await addList(optIn)
  for (const email of ['mia@topic.example', 'off@topic.example', 'late@topic.example']) {
    await ask(optIn, list, email)
  }
  await service.sql.query(`update subscriptions set status = 'confirmed' where workspace_id = $1`, [
    tenant.workspaceId,
  ])
  const made = await campaigns.made({ audience: { list_id: list }, rate_per_hour: 1, topic: 'news' })
  expect((await campaigns.post(made, 'check')).body).toMatchObject({
    reached: { value: 2 },
    left_out: [{ reason: 'topic_unsubscribed', estimate: { value: 1 } }],
  })
  expect((await campaigns.post(made, 'preview', { contact_id: off })).body.recipient).toEqual({
    ...{ contact_id: off, included: false, reason: 'topic_unsubscribed', path: null },
  })
  expect((await campaigns.schedule(made)).status).toBe(200)
  const link = await linkIn('mia@topic.example')
  await untilTried(service.sql, made)
  expect((await campaigns.get(made)).body).toMatchObject({ topic: 'news', audience_total: 2 })
  expect((await visit(link)).text).toContain('<bdi>News</bdi>')
  // Nothing happens by looking.
  expect((await topics.shown(mia)).topics).toEqual({})
  for (let times = 0; times < 2; times += 1) expect((await oneClick(link)).status).toBe(200)
  expect(await topics.shown(mia)).toMatchObject({ topics: { news: false }, unsubscribed_at: null })
  expect(await topics.consents(mia)).toMatchObject([{ action: 'unsubscribed', source: 'one_click' }])
  expect(await topics.events('mia@topic.example')).toMatchObject([
    { topic: 'news', subscribed: false, source: 'one_click', campaign_id: made },
  ])
  expect((await campaigns.stats(made)).body).toMatchObject({ unsubscribed: 1 })
  const { rows } = await service.sql.query(
    `select distinct status from subscriptions where workspace_id = $1`,
    [tenant.workspaceId],
  )
  expect(rows).toEqual([{ status: 'confirmed' }])

  // Who leaves once the audience is known is skipped when the mail is made.
  expect((await topics.choose(late, 'news', false)).status).toBe(200)
  // A change of the rate has effect at once after a pause.
  await campaigns.post(made, 'pause')
  await campaigns.update(made, { rate_per_hour: null })
  await campaigns.post(made, 'resume')
  const sent = await untilStatus(campaigns, made, 'sent')
  expect(sent).toMatchObject({ progress: { released: 1, skipped: 1 } })
  expect((await campaigns.recipients(made, '?status=skipped')).body.data).toMatchObject([
    { contact_id: late, reason: 'topic_unsubscribed' },
  ])
  // The next one of the topic is to nobody, another one to all.
  const next = await campaigns.made({ topic: 'news', audience: { list_id: list } })
  await campaigns.schedule(next)
  expect(await untilStatus(campaigns, next, 'sent')).toMatchObject({ audience_total: 0 })
  const other = await campaigns.made({ audience: { list_id: list } })
  await campaigns.schedule(other)
  expect(await untilStatus(campaigns, other, 'sent')).toMatchObject({ audience_total: 3 })
})

test('mail of a topic is not tried again for who has left the topic, nor for who has left all', async () => {
  const { tenant, campaigns } = await newTenant(['zoe@queued.example', 'later@queued.example'])
  const topics = topicCalls(service.url, await tenant.key(), tenant.testProject)
  await topics.made('news')
  const { id } = await topics.contact('zoe@queued.example')
  const made = await campaigns.made({ topic: 'news', rate_per_hour: 1 })
  await campaigns.schedule(made)
  await linkIn('zoe@queued.example')
  await untilTried(service.sql, made)
  await topics.choose(id, 'news', false)
  const { rows } = await service.sql.query<{ id: string; topic: string }>(
    `update message_logs set status = 'bounced' where campaign_id = $1 returning id, topic`,
    [fromTypeId('cmp', made)],
  )
  expect(rows.map(({ topic }) => topic)).toEqual(['news'])
  const log = toTypeId('log', rows[0]?.id ?? '')
  const retry = () => call(service.url, 'POST', `/v1/message-logs/${log}/retry`, { key: campaigns.session })
  expect((await retry()).body.error).toMatchObject({ code: 'address_suppressed' })
  await topics.choose(id, 'news', true)
  // Opting out of everything wins over every topic.
  await topics.contact('zoe@queued.example', { unsubscribed: true })
  expect((await retry()).body.error).toMatchObject({ code: 'address_suppressed' })
})

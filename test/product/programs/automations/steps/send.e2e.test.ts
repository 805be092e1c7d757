import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { optOut } from '../../../../../server/product/audience/contacts/opt-out.js'
import { fromTypeId, newUuid, toTypeId, type Uuid } from '../../../../../server/platform/db/ids.js'
import { releaseBlocked } from '../../../../../server/product/programs/automations/engine/unblock.js'
import type { ShownContact } from '../../../../../server/product/programs/automations/steps/send/render-send.js'
import type { Send } from '../../../../../server/product/programs/automations/steps/send/source.js'
import { call } from '../../../../support/api/api.js'
import {
  automationMail,
  orderMail,
  receipt,
  type AutomationMail,
} from '../../../../support/automations/automation-mail-calls.js'
import { openMailEngine, type MailEngine } from '../../../../support/automations/automation-mail.js'
import { setHalted } from '../../../../support/campaigns/campaigns.js'
import { inbox } from '../../../../support/messages/mail.js'
import { addList, ask, pathIn } from '../../../../support/audience/opt-in.js'
import { startTestService, type TestService } from '../../../../support/service/service.js'
import { topicCalls } from '../../../../support/audience/topics.js'
import { until } from '../../../../support/time/until.js'

/** Mail of automations, from the step to the sink and back. */

let service: TestService
let engine: MailEngine
beforeAll(async () => {
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api,delivery,sink' },
    delivery: { pollMs: 20 },
  })
  engine = await openMailEngine(service)
})
afterAll(async () => {
  await engine.close()
  await service.stop()
})

let rig: AutomationMail
beforeEach(async () => {
  rig = await automationMail(service, engine)
})

const mailTo = (email: string, subject: string) =>
  until(
    async () => (await inbox(service.url, email)).find((mail) => mail.subject === subject),
    `the mail ${subject} to ${email}`,
  )
const oneClick = (link: string) =>
  call(service.url, 'POST', pathIn(link), {
    raw: 'List-Unsubscribe=One-Click',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })

test('a mail shows what its preview showed, names its automation, and is a way out of others', async () => {
  const { calls, automation, start, work, find, messagesOf, contentOf, logOf, eventsOf, shownTo } = rig
  const [template, receipts] = [
    await calls.templates.published(orderMail),
    await calls.templates.published(receipt),
  ]
  const email = 'ada@mail.example'
  const contact = await calls.contact(email, { name: 'Ada', properties: { total: 7 } })
  const send: Send = { template_id: template, variables: { code: 'WELCOME' } }
  const sender = { from_name: 'Ada’s shop', reply_to: [{ email: 'help@shop.example' }], category: 'orders' }
  const of = await automation([send, { template_id: receipts, transactional: true }], sender)
  const data = { number: 'A-1', code: 'not this one' }
  const ada = { email, name: 'Ada', properties: { total: 7 }, isOptedOut: false, topics: {} }
  const shown = await shownTo(of, send, ada, data)
  expect(shown).toMatchObject({ kind: 'mail', version: 1, subject: 'Order A-1' })

  const run = await start(of, contact, data)
  await work()
  expect((await find(run)).path).toEqual(['mail_1 done', 'mail_2 done'])
  const [message, second] = await messagesOf(run)
  const automationId = toTypeId('aut', of.id)
  expect(message).toMatchObject({
    automation_run_id: toTypeId('run', run),
    subject: 'Order A-1',
    from_email: 'hello@shop.example',
    from_name: 'Ada’s shop',
    category: 'orders',
    campaign_id: null,
    list_id: null,
    template: { template_id: template, version: 1, locale: null },
  })
  const mail = await mailTo(email, 'Order A-1')
  expect(mail.headers).toMatchObject({
    'auto-submitted': 'auto-generated',
    'reply-to': 'help@shop.example',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'list-id': expect.stringMatching(/^\S.* <prj-[0-9a-z]{26}\.list\.shop\.example>$/) as string,
    'feedback-id': expect.stringMatching(/^aut_[0-9a-z]{26}:prj_\w+:ws_\w+:postseal$/) as string,
  })
  const [, link = ''] = /^<(.*)>$/.exec(String(mail.headers['list-unsubscribe'])) ?? []
  expect(mail.text).toContain(`Ada: WELCOME, 7 €, leave: ${link}`)
  expect(mail.html).toContain(`<a href="${link}">leave</a>`)
  const content = await contentOf(message?.id)
  expect(shown).toHaveProperty('contentSha256', content.content_sha256)
  const preview = { contact_id: contact, variables: { number: 'A-1', code: 'WELCOME', total: 7 } }
  const previewed = await call(service.url, 'POST', `/v1/templates/${template}/preview`, {
    key: calls.session,
    body: preview,
  })
  expect(previewed.body.content_sha256).toBe(content.content_sha256)
  expect(content).toMatchObject({ headers: { 'Auto-Submitted': 'auto-generated' }, list_unsubscribe: null })
  expect(JSON.stringify(content)).not.toContain(link)
  expect(content.text).toContain(`${service.credentials.base_url}/subscriptions/unsubscribe/preview`)

  // The second one was asked for: nobody leaves by it.
  const { headers } = await mailTo(email, 'Receipt')
  expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated' })
  expect(headers).not.toHaveProperty('list-unsubscribe')
  expect(headers).not.toHaveProperty('list-id')
  expect(await contentOf(second?.id)).toMatchObject({ text: 'Thank you.', list_unsubscribe: null })
  await until(async () => (await logOf(message?.id))?.['status'] === 'delivered', 'the delivery')
  expect(await logOf(message?.id)).toMatchObject({ automation_id: automationId, campaign_id: null })
  expect(await eventsOf('message.delivered')).toContainEqual(
    expect.objectContaining({ message_id: message?.id, automation_id: automationId }),
  )
  expect(await eventsOf('message.accepted')).toEqual([])

  expect((await oneClick(link)).status).toBe(200)
  expect(await eventsOf('contact.unsubscribed')).toMatchObject([
    { email, source: 'one_click', campaign_id: null, automation_id: automationId, message_id: message?.id },
  ])
  const next = await start(of, contact, data)
  await work()
  expect((await find(next)).path).toEqual(['mail_1 skipped opted_out', 'mail_2 done'])
  await mailTo(email, 'Receipt')
})

test('who opts out once the mail is queued gets none but what was asked for', async () => {
  const { tenant, calls, automation, start, work, messagesOf, logOf, eventsOf } = rig
  const [template, receipts] = [await calls.template(), await calls.templates.published(receipt)]
  const email = 'bob@late.example'
  const contact = await calls.contact(email)
  const of = await automation([{ template_id: template }, { template_id: receipts, transactional: true }])
  const contactId = fromTypeId('con', contact)
  const run = await start(of, contact)
  engine.afterSend = (tx) =>
    optOut(tx, tenant.workspaceId, contactId, { at: new Date(), source: 'automation', automationId: of.id })
  await work()
  await mailTo(email, 'Receipt')
  const [message] = await messagesOf(run)
  const log = await until(async () => {
    const found = await logOf(message?.id)
    return found?.['status'] === 'suppressed' && found
  }, 'the mail to be withheld')
  expect(log['suppression_reason']).toBe('opted_out')
  expect(await inbox(service.url, email)).toHaveLength(1)
  const automation_id = toTypeId('aut', of.id)
  expect(await eventsOf('message.suppressed')).toMatchObject([{ reason: 'opted_out', automation_id }])
  expect(await eventsOf('contact.unsubscribed')).toMatchObject([
    { source: 'automation', automation_id, campaign_id: null, message_id: null },
  ])
})

test('mail to a list is for those who confirmed it, and ends their subscription', async () => {
  const { tenant, calls, automation, start, work, find, messagesOf, eventsOf, shownTo } = rig
  const optIn = { url: service.url, key: calls.apiKey, project: tenant.testProject }
  const list = await addList(optIn)
  const emails = ['eve@list.example', 'pending@list.example']
  const subscribed: string[] = []
  for (const email of emails) subscribed.push((await ask(optIn, list, email)).subscription.id)
  const contacts = await Promise.all(emails.map((email) => calls.contact(email)))
  await service.sql.query(`update subscriptions set status = 'confirmed' where id = $1`, [
    fromTypeId('sub', subscribed[0] ?? ''),
  ])
  const receipts = await calls.templates.published(receipt)
  const of = await automation(
    [{ template_id: await calls.template() }, { template_id: receipts, transactional: true }],
    { list_id: list },
  )
  const runs = await Promise.all(contacts.map((contact) => start(of, contact)))
  await work()
  expect(await Promise.all(runs.map(async (run) => (await find(run)).path))).toEqual([
    ['mail_1 done', 'mail_2 done'],
    ['mail_1 skipped not_confirmed', 'mail_2 done'],
  ])
  expect(await messagesOf(runs[0] as Uuid)).toMatchObject([{ list_id: list }, { list_id: null }])
  const [send] = of.definition.steps.map((step) => step.send as Send) as [Send]
  const shown = (email: string, more: Partial<ShownContact> = {}) =>
    shownTo(of, send, { email, name: null, properties: {}, isOptedOut: false, ...more })
  expect(await shown('eve@list.example')).toMatchObject({ kind: 'mail', subject: 'Welcome' })
  expect(await shown('Pending@list.example')).toMatchObject({ outcome: 'skipped', reason: 'not_confirmed' })
  expect(await shown('new@list.example', { confirmedLists: [list] })).toMatchObject({ kind: 'mail' })
  expect(await shown('eve@list.example', { confirmedLists: [] })).toMatchObject({ reason: 'not_confirmed' })
  const mail = await mailTo('eve@list.example', 'Welcome')
  const [, link = ''] = /^<(.*)>$/.exec(String(mail.headers['list-unsubscribe'])) ?? []
  expect((await oneClick(link)).status).toBe(200)
  expect(await eventsOf('message.unsubscribed')).toMatchObject([
    { list_id: list, source: 'one_click', automation_id: toTypeId('aut', of.id) },
  ])
  expect(await eventsOf('contact.unsubscribed')).toEqual([])
})

test('a halted workspace sends nothing, and its runs go on once it may', async () => {
  const { tenant, calls, automation, start, work, find, messagesOf } = rig
  const of = await automation([{ template_id: await calls.template() }])
  const contacts = [await calls.contact('one@halt.example'), await calls.contact('two@halt.example')]
  const run = await start(of, contacts[0] as string)
  // After the mail was rendered, and before.
  engine.afterPreparation = () => setHalted(service.sql, tenant.workspaceId, true)
  await work()
  const other = await start(of, contacts[1] as string)
  await work()
  for (const id of [run, other]) {
    expect(await find(id)).toMatchObject({
      status: 'running',
      blocked_by: 'sending_halted',
      path: [],
      attempts: 0,
    })
    expect(await messagesOf(id)).toEqual([])
  }
  await setHalted(service.sql, tenant.workspaceId, false)
  expect(await releaseBlocked(engine.db, engine.clock.now(), () => false)).toBe(2)
  await work()
  for (const id of [run, other]) expect((await find(id)).path).toEqual(['mail_1 done'])
})

test('a workspace without recipients left holds its runs, and they go on once it has some', async () => {
  const { tenant, calls, automation, start, work, find, messagesOf } = rig
  const { sql } = service
  await sql.query(
    `insert into workspace_quotas (workspace_id, day, day_limit, day_left, month, month_limit, month_left)
     values ($1, now() at time zone 'UTC', 9, 2, date_trunc('month', now() at time zone 'UTC'), null, null)`,
    [tenant.workspaceId],
  )
  const of = await automation([{ template_id: await calls.template() }])
  const runs: string[] = []
  for (const name of ['one', 'two', 'three', 'four']) {
    runs.push(await start(of, await calls.contact(`${name}@quota.example`)))
  }
  await sql.query(`update automation_runs set environment = 'live' where workspace_id = $1`, [
    tenant.workspaceId,
  ])
  await work()
  const blocked = async () => {
    const found = await Promise.all(runs.map((id) => find(id)))
    return found.filter(({ blocked_by: by }) => by === 'quota_exceeded').length
  }
  expect(await blocked()).toBe(2)
  expect((await Promise.all(runs.map((id) => messagesOf(id)))).flat()).toHaveLength(2)
  const release = () => releaseBlocked(engine.db, engine.clock.now(), () => false)
  expect(await release()).toBe(0)
  await sql.query('update workspace_quotas set day_left = 1 where workspace_id = $1', [tenant.workspaceId])
  expect(await release()).toBe(2)
  await work()
  expect(await blocked()).toBe(1)
  await sql.query('delete from workspace_quotas where workspace_id = $1', [tenant.workspaceId])
  expect(await release()).toBe(1)
  await work()
  for (const id of runs) expect((await find(id)).path).toEqual(['mail_1 done'])
})

test('mail of a topic is for those who want it, and one click ends the topic alone', async () => {
  const { tenant, calls, automation, start, work, find, messagesOf, eventsOf, shownTo } = rig
  const topics = topicCalls(service.url, calls.apiKey, tenant.testProject)
  await topics.made('tips')
  const template = await calls.templates.published(orderMail)
  const email = 'ida@topic.example'
  const contact = await calls.contact(email, { properties: { total: 7 } })
  const send: Send = { template_id: template, topic: 'tips', variables: { code: 'C', number: 'A-1' } }
  const { topic: _topic, ...ofNoTopic } = send
  const of = await automation([send, ofNoTopic])
  const shown = (id?: Uuid) =>
    shownTo(of, send, { email, name: null, properties: { total: 7 }, isOptedOut: false, ...(id && { id }) })
  expect(await shown()).toMatchObject({ kind: 'mail' })
  const off = await calls.contact('off@tips.example')
  expect((await topics.choose(off, 'tips', false)).status).toBe(200)
  expect(await shown(fromTypeId('con', off))).toMatchObject({
    outcome: 'skipped',
    reason: 'topic_unsubscribed',
  })

  const run = await start(of, contact)
  await work()
  expect((await find(run)).path).toEqual(['mail_1 done', 'mail_2 done'])
  const [message] = await messagesOf(run)
  const mails = await until(async () => {
    const found = await inbox(service.url, email)
    return found.length === 2 && found
  }, 'both mails')
  const links = mails.map(({ headers }) => String(headers['list-unsubscribe']).slice(1, -1))
  // The token of a topic is longer.
  const link = links.sort((one, other) => other.length - one.length)[0] ?? ''
  expect((await oneClick(link)).status).toBe(200)
  expect(await topics.shown(contact)).toMatchObject({ topics: { tips: false }, unsubscribed_at: null })
  const automationId = toTypeId('aut', of.id)
  expect((await eventsOf('contact.topic_changed')).slice(0, 1)).toMatchObject([
    { email, topic: 'tips', subscribed: false, source: 'one_click', automation_id: automationId },
  ])
  expect((await topics.events(email))[0]?.['message_id']).toBe(message?.id)

  const next = await start(of, contact)
  await work()
  expect((await find(next)).path).toEqual(['mail_1 skipped topic_unsubscribed', 'mail_2 done'])
})

test('who leaves a topic once its mail is queued does not get it', async () => {
  const { tenant, calls, automation, start, work, messagesOf, logOf } = rig
  const topics = topicCalls(service.url, calls.apiKey, tenant.testProject)
  await topics.made('late')
  const contact = await calls.contact('eva@topic.example')
  const of = await automation([{ template_id: await calls.template(), topic: 'late' }])
  const run = await start(of, contact)
  engine.afterSend = async ({ sql }) => {
    await sql('topic_consents').insert({
      ...{ workspace_id: tenant.workspaceId, contact_id: fromTypeId('con', contact), id: newUuid() },
      ...{
        project_id: fromTypeId('prj', tenant.testProject),
        topic: 'late',
        action: 'unsubscribed',
        at: new Date(),
      },
    })
  }
  await work()
  const [message] = await messagesOf(run)
  const log = await until(async () => {
    const found = await logOf(message?.id)
    return found?.['status'] === 'suppressed' && found
  }, 'the mail to be withheld')
  expect(log['suppression_reason']).toBe('topic_unsubscribed')
  expect(await inbox(service.url, 'eva@topic.example')).toEqual([])
})

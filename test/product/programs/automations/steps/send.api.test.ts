import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toTypeId, type Uuid } from '../../../../../server/platform/db/ids.js'
import type { Send } from '../../../../../server/product/programs/automations/steps/send/source.js'
import { call } from '../../../../support/api/api.js'
import { welcomeMail } from '../../../../support/automations/automation-calls.js'
import {
  automationMail,
  orderMail,
  receipt,
  type AutomationMail,
} from '../../../../support/automations/automation-mail-calls.js'
import { openMailEngine, type MailEngine } from '../../../../support/automations/automation-mail.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { until } from '../../../../support/time/until.js'

/** Tests the outcome of runs at a step that sends, with templates and contacts of the API. Nothing is delivered. */

let service: TestService
let engine: MailEngine
beforeAll(async () => {
  service = await sharedApi()
  engine = await openMailEngine(service)
})
afterAll(() => engine.close())

let rig: AutomationMail
beforeEach(async () => {
  rig = await automationMail(service, engine)
})

test('runs of a batch are sent to each in its language, or not, and fail each for itself', async () => {
  const { calls, automation, start, work, find, messagesOf, contentOf } = rig
  const template = await calls.templates.published(orderMail)
  const of = await automation([{ template_id: template, variables: { code: 'X' } }])
  const known = { number: 'B-2', total: 3 }
  const emails = ['de@batch.example', 'gone@batch.example', 'poor@batch.example', 'en@batch.example']
  const contacts: string[] = []
  for (const email of emails) {
    contacts.push(
      await calls.contact(email, email.startsWith('de') ? { properties: { locale: 'de-AT' } } : {}),
    )
  }
  const body = { email: 'gone@batch.example' }
  await call(service.url, 'POST', '/v1/compliance/suppressions', { key: calls.apiKey, body })
  const runs: Uuid[] = []
  for (const contact of contacts) runs.push(await start(of, contact, contact === contacts[2] ? {} : known))
  await work()
  const found = await Promise.all(runs.map(find))
  expect(found.map(({ status, path }) => [status, ...path])).toEqual([
    ['completed', 'mail_1 done'],
    ['completed', 'mail_1 skipped manual'],
    ['failed', 'mail_1 failed missing_variable'],
    ['completed', 'mail_1 done'],
  ])
  expect(found[2]).toMatchObject({
    error_code: 'missing_variable',
    error_message: 'The mail has no value for number, total.',
  })
  const [german] = await messagesOf(runs[0] as Uuid)
  expect(german).toMatchObject({ subject: 'Bestellung B-2', template: { locale: 'de' } })
  expect(await contentOf(german?.id)).toMatchObject({
    subject: 'Bestellung B-2',
    text: expect.stringMatching(/^Ab: X 3 /) as string,
  })
  expect(await messagesOf(runs[3] as Uuid)).toMatchObject([
    { subject: 'Order B-2', template: { locale: null } },
  ])
})

test('what waits for somebody who is erased is cancelled, and says of which automation it was', async () => {
  const { tenant, calls, automation, start, work, messagesOf, eventsOf } = rig
  const email = 'eli@erased.example'
  const contact = await calls.contact(email)
  const of = await automation([{ template_id: await calls.template() }])
  const run = await start(of, contact)
  await work()
  const [message] = await messagesOf(run)
  // It goes with single sends: others of its batch are for other people.
  const { rows } = await service.sql.query('select bulk from delivery_queue where workspace_id = $1', [
    tenant.workspaceId,
  ])
  expect(rows).toEqual([{ bulk: false }])
  const erasure = await call(service.url, 'POST', '/v1/compliance/deletions', {
    key: calls.apiKey,
    body: { email },
  })
  expect(erasure.status).toBeLessThan(300)
  const [cancelled] = await until(async () => {
    const events = await eventsOf('message.cancelled')
    return events.length > 0 && events
  }, 'the mail to be cancelled')
  expect(cancelled).toMatchObject({ message_id: message?.id, automation_id: toTypeId('aut', of.id) })
})

test('what somebody has to mend fails at once, and nothing of it is stored', async () => {
  const { calls, automation, start, work, find, messagesOf, shownTo } = rig
  const plain = { name: 'Plain', subject: 'Plain', text: 'Hello' }
  const draft = await calls.templates.made(welcomeMail)
  const nobody = await calls.templates.published({ ...plain, text: 'leave: {{ unsubscribe_url }}' })
  const linkless = await calls.templates.published({ ...plain, from_email: 'a@shop.example' })
  const loose = await calls.templates.published({
    ...welcomeMail,
    text: '{{ n }} {{ unsubscribe_url }}',
    variables: [{ name: 'n', type: 'number', required: false }],
  })
  const needs = await calls.templates.published({ ...receipt, text: 'leave: {{ unsubscribe_url }}' })
  const missing = 'tpl_01kbf3x5vfe4gt7c3p8s6d1b9n'
  const cases: [code: string, send: Send, data?: Record<string, unknown>][] = [
    ['template_not_found', { template_id: missing }],
    ['template_not_published', { template_id: draft }],
    ['sender_missing', { template_id: nobody }],
    ['unsubscribe_link_missing', { template_id: linkless }],
    ['template_render_failed', { template_id: loose }, { n: 'three' }],
    // It has no address to show.
    ['template_render_failed', { template_id: needs, transactional: true }],
  ]
  const contact = await calls.contact('zoe@fail.example')
  const runs: Uuid[] = []
  for (const [, send, data] of cases) runs.push(await start(await automation([send]), contact, data))
  await work()
  const found = await Promise.all(runs.map(find))
  expect(found.map(({ status, error_code }) => [status, error_code])).toEqual(
    cases.map(([code]) => ['failed', code]),
  )
  for (const run of runs) expect(await messagesOf(run)).toEqual([])
  const zoe = { email: 'zoe@fail.example', name: null, properties: {}, isOptedOut: false, topics: {} }
  expect(await shownTo(await automation([]), { template_id: linkless }, zoe)).toMatchObject({
    kind: 'fails',
    code: 'unsubscribe_link_missing',
  })
})

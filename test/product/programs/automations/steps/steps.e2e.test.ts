import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderMail, receipt } from '../../../../support/automations/automation-mail-calls.js'
import { addList, pathIn, press, subscribe } from '../../../../support/audience/opt-in.js'
import { startReceiver } from '../../../../support/webhooks/receiver.js'
import {
  addScene,
  days,
  hours,
  pathOf,
  startAutomations,
  type RunningAutomations,
} from '../../../../support/automations/running-automations.js'
import type { Simulated } from '../../../../support/automations/simulations.js'
import { until } from '../../../../support/time/until.js'
import {
  subscribe as subscribeWebhook,
  toThisMachine,
} from '../../../../support/webhooks/webhook-deliveries.js'

/** Tests runs step by step, from the event that starts them to the mail, the events and the contact. */

let running: RunningAutomations
beforeAll(async () => {
  running = await startAutomations(toThisMachine)
})
afterAll(() => running.service.stop())

const ahead = (ms: number) => new Date(running.clock.now().getTime() + ms).toISOString()
const is = (name: string, value: unknown) => ({ property: { name, op: 'eq', value } })

test('a run takes the path that its simulation showed, and sends the mails that it showed', async () => {
  const { clock, service } = running
  const scene = await addScene(running)
  const { calls, optIn, restsAt } = scene
  const [order, receipts] = [
    await calls.templates.published(orderMail),
    await calls.templates.published(receipt),
  ]
  const [asked, left] = [await addList(optIn, 'Clearance sale'), await addList(optIn, 'Weekly')]
  const email = 'ada@every-step.example'
  const contact = await calls.contact(email, {
    name: 'Ada',
    properties: { plan: 'pro', trial_ends_at: ahead(6 * days), total: 7, locale: 'de' },
  })
  await subscribe(optIn, left, email)
  const confirmed = await calls.published({
    name: 'Confirmed',
    trigger: { list: { list_id: asked, on: 'confirmed' } },
    steps: [{ key: 'thank', notify: { name: 'confirmed' } }],
  })
  const [launch, where] = [ahead(3 * days), [{ name: 'amount', op: 'gte', value: 10 }]]
  const automation = await calls.published({
    trigger: { event: { name: 'ordered', where } },
    sender: { from_name: 'Ada’s shop', category: 'orders' },
    steps: [
      { key: 'welcome', send: { template_id: order, variables: { code: 'WELCOME' } } },
      { key: 'two_days', wait: { for: 'P2D' } },
      { key: 'launch', wait: { until: launch } },
      { key: 'trial', wait: { until_property: { name: 'trial_ends_at', offset: '-P1D' } } },
      { key: 'unknown', wait: { until_property: { name: 'renews_at' } } },
      { key: 'morning', wait: { time_of_day: { time: '09:00', timezone: 'Europe/Berlin' } } },
      {
        key: 'paid',
        wait_for_event: {
          name: 'paid',
          where,
          timeout: 'P3D',
          on_timeout: [{ key: 'remind', exit: {} }],
        },
      },
      {
        key: 'returned',
        wait_for_event: {
          name: 'returned',
          timeout: 'PT12H',
          on_timeout: [{ key: 'thank', send: { template_id: receipts, transactional: true } }],
        },
      },
      {
        key: 'by_plan',
        branch: {
          cases: [
            { if: is('plan', 'free'), steps: [{ key: 'never', exit: {} }] },
            {
              if: is('plan', 'pro'),
              steps: [{ key: 'mark', update_contact: { properties: { vip: true } } }],
            },
          ],
        },
      },
      {
        key: 'vip',
        branch: { cases: [{ if: is('vip', true), steps: [] }], else: [{ key: 'not_vip', exit: {} }] },
      },
      { key: 'ask', subscribe: { list_id: asked } },
      { key: 'note', record_event: { name: 'thanked', properties: { how: 'mail' } } },
      { key: 'tell', notify: { name: 'order_done', data: { team: 'sales' } } },
      { key: 'leave_list', unsubscribe: { list_id: left } },
      { key: 'leave', unsubscribe: {} },
      { key: 'offer', send: { template_id: order, variables: { code: 'LATE' } } },
      { key: 'bill', send: { template_id: receipts, transactional: true } },
      { key: 'end', exit: { reason: 'All is done' } },
      { key: 'behind', notify: { name: 'never' } },
    ],
  })
  const receiver = await startReceiver()
  const { secret } = await subscribeWebhook(
    { url: service.url, credentials: { workspace_key: calls.apiKey } },
    receiver.url,
    { events: ['automation.notified'] },
  )

  const data = { number: 'A-1', amount: 10 }
  const simulated = await calls.simulate(automation, {
    contact_id: contact,
    data,
    at: clock.now().toISOString(),
    events: [{ name: 'paid', properties: { amount: 12 }, after: 'P6D' }],
  })
  expect(simulated.status, simulated.text).toBe(200)
  const shown = simulated.body as Simulated

  await calls.recordEvent(contact, 'ordered', { properties: { number: 'A-0', amount: 9 } })
  await calls.recordEvent(contact, 'ordered', { properties: data })
  const [run = ''] = await scene.runsOf(automation, contact)
  const first = await restsAt(automation, run, 'two_days')
  expect(first).toMatchObject({
    ...{ status: 'waiting', step_key: 'two_days', wait: { event: null }, trigger: { kind: 'event' } },
    data,
  })
  clock.pass(2 * days)
  expect((await restsAt(automation, run, 'launch')).wait?.until).toBe(launch)
  clock.pass(1 * days)
  await restsAt(automation, run, 'trial')
  clock.pass(2 * days)
  await restsAt(automation, run, 'morning')
  // A day on which the clocks change can have as many hours.
  clock.pass(25 * hours)
  expect((await restsAt(automation, run, 'paid')).wait).toMatchObject({ event: 'paid' })
  await calls.recordEvent(contact, 'paid', { properties: { amount: 5 } })
  await scene.settled()
  await restsAt(automation, run, 'paid')
  await calls.recordEvent(contact, 'paid', { properties: { amount: 12 } })
  await restsAt(automation, run, 'returned')
  clock.pass(12 * hours)
  const ended = await scene.ended(automation, run)

  expect(pathOf(ended)).toEqual([
    'welcome done',
    'two_days done',
    'launch done',
    'trial done',
    'unknown skipped missing',
    'morning done',
    'paid done',
    'returned timed_out',
    'thank done',
    'by_plan done',
    'mark done',
    'vip done',
    'ask done',
    'note done',
    'tell done',
    'leave_list done',
    'leave done',
    'offer skipped opted_out',
    'bill done',
    'end done exit_step',
  ])
  expect(ended).toMatchObject({
    status: 'exited',
    ended_reason: 'exit_step',
    step_key: 'end',
    error: null,
  })
  expect(pathOf(ended)).toEqual(pathOf(shown))
  expect(shown).toMatchObject({ status: 'exited', ended_reason: 'exit_step' })
  const inWords = Object.fromEntries(ended.steps.map(({ key, detail }) => [key, detail]))
  expect(inWords).toMatchObject({
    unknown: 'Neither the data that started the run nor the contact has the property renews_at.',
    paid: 'paid came.',
    returned: 'returned did not come within PT12H.',
    by_plan: 'The rule of case 2 holds.',
    offer: 'The contact has opted out of campaigns and automations.',
    end: 'All is done',
  })
  expect(ended.steps.map(({ taken }) => taken).filter(Boolean)).toEqual(['on_timeout', 'cases/1', 'cases/0'])
  expect(ended.steps.map(({ taken }) => taken)).toEqual(shown.steps.map(({ taken }) => taken))
  expect(JSON.stringify(ended.steps)).not.toContain(email)
  // Each step begins when the one before it has ended.
  expect(ended.steps.map(({ started_at }) => started_at).slice(1)).toEqual(
    ended.steps.map(({ ended_at }) => ended_at).slice(0, -1),
  )

  // Every mail is the one that the simulation showed.
  const ofMail = ['welcome', 'thank', 'bill']
  for (const key of ofMail) {
    const step = ended.steps.find((one) => one.key === key)
    const { body: content } = await scene.ask('GET', `/messages/${step?.message_id ?? ''}/content`)
    const mail = shown.steps.find((one) => one.key === key)?.mail
    expect(content).toMatchObject({ content_sha256: mail?.content_sha256, subject: mail?.subject })
  }
  expect(shown.steps.filter(({ mail }) => mail !== null).map(({ key }) => key)).toEqual(ofMail)
  const { text } = await scene.mailTo(email, 'Bestellung A-1')
  expect(text).toMatch(/^Ab: WELCOME 7 http/)
  await scene.mailTo(email, 'Receipt')

  const { body: changed } = await scene.ask('GET', `/contacts/${contact}`)
  expect(changed).toMatchObject({ properties: { plan: 'pro', vip: true } })
  expect(changed.unsubscribed_at).not.toBeNull()
  const { body: thanked } = await scene.ask('GET', `/contacts/${contact}/events?name=thanked`)
  expect(thanked.data).toMatchObject([{ properties: { how: 'mail' } }])
  const source = { source: 'automation', automation_id: automation }
  expect(await scene.eventsOf('message.unsubscribed')).toMatchObject([
    { list_id: left, source: 'automation' },
  ])
  expect(await scene.eventsOf('contact.unsubscribed')).toMatchObject([{ email, ...source }])
  expect(await scene.eventsOf('automation.run_completed')).toMatchObject([
    { run_id: run, status: 'exited', ended_reason: 'exit_step', step_key: 'end', error: null },
  ])
  const [notified] = await receiver.count(1)
  expect(notified?.verify([secret])).toBe('ok')
  expect(notified?.json).toMatchObject({
    type: 'automation.notified',
    data: {
      automation_id: automation,
      run_id: run,
      contact_id: contact,
      email,
      step_key: 'tell',
      name: 'order_done',
      data: { team: 'sales' },
      trigger: data,
    },
  })

  // Who confirms what the automation has asked sets off the next one.
  const optInMail = await until(async () => {
    const messageId = ended.steps.find(({ key }) => key === 'ask')?.message_id
    const { body } = await scene.ask('GET', `/messages/${messageId ?? ''}`)
    return scene.mailTo(email, body.subject as string)
  }, 'the opt-in mail')
  expect((await press(optIn, pathIn(optInMail.text ?? ''))).status).toBe(200)
  const [next = ''] = await scene.runsOf(confirmed, contact)
  expect(await scene.ended(confirmed, next)).toMatchObject({
    ...{ status: 'completed', trigger: { kind: 'list' }, step_key: null },
    data: { list_id: asked },
    steps: [{ key: 'thank', outcome: 'done' }],
  })
  await receiver.count(2)
  await receiver.close()
})

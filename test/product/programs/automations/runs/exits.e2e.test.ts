import { afterAll, beforeAll, expect, test } from 'vitest'
import { welcomeMail } from '../../../../support/automations/automation-calls.js'
import { setHalted } from '../../../../support/campaigns/campaigns.js'
import { addList, confirmPath, pathIn, press, subscribe } from '../../../../support/audience/opt-in.js'
import {
  addScene,
  days,
  pathOf,
  refuseEvents,
  seconds,
  startAutomations,
  type RunningAutomations,
} from '../../../../support/automations/running-automations.js'

/**
 * Tests exits, which end runs from outside while they wait, are held, have failed, or wait for their next attempt.
 */

let running: RunningAutomations
beforeAll(async () => {
  running = await startAutomations()
})
afterAll(() => running.service.stop())

const is = (name: string, value: unknown) => ({ property: { name, op: 'eq', value } })
const exit_on = [{ event: { name: 'cancelled', where: [{ name: 'all', op: 'eq', value: true }] } }]
const all = { properties: { all: true } }
const some = { properties: { all: false } }

test('the first exit that comes about ends a waiting run', async () => {
  const { clock } = running
  const scene = await addScene(running)
  const { calls, optIn } = scene
  const list = await addList(optIn)
  const automation = await calls.published({
    exit_on: [
      { event: { name: 'cancelled', where: [{ name: 'why', op: 'eq', value: 'moved' }] } },
      { list: { list_id: list, on: 'unsubscribed' } },
      { rule: is('plan', 'pro') },
    ],
    steps: [
      { key: 'pause', wait: { for: 'P3D' } },
      { key: 'tell', notify: { name: 'stayed' } },
    ],
  })
  const names = ['event', 'list', 'rule', 'none']
  const contacts = await Promise.all(names.map((name) => calls.contact(`${name}@exits.example`)))
  const [byEvent = '', , byRule = '', byNone = ''] = contacts
  const { unsubscribe_url: way } = await subscribe(optIn, list, 'list@exits.example')
  for (const contact of contacts) await calls.recordEvent(contact, 'signed_up')
  const runs = await Promise.all(contacts.map(async (of) => (await scene.runsOf(automation, of))[0] ?? ''))
  for (const run of runs) await scene.restsAt(automation, run, 'pause')

  await calls.recordEvent(byEvent, 'cancelled', { properties: { why: 'tired' } })
  await calls.recordEvent(byNone, 'cancelled', { properties: { why: 'tired' } })
  await calls.contact('rule@exits.example', { properties: { plan: 'pro' } })
  await scene.settled()
  for (const run of runs) await scene.restsAt(automation, run, 'pause')
  await calls.recordEvent(byEvent, 'cancelled', { properties: { why: 'moved' } })
  await press(optIn, pathIn(way))
  for (const [index, reason] of ['exit_event', 'exit_list'].entries()) {
    const ended = await scene.ended(automation, runs[index] ?? '')
    expect(ended).toMatchObject({ status: 'exited', ended_reason: reason, step_key: 'pause', wait: null })
    expect(ended.steps).toMatchObject([{ key: 'pause', outcome: 'skipped', reason }])
  }
  clock.pass(3 * days)
  const ruled = await scene.ended(automation, runs[2] ?? '')
  expect(ruled).toMatchObject({ status: 'exited', ended_reason: 'exit_rule', contact_id: byRule })
  expect(pathOf(await scene.ended(automation, runs[3] ?? ''))).toEqual(['pause done', 'tell done'])
  const told = await scene.eventsOf('automation.notified')
  expect(told.map(({ run_id }) => run_id)).toEqual([runs[3]])
  const ended = await scene.eventsOf('automation.run_completed')
  expect(ended.map(({ ended_reason }) => ended_reason).sort()).toEqual([
    'exit_event',
    'exit_list',
    'exit_rule',
    null,
  ])
})

test('events that are no exit use up no attempts at a step, and the one that is ends the run at once', async () => {
  const { clock, service } = running
  const scene = await addScene(running)
  const { calls } = scene
  const steps = [{ key: 'note', record_event: { name: 'unstorable' } }]
  const automation = await calls.published({ steps, exit_on })
  const [contact, stays] = [await calls.contact('a@exits.example'), await calls.contact('b@exits.example')]
  const store = await refuseEvents(service.sql, 'unstorable')
  const [run, other] = [await scene.start(automation, contact), await scene.start(automation, stays)]
  const before = await scene.restsAt(automation, run, 'note', 'retrying')
  await scene.restsAt(automation, other, 'note', 'retrying')
  clock.pass(2 * seconds)
  for (let times = 0; times < 7; times += 1) {
    await calls.recordEvent(contact, 'cancelled', some)
    await calls.recordEvent(stays, 'cancelled', some)
    await scene.settled()
  }
  await calls.pause(automation)
  await calls.resume(automation)
  await scene.settled()
  expect(await scene.run(automation, run)).toEqual(before)
  await calls.recordEvent(contact, 'cancelled', all)
  expect(await scene.ended(automation, run)).toMatchObject({
    status: 'exited',
    ended_reason: 'exit_event',
    step_key: 'note',
    attempts: 0,
    error: null,
  })
  await store()
  await scene.settled()
  await scene.restsAt(automation, other, 'note', 'retrying')
  clock.pass(8 * seconds)
  expect((await scene.ended(automation, other)).steps).toMatchObject([{ outcome: 'done', attempts: 1 }])
})

test('a run that may go on again exits where that came about meanwhile, and sends nothing', async () => {
  const { clock, service } = running
  const scene = await addScene(running)
  const { calls, tenant } = scene
  const broken = { ...welcomeMail, variables: [{ name: 'code', type: 'string', required: true }] }
  const html = `${welcomeMail.html}{{ code }}`
  const template_id = await calls.templates.published({ ...broken, html })
  const failing = await calls.published({ steps: [{ key: 'mail', send: { template_id } }], exit_on })
  const halted = await calls.published({
    steps: [
      { key: 'day', wait: { for: 'P1D' } },
      { key: 'mail', send: { template_id: await calls.template() } },
    ],
    exit_on,
  })
  const contact = await calls.contact('ada@exits.example')
  const failed = await scene.start(failing, contact)
  await scene.ended(failing, failed)
  const held = await scene.start(halted, contact)
  await scene.restsAt(halted, held, 'day')
  await setHalted(service.sql, tenant.workspaceId, true)
  clock.pass(1 * days)
  await scene.restsAt(halted, held, 'mail', 'blocked')
  await calls.recordEvent(contact, 'cancelled', all)
  await scene.settled()
  await setHalted(service.sql, tenant.workspaceId, false)
  await calls.retryRun(failing, failed)
  const exited = { status: 'exited', ended_reason: 'exit_event', step_key: 'mail' }
  expect(await scene.ended(halted, held)).toMatchObject(exited)
  const retried = await scene.ended(failing, failed)
  expect(retried).toMatchObject({ ...exited, error: null })
  expect(pathOf(retried)).toEqual(['mail failed missing_variable'])
  expect(await scene.messages()).toBe(0)
})

test('a confirmation ends the run that has asked for it, and none that it has started', async () => {
  const scene = await addScene(running)
  const { calls, optIn } = scene
  const list = await addList(optIn)
  const exits = [{ list: { list_id: list, on: 'confirmed' } }]
  const rest = { key: 'rest', wait: { for: 'P3D' } }
  const asking = await calls.published({
    exit_on: exits,
    steps: [{ key: 'ask', subscribe: { list_id: list } }, rest],
  })
  const greeting = await calls.published({
    trigger: { list: { list_id: list, on: 'confirmed' } },
    exit_on: [...exits, { list: { list_id: list, on: 'unsubscribed' } }],
    steps: [rest],
  })
  const contact = await calls.contact('ada@asked.example')
  const asked = await scene.start(asking, contact)
  const { steps } = await scene.restsAt(asking, asked, 'rest')
  await press(optIn, await confirmPath(optIn, steps[0]?.message_id ?? null))
  expect(await scene.ended(asking, asked)).toMatchObject({
    status: 'exited',
    ended_reason: 'exit_list',
  })
  const [greeted = ''] = await scene.runsOf(greeting, contact)
  await scene.restsAt(greeting, greeted, 'rest')
  const { body } = await scene.ask('GET', `/subscriber-lists/${list}/subscriptions`)
  const [{ unsubscribe_url: way }] = body.data as [{ unsubscribe_url: string }]
  await press(optIn, pathIn(way))
  expect(await scene.ended(greeting, greeted)).toMatchObject({ ended_reason: 'exit_list' })
})

test('an event that starts runs and ends them has the next run take over where all may enter', async () => {
  const scene = await addScene(running)
  const { calls } = scene
  const automation = await calls.published({
    trigger: { event: { name: 'cart_changed' } },
    reentry: { mode: 'always' },
    exit_on: [{ event: { name: 'cart_changed' } }],
    steps: [{ key: 'hour', wait: { for: 'PT1H' } }],
  })
  const contact = await calls.contact('ada@cart.example')
  for (let times = 1; times <= 3; times += 1) {
    await calls.recordEvent(contact, 'cart_changed')
    await scene.runsOf(automation, contact, times)
    await scene.settled()
  }
  const runs = await scene.runsOf(automation, contact, 3)
  const ended = await Promise.all(runs.map((run) => scene.run(automation, run)))
  expect(ended.map(({ ended_reason }) => ended_reason)).toEqual(['exit_event', 'exit_event', null])
  expect(ended.at(-1)?.status).toBe('waiting')
})

test('an event that a step of the run has recorded ends it before its next step', async () => {
  const scene = await addScene(running)
  const { calls } = scene
  const automation = await calls.published({
    exit_on: [{ event: { name: 'noted' } }],
    steps: [
      { key: 'note', record_event: { name: 'noted' } },
      { key: 'tell', notify: { name: 'stayed' } },
    ],
  })
  const run = await scene.start(automation, await calls.contact('noted@exits.example'))
  const ended = await scene.ended(automation, run)
  expect(ended).toMatchObject({ status: 'exited', ended_reason: 'exit_event', step_key: 'tell' })
  expect(pathOf(ended)).toEqual(['note done'])
  expect(await scene.eventsOf('automation.notified')).toEqual([])
})

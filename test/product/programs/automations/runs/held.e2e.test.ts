import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList } from '../../../../support/audience/opt-in.js'
import { setHalted } from '../../../../support/campaigns/campaigns.js'
import {
  addScene,
  days,
  pathOf,
  hours,
  startAutomations,
  type RunScene,
  type RunningAutomations,
} from '../../../../support/automations/running-automations.js'

/** Runs that a pause, a halted workspace or the end of their automation holds up, and one that nothing does. */

let running: RunningAutomations
beforeAll(async () => {
  running = await startAutomations()
})
afterAll(() => running.service.stop())

const day = { key: 'day', wait: { for: 'P1D' } }
const tell = { key: 'tell', notify: { name: 'over' } }
/** After a day it sends a mail, and then tells. */
const mailing = (template_id: string) => [day, { key: 'mail', send: { template_id } }, tell]

/** Starts a run and waits for it to rest in its day. */
async function begun(scene: RunScene, automation: string, email: string): Promise<string> {
  const run = await scene.start(automation, await scene.calls.contact(email))
  await scene.restsAt(automation, run, 'day')
  return run
}

test('while sending is halted mail waits, without an attempt, and goes out afterwards', async () => {
  const { clock, service } = running
  const scene = await addScene(running)
  const { calls, tenant, optIn } = scene
  const [mails, lists, silent] = [
    await calls.published({ steps: mailing(await calls.template()) }),
    await calls.published({ steps: [day, { key: 'ask', subscribe: { list_id: await addList(optIn) } }] }),
    await calls.published({ steps: [day, tell] }),
  ]
  const run = await begun(scene, mails, 'mail@halted.example')
  const asking = await begun(scene, lists, 'ask@halted.example')
  const telling = await begun(scene, silent, 'tell@halted.example')
  await setHalted(service.sql, tenant.workspaceId, true)
  clock.pass(1 * days)
  for (const [automation, id, key] of [
    [mails, run, 'mail'],
    [lists, asking, 'ask'],
  ] as const) {
    const held = await scene.restsAt(automation, id, key, 'blocked')
    expect(held).toMatchObject({ status: 'running', blocked_by: 'sending_halted', attempts: 0, error: null })
    expect(held.steps.at(-1)).toMatchObject({ reason: 'sending_halted', attempts: 0, ended_at: null })
  }
  expect((await scene.ended(silent, telling)).status).toBe('completed')
  clock.pass(30 * days)
  await scene.settled()
  await scene.restsAt(mails, run, 'mail', 'blocked')
  expect(await scene.messages()).toBe(0)
  await setHalted(service.sql, tenant.workspaceId, false)
  const sent = await scene.ended(mails, run)
  expect(pathOf(sent)).toEqual(['day done', 'mail done', 'tell done'])
  expect(sent.steps.map(({ attempts }) => attempts)).toEqual([0, 0, 0])
  await scene.mailTo('mail@halted.example', 'Welcome')
  expect(pathOf(await scene.ended(lists, asking))).toEqual(['day done', 'ask done'])
})

test('a paused automation holds its runs and ignores what would start others', async () => {
  const { clock } = running
  const scene = await addScene(running)
  const { calls } = scene
  const steps = [
    {
      key: 'day',
      wait_for_event: {
        name: 'paid',
        timeout: 'P1D',
        on_timeout: [{ key: 'late', exit: { reason: 'Too late' } }],
      },
    },
    tell,
  ]
  const automation = await calls.published({ steps })
  const [paying, waiting] = [
    await begun(scene, automation, 'pays@paused.example'),
    await begun(scene, automation, 'waits@paused.example'),
  ]
  await calls.pause(automation)
  await calls.recordEvent(await calls.contact('pays@paused.example'), 'paid')
  await calls.recordEvent(await calls.contact('new@paused.example'), 'signed_up')
  await scene.settled()
  const byHand = await calls.trigger(automation, await calls.contact('hand@paused.example'))
  expect(byHand.body).toEqual({ outcome: 'ignored', reason: 'automation_paused', run: null })
  clock.pass(2 * days)
  for (const run of [paying, waiting]) {
    const held = await scene.restsAt(automation, run, 'day', 'blocked')
    expect(held).toMatchObject({ blocked_by: 'automation_paused', status: 'waiting', attempts: 0 })
    expect(held.steps).toMatchObject([{ key: 'day', reason: 'automation_paused' }])
  }
  expect(await scene.eventsOf('automation.notified')).toEqual([])
  await calls.resume(automation)
  expect(pathOf(await scene.ended(automation, paying))).toEqual(['day done', 'tell done'])
  const late = await scene.ended(automation, waiting)
  expect(pathOf(late)).toEqual(['day timed_out', 'late done exit_step'])
  expect(late.steps.at(-1)?.detail).toBe('Too late')
  expect((await calls.runs(automation)).body.data).toHaveLength(2)
  expect((await calls.stats(automation)).body.ignored).toEqual([{ reason: 'automation_paused', count: 2 }])
})

test('the runs of an archived automation are cancelled, whatever they wait for', async () => {
  const { clock } = running
  const scene = await addScene(running)
  const { calls } = scene
  const automation = await calls.published({ steps: [day, tell] })
  const [held, other] = [
    await begun(scene, automation, 'a@archived.example'),
    await begun(scene, automation, 'b@archived.example'),
  ]
  await calls.cancelRun(automation, other)
  clock.pass(12 * hours)
  const waiting = await begun(scene, automation, 'c@archived.example')
  await calls.pause(automation)
  clock.pass(12 * hours)
  await scene.restsAt(automation, held, 'day', 'blocked')
  await scene.restsAt(automation, waiting, 'day')
  await calls.archive(automation)
  for (const run of [held, waiting]) {
    expect(await scene.ended(automation, run)).toMatchObject({
      status: 'cancelled',
      ended_reason: 'automation_archived',
      step_key: 'day',
      wait: null,
      blocked_by: null,
    })
  }
  expect(await scene.run(automation, other)).toMatchObject({ ended_reason: 'manual' })
  clock.pass(2 * days)
  await scene.settled()
  expect((await scene.run(automation, waiting)).steps).toEqual([])
  expect(await scene.eventsOf('automation.notified')).toEqual([])
  expect((await calls.retryRun(automation, waiting)).status).toBe(409)
})

test('a run that is retried while its automation is paused goes on when that is resumed', async () => {
  const { service } = running
  const scene = await addScene(running)
  const { calls } = scene
  const automation = await calls.published({
    steps: [{ key: 'trial', wait: { until_property: { name: 'trial_ends_at' } } }],
  })
  const email = 'ada@paused.example'
  const far = new Date(running.clock.now().getTime() + 400 * days).toISOString()
  const contact = await calls.contact(email, { properties: { trial_ends_at: far } })
  const run = await scene.start(automation, contact)
  const failed = await scene.ended(automation, run)
  expect(failed.error).toEqual({
    code: 'wait_too_long',
    message: 'The wait would be longer than 365 days.',
  })
  await calls.pause(automation)
  await calls.contact(email, { properties: { trial_ends_at: null } })
  expect((await calls.retryRun(automation, run)).status).toBe(202)
  const held = await scene.restsAt(automation, run, 'trial', 'blocked')
  expect(held).toMatchObject({ blocked_by: 'automation_paused', status: 'running', error: null })
  await calls.resume(automation)
  const ended = await scene.ended(automation, run)
  expect(pathOf(ended)).toEqual(['trial failed wait_too_long', 'trial skipped missing'])
  expect(ended).toMatchObject({ status: 'completed', blocked_by: null, error: null })
  expect(service.logs.join()).not.toContain(email)
})

test('a run does a hundred steps without a rest', async () => {
  const scene = await addScene(running)
  const { calls } = scene
  const steps = Array.from({ length: 100 }, (_, index) => ({
    key: `step_${index}`,
    update_contact: { properties: { step: index } },
  }))
  const automation = await calls.published({ steps })
  const contact = await calls.contact('ada@long.example')
  const ended = await scene.ended(automation, await scene.start(automation, contact))
  expect(ended).toMatchObject({ status: 'completed', step_key: null })
  expect(pathOf(ended)).toEqual(steps.map(({ key }) => `${key} done`))
  const { body } = await scene.ask('GET', `/contacts/${contact}`)
  expect(body.properties).toEqual({ step: 99 })
})

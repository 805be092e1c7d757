import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId } from '../../../../../server/platform/db/ids.js'
import { welcomeMail } from '../../../../support/automations/automation-calls.js'
import { receipt } from '../../../../support/automations/automation-mail-calls.js'
import { setHalted } from '../../../../support/campaigns/campaigns.js'
import { insertDomain } from '../../../../support/domains/domains.js'
import type { Simulated } from '../../../../support/automations/simulations.js'
import { inbox } from '../../../../support/messages/mail.js'
import { addList, ask, subscribe } from '../../../../support/audience/opt-in.js'
import {
  addScene,
  days,
  pathOf,
  startAutomations,
  type RunningAutomations,
  type RunScene,
} from '../../../../support/automations/running-automations.js'

/** Tests the outcome of runs when the world changes while they wait: who is held, who fails, who goes on without. */

let running: RunningAutomations
beforeAll(async () => {
  running = await startAutomations({ POSTSEAL_REQUIRE_VERIFIED_DOMAINS: 'true' })
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

test('a template that is gone fails the run, and is not deleted while it is in use', async () => {
  const { clock, service } = running
  const scene = await addScene(running)
  const { calls } = scene
  const template = await calls.templates.published({ ...welcomeMail, name: 'Old' })
  const automation = await calls.published({ steps: mailing(template) })
  const run = await begun(scene, automation, 'ada@gone.example')
  expect((await calls.templates.remove(template)).status).toBe(409)
  // As if it had gone at the very moment at which the version was made.
  const setStatus = (status: string) =>
    service.sql.query('update automations set status = $2 where id = $1', [
      fromTypeId('aut', automation),
      status,
    ])
  await setStatus('archived')
  expect((await calls.templates.remove(template)).status).toBe(204)
  await setStatus('active')
  clock.pass(1 * days)
  const failed = await scene.ended(automation, run)
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'template_not_found' } })
  expect(failed.steps.at(-1)).toMatchObject({ key: 'mail', outcome: 'failed', reason: 'template_not_found' })
  expect(failed.steps.at(-1)?.detail).toBe(failed.error?.message)
})

test('a sender that may not send any more fails the run, which goes on once it may', async () => {
  const { clock, service } = running
  const scene = await addScene(running)
  const { calls, tenant, ask: asking } = scene
  const live = { project_id: tenant.liveProject }
  await insertDomain(service.sql, tenant.workspaceId, 'shop.example')
  const lapsed = await insertDomain(service.sql, tenant.workspaceId, 'lapsed.example', 'failed')
  const template = await calls.templates.published(welcomeMail)
  const list = await calls.list(live)
  const [mails, lists] = [
    await calls.published({ ...live, steps: mailing(template) }),
    await calls.published({ ...live, steps: [day, { key: 'ask', subscribe: { list_id: list } }, tell] }),
  ]
  const begins = async (automation: string, email: string): Promise<string> => {
    const contact = await calls.contact(email, live)
    const run = await scene.start(automation, contact)
    await scene.restsAt(automation, run, 'day')
    return run
  }
  const [mail, opt] = [await begins(mails, 'mail@live.example'), await begins(lists, 'ask@live.example')]
  const { name: _, ...content } = welcomeMail
  await calls.templates.createVersion(template, { ...content, from_email: 'hello@lapsed.example' })
  expect((await calls.templates.publish(template, 2)).status).toBe(200)
  await service.sql.query(`update subscriber_lists set from_email = 'news@lapsed.example' where id = $1`, [
    fromTypeId('lst', list),
  ])
  clock.pass(1 * days)
  for (const [automation, run, key] of [
    [mails, mail, 'mail'],
    [lists, opt, 'ask'],
  ] as const) {
    const failed = await scene.ended(automation, run)
    expect(pathOf(failed)).toEqual(['day done', `${key} failed sender_domain_not_verified`])
    expect(failed.error).toMatchObject({ code: 'sender_domain_not_verified' })
    expect(failed.steps.at(-1)?.detail).toContain('lapsed.example')
  }
  await service.sql.query(`update domains set status = 'verified' where id = $1`, [fromTypeId('dom', lapsed)])
  for (const [automation, run] of [
    [mails, mail],
    [lists, opt],
  ] as const) {
    expect((await calls.retryRun(automation, run)).status).toBe(202)
    expect(await scene.ended(automation, run)).toMatchObject({ status: 'completed', error: null })
  }
  const { body } = await asking('GET', `/message-logs?limit=10`)
  expect((body.data as { recipient: string }[]).map(({ recipient }) => recipient).sort()).toEqual([
    'ask@live.example',
    'mail@live.example',
  ])
})

test('an erased contact leaves runs without data, and nothing is sent to it', async () => {
  const { clock, service } = running
  const scene = await addScene(running)
  const { calls } = scene
  const email = 'ada@erased.example'
  const automation = await calls.published({
    steps: mailing(await calls.template()),
    reentry: { mode: 'always' },
  })
  const contact = await calls.contact(email)
  const [over, waiting] = [
    await scene.start(automation, contact, { data: { mail: email } }),
    await scene.start(automation, contact, { data: { mail: email } }),
  ]
  await scene.restsAt(automation, waiting, 'day')
  await calls.cancelRun(automation, over)
  // Whether it goes on or is held.
  await calls.pause(automation)
  clock.pass(1 * days)
  await scene.restsAt(automation, waiting, 'day', 'blocked')
  const { status, text } = await scene.ask('POST', '/compliance/deletions', { email })
  expect(status, text).toBeLessThan(300)
  const cancelled = await scene.ended(automation, waiting)
  expect(cancelled).toMatchObject({ status: 'cancelled', ended_reason: 'contact_erased' })
  for (const run of [over, waiting]) {
    const gone = await scene.untilRun(automation, run, ({ data }) => Object.keys(data).length === 0, 'empty')
    expect(JSON.stringify(gone)).not.toContain(email)
  }
  expect((await scene.run(automation, over)).ended_reason).toBe('manual')
  await calls.resume(automation)
  await scene.settled()
  expect(await inbox(service.url, email)).toEqual([])
  expect(await scene.messages()).toBe(0)
  expect((await calls.trigger(automation, contact)).status).toBe(422)
})

test('who may not be written to is passed over, and the run goes on', async () => {
  const { clock, service } = running
  const scene = await addScene(running)
  const { calls, optIn } = scene
  const list = await addList(optIn)
  const [template, receipts] = [await calls.template(), await calls.templates.published(receipt)]
  const steps = [
    day,
    { key: 'mail', send: { template_id: template } },
    { key: 'receipt', send: { template_id: receipts, transactional: true } },
  ]
  const [toAll, toList] = [
    await calls.published({ steps }),
    await calls.published({ steps, sender: { list_id: list } }),
  ]
  const [out, suppressed, pending, confirmed, lapsed] = [
    'out@consent.example',
    'suppressed@consent.example',
    'pending@consent.example',
    'confirmed@consent.example',
    'lapsed@consent.example',
  ] as const
  await ask(optIn, list, pending)
  await subscribe(optIn, list, confirmed)
  const { id: subscription } = await subscribe(optIn, list, lapsed)
  const runs = {
    out: await begun(scene, toAll, out),
    suppressed: await begun(scene, toAll, suppressed),
    pending: await begun(scene, toList, pending),
    confirmed: await begun(scene, toList, confirmed),
    lapsed: await begun(scene, toList, lapsed),
  }
  await calls.contact(out, { unsubscribed: true })
  expect((await scene.ask('POST', '/compliance/suppressions', { email: suppressed })).status).toBe(201)
  await scene.ask('POST', `/subscriber-lists/${list}/subscriptions/${subscription}/unsubscribe`)
  const simulated = await calls.simulate(toList, { contact_id: await calls.contact(confirmed) })
  const shown = (simulated.body as Simulated).steps.map(({ mail }) => mail?.content_sha256)
  clock.pass(1 * days)
  const of = async (automation: string, run: string) => {
    const detail = await scene.ended(automation, run)
    expect(detail.status).toBe('completed')
    return [pathOf(detail).slice(1), detail.steps[1]?.detail]
  }
  const done = 'receipt done'
  const notConfirmed = 'The contact has not confirmed the subscription to the list of this mail.'
  expect(await of(toAll, runs.out)).toEqual([
    ['mail skipped opted_out', done],
    'The contact has opted out of campaigns and automations.',
  ])
  expect(await of(toAll, runs.suppressed)).toEqual([
    ['mail skipped manual', 'receipt skipped manual'],
    'The address of the contact is suppressed.',
  ])
  expect(await of(toList, runs.pending)).toEqual([['mail skipped not_confirmed', done], notConfirmed])
  expect(await of(toList, runs.lapsed)).toEqual([['mail skipped not_confirmed', done], notConfirmed])
  expect(await of(toList, runs.confirmed)).toEqual([['mail done', done], null])
  const { steps: sent } = await scene.run(toList, runs.confirmed)
  for (const [index, { message_id }] of sent.entries()) {
    if (message_id === null) continue
    const { body } = await scene.ask('GET', `/messages/${message_id}/content`)
    expect(body.content_sha256).toBe(shown[index])
  }
  expect(shown.filter(Boolean)).toHaveLength(2)
  const subjectsOf = async (email: string) =>
    (await inbox(service.url, email))
      .map(({ subject }) => subject)
      .filter((one) => one === 'Welcome' || one === 'Receipt')
  for (const email of [out, pending, lapsed]) {
    await scene.mailTo(email, 'Receipt')
    expect(await subjectsOf(email)).toEqual(['Receipt'])
  }
  await scene.mailTo(confirmed, 'Welcome')
  expect(await subjectsOf(suppressed)).toEqual([])
})

test('figures say how runs have ended and where the others are', async () => {
  const { clock, service } = running
  const scene = await addScene(running)
  const { calls, tenant } = scene
  const template = await calls.template()
  const plan = (value: string) => ({ property: { name: 'plan', op: 'eq', value } })
  const automation = await calls.published({
    trigger: { event: { name: 'signed_up' } },
    entry_rule: { not: plan('none') },
    reentry: { mode: 'once' },
    steps: [
      {
        key: 'which',
        branch: {
          cases: [
            { if: plan('ends'), steps: [{ key: 'stop', exit: {} }] },
            { if: plan('sends'), steps: [{ key: 'mail', send: { template_id: template } }] },
            {
              if: plan('fails'),
              steps: [{ key: 'long', wait: { until_property: { name: 'far' } } }],
            },
            { if: plan('waits'), steps: [{ key: 'rest', wait: { for: 'P9D' } }] },
          ],
        },
      },
      { key: 'tell', notify: { name: 'over' } },
    ],
  })
  const far = new Date(clock.now().getTime() + 800 * days).toISOString()
  const runs: Record<string, string> = {}
  const plans = ['ends', 'sends', 'fails', 'waits', 'waits', 'waits', 'other', 'none']
  for (const [index, value] of plans.entries()) {
    const contact = await calls.contact(`f${index}@figures.example`, { properties: { plan: value, far } })
    await calls.recordEvent(contact, 'signed_up')
    if (value === 'waits') [runs[`f${index}`] = ''] = await scene.runsOf(automation, contact)
    if (index === 0) {
      await scene.runsOf(automation, contact)
      await calls.recordEvent(contact, 'signed_up')
    }
  }
  await scene.settled()
  await calls.cancelRun(automation, runs['f5'] ?? '')
  await setHalted(service.sql, tenant.workspaceId, true)
  const held = await calls.contact('held@figures.example', { properties: { plan: 'sends' } })
  await calls.recordEvent(held, 'signed_up')
  const [run = ''] = await scene.runsOf(automation, held)
  await scene.restsAt(automation, run, 'mail', 'blocked')
  const { body } = await calls.stats(automation)
  expect(body).toMatchObject({
    runs: { running: 1, waiting: 2, completed: 2, exited: 1, failed: 1, cancelled: 1 },
    steps: [
      { version: 1, step_key: 'long', running: 0, waiting: 0, failed: 1 },
      { version: 1, step_key: 'mail', running: 1, waiting: 0, failed: 0 },
      { version: 1, step_key: 'rest', running: 0, waiting: 2, failed: 0 },
    ],
  })
  const { ignored } = body as { ignored: { reason: string; count: number }[] }
  expect(Object.fromEntries(ignored.map(({ reason, count }) => [reason, count]))).toEqual({
    already_entered: 1,
    entry_rule: 1,
  })
  const { body: failed } = await calls.runs(automation, '?status=failed')
  expect(failed.data).toMatchObject([{ error: { code: 'wait_too_long' }, step_key: 'long' }])
})

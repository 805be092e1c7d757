import { afterAll, beforeAll, expect, test } from 'vitest'
import { toTypeId } from '../../../../../server/platform/db/ids.js'
import { welcomeMail } from '../../../../support/automations/automation-calls.js'
import { addresses, insertContacts } from '../../../../support/campaigns/campaigns.js'
import { inbox } from '../../../../support/messages/mail.js'
import {
  addScene,
  days,
  pathOf,
  refuseEvents,
  seconds,
  startAutomations,
  type RunningAutomations,
  type RunScene,
} from '../../../../support/automations/running-automations.js'
import { until } from '../../../../support/time/until.js'

/** Runs that fail: what they say, how often they try by themselves, and how they go on once all is mended. */

let running: RunningAutomations
beforeAll(async () => {
  running = await startAutomations()
})
afterAll(() => running.service.stop())

const { name, ...content } = welcomeMail
/** Nobody has a value for its variable. */
const broken = {
  name,
  ...content,
  subject: 'Your code {{ code }}',
  variables: [{ name: 'code', type: 'string', required: true }],
}
const mended = { ...broken, variables: [{ name: 'code', type: 'string', required: false, default: 'HELLO' }] }

/** An automation whose mail cannot be made, and what mends it. */
async function unsendable({ calls }: RunScene) {
  const template_id = await calls.templates.published(broken)
  const automation = await calls.published({
    steps: [
      { key: 'day', wait: { for: 'P1D' } },
      { key: 'code', send: { template_id } },
      { key: 'tell', notify: { name: 'sent' } },
    ],
  })
  const { name: _, ...version } = mended
  const mend = async () => {
    expect((await calls.templates.createVersion(template_id, version)).status).toBe(201)
    expect((await calls.templates.publish(template_id, 2)).status).toBe(200)
  }
  return { automation, mend }
}

test('a mail that lacks a value fails at once, and a retry with a mended template sends it once', async () => {
  const { clock, service } = running
  const scene = await addScene(running)
  const { calls } = scene
  const { automation, mend } = await unsendable(scene)
  const email = 'ada@retries.example'
  const contact = await calls.contact(email)
  const run = await scene.start(automation, contact)
  await scene.restsAt(automation, run, 'day')
  clock.pass(1 * days)
  const failed = await scene.ended(automation, run)
  const error = { code: 'missing_variable', message: 'The mail has no value for code.' }
  expect(failed).toMatchObject({
    status: 'failed',
    step_key: 'code',
    attempts: 1,
    next_attempt_at: null,
    error,
  })
  expect(pathOf(failed)).toEqual(['day done', 'code failed missing_variable'])
  expect(failed.steps.at(-1)).toMatchObject({ detail: error.message, attempts: 1, message_id: null })
  expect(await scene.eventsOf('automation.run_failed')).toMatchObject([
    {
      automation_id: automation,
      run_id: run,
      contact_id: contact,
      step_key: 'code',
      status: 'failed',
      error,
    },
  ])

  // As long as nobody has mended it, it fails again.
  expect((await calls.retryRun(automation, run)).status).toBe(202)
  const again = await scene.untilRun(
    automation,
    run,
    (detail) => detail.ended_at !== null && detail.steps.length === 3,
    'failed again',
  )
  expect(pathOf(again).slice(1)).toEqual(['code failed missing_variable', 'code failed missing_variable'])
  expect(await scene.messages()).toBe(0)

  // What is published meanwhile is for new runs.
  await calls.createVersion(automation)
  await calls.publish(automation, 2)
  await mend()
  const replies = await Promise.all(Array.from({ length: 3 }, () => calls.retryRun(automation, run)))
  for (const { status } of replies) expect([202, 409]).toContain(status)
  expect(replies.some(({ status }) => status === 202)).toBe(true)
  const done = await scene.ended(automation, run)
  expect(done).toMatchObject({ status: 'completed', version: 1, error: null, attempts: 0 })
  expect(pathOf(done).slice(3)).toEqual(['code done', 'tell done'])
  await scene.mailTo(email, 'Your code HELLO')
  expect((await calls.retryRun(automation, run)).status).toBe(409)
  await scene.settled()
  expect(await scene.messages()).toBe(1)
  expect(await inbox(service.url, email)).toHaveLength(1)
  expect(await scene.eventsOf('automation.notified')).toHaveLength(1)
})

test('a template that cannot be sent any more fails the run with what is wrong, and a retry mends it', async () => {
  const { clock } = running
  const scene = await addScene(running)
  const { calls } = scene
  const flaws = {
    unsubscribe_link_missing: { html: '<p>Hello</p>' },
    sender_missing: { from_email: undefined },
    // A value with a line break could add fields to the head of the mail.
    template_render_failed: {
      subject: '{{ greeting }}',
      variables: [{ name: 'greeting', type: 'string', required: true }],
    },
  }
  const email = 'ada@flaws.example'
  const contact = await calls.contact(email)
  const data = { greeting: `Hello\r\nBcc: ${email}` }
  const runs = await Promise.all(
    Object.entries(flaws).map(async ([code, flaw]) => {
      const template = await calls.templates.published(welcomeMail)
      const day = { key: 'day', wait: { for: 'P1D' } }
      const mail = { key: 'mail', send: { template_id: template } }
      const automation = await calls.published({ steps: [day, mail] })
      const run = await scene.start(automation, contact, { data })
      await scene.restsAt(automation, run, 'day')
      const { status, text } = await calls.templates.createVersion(template, { ...content, ...flaw })
      expect(status, text).toBe(201)
      await calls.templates.publish(template, 2)
      return { code, template, automation, run }
    }),
  )
  clock.pass(1 * days)
  for (const { code, template, automation, run } of runs) {
    const failed = await scene.ended(automation, run)
    expect(pathOf(failed)).toEqual(['day done', `mail failed ${code}`])
    expect(failed.error).toMatchObject({ code, message: failed.steps.at(-1)?.detail })
    const { data: _, ...shown } = failed
    expect(JSON.stringify(shown)).not.toContain(email)
    await calls.templates.publish(template, 1)
    await calls.retryRun(automation, run)
    expect(pathOf(await scene.ended(automation, run)).at(-1)).toBe('mail done')
  }
  expect(await scene.messages()).toBe(runs.length)
})

test('a hundred failed runs are retried together, each with one mail', async () => {
  const { clock, service } = running
  const many = 100
  const scene = await addScene(running)
  const { calls, tenant } = scene
  const { automation, mend } = await unsendable(scene)
  const emails = addresses(many, 'bulk')
  const project = tenant.testProject
  const ids = await insertContacts(service.sql, { workspaceId: tenant.workspaceId, project }, emails)
  const left = ids.map((id) => toTypeId('con', id))
  const next = async () => {
    for (let contact = left.pop(); contact !== undefined; contact = left.pop())
      await scene.start(automation, contact)
  }
  await Promise.all(Array.from({ length: 8 }, next))
  await scene.settled()
  clock.pass(1 * days)
  await scene.settled()
  // Figures are up to 5 seconds old: those of now are the first ones asked for.
  expect((await calls.stats(automation)).body).toMatchObject({
    runs: { running: 0, waiting: 0, failed: many },
    steps: [{ version: 1, step_key: 'code', running: 0, waiting: 0, failed: many }],
  })
  const others = await calls.retryRuns(automation, { error_code: 'template_not_found' })
  expect(others.body.retry).toMatchObject({ total: 0, retried: 0, skipped: 0 })
  await mend()
  const asked = await calls.retryRuns(automation, { error_code: 'missing_variable', step_key: 'code' })
  expect([asked.status, asked.body]).toMatchObject([
    202,
    { id: automation, retry: { total: many, completed_at: null } },
  ])
  const { retry } = await until(async () => {
    const { body } = await calls.get(automation)
    return body.retry.completed_at !== null && body
  }, 'the end of the retry')
  expect(retry).toMatchObject({ total: many, retried: many, skipped: 0 })
  await scene.settled()
  const { body: failed } = await calls.runs(automation, '?status=failed')
  expect(failed.data).toEqual([])
  const { body: completed } = await calls.runs(automation, `?status=completed&limit=${many}`)
  expect(completed.data).toHaveLength(many)
  expect(await scene.messages()).toBe(many)
  const came = await until(async () => {
    const mails = await inbox(service.url)
    const to = mails.flatMap(({ envelope }) => envelope.to).filter((email) => email.startsWith('bulk@'))
    return to.length >= many && to
  }, 'the mails')
  expect(came.sort()).toEqual([...emails].sort())
})

test('a step that fails in the service is tried again with growing waits, and then says so', async () => {
  const { clock, service } = running
  const scene = await addScene(running)
  const { calls } = scene
  const automation = await calls.published({
    steps: [
      { key: 'note', record_event: { name: 'unstorable' } },
      { key: 'tell', notify: { name: 'noted' } },
    ],
  })
  const store = await refuseEvents(service.sql, 'unstorable')
  const [unlucky, lucky] = [
    await calls.contact('unlucky@retries.example'),
    await calls.contact('lucky@retries.example'),
  ]
  const run = await scene.start(automation, unlucky)
  const message = 'The step failed because of an error in the service, which its log shows.'
  const error = { code: 'internal_error', message }
  const waits = [10, 60, 300, 1800, 7200]
  for (const [index, wait] of waits.entries()) {
    const attempts = index + 1
    const shown = await scene.untilRun(
      automation,
      run,
      (detail) => detail.attempts === attempts && detail.next_attempt_at !== null,
      `tried ${attempts} times`,
    )
    expect(shown).toMatchObject({ status: 'running', step_key: 'note', error, ended_at: null })
    expect(shown.next_attempt_at).toBe(new Date(clock.now().getTime() + wait * seconds).toISOString())
    expect(shown.steps).toMatchObject([
      { key: 'note', outcome: 'retrying', reason: error.code, detail: message, attempts, ended_at: null },
    ])
    clock.pass(wait * seconds)
  }
  const failed = await scene.ended(automation, run)
  expect(failed).toMatchObject({ status: 'failed', attempts: 6, error, next_attempt_at: null })
  expect(pathOf(failed)).toEqual(['note failed internal_error'])

  const other = await scene.start(automation, lucky)
  await scene.restsAt(automation, other, 'note', 'retrying')
  await store()
  clock.pass(10 * seconds)
  const mended = await scene.ended(automation, other)
  expect(mended.steps).toMatchObject([
    { key: 'note', outcome: 'done', reason: null, attempts: 1 },
    { key: 'tell', outcome: 'done', attempts: 0 },
  ])
  expect(mended).toMatchObject({ status: 'completed', error: null, attempts: 0 })
  await calls.retryRun(automation, run)
  const retried = await scene.ended(automation, run)
  expect(retried).toMatchObject({ status: 'completed', error: null })
  for (const contact of [unlucky, lucky]) {
    const { body } = await scene.ask('GET', `/contacts/${contact}/events?name=unstorable`)
    expect(body.data).toHaveLength(1)
  }
  const failures = await scene.eventsOf('automation.run_failed')
  expect(failures.map(({ run_id }) => run_id)).toEqual([run])
})

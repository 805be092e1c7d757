import { afterAll, beforeAll, expect, test } from 'vitest'
import { welcomeMail } from '../../../../support/automations/automation-calls.js'
import {
  addScene,
  days,
  hours,
  pathOf,
  startAutomations,
  type RunningAutomations,
} from '../../../../support/automations/running-automations.js'

/** Which version runs follow while others are published, and what keeps automations from going on for ever. */

let running: RunningAutomations
beforeAll(async () => {
  running = await startAutomations()
})
afterAll(() => running.service.stop())

const steps = (name: string) => [
  { key: 'day', wait: { for: 'P1D' } },
  { key: `tell_${name}`, notify: { name } },
]

test('runs finish on the version that they began with, and new ones follow the published one', async () => {
  const { clock } = running
  const scene = await addScene(running)
  const { calls } = scene
  const trigger = (name: string) => ({ event: { name } })
  const automation = await calls.published({ trigger: trigger('signed_up'), steps: steps('one') })
  const begins = async (email: string, event: string, version: number): Promise<string> => {
    const contact = await calls.contact(email)
    await calls.recordEvent(contact, event)
    const [id = ''] = await scene.runsOf(automation, contact)
    expect(await scene.restsAt(automation, id, 'day')).toMatchObject({ version, status: 'waiting' })
    return id
  }
  const first = [await begins('a@v.example', 'signed_up', 1), await begins('b@v.example', 'signed_up', 1)]
  await calls.createVersion(automation, { trigger: trigger('joined'), steps: steps('two') })
  expect((await calls.publish(automation, 2)).body).toMatchObject({ published_version: 2 })
  const second = [await begins('c@v.example', 'joined', 2)]
  // What set off the first version sets off nothing any more.
  const late = await calls.contact('d@v.example')
  await calls.recordEvent(late, 'signed_up')
  await scene.settled()
  expect((await calls.runs(automation, `?contact_id=${late}`)).body.data).toEqual([])
  // Back to the first one, with the runs of both waiting.
  expect((await calls.publish(automation, 1)).body).toMatchObject({ published_version: 1, latest_version: 2 })
  first.push(await begins('e@v.example', 'signed_up', 1))
  await calls.recordEvent(late, 'joined')
  await scene.settled()
  expect((await calls.runs(automation, `?contact_id=${late}`)).body.data).toEqual([])

  clock.pass(1 * days)
  for (const [version, runs] of [first, second].entries()) {
    const name = version === 0 ? 'one' : 'two'
    for (const id of runs) {
      const ended = await scene.ended(automation, id)
      expect(ended).toMatchObject({ status: 'completed', version: version + 1, step_key: null })
      expect(pathOf(ended)).toEqual(['day done', `tell_${name} done`])
    }
  }
  const published = await scene.eventsOf('automation.published')
  expect(published.map(({ version, previous_version }) => [version, previous_version])).toEqual([
    [1, null],
    [2, 1],
    [1, 2],
  ])
})

test('a step sends the version of a template that is published then, unless it names one', async () => {
  const { clock } = running
  const scene = await addScene(running)
  const { calls } = scene
  const template_id = await calls.templates.published(welcomeMail)
  const automation = await calls.published({
    steps: [
      { key: 'day', wait: { for: 'P1D' } },
      { key: 'fixed', send: { template_id, version: 1 } },
      { key: 'latest', send: { template_id } },
      { key: 'night', wait: { for: 'P1D' } },
      { key: 'back', send: { template_id } },
    ],
  })
  const run = await scene.start(automation, await calls.contact('ada@templates.example'))
  await scene.restsAt(automation, run, 'day')
  const { name: _, ...content } = welcomeMail
  await calls.templates.createVersion(template_id, { ...content, subject: 'Hello again' })
  await calls.templates.publish(template_id, 2)
  clock.pass(1 * days)
  await scene.restsAt(automation, run, 'night')
  await calls.templates.publish(template_id, 1)
  clock.pass(1 * days)
  const { steps: taken } = await scene.ended(automation, run)
  const sent = taken.filter(({ message_id }) => message_id !== null)
  const templates = await Promise.all(
    sent.map(async ({ key, message_id }) => {
      const { body } = await scene.ask('GET', `/messages/${message_id}`)
      return [key, body.subject, body.template.version]
    }),
  )
  expect(templates).toEqual([
    ['fixed', 'Welcome', 1],
    ['latest', 'Hello again', 2],
    ['back', 'Welcome', 1],
  ])
})

test('an automation that sets itself off stops after five, and says so', async () => {
  const scene = await addScene(running)
  const { calls } = scene
  const automation = await calls.published({
    trigger: { event: { name: 'ping' } },
    reentry: { mode: 'always' },
    steps: [
      { key: 'again', record_event: { name: 'ping' } },
      { key: 'tell', notify: { name: 'pinged' } },
    ],
  })
  const contact = await calls.contact('loop@guards.example')
  await calls.recordEvent(contact, 'ping')
  const runs = await scene.runsOf(automation, contact, 6)
  const ended = await Promise.all(runs.map((id) => scene.ended(automation, id)))
  await scene.settled()
  expect(ended.map(({ depth, status }) => [depth, status])).toEqual([
    ...[0, 1, 2, 3, 4].map((depth) => [depth, 'completed']),
    [5, 'exited'],
  ])
  expect(ended.at(-1)).toMatchObject({
    ...{ ended_reason: 'max_depth', step_key: 'again', error: null },
    steps: [
      {
        key: 'again',
        outcome: 'done',
        reason: 'max_depth',
        detail: 'The event was not recorded: 5 runs have already started each other by such events.',
      },
    ],
  })
  expect((await calls.runs(automation)).body.data).toHaveLength(6)
  const { body: pings } = await scene.ask('GET', `/contacts/${contact}/events?name=ping`)
  expect(pings.data).toHaveLength(6)
  expect(await scene.eventsOf('automation.notified')).toHaveLength(5)
  expect((await scene.eventsOf('automation.run_completed')).at(-1)).toMatchObject({
    status: 'exited',
    ended_reason: 'max_depth',
  })
})

test('two automations that set each other off stop as well', async () => {
  const scene = await addScene(running)
  const { calls } = scene
  const answering = (heard: string, said: string) =>
    calls.published({
      trigger: { event: { name: heard } },
      reentry: { mode: 'always' },
      steps: [{ key: 'say', record_event: { name: said } }],
    })
  const [one, other] = [await answering('ping', 'pong'), await answering('pong', 'ping')]
  const contact = await calls.contact('pair@guards.example')
  await calls.recordEvent(contact, 'ping')
  const runs = await scene.runsOf(other, contact, 3)
  const last = await scene.ended(other, runs[2] ?? '')
  expect(last).toMatchObject({ depth: 5, status: 'exited', ended_reason: 'max_depth' })
  await scene.settled()
  for (const automation of [one, other]) {
    expect((await calls.runs(automation)).body.data).toHaveLength(3)
  }
})

test('a contact begins ten runs of an automation in a day, by whatever starts them', async () => {
  const { clock } = running
  const scene = await addScene(running)
  const { calls } = scene
  const automation = await calls.published({ reentry: { mode: 'always' } })
  const contact = await calls.contact('often@guards.example')
  for (let times = 0; times < 9; times += 1) await calls.recordEvent(contact, 'signed_up')
  await scene.runsOf(automation, contact, 9)
  await scene.start(automation, contact)
  await calls.recordEvent(contact, 'signed_up')
  await scene.settled()
  expect((await calls.trigger(automation, contact)).body).toEqual({
    outcome: 'ignored',
    reason: 'too_many_runs',
    run: null,
  })
  expect((await calls.runs(automation, `?contact_id=${contact}`)).body.data).toHaveLength(10)
  // Another contact begins its own.
  await scene.start(automation, await calls.contact('seldom@guards.example'))
  clock.pass(24 * hours + 1)
  await calls.recordEvent(contact, 'signed_up')
  await scene.runsOf(automation, contact, 11)
  await scene.settled()
  expect((await calls.stats(automation)).body).toMatchObject({
    runs: { running: 0, waiting: 0, completed: 0, exited: 12, failed: 0, cancelled: 0 },
    ignored: [{ reason: 'too_many_runs', count: 2 }],
    steps: [],
  })
})

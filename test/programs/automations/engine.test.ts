import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toTypeId, type Uuid } from '../../../server/db/ids.js'
import type { Step } from '../../../server/programs/automations/definition.js'
import { releaseBlocked } from '../../../server/programs/automations/engine/unblock.js'
import type { DoStep, PreparedStep, StepResult } from '../../../server/programs/automations/steps/step.js'
import {
  addEvent,
  addOwner,
  addRun,
  contactsOf,
  openTestEngine,
  runOf,
  wakeRun,
  type TestEngine,
} from '../../support/automation-engine.js'
import type { Owner } from '../../support/campaign-owner.js'

/** The engine on a PostgreSQL, moved by hand and by a clock of its own. Other steps have tests of theirs. */

const minute = 60_000
const day = 24 * 60 * minute

/** What the steps of a test answer, by run. */
const answers = new Map<Uuid, StepResult | Error>()
const seen: string[] = []
const done: StepResult = { kind: 'done', outcome: 'done' }
const answering: DoStep = (_tx, { flowStep, runs }) => {
  seen.push(`${flowStep.step.key} ${runs.length}`)
  const results = runs.map(({ run }) => answers.get(run.id) ?? done)
  const error = results.find((result) => result instanceof Error)
  return error === undefined ? Promise.resolve(results as StepResult[]) : Promise.reject(error)
}
const sending: PreparedStep<unknown> = {
  prepare: ({ runs }) => Promise.resolve(new Map(runs.map(({ run }) => [run.id, 'rendered']))),
  do: (_tx, { runs }, prepared) =>
    Promise.resolve(runs.map(({ run }) => (prepared.has(run.id) ? done : { kind: 'needs_preparation' }))),
}

let test_: TestEngine
let owner: Owner
let contacts: Uuid[]
beforeAll(async () => {
  test_ = await openTestEngine({ notify: answering, record_event: answering, exit: answering, send: sending })
})
afterAll(() => test_.close())
beforeEach(async () => {
  await test_.db('automation_runs').update({ due_at: null })
  answers.clear()
  seen.length = 0
  owner = await addOwner(test_.db, 3)
  contacts = await contactsOf(test_.db, owner)
})

const notify = (key: string): Step => ({ key, notify: { name: key } })
const start = async (steps: Step[], more: object = {}, fields: object = {}) => {
  const automation = await test_.addAutomation(owner, { steps, ...more })
  return { automation, id: await addRun(test_, automation, contacts[0] as Uuid, fields) }
}
const find = (id: Uuid) => runOf(test_.db, id)
const events = async () =>
  (await test_
    .db('events')
    .where({ workspace_id: owner.workspaceId })
    .orderBy('id')
    .select('type', 'data')) as {
    type: string
    data: Record<string, unknown>
  }[]

test('a run takes one step after another, and its end is an event', async () => {
  const { automation, id } = await start([
    notify('one'),
    notify('two'),
    { key: 'mail', send: { template_id: '' } },
  ])
  await test_.work()
  const run = await find(id)
  expect(run).toMatchObject({
    status: 'completed',
    step_key: null,
    due_at: null,
    lease: null,
    steps_taken: 3,
  })
  expect(run.ended_at).toEqual(test_.clock.now())
  expect(run.path).toEqual(['one done', 'two done', 'mail done'])
  expect(await events()).toEqual([
    {
      type: 'automation.run_completed',
      data: {
        automation_id: toTypeId('aut', automation.id),
        version: 1,
        run_id: toTypeId('run', id),
        contact_id: toTypeId('con', contacts[0] as Uuid),
        status: 'completed',
        ended_reason: null,
        step_key: null,
        error: null,
      },
    },
  ])
})

test('runs at the same step do it together', async () => {
  const automation = await test_.addAutomation(owner, { steps: [notify('one'), notify('two')] })
  for (const contact of contacts) await addRun(test_, automation, contact)
  await test_.work()
  expect(seen).toEqual(['one 3', 'two 3'])
})

test('a wait ends when its time has come, and not before', async () => {
  const { id } = await start([{ key: 'rest', wait: { for: 'P3D' } }, notify('two')])
  await test_.work()
  const until = new Date(test_.clock.now().getTime() + 3 * day)
  expect(await find(id)).toMatchObject({ status: 'waiting', wait_until: until, due_at: until, path: [] })
  test_.clock.pass(3 * day - 1)
  await test_.work()
  expect(await find(id)).toMatchObject({ status: 'waiting' })
  // Woken for nothing, it goes on waiting.
  await wakeRun(test_, id)
  await test_.work()
  expect(await find(id)).toMatchObject({ status: 'waiting', wait_until: until, due_at: until })
  test_.clock.pass(1)
  await test_.work()
  expect(await find(id)).toMatchObject({
    status: 'completed',
    wait_until: null,
    path: ['rest done', 'two done'],
  })
})

test('a branch takes the first case that holds, its steps, and then those behind it', async () => {
  const rule = (value: string) => ({ property: { name: 'plan', op: 'eq', value } })
  const steps: Step[] = [
    {
      key: 'by_plan',
      branch: {
        cases: [
          { if: rule('pro'), steps: [notify('is_pro')] },
          { if: { any: [rule('pro'), rule('free')] }, steps: [] },
        ],
        else: [notify('is_none')],
      },
    },
    notify('last'),
  ]
  const automation = await test_.addAutomation(owner, { steps })
  const plans = ['pro', 'free', 'none']
  const ids: Uuid[] = []
  for (const [index, contact] of contacts.entries()) {
    await test_
      .db('contacts')
      .where({ id: contact })
      .update({ properties: JSON.stringify({ plan: plans[index] }) })
    ids.push(await addRun(test_, automation, contact))
  }
  await test_.work()
  const paths = await Promise.all(ids.map(async (id) => (await find(id)).path))
  expect(paths).toEqual([
    ['by_plan done cases/0', 'is_pro done', 'last done'],
    ['by_plan done cases/1', 'last done'],
    ['by_plan done else', 'is_none done', 'last done'],
  ])
})

const waiting = (where: object = {}): Step[] => [
  {
    key: 'order',
    wait_for_event: { name: 'order_placed', timeout: 'P1D', on_timeout: [notify('reminder')], ...where },
  },
  notify('last'),
]

test('an awaited event counts from the beginning of the run, and only one that is as asked for', async () => {
  const where = { where: [{ name: 'total', op: 'gte', value: 50 }] }
  const { id } = await start(waiting(where))
  const contact = contacts[0] as Uuid
  const before = { at: new Date(test_.clock.now().getTime() - 1), properties: { total: 90 } }
  await addEvent(test_, owner, contact, 'order_placed', before)
  await addEvent(test_, owner, contact, 'order_placed', { properties: { total: 49 } })
  await addEvent(test_, owner, contacts[1] as Uuid, 'order_placed', { properties: { total: 90 } })
  await test_.work()
  expect(await find(id)).toMatchObject({ status: 'waiting', wait_event: 'order_placed' })
  expect(await test_.db('automation_waits').where({ run_id: id }).select('kind', 'name', 'is_exit')).toEqual([
    { kind: 'event', name: 'order_placed', is_exit: false },
  ])
  await addEvent(test_, owner, contact, 'order_placed', { properties: { total: 50 } })
  await wakeRun(test_, id)
  await test_.work()
  expect(await find(id)).toMatchObject({ path: ['order done', 'last done'], status: 'completed' })
  expect(await test_.db('automation_waits').where({ run_id: id })).toEqual([])
})

test('the event that started a run is none that it waits for', async () => {
  const event = await addEvent(test_, owner, contacts[0] as Uuid, 'order_placed')
  const { id } = await start(waiting(), {}, { contact_event_id: event })
  await test_.work()
  expect(await find(id)).toMatchObject({ status: 'waiting' })
})

test('an event that came before the wait was over counts, even where nothing has woken the run', async () => {
  const { id } = await start(waiting())
  await test_.work()
  test_.clock.pass(day - minute)
  await addEvent(test_, owner, contacts[0] as Uuid, 'order_placed')
  test_.clock.pass(2 * minute)
  await addEvent(test_, owner, contacts[0] as Uuid, 'order_placed')
  await test_.work()
  expect(await find(id)).toMatchObject({ path: ['order done', 'last done'] })
})

test('one that comes later does not: the steps of the time-out are taken', async () => {
  const { id } = await start(waiting())
  await test_.work()
  test_.clock.pass(day + minute)
  await addEvent(test_, owner, contacts[0] as Uuid, 'order_placed')
  await test_.work()
  const path = ['order timed_out on_timeout', 'reminder done', 'last done']
  expect(await find(id)).toMatchObject({ path, status: 'completed' })
})

test('an event, a list or a rule ends a run, wherever it is', async () => {
  const rule = { property: { name: 'plan', op: 'eq', value: 'gone' } }
  const listId = toTypeId('lst', owner.projectId)
  const exits = [{ event: { name: 'bought' } }, { list: { list_id: listId, on: 'unsubscribed' } }, { rule }]
  const automation = await test_.addAutomation(owner, {
    steps: [{ key: 'rest', wait: { for: 'P3D' } }, notify('two')],
    exit_on: exits as never,
  })
  const ids: Uuid[] = []
  for (const contact of contacts) ids.push(await addRun(test_, automation, contact))
  await test_.work()
  const [first, second, third] = contacts as [Uuid, Uuid, Uuid]
  await addEvent(test_, owner, first, 'bought')
  const { address } = (await test_.db('contacts').where({ id: second }).first('address')) as {
    address: string
  }
  await test_.db('subscriptions').insert({
    workspace_id: owner.workspaceId,
    id: second,
    list_id: owner.projectId,
    project_id: owner.projectId,
    environment: 'live',
    contact_id: second,
    email: address,
    address,
    state: 'unsubscribed',
    unsubscribed_at: test_.clock.now(),
    round_started_at: test_.clock.now(),
    requested_at: test_.clock.now(),
    updated_at: test_.clock.now(),
  })
  await test_
    .db('contacts')
    .where({ id: third })
    .update({ properties: JSON.stringify({ plan: 'gone' }) })
  for (const id of ids) await wakeRun(test_, id)
  await test_.work()
  const found = await Promise.all(ids.map(find))
  expect(found.map(({ status }) => status)).toEqual(['exited', 'exited', 'exited'])
  expect(found.map(({ ended_reason: reason }) => reason)).toEqual(['exit_event', 'exit_list', 'exit_rule'])
  expect(found.map(({ step_key: key }) => key)).toEqual(['rest', 'rest', 'rest'])
  const paths = ['rest skipped exit_event', 'rest skipped exit_list', 'rest skipped exit_rule']
  expect(found.map(({ path }) => path)).toEqual(paths.map((path) => [path]))
  expect((await events()).map(({ type }) => type)).toEqual(Array(3).fill('automation.run_completed'))
})

test('a step that fails for now is tried again with growing waits, and then has failed', async () => {
  const { id } = await start([notify('one'), notify('two')])
  answers.set(id, { kind: 'fails', code: 'unavailable', message: 'Busy.', mayRetry: true })
  for (const seconds of [10, 60, 300, 1800, 7200]) {
    await test_.work()
    const due = new Date(test_.clock.now().getTime() + seconds * 1000)
    expect(await find(id)).toMatchObject({
      status: 'running',
      due_at: due,
      error_code: 'unavailable',
      path: [],
    })
    test_.clock.pass(seconds * 1000)
  }
  await test_.work()
  expect(await find(id)).toMatchObject({
    status: 'failed',
    attempts: 6,
    step_key: 'one',
    due_at: null,
    error_message: 'Busy.',
    path: ['one failed unavailable'],
  })
  expect((await events())[0]).toMatchObject({
    type: 'automation.run_failed',
    data: { step_key: 'one', error: { code: 'unavailable', message: 'Busy.' } },
  })
})

test('a step that somebody has to mend fails at once, and says why', async () => {
  const { id } = await start([notify('one')])
  answers.set(id, { kind: 'fails', code: 'list_not_found', message: 'It is gone.', mayRetry: false })
  await test_.work()
  expect(await find(id)).toMatchObject({ status: 'failed', path: ['one failed list_not_found'], attempts: 1 })
})

test('a run whose step throws does not hold up the others of its batch', async () => {
  const automation = await test_.addAutomation(owner, { steps: [notify('one')] })
  const ids: Uuid[] = []
  for (const contact of contacts) ids.push(await addRun(test_, automation, contact))
  answers.set(ids[1] as Uuid, new Error('a mistake'))
  await test_.work()
  const found = await Promise.all(ids.map(find))
  expect(found.map(({ status }) => status)).toEqual(['completed', 'running', 'completed'])
  expect(found[1]).toMatchObject({ attempts: 1, error_code: 'internal_error', lease: null })
  expect(found[1]?.error_message).not.toContain('mistake')
  answers.clear()
  test_.clock.pass(10_000)
  await test_.work()
  expect(await find(ids[1] as Uuid)).toMatchObject({ status: 'completed', attempts: 0, error_code: null })
})

test('a paused automation holds its runs, and goes on with them when it is resumed', async () => {
  const { automation, id } = await start(waiting())
  await test_.work()
  await test_.db('automations').where({ id: automation.id }).update({ status: 'paused' })
  await addEvent(test_, owner, contacts[0] as Uuid, 'order_placed')
  await wakeRun(test_, id)
  await test_.work()
  expect(await find(id)).toMatchObject({ status: 'waiting', blocked_by: 'automation_paused', path: [] })
  const release = () => releaseBlocked(test_.db, test_.clock.now(), () => false)
  expect(await release()).toBe(0)
  test_.clock.pass(30 * day)
  await test_.work()
  expect(await find(id)).toMatchObject({ blocked_by: 'automation_paused' })
  await test_.db('automations').where({ id: automation.id }).update({ status: 'active' })
  expect(await release()).toBe(1)
  await test_.work()
  expect(await find(id)).toMatchObject({
    blocked_by: null,
    path: ['order done', 'last done'],
    status: 'completed',
  })
})

test('a run that a halted workspace holds goes on once it may send again', async () => {
  const { id } = await start([notify('one')])
  answers.set(id, { kind: 'blocked', by: 'sending_halted' })
  const { db } = test_
  await db('workspaces').where({ id: owner.workspaceId }).update({ halted_at: db.fn.now() })
  await test_.work()
  expect(await find(id)).toMatchObject({ status: 'running', blocked_by: 'sending_halted', attempts: 0 })
  expect(await releaseBlocked(db, test_.clock.now(), () => false)).toBe(0)
  await db('workspaces').where({ id: owner.workspaceId }).update({ halted_at: null })
  answers.clear()
  expect(await releaseBlocked(db, test_.clock.now(), () => false)).toBe(1)
  await test_.work()
  expect(await find(id)).toMatchObject({ status: 'completed' })
})

test('runs of an archived automation, and of an erased contact, are cancelled without an event', async () => {
  const { automation, id } = await start([notify('one')])
  await test_.db('automations').where({ id: automation.id }).update({ status: 'archived' })
  const other = await start([notify('one')])
  await test_.db('contacts').where({ id: contacts[0] }).delete()
  await test_.work()
  expect(await find(id)).toMatchObject({ status: 'cancelled', ended_reason: 'automation_archived', path: [] })
  expect(await find(other.id)).toMatchObject({
    status: 'cancelled',
    ended_reason: 'contact_erased',
    path: [],
  })
  expect(await events()).toEqual([])
})

test('a run keeps the version that it began with', async () => {
  const { automation, id } = await start([{ key: 'rest', wait: { for: 'PT1H' } }, notify('old')])
  await test_.work()
  await test_.db('automation_versions').insert({
    workspace_id: owner.workspaceId,
    automation_id: automation.id,
    version: 2,
    definition: JSON.stringify({ ...automation.definition, steps: [notify('new')] }),
    created_by: id,
  })
  await test_
    .db('automations')
    .where({ id: automation.id })
    .update({ published_version: 2, latest_version: 2 })
  test_.clock.pass(60 * minute)
  await test_.work()
  expect((await find(id)).path).toEqual(['rest done', 'old done'])
})

test('a batch whose leases were lost changes nothing', async () => {
  const { id } = await start([notify('one')])
  const { engine, db, clock } = test_
  const { claimDueRuns } = await import('../../../server/programs/automations/engine/claim.js')
  const { workOnRuns } = await import('../../../server/programs/automations/engine/batch.js')
  const claimed = await claimDueRuns(db, engine.lease, clock.now(), 60, 100)
  await db('automation_runs').where({ id }).update({ lease: null })
  for (const [workspaceId, rows] of claimed) await workOnRuns(engine, workspaceId, rows)
  expect(await find(id)).toMatchObject({ status: 'running', path: [] })
  expect(seen).toEqual([])
})

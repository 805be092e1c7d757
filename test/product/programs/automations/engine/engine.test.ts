import { expect, test } from 'vitest'
import { toTypeId, type Uuid } from '../../../../../server/platform/db/ids.js'
import type { Step } from '../../../../../server/product/programs/automations/definition.js'
import { workOnRuns } from '../../../../../server/product/programs/automations/engine/batch.js'
import { claimDueRuns } from '../../../../../server/product/programs/automations/engine/claim.js'
import { releaseBlocked } from '../../../../../server/product/programs/automations/engine/unblock.js'
import {
  addEvent,
  addOwner,
  addRun,
  contactsOf,
  wakeRun,
} from '../../../../support/automations/automation-engine.js'
import {
  day,
  minute,
  notify,
  useTestEngine,
  waiting,
} from '../../../../support/automations/engine-fixture.js'

/** The engine on a PostgreSQL, moved by hand and by a clock of its own. Other steps have tests of theirs. */

const use = useTestEngine()
const { answers, seen, start, find, events } = use

test('a run takes one step after another, and its end is an event', async () => {
  const { automation, id } = await start([
    notify('one'),
    notify('two'),
    { key: 'mail', send: { template_id: '' } },
  ])
  await use.engine.work()
  const run = await find(id)
  expect(run).toMatchObject({
    status: 'completed',
    step_key: null,
    due_at: null,
    lease: null,
    steps_taken: 3,
  })
  expect(run.ended_at).toEqual(use.engine.clock.now())
  expect(run.path).toEqual(['one done', 'two done', 'mail done'])
  expect(await events()).toEqual([
    {
      type: 'automation.run_completed',
      data: {
        automation_id: toTypeId('aut', automation.id),
        version: 1,
        run_id: toTypeId('run', id),
        contact_id: toTypeId('con', use.contacts[0] as Uuid),
        status: 'completed',
        ended_reason: null,
        step_key: null,
        error: null,
      },
    },
  ])
})

test('runs at the same step do it together', async () => {
  const automation = await use.engine.addAutomation(use.owner, { steps: [notify('one'), notify('two')] })
  for (const contact of use.contacts) await addRun(use.engine, automation, contact)
  await use.engine.work()
  expect(seen).toEqual(['one 3', 'two 3'])
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
  const automation = await use.engine.addAutomation(use.owner, { steps })
  const plans = ['pro', 'free', 'none']
  const ids: Uuid[] = []
  for (const [index, contact] of use.contacts.entries()) {
    await use.engine
      .db('contacts')
      .where({ id: contact })
      .update({ properties: JSON.stringify({ plan: plans[index] }) })
    ids.push(await addRun(use.engine, automation, contact))
  }
  await use.engine.work()
  const paths = await Promise.all(ids.map(async (id) => (await find(id)).path))
  expect(paths).toEqual([
    ['by_plan done cases/0', 'is_pro done', 'last done'],
    ['by_plan done cases/1', 'last done'],
    ['by_plan done else', 'is_none done', 'last done'],
  ])
})

test('a step that fails for now is tried again with growing waits, and then has failed', async () => {
  const { id } = await start([notify('one'), notify('two')])
  answers.set(id, { kind: 'fails', code: 'unavailable', message: 'Busy.', mayRetry: true })
  for (const seconds of [10, 60, 300, 1800, 7200]) {
    await use.engine.work()
    const due = new Date(use.engine.clock.now().getTime() + seconds * 1000)
    expect(await find(id)).toMatchObject({
      status: 'running',
      due_at: due,
      error_code: 'unavailable',
      path: [],
    })
    use.engine.clock.pass(seconds * 1000)
  }
  await use.engine.work()
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
  await use.engine.work()
  expect(await find(id)).toMatchObject({ status: 'failed', path: ['one failed list_not_found'], attempts: 1 })
})

test('of steps that take statements for each run a transaction does a part, and the next one the rest', async () => {
  const steps: Step[] = [{ key: 'note', record_event: { name: 'noted' } }, notify('two')]
  const automation = await use.engine.addAutomation(use.owner, { steps })
  const ids: Uuid[] = []
  for (let count = 0; count < 30; count += 1) {
    ids.push(await addRun(use.engine, automation, use.contacts[0] as Uuid))
  }
  await use.engine.work()
  expect(seen).toEqual(['note 25', 'two 25', 'note 5', 'two 5'])
  const paths = await Promise.all(ids.map(async (id) => (await find(id)).path.join()))
  expect(new Set(paths)).toEqual(new Set(['note done,two done']))
})

test('two steps that send, one after the other, each send what was prepared for them', async () => {
  const send = (key: string): Step => ({ key, send: { template_id: '' } })
  const { id } = await start([send('one'), send('two'), notify('three'), send('four')])
  await use.engine.work()
  expect((await find(id)).path).toEqual(['one done', 'two done', 'three done', 'four done'])
})

test('a run whose step throws does not hold up the others of its batch', async () => {
  const automation = await use.engine.addAutomation(use.owner, { steps: [notify('one')] })
  const ids: Uuid[] = []
  for (const contact of use.contacts) ids.push(await addRun(use.engine, automation, contact))
  answers.set(ids[1] as Uuid, new Error('a mistake'))
  await use.engine.work()
  const found = await Promise.all(ids.map(find))
  expect(found.map(({ status }) => status)).toEqual(['completed', 'running', 'completed'])
  expect(found[1]).toMatchObject({ attempts: 1, error_code: 'internal_error', lease: null })
  expect(found[1]?.error_message).not.toContain('mistake')
  answers.clear()
  use.engine.clock.pass(10_000)
  await use.engine.work()
  expect(await find(ids[1] as Uuid)).toMatchObject({ status: 'completed', attempts: 0, error_code: null })
})

test('a paused automation holds its runs, and goes on with them when it is resumed', async () => {
  const { automation, id } = await start(waiting())
  await use.engine.work()
  await use.engine.db('automations').where({ id: automation.id }).update({ status: 'paused' })
  await addEvent(use.engine, use.owner, use.contacts[0] as Uuid, { name: 'order_placed' })
  await wakeRun(use.engine, id)
  await use.engine.work()
  expect(await find(id)).toMatchObject({ status: 'waiting', blocked_by: 'automation_paused', path: [] })
  const release = () => releaseBlocked(use.engine.db, use.engine.clock.now(), () => false)
  expect(await release()).toBe(0)
  use.engine.clock.pass(30 * day)
  await use.engine.work()
  expect(await find(id)).toMatchObject({ blocked_by: 'automation_paused' })
  await use.engine.db('automations').where({ id: automation.id }).update({ status: 'active' })
  expect(await release()).toBe(1)
  await use.engine.work()
  expect(await find(id)).toMatchObject({
    blocked_by: null,
    path: ['order done', 'last done'],
    status: 'completed',
  })
})

test('a run that a halted workspace holds goes on once it may send again', async () => {
  const { id } = await start([notify('one')])
  answers.set(id, { kind: 'blocked', by: 'sending_halted' })
  const { db } = use.engine
  await db('workspaces').where({ id: use.owner.workspaceId }).update({ halted_at: db.fn.now() })
  await use.engine.work()
  expect(await find(id)).toMatchObject({ status: 'running', blocked_by: 'sending_halted', attempts: 0 })
  expect(await releaseBlocked(db, use.engine.clock.now(), () => false)).toBe(0)
  await db('workspaces').where({ id: use.owner.workspaceId }).update({ halted_at: null })
  answers.clear()
  expect(await releaseBlocked(db, use.engine.clock.now(), () => false)).toBe(1)
  await use.engine.work()
  expect(await find(id)).toMatchObject({ status: 'completed' })
})

test('runs of an archived automation, and of an erased contact, are cancelled without an event', async () => {
  const { automation, id } = await start([notify('one')])
  await use.engine.db('automations').where({ id: automation.id }).update({ status: 'archived' })
  const other = await start([notify('one')])
  await use.engine.db('contacts').where({ id: use.contacts[0] }).delete()
  await use.engine.work()
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
  await use.engine.work()
  await use.engine.db('automation_versions').insert({
    workspace_id: use.owner.workspaceId,
    automation_id: automation.id,
    version: 2,
    definition: JSON.stringify({ ...automation.definition, steps: [notify('new')] }),
    created_by: id,
  })
  await use.engine
    .db('automations')
    .where({ id: automation.id })
    .update({ published_version: 2, latest_version: 2 })
  use.engine.clock.pass(60 * minute)
  await use.engine.work()
  expect((await find(id)).path).toEqual(['rest done', 'old done'])
})

test('a backlog of one workspace does not hold up what becomes due in another', async () => {
  const { db, clock, engine } = use.engine
  const automation = await use.engine.addAutomation(use.owner, { steps: [notify('one')] })
  await db.raw(
    `insert into automation_runs (workspace_id, id, automation_id, version, project_id, environment, contact_id, status,
       trigger_kind, since, started_at, step_started_at, step_key, due_at)
     select ?, gen_random_uuid(), ?, 1, ?, 'live', ?, 'running', 'manual', now(), now(), now(), 'one',
       ?::timestamptz - interval '1 hour'
     from generate_series(1, 600)`,
    [
      use.owner.workspaceId,
      automation.id,
      use.owner.projectId,
      use.contacts[0] as Uuid,
      clock.now().toISOString(),
    ],
  )
  const other = await addOwner(db, 1)
  const [contact] = await contactsOf(db, other)
  const id = await addRun(
    use.engine,
    await use.engine.addAutomation(other, { steps: [notify('one')] }),
    contact as Uuid,
  )
  const claimed = await claimDueRuns(db, {
    lease: engine.lease,
    now: clock.now(),
    leaseSeconds: 60,
    max: 100,
  })
  expect(claimed.get(other.workspaceId)?.map((run) => run.id)).toEqual([id])
  expect(claimed.get(use.owner.workspaceId)).toHaveLength(99)
})

test('a batch whose leases were lost changes nothing', async () => {
  const { id } = await start([notify('one')])
  const { engine, db, clock } = use.engine
  const claimed = await claimDueRuns(db, {
    lease: engine.lease,
    now: clock.now(),
    leaseSeconds: 60,
    max: 100,
  })
  await db('automation_runs').where({ id }).update({ lease: null })
  for (const [workspaceId, rows] of claimed) await workOnRuns(engine, workspaceId, rows)
  expect(await find(id)).toMatchObject({ status: 'running', path: [] })
  expect(seen).toEqual([])
})

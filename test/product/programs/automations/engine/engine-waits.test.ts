import { expect, test } from 'vitest'
import { toTypeId, type Uuid } from '../../../../../server/platform/db/ids.js'
import { addEvent, addRun, wakeRun } from '../../../../support/automations/automation-engine.js'
import {
  day,
  minute,
  notify,
  useTestEngine,
  waiting,
} from '../../../../support/automations/engine-fixture.js'

/** Tests how runs wait, and how exits end them, on the engine alone. */

const use = useTestEngine()
const { start, find, events } = use

test('a wait ends when its time has come, and not before', async () => {
  const { id } = await start([{ key: 'rest', wait: { for: 'P3D' } }, notify('two')])
  await use.engine.work()
  const until = new Date(use.engine.clock.now().getTime() + 3 * day)
  expect(await find(id)).toMatchObject({ status: 'waiting', wait_until: until, due_at: until, path: [] })
  use.engine.clock.pass(3 * day - 1)
  await use.engine.work()
  expect(await find(id)).toMatchObject({ status: 'waiting' })
  // Woken for nothing, it goes on waiting.
  await wakeRun(use.engine, id)
  await use.engine.work()
  expect(await find(id)).toMatchObject({ status: 'waiting', wait_until: until, due_at: until })
  use.engine.clock.pass(1)
  await use.engine.work()
  expect(await find(id)).toMatchObject({
    status: 'completed',
    wait_until: null,
    path: ['rest done', 'two done'],
  })
})

test('an awaited event counts from the beginning of the run, and only one that is as asked for', async () => {
  const where = { where: [{ name: 'total', op: 'gte', value: 50 }] }
  const { id } = await start(waiting(where))
  const contact = use.contacts[0] as Uuid
  const before = { at: new Date(use.engine.clock.now().getTime() - 1), properties: { total: 90 } }
  await addEvent(use.engine, use.owner, contact, { name: 'order_placed', ...before })
  await addEvent(use.engine, use.owner, contact, { name: 'order_placed', properties: { total: 49 } })
  await addEvent(use.engine, use.owner, use.contacts[1] as Uuid, {
    name: 'order_placed',
    properties: { total: 90 },
  })
  await use.engine.work()
  expect(await find(id)).toMatchObject({ status: 'waiting', wait_event: 'order_placed' })
  expect(
    await use.engine.db('automation_waits').where({ run_id: id }).select('kind', 'name', 'is_exit'),
  ).toEqual([{ kind: 'event', name: 'order_placed', is_exit: false }])
  await addEvent(use.engine, use.owner, contact, { name: 'order_placed', properties: { total: 50 } })
  await wakeRun(use.engine, id)
  await use.engine.work()
  expect(await find(id)).toMatchObject({ path: ['order done', 'last done'], status: 'completed' })
  expect(await use.engine.db('automation_waits').where({ run_id: id })).toEqual([])
})

test('the event that started a run is none that it waits for', async () => {
  const event = await addEvent(use.engine, use.owner, use.contacts[0] as Uuid, { name: 'order_placed' })
  const { id } = await start(waiting(), {}, { contact_event_id: event })
  await use.engine.work()
  expect(await find(id)).toMatchObject({ status: 'waiting' })
})

test('an event that came before the wait was over counts, even where nothing has woken the run', async () => {
  const { id } = await start(waiting())
  await use.engine.work()
  use.engine.clock.pass(day - minute)
  await addEvent(use.engine, use.owner, use.contacts[0] as Uuid, { name: 'order_placed' })
  use.engine.clock.pass(2 * minute)
  await addEvent(use.engine, use.owner, use.contacts[0] as Uuid, { name: 'order_placed' })
  await use.engine.work()
  expect(await find(id)).toMatchObject({ path: ['order done', 'last done'] })
})

test('one that comes later does not: the steps of the time-out are taken', async () => {
  const { id } = await start(waiting())
  await use.engine.work()
  use.engine.clock.pass(day + minute)
  await addEvent(use.engine, use.owner, use.contacts[0] as Uuid, { name: 'order_placed' })
  await use.engine.work()
  const path = ['order timed_out on_timeout', 'reminder done', 'last done']
  expect(await find(id)).toMatchObject({ path, status: 'completed' })
})

test('an event, a list or a rule ends a run, wherever it is', async () => {
  const rule = { property: { name: 'plan', op: 'eq', value: 'gone' } }
  const listId = toTypeId('lst', use.owner.projectId)
  const exits = [{ event: { name: 'bought' } }, { list: { list_id: listId, on: 'unsubscribed' } }, { rule }]
  const automation = await use.engine.addAutomation(use.owner, {
    steps: [{ key: 'rest', wait: { for: 'P3D' } }, notify('two')],
    exit_on: exits as never,
  })
  const ids: Uuid[] = []
  for (const contact of use.contacts) ids.push(await addRun(use.engine, automation, contact))
  await use.engine.work()
  const [first, second, third] = use.contacts as [Uuid, Uuid, Uuid]
  await addEvent(use.engine, use.owner, first, { name: 'bought' })
  const { address } = (await use.engine.db('contacts').where({ id: second }).first('address')) as {
    address: string
  }
  await use.engine.db('subscriptions').insert({
    workspace_id: use.owner.workspaceId,
    id: second,
    list_id: use.owner.projectId,
    project_id: use.owner.projectId,
    environment: 'live',
    contact_id: second,
    email: address,
    address,
    status: 'unsubscribed',
    unsubscribed_at: use.engine.clock.now(),
    round_started_at: use.engine.clock.now(),
    requested_at: use.engine.clock.now(),
    updated_at: use.engine.clock.now(),
  })
  await use.engine
    .db('contacts')
    .where({ id: third })
    .update({ properties: JSON.stringify({ plan: 'gone' }) })
  for (const id of ids) await wakeRun(use.engine, id)
  await use.engine.work()
  const found = await Promise.all(ids.map(find))
  expect(found.map(({ status }) => status)).toEqual(['exited', 'exited', 'exited'])
  expect(found.map(({ ended_reason: reason }) => reason)).toEqual(['exit_event', 'exit_list', 'exit_rule'])
  expect(found.map(({ step_key: key }) => key)).toEqual(['rest', 'rest', 'rest'])
  const paths = ['rest skipped exit_event', 'rest skipped exit_list', 'rest skipped exit_rule']
  expect(found.map(({ path }) => path)).toEqual(paths.map((path) => [path]))
  expect((await events()).map(({ type }) => type)).toEqual(Array(3).fill('automation.run_completed'))
})

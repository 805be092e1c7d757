import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId } from '../../../../../server/platform/db/ids.js'
import { exitStep } from '../../../../support/automations/automation-calls.js'
import {
  addScene,
  hours,
  startAutomations,
  type RunningAutomations,
} from '../../../../support/automations/running-automations.js'

/** Another transaction has a contact locked for longer than a statement waits. */

let automations: RunningAutomations
beforeAll(async () => {
  automations = await startAutomations()
})
afterAll(() => automations.service.stop())

test('a run whose contact is locked holds up no other run of its batch, and goes on when the lock is gone', async () => {
  const { service, clock } = automations
  const { calls, start, tenant, untilRun } = await addScene(automations)
  const id = await calls.published({
    trigger: { manual: {} },
    steps: [{ key: 'moment', wait: { for: 'PT1H' } }, exitStep],
  })
  const contacts = [await calls.contact('ada@example.com'), await calls.contact('bob@example.com')]
  const [ada = '', bob = ''] = await Promise.all(contacts.map((contact) => start(id, contact)))
  for (const run of [ada, bob]) await untilRun(id, run, (detail) => detail.status === 'waiting', 'waiting')

  const other = await service.sql.connect()
  await other.query('begin')
  await other.query('select from contacts where workspace_id = $1 and id = $2 for update', [
    tenant.workspaceId,
    fromTypeId('con', contacts[0] ?? ''),
  ])
  try {
    clock.pass(2 * hours)
    await untilRun(id, bob, (detail) => detail.status === 'exited', 'over')
    expect((await calls.run(id, ada)).body.status).not.toBe('exited')
  } finally {
    await other.query('rollback')
    other.release()
  }
  // It is looked at again 5 seconds later, by the clock of waits.
  clock.pass(1 * hours)
  await untilRun(id, ada, (detail) => detail.status === 'exited', 'over')
})

test('locked contacts of two workspaces hold up no other workspace, neither runs nor what starts them', async () => {
  const { service, clock } = automations
  const definition = {
    trigger: { event: { name: 'paid' } },
    steps: [{ key: 'moment', wait: { for: 'PT1H' } }, exitStep],
  }
  const sceneWith = async (names: readonly string[]) => {
    const scene = await addScene(automations)
    const id = await scene.calls.published(definition)
    const contacts = []
    for (const name of names) contacts.push(await scene.calls.contact(`${name}@example.com`))
    for (const contact of contacts) await scene.calls.recordEvent(contact, 'paid')
    const runs = []
    for (const contact of contacts) runs.push((await scene.runsOf(id, contact))[0] ?? '')
    await scene.settled()
    return { ...scene, id, contacts, runs }
  }
  const held = [await sceneWith(['a', 'b', 'c']), await sceneWith(['a', 'b', 'c'])]
  const free = await sceneWith(['a'])

  const other = await service.sql.connect()
  await other.query('begin')
  for (const { contacts, tenant } of held) {
    await other.query('select from contacts where workspace_id = $1 and id = any($2) for update', [
      tenant.workspaceId,
      contacts.map((contact) => fromTypeId('con', contact)),
    ])
  }
  try {
    clock.pass(2 * hours)
    await free.untilRun(free.id, free.runs[0] ?? '', ({ status }) => status === 'exited', 'over')
    const late = await free.calls.contact('late@example.com')
    await free.calls.recordEvent(late, 'paid')
    const [run = ''] = await free.runsOf(free.id, late)
    // The locked ones are being worked on by now.
    await free.restsAt(free.id, run, 'moment')
  } finally {
    await other.query('rollback')
    other.release()
  }
  for (const { id, runs, untilRun } of held) {
    // They are looked at again some seconds later, by the clock of waits.
    clock.pass(1 * hours)
    for (const run of runs) await untilRun(id, run, (detail) => detail.status === 'exited', 'over')
  }
})

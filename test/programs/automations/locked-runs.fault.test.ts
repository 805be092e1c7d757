import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromTypeId } from '../../../server/db/ids.js'
import { exitStep } from '../../support/automation-calls.js'
import {
  addScene,
  hours,
  startAutomations,
  type RunningAutomations,
} from '../../support/running-automations.js'

/** Another transaction has a contact locked for longer than a statement waits. */

let automations: RunningAutomations
beforeAll(async () => {
  // A wait for a lock takes a second then.
  automations = await startAutomations({ POSTSEAL_STATEMENT_TIMEOUT: '1' })
})
afterAll(() => automations.service.stop())

test('a run whose contact is locked holds up no other run of its batch, and goes on when the lock is gone', async () => {
  const { service, clock } = automations
  const { calls, start, untilRun } = await addScene(automations)
  const id = await calls.published({
    trigger: { manual: {} },
    steps: [{ key: 'moment', wait: { for: 'PT1H' } }, exitStep],
  })
  const contacts = [await calls.contact('ada@example.com'), await calls.contact('bob@example.com')]
  const [ada = '', bob = ''] = await Promise.all(contacts.map((contact) => start(id, contact)))
  for (const run of [ada, bob])
    await untilRun(id, run, (detail) => detail.run.status === 'waiting', 'waiting')

  const other = await service.sql.connect()
  await other.query('begin')
  await other.query('select from contacts where id = $1 for update', [fromTypeId('con', contacts[0] ?? '')])
  try {
    clock.pass(2 * hours)
    await untilRun(id, bob, (detail) => detail.run.status === 'exited', 'over')
    expect((await calls.run(id, ada)).body.run.status).not.toBe('exited')
  } finally {
    await other.query('rollback')
    other.release()
  }
  // It is looked at again 5 seconds later, by the clock of waits.
  clock.pass(1 * hours)
  await untilRun(id, ada, (detail) => detail.run.status === 'exited', 'over')
})

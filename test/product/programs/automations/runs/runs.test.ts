import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordSignals } from '../../../../../server/product/audience/signals.js'
import { newUuid, toTypeId, type Uuid } from '../../../../../server/platform/db/ids.js'
import { inTransaction } from '../../../../../server/platform/db/transaction/transaction.js'
import type { Definition } from '../../../../../server/product/programs/automations/definition.js'
import { workOnRuns } from '../../../../../server/product/programs/automations/engine/batch.js'
import { claimDueRuns } from '../../../../../server/product/programs/automations/engine/claim.js'
import { cancelRun } from '../../../../../server/product/programs/automations/runs/cancel.js'
import { retryRun } from '../../../../../server/product/programs/automations/runs/retry.js'
import type { DoStep } from '../../../../../server/product/programs/automations/steps/step.js'
import {
  addEvent,
  addOwner,
  addRun,
  contactsOf,
  openTestEngine,
  runOf,
  type TestAutomation,
  type TestEngine,
} from '../../../../support/automations/automation-engine.js'
import type { Owner } from '../../../../support/campaigns/campaign-owner.js'
import { until } from '../../../../support/time/until.js'

/** Runs that are cancelled and retried beside the engine. It needs a PostgreSQL and no service. */

let bed: TestEngine
let owner: Owner
let contacts: Uuid[]

/** Does a step `notify`; each test sets it. */
let notify: DoStep = () => Promise.reject(new Error('no test has set it'))
const works: DoStep = async (_tx, { runs }) => runs.map(() => ({ kind: 'done', outcome: 'done' }))
const fails: DoStep = async (_tx, { runs }) =>
  runs.map(() => ({ kind: 'fails', code: 'template_not_found', message: 'It is gone.', mayRetry: false }))

beforeAll(async () => {
  bed = await openTestEngine({ notify: (tx, batch) => notify(tx, batch) })
  owner = await addOwner(bed.db, 12)
  contacts = await contactsOf(bed.db, owner)
})
afterAll(() => bed.close())

const always = new Date(0)
const later = new Date('2100-01-01')
const steps: Definition['steps'] = [{ key: 'tell', notify: { name: 'n' } }]
const someone = () => contacts.shift() as Uuid

const keyOf = ({ id }: TestAutomation, run: Uuid) => ({
  workspaceId: owner.workspaceId,
  automationId: id,
  id: run,
})
const cancel = (automation: TestAutomation, run: Uuid) =>
  inTransaction(bed.db, ({ sql }) => cancelRun(sql, keyOf(automation, run), always, bed.clock.now()))
const retry = (automation: TestAutomation, run: Uuid) =>
  inTransaction(bed.db, (tx) => retryRun(tx, bed.engine, keyOf(automation, run), always))

/** A run that has failed at its step. */
async function failedRun(
  automation: TestAutomation,
  contact: Uuid,
  fields: Parameters<typeof addRun>[3] = {},
) {
  notify = fails
  const id = await addRun(bed, automation, contact, fields)
  await bed.work()
  expect(await runOf(bed.db, id)).toMatchObject({ status: 'failed', error_code: 'template_not_found' })
  return id
}

async function enter(automation: TestAutomation, contact: Uuid, run: Uuid, key = ''): Promise<void> {
  await bed.db('automation_entries').insert({
    workspace_id: owner.workspaceId,
    automation_id: automation.id,
    contact_id: contact,
    entry_key: key,
    run_id: run,
    entered_at: bed.clock.now(),
  })
}
const entriesOf = ({ id }: TestAutomation) =>
  bed.db('automation_entries').where({ automation_id: id }).orderBy('entry_key').pluck('run_id')
const waitsOf = (run: Uuid) =>
  bed.db('automation_waits').where({ run_id: run }).orderBy('kind').select('kind', 'name', 'is_exit')

describe('a cancelled run', () => {
  const waits: Definition['steps'] = [{ key: 'order', wait_for_event: { name: 'paid', timeout: 'P1D' } }]

  test('ends where it is, and is woken by nothing', async () => {
    const automation = await bed.addAutomation(owner, { steps: waits })
    const id = await addRun(bed, automation, someone())
    await bed.work()
    expect(await waitsOf(id)).toHaveLength(1)
    bed.clock.pass(1000)
    const row = await cancel(automation, id)
    const ended = { status: 'cancelled', ended_reason: 'manual', ended_at: bed.clock.now(), due_at: null }
    expect(row).toMatchObject({ ...ended, step_key: 'order', wait_until: null, wait_event: null })
    expect(await waitsOf(id)).toEqual([])
    bed.clock.pass(1000)
    expect(await cancel(automation, id)).toEqual(row)
    bed.clock.pass(24 * 3600 * 1000)
    await bed.work()
    expect(await runOf(bed.db, id)).toMatchObject({ ...ended, path: [] })
  })

  test('may have been held or have failed, and not have ended otherwise', async () => {
    const automation = await bed.addAutomation(owner, { steps })
    const held = await addRun(bed, automation, someone(), { blocked_by: 'automation_paused' })
    await bed.db('automation_runs').where({ id: held }).update({ due_at: 'infinity' })
    expect(await cancel(automation, held)).toMatchObject({ status: 'cancelled', blocked_by: null })
    const failed = await failedRun(automation, someone())
    expect(await cancel(automation, failed)).toMatchObject({
      status: 'cancelled',
      ended_reason: 'manual',
      error_code: 'template_not_found',
    })
    notify = works
    const completed = await addRun(bed, automation, someone())
    await bed.work()
    await expect(cancel(automation, completed)).rejects.toMatchObject({ code: 'invalid_state' })
  })

  test('takes no step more, be it claimed or in hand', async () => {
    const automation = await bed.addAutomation(owner, {
      steps: [...steps, { key: 'again', notify: { name: 'n' } }],
    })
    const { engine, clock, db } = bed
    const claimed = await addRun(bed, automation, someone())
    const taken = await claimDueRuns(db, { lease: engine.lease, now: clock.now(), leaseSeconds: 60, max: 10 })
    expect(await cancel(automation, claimed)).toMatchObject({ status: 'cancelled', due_at: null })
    notify = works
    for (const [workspaceId, rows] of taken) await workOnRuns(engine, workspaceId, rows)
    expect(await runOf(db, claimed)).toMatchObject({ status: 'cancelled', path: [], lease: null })

    // The engine is in the middle of its first step; the second one waits for an hour.
    const slow = await bed.addAutomation(owner, {
      steps: [...steps, { key: 'pause', wait: { for: 'PT1H' } }],
    })
    const inHand = await addRun(bed, slow, someone())
    let begin = (): void => undefined
    const hasBegun = new Promise<void>((resolve) => (begin = resolve))
    notify = async (tx, batch) => {
      begin()
      await until(() => isWaitedFor(tx.sql), 'the request to wait')
      return works(tx, batch)
    }
    const working = bed.work()
    await hasBegun
    expect(await cancel(slow, inHand)).toMatchObject({ status: 'cancelled', step_key: 'pause' })
    await working
    expect(await runOf(db, inHand)).toMatchObject({ status: 'cancelled', path: ['tell done'] })
  })
})

/** Returns true if another transaction waits for this one. */
const isWaitedFor = async (trx: Knex): Promise<boolean> => {
  const own = trx('pg_locks').where({ granted: true }).whereRaw('pid = pg_backend_pid()')
  const waiting = trx('pg_locks').where({ granted: false })
  return (await waiting.whereIn('transactionid', own.select('transactionid'))).length > 0
}

describe('a failed run', () => {
  test('goes on at the step that failed, once', async () => {
    const automation = await bed.addAutomation(owner, { steps })
    const id = await failedRun(automation, someone())
    bed.clock.pass(5000)
    const row = await retry(automation, id)
    const now = bed.clock.now()
    expect(row).toMatchObject({
      status: 'running',
      step_key: 'tell',
      attempts: 0,
      due_at: now,
      ended_at: null,
    })
    expect(row).toMatchObject({ error_code: null, error_message: null, step_started_at: now })
    expect(await retry(automation, id)).toEqual(row)
    notify = works
    await bed.work()
    const path = ['tell failed template_not_found', 'tell done']
    expect(await runOf(bed.db, id)).toMatchObject({ status: 'completed', path })
    await expect(retry(automation, id)).rejects.toMatchObject({ code: 'invalid_state' })
  })

  test('is retried while it is under way again, and no other', async () => {
    const automation = await bed.addAutomation(owner, { steps })
    const id = await addRun(bed, automation, someone())
    await expect(retry(automation, id)).rejects.toMatchObject({ code: 'invalid_state' })
    await cancel(automation, id)
    await expect(retry(automation, id)).rejects.toMatchObject({ code: 'invalid_state' })
    const other = { ...automation, id: newUuid() }
    await expect(retry(other, id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is woken by its exits again', async () => {
    const list = toTypeId('lst', newUuid())
    const automation = await bed.addAutomation(owner, {
      steps,
      exit_on: [{ event: { name: 'left' } }, { list: { list_id: list, on: 'unsubscribed' } }],
    })
    const contact = someone()
    const id = await failedRun(automation, contact)
    await retry(automation, id)
    expect(await waitsOf(id)).toEqual([
      { kind: 'event', name: 'left', is_exit: true },
      { kind: 'list_unsubscribed', name: list, is_exit: true },
    ])
    const isWanted = await inTransaction(bed.db, (tx) =>
      recordSignals(tx, owner.workspaceId, [
        {
          projectId: owner.projectId,
          contactId: contact,
          kind: 'event',
          name: 'left',
          contactEventId: newUuid(),
          occurredAt: bed.clock.now(),
          depth: 0,
        },
      ]),
    )
    expect(isWanted).toBe(true)
    // What happened while it had failed ends it as well.
    await addEvent(bed, owner, contact, { name: 'left' })
    notify = works
    await bed.work()
    expect(await runOf(bed.db, id)).toMatchObject({ status: 'exited', ended_reason: 'exit_event' })
  })

  test.each(['once', 'after_exit'] as const)('goes on alone where contacts enter %s', async (mode) => {
    const automation = await bed.addAutomation(owner, { steps, reentry: { mode } })
    const contact = contacts[0] as Uuid
    const first = await failedRun(automation, contact)
    const other = await addRun(bed, automation, contact, { status: 'waiting', due_at: later })
    await enter(automation, contact, other)
    await expect(retry(automation, first)).rejects.toMatchObject({ code: 'invalid_state' })
    expect(await entriesOf(automation)).toEqual([other])
    // Another key has entries of its own.
    const keyed = await failedRun(automation, contact, { entry_key: 'cart_1' })
    expect(await retry(automation, keyed)).toMatchObject({ status: 'running' })
    expect(await entriesOf(automation)).toEqual([other, keyed])

    await cancel(automation, other)
    expect(await retry(automation, first)).toMatchObject({ status: 'running' })
    expect(await entriesOf(automation)).toEqual([first, keyed])
  })

  test('goes on beside others where contacts enter always', async () => {
    const automation = await bed.addAutomation(owner, { steps, reentry: { mode: 'always' } })
    const contact = contacts[0] as Uuid
    const first = await failedRun(automation, contact)
    const other = await addRun(bed, automation, contact)
    await enter(automation, contact, other)
    expect(await retry(automation, first)).toMatchObject({ status: 'running' })
  })

  test('of two at once only one goes on', async () => {
    const automation = await bed.addAutomation(owner, { steps })
    const contact = contacts[0] as Uuid
    const both = [await failedRun(automation, contact), await failedRun(automation, contact)]
    const ended = await Promise.allSettled(both.map((id) => retry(automation, id)))
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const rows = await Promise.all(both.map((id) => runOf(bed.db, id)))
    expect(rows.map(({ status }) => status).sort()).toEqual(['failed', 'running'])
  })

  test('stays where its contact is erased or its automation archived', async () => {
    const automation = await bed.addAutomation(owner, { steps })
    const erased = someone()
    const gone = await failedRun(automation, erased)
    const id = await failedRun(automation, contacts[0] as Uuid)
    await bed.db('contacts').where({ id: erased }).delete()
    await expect(retry(automation, gone)).rejects.toMatchObject({ code: 'invalid_state' })
    await bed.db('automations').where({ id: automation.id }).update({ status: 'archived' })
    await expect(retry(automation, id)).rejects.toMatchObject({ code: 'invalid_state' })
    expect(await runOf(bed.db, id)).toMatchObject({ status: 'failed' })
  })
})

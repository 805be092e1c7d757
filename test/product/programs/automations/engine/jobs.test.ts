import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newUuid, type Uuid } from '../../../../../server/platform/db/ids.js'
import { inTransaction } from '../../../../../server/platform/db/transaction/transaction.js'
import type { Definition } from '../../../../../server/product/programs/automations/definition.js'
import {
  automationWork,
  automationJobs,
} from '../../../../../server/product/programs/automations/jobs/turn.js'
import { findAutomation } from '../../../../../server/product/programs/automations/automation-rows.js'
import type { RetryFilter } from '../../../../../server/product/programs/automations/runs/failed-runs.js'
import { retryRuns } from '../../../../../server/product/programs/automations/runs/retry-many.js'
import {
  addOwner,
  addRun,
  contactsOf,
  openTestEngine,
  runOf,
  type TestAutomation,
  type TestEngine,
} from '../../../../support/automations/automation-engine.js'
import type { Claimed } from '../../../../../server/platform/queue/leases/claim-due.js'
import type { Owner } from '../../../../support/campaigns/campaign-owner.js'

/** Tests the work of automations in the background, turn by turn. It needs a PostgreSQL and no service. */

const many = 10_200

let bed: TestEngine
let owner: Owner
let contacts: Uuid[]
beforeAll(async () => {
  bed = await openTestEngine()
  owner = await addOwner(bed.db, many)
  contacts = await contactsOf(bed.db, owner)
})
afterAll(() => bed.close())
/** The work of a test is not claimed by the next. */
afterEach(() => bed.db('automations').update({ due_at: null }))

const lease = newUuid()
const steps: Definition['steps'] = [{ key: 'tell', notify: { name: 'n' } }]
const claim = async (by = lease, seconds = 60): Promise<Claimed | undefined> =>
  (await automationWork.claimDue(bed.db, { lease: by, leaseSeconds: seconds, max: 1 }))[0]
/** Works on a claimed automation for one page, or as many as there are. */
const turn = (claimed: Claimed, turnMs: number) => {
  const { db, engine } = bed
  const dependencies = { ...engine, db, config: { leaseSeconds: 60, turnMs }, automations: engine.config }
  return automationJobs(dependencies).takeTurn(claimed, () => false)
}
async function workAll(): Promise<void> {
  for (let claimed = await claim(); claimed !== undefined; claimed = await claim())
    await turn(claimed, 60_000)
}

const keyOf = ({ id }: TestAutomation) => ({ workspaceId: owner.workspaceId, id })
const find = (automation: TestAutomation) => findAutomation(bed.db, keyOf(automation))
const retryAll = (automation: TestAutomation, filter: RetryFilter = {}) =>
  inTransaction(bed.db, (tx) => retryRuns(tx, bed.engine, keyOf(automation), filter))
const statuses = async (automation: TestAutomation) => {
  const { rows } = await bed.db.raw<{ rows: { status: string; count: number }[] }>(
    'select status, count(*)::integer as count from automation_runs where automation_id = ? group by status',
    [automation.id],
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** Adds a run for each of the first `max` contacts, by default for all of them. */
async function addRuns(
  automation: TestAutomation,
  status: 'failed' | 'running' | 'waiting' | 'completed',
  max = many,
): Promise<void> {
  const ended = status === 'failed' || status === 'completed' ? bed.clock.now() : null
  await bed.db.raw(
    `insert into automation_runs (workspace_id, id, automation_id, version, project_id, environment, contact_id, status,
       trigger_kind, since, started_at, step_started_at, step_key, error_code, ended_at, due_at)
     select workspace_id, gen_random_uuid(), :automation, 1, project_id, 'live', id, :status, 'manual', :now, :now, :now,
       'tell', case when :status = 'failed' then 'template_not_found' end, :ended::timestamptz,
       case when :ended::timestamptz is null then :now::timestamptz end
     from contacts where workspace_id = :workspace order by id limit :max`,
    {
      automation: automation.id,
      status,
      now: bed.clock.now(),
      ended,
      workspace: owner.workspaceId,
      max,
    },
  )
}

describe('a retry of many runs', () => {
  test('takes 10,000, shows how far it is, and goes on where a process has lost its lease', async () => {
    const automation = await bed.addAutomation(owner, { steps, exit_on: [{ event: { name: 'left' } }] })
    await addRuns(automation, 'failed')
    expect(await retryAll(automation)).toMatchObject({
      retry_requested_at: bed.clock.now(),
      retry_total: 10_000,
      retry_retried: 0,
      retry_completed_at: null,
    })
    await expect(retryAll(automation)).rejects.toMatchObject({ code: 'invalid_state' })

    const first = (await claim()) as Claimed
    await turn(first, 0)
    expect(await find(automation)).toMatchObject({ retry_retried: 500, retry_completed_at: null })
    // It has been given back; who claims it and dies loses it to another, and does nothing more.
    const dead = (await claim(newUuid())) as Claimed
    expect(await claim()).toBeUndefined()
    await bed.db('automations').where({ id: automation.id }).update({ due_at: bed.db.fn.now() })
    const second = (await claim()) as Claimed
    await turn(dead, 60_000)
    expect(await find(automation)).toMatchObject({ retry_retried: 500 })
    await turn(second, 0)
    expect(await find(automation)).toMatchObject({ retry_retried: 1000 })

    bed.clock.pass(1000)
    await workAll()
    expect(await find(automation)).toMatchObject({
      retry_total: 10_000,
      retry_retried: 10_000,
      retry_skipped: 0,
      retry_completed_at: bed.clock.now(),
    })
    expect(await statuses(automation)).toEqual({ running: 10_000, failed: 200 })
    // The oldest were first, and each is due, has its exit again, and has entered.
    const { rows } = await bed.db.raw<{ rows: object[] }>(
      `select max(id::text) filter (where status = 'running') < min(id::text) filter (where status = 'failed') as ordered,
         count(*) filter (where due_at is not null)::integer as due,
         (select count(*) from automation_waits where is_exit)::integer as exits,
         (select count(*) from automation_entries where automation_id = :id)::integer as entries
       from automation_runs where automation_id = :id`,
      { id: automation.id },
    )
    expect(rows).toEqual([{ ordered: true, due: 10_000, exits: 10_000, entries: 10_000 }])
    // The next one takes the rest.
    expect(await retryAll(automation)).toMatchObject({ retry_total: 200, retry_retried: 0 })
  })

  test('takes those that it asks for, and skips who may not go on', async () => {
    const automation = await bed.addAutomation(owner, { steps })
    const failed = { status: 'failed', ended_at: bed.clock.now(), error_code: 'sender_missing' } as const
    const ended = async (contact: Uuid, fields: object = {}): Promise<Uuid> => {
      const id = await addRun(bed, automation, contact, { ...failed, ...fields })
      await bed.db('automation_runs').where({ id }).update({ due_at: null })
      return id
    }
    const [a, b, c, d] = contacts as [Uuid, Uuid, Uuid, Uuid]
    const twice = [await ended(a), await ended(a)] as const
    const erased = await ended(newUuid())
    const other = [
      await ended(b, { error_code: 'internal_error' }),
      await ended(c, { step_key: 'x' }),
    ] as const
    const version = await ended(d, { version: 2 })
    const filter = { version: 1, step_key: 'tell', error_code: 'sender_missing' }
    expect(await retryAll(automation, filter)).toMatchObject({ retry_total: 3, retry_filter: filter })
    // What fails after the request is not meant.
    bed.clock.pass(1)
    const late = await ended(b, { ended_at: bed.clock.now() })
    await workAll()
    expect(await find(automation)).toMatchObject({ retry_retried: 1, retry_skipped: 2 })
    expect(await runOf(bed.db, twice[0])).toMatchObject({ status: 'running' })
    for (const id of [twice[1], erased, ...other, version, late])
      expect(await runOf(bed.db, id)).toMatchObject({ status: 'failed' })
  })

  test('counts as skipped what has no failure any more, and is over at once where there is none', async () => {
    const automation = await bed.addAutomation(owner, { steps })
    await addRuns(automation, 'failed', 3)
    await retryAll(automation)
    await bed.db('automation_runs').where({ automation_id: automation.id, contact_id: contacts[0] }).delete()
    await workAll()
    expect(await find(automation)).toMatchObject({ retry_total: 3, retry_retried: 2, retry_skipped: 1 })
    const over = { retry_total: 0, retry_retried: 0, retry_skipped: 0, retry_completed_at: bed.clock.now() }
    expect(await retryAll(automation)).toMatchObject(over)
    expect(await claim()).toBeUndefined()
  })

  test('is of an automation that is not archived, and of its workspace', async () => {
    const automation = await bed.addAutomation(owner, { steps })
    await bed.db('automations').where({ id: automation.id }).update({ status: 'archived' })
    await expect(retryAll(automation)).rejects.toMatchObject({ code: 'invalid_state' })
    const stranger = { ...automation, id: newUuid() }
    await expect(retryAll(stranger)).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('an archived automation has all of its runs cancelled, page by page', async () => {
  const automation = await bed.addAutomation(owner, { steps })
  await addRuns(automation, 'running', 600)
  await addRuns(automation, 'waiting', 600)
  await addRuns(automation, 'completed', 5)
  await addRuns(automation, 'failed', 5)
  await retryAll(automation)
  await bed.db.raw(
    `insert into automation_waits (workspace_id, contact_id, kind, name, run_id, is_exit)
     select workspace_id, contact_id, 'event', 'left', id, true from automation_runs
     where automation_id = ? and ended_at is null`,
    [automation.id],
  )
  const other = await bed.addAutomation(owner, { steps })
  await addRuns(other, 'waiting', 5)
  await bed.db('automations').where({ id: automation.id }).update({ status: 'archived' })

  await turn((await claim()) as Claimed, 0)
  expect((await statuses(automation))['cancelled']).toBe(500)
  await workAll()
  expect(await statuses(automation)).toEqual({ cancelled: 1200, completed: 5, failed: 5 })
  const left = bed.db('automation_runs').where({ automation_id: automation.id, status: 'cancelled' })
  expect(await left.distinct('ended_reason', 'due_at', 'lease', 'ended_at')).toEqual([
    { ended_reason: 'automation_archived', due_at: null, lease: null, ended_at: bed.clock.now() },
  ])
  expect(
    await bed
      .db('automation_waits')
      .where({ name: 'left', is_exit: true })
      .whereIn('run_id', bed.db('automation_runs').where({ automation_id: automation.id }).select('id')),
  ).toEqual([])
  expect(await statuses(other)).toEqual({ waiting: 5 })
  // The retry that was under way is over as well.
  expect(await find(automation)).toMatchObject({ retry_retried: 0, retry_completed_at: bed.clock.now() })
  expect(await claim()).toBeUndefined()
})

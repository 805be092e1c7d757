import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordContactEvent } from '../../../../../server/product/audience/contacts/events.js'
import { keepContact } from '../../../../../server/product/audience/contacts/contact-rows.js'
import { toTypeId, type Uuid } from '../../../../../server/platform/db/ids.js'
import { inTransaction } from '../../../../../server/platform/db/transaction/transaction.js'
import type { Definition } from '../../../../../server/product/programs/automations/definition.js'
import { workOnRuns } from '../../../../../server/product/programs/automations/engine/batch.js'
import { claimDueRuns } from '../../../../../server/product/programs/automations/engine/claim.js'
import {
  inboxKind,
  type InboxDependencies,
} from '../../../../../server/product/programs/automations/inbox/work.js'
import { triggerAutomation } from '../../../../../server/product/programs/automations/start/trigger.js'
import type { DoStep } from '../../../../../server/product/programs/automations/steps/step.js'
import {
  addOwner,
  addRun,
  contactsOf,
  openTestEngine,
  runOf,
  type TestAutomation,
  type TestEngine,
} from '../../../../support/automations/automation-engine.js'
import {
  inboxDependencies,
  runsOfContact,
  workAll,
} from '../../../../support/automations/automation-inbox.js'
import type { Owner } from '../../../../support/campaigns/campaign-owner.js'
import { until } from '../../../../support/time/until.js'

/** Tests simultaneous changes on a PostgreSQL: which transaction waits, and that nothing is missed or done twice. */

const day = 24 * 3_600_000

/** Holds a step of the engine, with its run and contact locked, until it resolves. */
let gate: Promise<void> = Promise.resolve()
let atGate: () => void = () => undefined
const gated: DoStep = async (_tx, { runs }) => {
  atGate()
  await gate
  return runs.map(() => ({ kind: 'done', outcome: 'done' }))
}

let engine: TestEngine
let db: Knex
let dependencies: InboxDependencies
beforeAll(async () => {
  engine = await openTestEngine({ notify: gated })
  ;({ db } = engine)
  ;({ dependencies } = inboxDependencies(db, engine.engine.config, engine.engine.clock))
})
afterAll(() => engine.close())
beforeEach(() => db('automation_runs').update({ due_at: null }))

async function publish(owner: Owner, definition: Partial<Definition>): Promise<TestAutomation> {
  const automation = await engine.addAutomation(owner, definition)
  const name = definition.trigger?.event?.name
  if (name !== undefined) {
    await db('automation_triggers').insert({
      workspace_id: owner.workspaceId,
      project_id: owner.projectId,
      kind: 'event',
      name,
      automation_id: automation.id,
    })
  }
  return automation
}

/** Records an event as the API does. */
const record = (
  owner: Owner,
  contactId: Uuid,
  name: string,
  before: () => Promise<unknown> = () => Promise.resolve(),
) =>
  inTransaction(db, async (tx) => {
    const visibility = { workspaceId: owner.workspaceId, projectId: null, environment: null }
    const contact = await keepContact(tx.sql, visibility, contactId)
    const { isWanted } = await recordContactEvent(tx, contact, { name })
    await before()
    return isWanted
  })

/** Resolves once a session of this database waits for a lock. */
const somebodyWaits = () =>
  until(async () => {
    const rows = (await db('pg_stat_activity')
      .whereRaw(`datname = current_database() and wait_event_type = 'Lock'`)
      .select('pid')) as object[]
    return rows.length > 0
  }, 'a wait for a lock')

interface Gate {
  readonly opened: Promise<void>
  readonly open: () => void
}

function newGate(): Gate {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

const signedUp = { trigger: { event: { name: 'signed_up' } }, steps: [{ key: 'wait', wait: { for: 'P1D' } }] }

test('two workers on the same rows start one run for each', async () => {
  const owner = await addOwner(db, 30)
  const contacts = await contactsOf(db, owner)
  const automation = await publish(owner, { ...signedUp, reentry: { mode: 'always' } })
  for (const contact of contacts) await record(owner, contact, 'signed_up')
  const few = { ...dependencies, config: { ...dependencies.config, batch: 4 } }
  await Promise.all([workAll(few), workAll(few)])
  const runs = (await db('automation_runs').where({ automation_id: automation.id }).select('contact_id')) as {
    contact_id: Uuid
  }[]
  expect(runs.map((run) => run.contact_id).sort()).toEqual([...contacts].sort())
  expect(await db('automation_inbox').where({ workspace_id: owner.workspaceId })).toEqual([])
})

test('workspaces take turns, however much one of them has waiting', async () => {
  const [busy, quiet] = [await addOwner(db, 1), await addOwner(db, 1)]
  const [one, other] = [(await contactsOf(db, busy))[0] as Uuid, (await contactsOf(db, quiet))[0] as Uuid]
  await publish(busy, { ...signedUp })
  const automation = await publish(quiet, { ...signedUp })
  for (let times = 0; times < 12; times += 1) await record(busy, one, 'signed_up')
  await record(quiet, other, 'signed_up')
  const work = inboxKind({ ...dependencies, config: { ...dependencies.config, batch: 4 } })
  const turns = [await work(() => false), await work(() => false)]
  expect(Math.min(...turns)).toBeGreaterThanOrEqual(4)
  expect(await db('automation_runs').where({ automation_id: automation.id })).toHaveLength(1)
  expect(await db('automation_inbox').where({ workspace_id: busy.workspaceId })).not.toEqual([])
  while ((await work(() => false)) >= 4);
  expect(await db('automation_inbox').where({ workspace_id: busy.workspaceId })).toEqual([])
})

test('an event that triggers many automations starts all of their runs', async () => {
  const owner = await addOwner(db, 4)
  for (let number = 0; number < 180; number += 1) await publish(owner, signedUp)
  for (const contact of await contactsOf(db, owner)) await record(owner, contact, 'signed_up')
  await workAll(dependencies)
  const [row] = (await db('automation_runs').where({ workspace_id: owner.workspaceId }).count()) as object[]
  expect(row).toEqual({ count: '720' })
})

test('of two triggers of a contact at once one starts a run', async () => {
  const owner = await addOwner(db, 1)
  const [contact] = (await contactsOf(db, owner)) as [Uuid]
  const automation = await publish(owner, { steps: signedUp.steps })
  const key = { workspaceId: owner.workspaceId, id: automation.id }
  const asked = { contact_id: toTypeId('con', contact) }
  const trigger = (after: () => Promise<unknown>) =>
    inTransaction(db, async (tx) => {
      const outcome = await triggerAutomation(tx, dependencies, key, { retainedSince: new Date(0), asked })
      await after()
      return outcome.reason
    })
  const held = newGate()
  const began = newGate()
  const first = trigger(() => (began.open(), held.opened))
  await began.opened
  const second = trigger(() => Promise.resolve())
  await somebodyWaits()
  held.open()
  expect([await first, await second]).toEqual([null, 'already_running'])
  expect(await runsOfContact(db, contact)).toHaveLength(1)
})

test('an event and a trigger of a contact at once start one run', async () => {
  const owner = await addOwner(db, 1)
  const [contact] = (await contactsOf(db, owner)) as [Uuid]
  const automation = await publish(owner, signedUp)
  await record(owner, contact, 'signed_up')
  const held = newGate()
  const began = newGate()
  const key = { workspaceId: owner.workspaceId, id: automation.id }
  const asked = { contact_id: toTypeId('con', contact) }
  const first = inTransaction(db, async (tx) => {
    await triggerAutomation(tx, dependencies, key, { retainedSince: new Date(0), asked })
    began.open()
    await held.opened
  })
  await began.opened
  const second = workAll(dependencies)
  await somebodyWaits()
  held.open()
  await Promise.all([first, second])
  expect(await runsOfContact(db, contact)).toHaveLength(1)
})

describe('an event that is recorded while a run begins to wait for it', () => {
  const steps = [
    { key: 'tell', notify: { name: 'begun' } },
    { key: 'order', wait_for_event: { name: 'ordered', timeout: 'P1D' } },
  ]
  const begin = async () => {
    const owner = await addOwner(db, 1)
    const [contact] = (await contactsOf(db, owner)) as [Uuid]
    const automation = await publish(owner, { steps })
    // The event is recorded by the clock of the machine, which the run's beginning is seen by.
    const since = new Date(Date.now() - 1000)
    return { owner, contact, id: await addRun(engine, automation, contact, { since }) }
  }
  const path = ['tell done', expect.stringMatching(/^order done/)]

  test('first is found when the run looks back', async () => {
    const { owner, contact, id } = await begin()
    const held = newGate()
    const recorded = newGate()
    const event = record(owner, contact, 'ordered', () => (recorded.open(), held.opened))
    await recorded.opened
    const work = engine.work()
    await somebodyWaits()
    held.open()
    // Nobody waited for it by then.
    expect(await event).toBe(false)
    await work
    expect(await runOf(db, id)).toMatchObject({ status: 'completed', path })
  })

  test('second wakes the run', async () => {
    const { owner, contact, id } = await begin()
    const [held, begun] = [newGate(), newGate()]
    gate = held.opened
    atGate = begun.open
    const work = engine.work()
    await begun.opened
    const event = record(owner, contact, 'ordered')
    await somebodyWaits()
    held.open()
    await work
    expect(await event).toBe(true)
    expect(await runOf(db, id)).toMatchObject({ status: 'waiting', step_key: 'order' })
    await workAll(dependencies)
    await engine.work()
    expect(await runOf(db, id)).toMatchObject({ status: 'completed', path })
  })

  test('is left to whoever has claimed the run', async () => {
    const { owner, contact, id } = await begin()
    await db('automation_waits').insert({
      workspace_id: owner.workspaceId,
      contact_id: contact,
      kind: 'event',
      name: 'ordered',
      run_id: id,
      is_exit: false,
    })
    expect(await record(owner, contact, 'ordered')).toBe(true)
    const { lease, clock, config } = engine.engine
    const claimed = await claimDueRuns(db, { lease, now: clock(), leaseSeconds: config.leaseSeconds, max: 1 })
    const before = await runOf(db, id)
    await workAll(dependencies)
    expect(await runOf(db, id)).toEqual(before)
    await workOnRuns(engine.engine, owner.workspaceId, claimed.get(owner.workspaceId) ?? [])
    expect(await runOf(db, id)).toMatchObject({ status: 'completed', path })
  })
})

test('wakes what waits or tries again, and neither what is held, claimed or over nor what is due', async () => {
  const owner = await addOwner(db, 1)
  const [contact] = (await contactsOf(db, owner)) as [Uuid]
  const automation = await publish(owner, { steps: signedUp.steps })
  const now = engine.clock.now()
  const later = new Date(now.getTime() + day)
  const earlier = new Date(now.getTime() - day)
  const infinity = db.raw(`'infinity'::timestamptz`) as unknown as Date
  const cases = {
    waiting: [{ status: 'waiting', due_at: later }, now],
    'trying again': [{ due_at: later, attempts: 1 }, now],
    'held by a pause': [{ due_at: infinity, blocked_by: 'automation_paused' }, Infinity],
    claimed: [{ due_at: later, lease: automation.id }, later],
    due: [{ due_at: earlier }, earlier],
    over: [{ status: 'completed', due_at: null, ended_at: now }, null],
  } as const
  const ids = new Map<string, Uuid>()
  for (const [what, [fields]] of Object.entries(cases)) {
    const run_id = await addRun(engine, automation, contact, fields as object)
    ids.set(what, run_id)
    await db('automation_waits').insert({
      workspace_id: owner.workspaceId,
      contact_id: contact,
      kind: 'event',
      name: 'ordered',
      run_id,
      is_exit: what === 'waiting',
    })
  }
  await record(owner, contact, 'ordered')
  await workAll(dependencies)
  const found: Record<string, unknown> = {}
  for (const [what, id] of ids) found[what] = (await runOf(db, id)).due_at
  expect(found).toEqual(Object.fromEntries(Object.entries(cases).map(([what, [, due]]) => [what, due])))
})

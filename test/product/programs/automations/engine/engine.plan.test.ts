import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Uuid } from '../../../../../server/platform/db/ids.js'
import type { Step } from '../../../../../server/product/programs/automations/definition.js'
import { advance } from '../../../../../server/product/programs/automations/engine/advance.js'
import { claimDueRuns } from '../../../../../server/product/programs/automations/engine/claim.js'
import { prepareSteps } from '../../../../../server/product/programs/automations/engine/prepare.js'
import { releaseBlocked } from '../../../../../server/product/programs/automations/engine/unblock.js'
import {
  addEvent,
  addOwner,
  addRun,
  contactsOf,
  openTestEngine,
  type TestAutomation,
  type TestEngine,
} from '../../../../support/automations/automation-engine.js'
import type { Owner } from '../../../../support/campaigns/campaign-owner.js'
import { expectBounded } from '../../../../support/database/expect-bounded.js'

/** Tests that the engine's reads depend on the due runs, and not on how many runs wait or what their contacts did. */

const waitingRuns = 20_000
const dueRuns = 10

const rule = (value: string) => ({ property: { name: 'plan', op: 'eq', value } })
const steps: Step[] = [
  {
    key: 'by_plan',
    branch: { cases: [{ if: rule('pro'), steps: [{ key: 'day', wait: { for: 'P1D' } }] }] },
  },
  { key: 'order', wait_for_event: { name: 'order_placed', timeout: 'P1D' } },
]

let engine: TestEngine
let owner: Owner
let automation: TestAutomation
let contacts: Uuid[]
beforeAll(async () => {
  engine = await openTestEngine()
  const { db } = engine
  owner = await addOwner(db, 4000)
  contacts = await contactsOf(db, owner)
  const exits = [{ event: { name: 'bought' } }, { rule: rule('gone') }]
  automation = await engine.addAutomation(owner, { steps, exit_on: exits })
  const paused = await engine.addAutomation(owner, { steps })
  await db('automations').where({ id: paused.id }).update({ status: 'paused' })
  await db.raw(
    `insert into automations (workspace_id, id, project_id, environment, name, status, latest_version)
     select workspace_id, gen_random_uuid(), project_id, environment, name, 'active', 1
     from automations cross join generate_series(1, 500)`,
  )
  await db.raw(
    `insert into automation_runs (workspace_id, id, automation_id, version, project_id, environment, contact_id, status,
       trigger_kind, since, started_at, step_started_at, step_key, wait_until, wait_event, due_at, blocked_by, steps_taken)
     select contact.workspace_id, gen_random_uuid(), case when n = 1 then ?::uuid else ? end, 1, contact.project_id, 'live', contact.id, 'waiting', 'event',
       now(), now(), now(), 'order', now() + interval '1 day', 'order_placed',
       case when n = 1 then 'infinity' else now() + n * interval '1 minute' + interval '1 day' end,
       case when n = 1 then 'automation_paused' end, 0
     from contacts contact cross join generate_series(1, ?::integer) n where contact.workspace_id = ?`,
    [paused.id, automation.id, waitingRuns / 4000, owner.workspaceId],
  )
  await db.raw(
    `insert into automation_waits (workspace_id, contact_id, kind, name, run_id, is_exit)
     select workspace_id, contact_id, 'event', kind, id, kind = 'bought'
     from automation_runs cross join (values ('order_placed'), ('bought')) as asked (kind)`,
  )
  await db.raw(
    `insert into contact_events (workspace_id, id, contact_id, name, properties, at)
     select workspace_id, gen_random_uuid(), id, 'page_viewed', '{}', now() - n * interval '1 minute'
     from contacts cross join generate_series(1, 5) n`,
  )
  await db.raw(
    `insert into automation_run_steps (workspace_id, run_id, number, step_key, kind, outcome, started_at, ended_at)
     select workspace_id, id, n, 'one', 'notify', 'done', now(), now()
     from automation_runs cross join generate_series(1, 2) n`,
  )
  for (const contact of contacts.slice(0, dueRuns)) {
    await addEvent(engine, owner, contact, { name: 'order_placed' })
    const waits = { status: 'waiting' as const, step_key: 'order', wait_event: 'order_placed' }
    await addRun(engine, automation, contact, { ...waits, wait_until: new Date(Date.now() + 1000) })
    await addRun(engine, automation, contact)
  }
})
afterAll(() => engine.close())

/** The most rows that a statement may look at: those of the due runs, and as many again that it joins them with. */
const maxRows = 6 * dueRuns

async function move(trx: Knex.Transaction): Promise<void> {
  const { versions, steps: ways, clock, config, lease } = engine.engine
  const now = clock()
  const claimed = await claimDueRuns(trx, { lease, now, leaseSeconds: 60, max: 100 })
  const rows = claimed.get(owner.workspaceId) ?? []
  expect(rows).toHaveLength(2 * dueRuns)
  const retainedSince = new Date(0)
  const prepared = await prepareSteps({ db: trx, versions, clock, config }, ways, rows, retainedSince)
  const context = { ...engine.engine, config, workspaceId: owner.workspaceId, steps: prepared, retainedSince }
  const tx = { sql: trx, afterCommit: () => undefined }
  await advance(
    tx,
    context,
    rows.map(({ id }) => id),
  )
}

describe.each([false, true])('with statistics: %s', (analyzed) => {
  beforeAll(async () => {
    if (analyzed) await engine.db.raw('vacuum analyze')
  })

  test('what is due is claimed and moved by its keys', () => expectBounded(engine.db, move, maxRows))

  test('what is blocked is looked at by automation', () =>
    expectBounded(
      engine.db,
      async (trx) => {
        expect(await releaseBlocked(trx, engine.clock.now(), () => false)).toBe(0)
      },
      50,
    ))
})

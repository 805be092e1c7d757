import type { Knex } from 'knex'
import { afterAll, beforeAll, test } from 'vitest'
import {
  cancelAutomationRuns,
  eraseAutomationInbox,
  eraseAutomationRuns,
} from '../../../../../server/product/programs/automations/runs/erase-runs.js'
import { redactorOf } from '../../../../../server/product/audience/erasure/redact.js'
import { newUuid, nilUuid, toTypeId, type Uuid } from '../../../../../server/platform/db/ids.js'
import type { Transaction } from '../../../../../server/platform/db/transaction/transaction.js'
import { cancelPage } from '../../../../../server/product/programs/automations/jobs/cancel-page.js'
import { automationWork } from '../../../../../server/product/programs/automations/jobs/turn.js'
import { retryPage } from '../../../../../server/product/programs/automations/jobs/retry-page.js'
import { findAutomation } from '../../../../../server/product/programs/automations/automation-rows.js'
import { cancelRun } from '../../../../../server/product/programs/automations/runs/cancel.js'
import { findRun, findSteps } from '../../../../../server/product/programs/automations/runs/find.js'
import { listRunsOfContact } from '../../../../../server/product/programs/automations/runs/list-of-contact.js'
import { listRuns } from '../../../../../server/product/programs/automations/runs/list.js'
import { figuresOfPage } from '../../../../../server/product/programs/automations/runs/of-page.js'
import { retryRuns } from '../../../../../server/product/programs/automations/runs/retry-many.js'
import { retryRun } from '../../../../../server/product/programs/automations/runs/retry.js'
import { selectFigures } from '../../../../../server/product/programs/automations/runs/stats-statement.js'
import {
  automationEntriesTask,
  automationRunsTask,
} from '../../../../../server/product/programs/automations/purge.js'
import {
  addOwner,
  contactsOf,
  openTestEngine,
  type TestAutomation,
  type TestEngine,
} from '../../../../support/automations/automation-engine.js'
import type { Owner } from '../../../../support/campaigns/campaign-owner.js'
import { expectBounded } from '../../../../support/database/expect-bounded.js'

/** Tests that statements about runs cost what is asked for, whatever other automations and other contacts have. */

const people = 4000
const ofSmall = 400
const limit = 25
/** A search reads one row further than its page, and one more to know whether it ends there. */
const aPage = limit + 2
const page = 50

let bed: TestEngine
let owner: Owner
let small: TestAutomation
let large: TestAutomation
let contact: Uuid
/** A run of the small automation that has failed. */
let failed: Uuid
beforeAll(async () => {
  bed = await openTestEngine()
  const { db } = bed
  owner = await addOwner(db, people)
  contact = (await contactsOf(db, owner))[0] as Uuid
  const exits = [{ event: { name: 'left' } }]
  const steps = [{ key: 'tell', notify: { name: 'n' } }]
  ;[small, large] = [
    await bed.addAutomation(owner, { steps, exit_on: exits }),
    await bed.addAutomation(owner, { steps, exit_on: exits }),
  ]
  // Of the large one, each contact has five runs, most of which are completed. Half of all ended long ago.
  await db.raw(
    `insert into automation_runs (workspace_id, id, automation_id, version, project_id, environment, contact_id, status,
       trigger_kind, since, started_at, step_started_at, step_key, error_code, ended_at, due_at)
     select workspace_id, gen_random_uuid(), automation_id, 1, project_id, 'live', contact_id, status, 'manual', now(), now(), now(),
       case when status <> 'completed' then 'tell' end, case when status = 'failed' then 'template_not_found' end,
       case when status in ('completed', 'failed') then now() - (n % 2) * interval '40 days' end,
       case when status in ('running', 'waiting') then now() + interval '1 day' end
     from (
       select contact.workspace_id, contact.project_id, contact.id as contact_id, n,
         case when n = 6 then :small::uuid else :large end as automation_id,
         case when n = 6 or place % 50 = 0
           then (array['running', 'waiting', 'completed', 'failed'])[1 + place % 4] else 'completed' end as status
       from (select *, row_number() over (order by id) as place from contacts) contact
       cross join generate_series(1, 6) n
       where n < 6 or place <= :ofSmall
     ) given`,
    { small: small.id, large: large.id, ofSmall },
  )
  await db.raw(
    `insert into automation_run_steps (workspace_id, run_id, number, step_key, kind, outcome, started_at, ended_at)
     select workspace_id, id, n, 'tell', 'notify', 'failed', now(), now()
     from automation_runs cross join generate_series(1, 2) n`,
  )
  await db.raw(
    `insert into automation_waits (workspace_id, contact_id, kind, name, run_id, is_exit)
     select workspace_id, contact_id, 'event', 'left', id, true from automation_runs`,
  )
  await db.raw(
    `insert into automation_entries (workspace_id, automation_id, contact_id, entry_key, run_id, entered_at)
     select workspace_id, automation_id, contact_id, 'k' || row_number() over (partition by contact_id order by id), id,
       now() - case when ended_at < now() - interval '1 day' then interval '400 days' else interval '0' end
     from automation_runs`,
  )
  await db.raw(
    `insert into automation_inbox (workspace_id, id, project_id, contact_id, kind, name, occurred_at)
     select workspace_id, gen_random_uuid(), project_id, id, 'event', 'left', now() from contacts`,
  )
  await db.raw(
    `insert into automations (workspace_id, id, project_id, environment, name, status, latest_version, published_version)
     select workspace_id, gen_random_uuid(), project_id, environment, name, 'active', 1, 1
     from automations cross join generate_series(1, 300)`,
  )
  await db.raw(
    `insert into automation_versions (workspace_id, automation_id, version, definition, created_by)
     select workspace_id, id, 1, '{}', gen_random_uuid() from automations on conflict do nothing`,
  )
  failed = (await db('automation_runs').where({ automation_id: small.id, status: 'failed' }).first('id')).id
  await db.raw('vacuum analyze')
})
afterAll(() => bed.close())

const within = (sql: Knex.Transaction): Transaction => ({ sql, afterCommit: () => undefined })
const always = new Date(0)
const key = () => ({ workspaceId: owner.workspaceId, id: small.id })
const runKey = () => ({ workspaceId: owner.workspaceId, automationId: small.id, id: failed })
const bounded = (maxRows: number, work: (trx: Knex.Transaction) => Promise<unknown>) =>
  expectBounded(bed.db, work, maxRows)

test('one run with its steps', () =>
  bounded(2, async (trx) => {
    const { id } = await findRun(trx, runKey(), always)
    await findSteps(trx, owner.workspaceId, id)
  }))

test('one run that is retried and cancelled', () =>
  bounded(2, async (trx) => {
    await retryRun(within(trx), bed.engine, runKey(), always)
    await cancelRun(trx, runKey(), always, new Date())
  }))

test.each<[string, () => object, number]>([
  ['all', () => ({}), aPage],
  ['of a status', () => ({ status: 'failed' }), aPage],
  ['of statuses', () => ({ statuses: ['failed', 'cancelled'] }), aPage],
  ['of a contact', () => ({ contact_id: toTypeId('con', contact) }), aPage],
  ['of a contact and a status', () => ({ contact_id: toTypeId('con', contact), status: 'failed' }), aPage],
])('a page of runs: %s', (_, query, maxRows) =>
  bounded(maxRows, async (trx) => {
    await listRuns(trx, key(), { limit, ...query() }, always)
    await listRuns(trx, { ...key(), id: large.id }, { limit, ...query() }, always)
  }),
)

test('a page of the runs of a contact, of all automations', () =>
  bounded(aPage, async (trx) => {
    await listRunsOfContact(trx, { workspaceId: owner.workspaceId, contactId: contact }, { limit }, always)
  }))

test('figures', () => bounded(ofSmall, (trx) => selectFigures(trx, owner.workspaceId, small.id)))

// PostgreSQL tells the mean of what it reads for each of six statuses, which is rounded.
test('how many runs the automations of a page have', () =>
  bounded(ofSmall + 6, (trx) => figuresOfPage(trx, owner.workspaceId, [small.id])))

test('failed runs that are counted and retried', () =>
  bounded(2 * ofSmall, async (trx) => {
    await retryRuns(within(trx), bed.engine, key(), { error_code: 'template_not_found' })
    const row = await findAutomation(trx, key())
    await retryPage(within(trx), row, bed.engine.versions, {
      max: page,
      now: bed.clock.now(),
      leaseSeconds: 60,
    })
  }))

test('runs of an archived automation', () =>
  bounded(2 * page, async (trx) => {
    await cancelPage(within(trx), await findAutomation(trx, key()), {
      max: page,
      now: bed.clock.now(),
      leaseSeconds: 60,
    })
  }))

test('automations that are due', () =>
  bounded(10, async (trx) => {
    await trx('automations')
      .where({ id: small.id })
      .update({ due_at: trx.raw('now()') })
    await automationWork.claimDue(trx, { lease: newUuid(), leaseSeconds: 60, max: 4 })
  }))

test('runs that retention deletes', () =>
  bounded(4 * page, (trx) => {
    const before = new Date(Date.now() - 30 * 24 * 3600 * 1000)
    return automationRunsTask.purge(trx, { workspaceId: owner.workspaceId, before }, nilUuid, page)
  }))

test('entries that count no longer', () =>
  bounded(2 * page, (trx) => {
    const scope = { workspaceId: owner.workspaceId, before: new Date() }
    return automationEntriesTask.purge(trx, scope, nilUuid, page)
  }))

test('runs of who is erased', () =>
  bounded(page, async (trx) => {
    const { address } = (await trx('contacts').where({ id: contact }).first('address')) as { address: string }
    const erasure = {
      ...{ id: newUuid(), workspaceId: owner.workspaceId, projectId: null, address, token: '#x' },
      ...{ contactIds: [contact], redactor: redactorOf(address) },
    }
    for (const step of [cancelAutomationRuns, eraseAutomationRuns, eraseAutomationInbox])
      await step.run(trx, erasure, null, page)
  }))

import type { Knex } from 'knex'
import { afterAll, beforeAll, test } from 'vitest'
import { deleteTemplate } from '../../../../../server/product/content/templates/save.js'
import { newUuid, newWorkspaceId, toTypeId, type Uuid } from '../../../../../server/platform/db/ids.js'
import { runSql } from '../../../../../server/platform/db/statements/run-sql.js'
import type { Transaction } from '../../../../../server/platform/db/transaction/transaction.js'
import { deleteCampaign } from '../../../../../server/product/programs/campaigns/draft/save.js'
import {
  cancelDeliveries,
  holdDeliveries,
  releaseHeld,
} from '../../../../../server/product/mail/hold/of-campaign.js'
import { listCampaigns } from '../../../../../server/product/programs/campaigns/list.js'
import { figuresOfPage } from '../../../../../server/product/programs/campaigns/figures/of-page.js'
import { listRecipients } from '../../../../../server/product/programs/campaigns/figures/recipients.js'
import { lockChecked } from '../../../../../server/product/programs/campaigns/draft/schedulable.js'
import { retryCampaign } from '../../../../../server/product/programs/campaigns/course/retry.js'
import { findCampaign, lockCampaign } from '../../../../../server/product/programs/campaigns/campaign-rows.js'
import { rulesOf } from '../../../../../server/product/programs/campaigns/rules.js'
import { reasonsOf } from '../../../../../server/product/programs/campaigns/draft/check.js'
import { sampleStatement } from '../../../../../server/product/programs/campaigns/draft/sample.js'
import { selectFigures } from '../../../../../server/product/programs/campaigns/figures/stats-statement.js'
import { resumeCampaign } from '../../../../../server/product/programs/campaigns/course/transitions.js'
import { Wakes } from '../../../../../server/platform/queue/wakes/wakes.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../../support/database/database.js'
import { expectBounded } from '../../../../support/database/expect-bounded.js'
import { wholeWorkspace } from '../../../../support/workspace/whole-workspace.js'

/** Tests that statements about a campaign cost what that campaign has, whatever others have. */

const recipients = 400
const templates = 500
/** Number of contacts at which a sample looks. */
const examined = 500
const limit = 25
/** Number of hours in which each campaign has outcomes: of 3,000 campaigns there are 100,000 counts and more. */
const hours = 35
/** A search reads one row further than its page, and one more to know whether it ends there. */
const aPage = limit + 2

let database: ConnectedDatabase
let db: Knex
const workspaceId = newWorkspaceId()
const [project, template, list] = [newUuid(), newUuid(), newUuid()]
const [small, large, paused] = [newUuid(), newUuid(), newUuid()]

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  const values = { workspaceId, project, small, large, paused, template }
  await db.raw(`insert into workspaces (id, name) values (:workspaceId, 'A')`, values)
  await db.raw(
    `insert into projects (id, workspace_id, name, environment)
     select case n when 1 then cast(:project as uuid) else gen_random_uuid() end, :workspaceId, 'P', 'live'
     from generate_series(1, 100) n`,
    values,
  )
  await db.raw(
    `insert into templates (workspace_id, id, name, kind, latest_version, published_version)
     select :workspaceId, case n when 1 then :template else gen_random_uuid() end, 'T', 'message', 1, 1
     from generate_series(1, ${templates}) n`,
    values,
  )
  // Nearly all campaigns are of another template and over.
  await db.raw(
    `insert into campaigns (workspace_id, id, project_id, environment, name, status, template_id, phase, failed, walked)
     select :workspaceId, case n when 1 then :small when 2 then :large when 3 then :paused else gen_random_uuid() end,
       case when n <= 100 then cast(:project as uuid) else :small end, 'live', 'C',
       case n when 2 then 'sending' when 3 then 'paused' else 'sent' end, gen_random_uuid(), 'release', 1, 1
     from generate_series(1, 3000) n`,
    values,
  )
  // The large one has most of the recipients, logs and deliveries.
  await db.raw(
    `insert into campaign_recipients (workspace_id, campaign_id, contact_id, status, log_id)
     select :workspaceId, case when n <= ${recipients} then cast(:small as uuid) when n <= ${2 * recipients} then :paused
         else :large end,
       gen_random_uuid(), case when n % 20 = 0 then 'failed' else 'released' end, gen_random_uuid()
     from generate_series(1, 10000) n`,
    values,
  )
  await db.raw(
    `insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, status,
       updated_at, campaign_id, destination)
     select workspace_id, log_id, gen_random_uuid(), cast(:project as uuid), 'live', 'a@b.example', 'a@b.example',
       case when random() < 0.01 then 'failed' else 'delivered' end, now(), campaign_id, 'd' || (random() * 50)::int
     from campaign_recipients`,
    values,
  )
  await db.raw(
    `insert into delivery_queue (workspace_id, log_id, message_id, due_at, destination, campaign_id, paused_due_at)
     select workspace_id, log_id, gen_random_uuid(), case campaign_id when :paused then 'infinity' else now() end, 'd',
       campaign_id, case campaign_id when :paused then now() end
     from campaign_recipients`,
    values,
  )
  await db.raw(
    `insert into campaign_hours (workspace_id, campaign_id, hour, counted_by, delivered)
     select :workspaceId, id, now() - h * interval '1 hour', id, 1 from campaigns cross join generate_series(1, ${hours}) h`,
    values,
  )
  await db.raw(
    `insert into contacts (workspace_id, id, project_id, environment, email, address, properties)
     select :workspaceId, gen_random_uuid(), :project, 'live', 'a', 'a' || n,
       jsonb_build_object('plan', case when n % 50 = 0 then 'pro' else 'free' end)
     from generate_series(1, 4000) n`,
    values,
  )
  await db.raw(
    `insert into subscriptions (workspace_id, id, list_id, project_id, environment, contact_id, email, address, status,
       round_started_at, requested_at)
     select workspace_id, gen_random_uuid(), :list, project_id, 'live', id, email, address,
       case when random() < 0.5 then 'confirmed' else 'unsubscribed' end, now(), now()
     from contacts`,
    { ...values, list },
  )
  await db.raw('vacuum analyze')
})
afterAll(() => database.drop())

const within = (sql: Knex.Transaction): Transaction => ({ sql, afterCommit: () => undefined })
const wakes = new Wakes()
const key = (id: Uuid) => ({ workspaceId, id })
const bounded = (maxRows: number, work: (trx: Knex.Transaction) => Promise<unknown>) =>
  expectBounded(db, work, maxRows)

test('one campaign', () =>
  bounded(1, async (trx) => {
    await findCampaign(trx, workspaceId, small)
    await lockCampaign(trx, workspaceId, small)
  }))

test.each<[string, object]>([
  ['all', {}],
  ['of a project', { project_id: toTypeId('prj', project) }],
  ['that are sent', { status: 'sending' }],
  ['that are sent or were', { statuses: ['sending', 'sent'] }],
])('a page of campaigns: %s', (_, query) =>
  bounded(aPage, (trx) => listCampaigns(trx, wholeWorkspace(workspaceId), { limit, ...query })),
)

test('the figures of a page of campaigns', async () => {
  const rows = (await db('campaigns').where({ workspace_id: workspaceId }).limit(limit).select('id')) as {
    id: Uuid
  }[]
  const ids = rows.map(({ id }) => id)
  await bounded(limit * hours, (trx) => figuresOfPage(trx, workspaceId, ids))
})

test('a page of recipients', () =>
  bounded(aPage, async (trx) => {
    const row = await findCampaign(trx, workspaceId, large)
    await listRecipients(trx, row, { limit })
  }))

test('recipients of a status are looked for among those of the campaign', () =>
  bounded(recipients, async (trx) => {
    const row = await findCampaign(trx, workspaceId, small)
    await listRecipients(trx, row, { limit, statuses: ['bounced', 'failed'] })
  }))

test('figures', () => bounded(recipients, (trx) => selectFigures(trx, workspaceId, small)))

test('deliveries that are held, released and cancelled', () =>
  bounded(recipients, async (trx) => {
    await holdDeliveries(trx, workspaceId, small)
    await releaseHeld(trx, workspaceId, paused)
    await cancelDeliveries(trx, workspaceId, small)
  }))

test('one that goes on', () => bounded(recipients, (trx) => resumeCampaign(within(trx), key(paused), wakes)))

test('recipients that are tried again', () =>
  bounded(recipients, (trx) => retryCampaign(within(trx), key(small), wakes)))

test('one that is deleted', () => bounded(recipients, (trx) => deleteCampaign(within(trx), key(small))))

test('what a campaign uses', () =>
  bounded(1, async (trx) => {
    const row = await findCampaign(trx, workspaceId, small)
    const rules = await rulesOf(trx, row)
    await lockChecked(trx, { ...row, template_id: template }, { version: 1, rules })
  }))

test.each<[string, object]>([
  ['of a project', {}],
  ['of a list', { list_id: list }],
])('why contacts of the audience %s get no mail', async (_, audience) => {
  const { rows } = await db.raw('select id from contacts where workspace_id = ? limit 100', [workspaceId])
  const ids = (rows as { id: Uuid }[]).map(({ id }) => id)
  await bounded(100, async (trx) => {
    const row = { ...(await findCampaign(trx, workspaceId, small)), ...audience }
    const rule = { property: { name: 'plan', op: 'eq' as const, value: 'pro' } }
    const context = { workspaceId, projectId: row.project_id, asOf: new Date(), retainedSince: new Date(0) }
    await reasonsOf(trx, row, { rules: { include: rule, exclude: rule }, context, ids })
  })
})

// It asks each template whether it uses the one that is to go.
test('whether a template is used', () =>
  bounded(templates, (trx) => deleteTemplate(trx, wholeWorkspace(workspaceId), template)))

test.each<[string, object, number]>([
  ['of a project', {}, 2 * examined],
  ['of a list', { list_id: list }, 2 * examined],
])('a sample of the audience %s', (_, audience, maxRows) =>
  bounded(maxRows, async (trx) => {
    const row = { ...(await findCampaign(trx, workspaceId, small)), ...audience }
    const rule = { property: { name: 'plan', op: 'eq' as const, value: 'pro' } }
    const times = { asOf: new Date(), retainedSince: new Date(0) }
    const { text, values } = sampleStatement(
      row,
      { include: rule, exclude: null },
      { times, examined, max: 100 },
    )
    await runSql(trx, text, values)
  }),
)

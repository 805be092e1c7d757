import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResolvedRule } from '../../../../../server/product/audience/segments/rules/rule.js'
import { newUuid, nilUuid, type Uuid, type WorkspaceId } from '../../../../../server/platform/db/ids.js'
import {
  claimLongestDue,
  longestDueWindow,
} from '../../../../../server/product/mail/claim/claim-longest-due.js'
import type { Transaction } from '../../../../../server/platform/db/transaction/transaction.js'
import { holdLeased, cancelLeased } from '../../../../../server/product/mail/hold/stopped-campaigns.js'
import { campaignBrake } from '../../../../../server/product/programs/campaigns/release/brake.js'
import {
  campaignWork,
  findCampaign,
  type CampaignRow,
} from '../../../../../server/product/programs/campaigns/campaign-rows.js'
import {
  cancelDeliveries,
  holdDeliveries,
  releaseHeld,
} from '../../../../../server/product/mail/hold/of-campaign.js'
import {
  type ReleasedRow,
  selectRecipients,
} from '../../../../../server/product/programs/campaigns/release/mail-of.js'
import { countUntried } from '../../../../../server/product/programs/campaigns/release/pace.js'
import { storeReleased } from '../../../../../server/product/programs/campaigns/release/store-released.js'
import { walkPage } from '../../../../../server/product/programs/campaigns/release/walk.js'
import { haltWhereRatesAreHigh } from '../../../../../server/product/workspace/halting/halt-by-rate.js'
import {
  addCampaign,
  addOwner,
  type CampaignKey,
  type Owner,
} from '../../../../support/campaigns/campaign-owner.js'
import { claimOf } from '../../../../support/messages/claims.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../../support/database/database.js'
import type { Claimed } from '../../../../../server/platform/queue/leases/claim-due.js'
import { expectBounded } from '../../../../support/database/expect-bounded.js'

/**
 * A campaign costs what its own batch and its own queue cost, however large its audience, the history and other
 * campaigns are, and whatever the planner believes of them.
 */

const contacts = 20_000
const page = 200
/** Number of the campaign's mails in the queue. */
const queued = 300

let database: ConnectedDatabase
let db: Knex
let owner: Owner
let campaign: CampaignKey
let toList: CampaignKey
let workspaceId: WorkspaceId
const listId = newUuid()
const lease = newUuid()

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  // The planner knows nothing, as after an import: on the embedded database for some minutes.
  await db.raw(`do $$ declare name text; begin
    for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    loop execute format('alter table %I set (autovacuum_enabled = false)', name); end loop; end $$`)
  owner = await addContactsUnseen(contacts)
  workspaceId = owner.workspaceId
  campaign = await addCampaign(db, owner)
  toList = await addCampaign(db, owner)
  const others = await addCampaign(db, owner)
  await db('campaigns').where({ id: toList.id }).update({ list_id: listId })
  await db('campaigns').update({
    status: 'sending',
    phase: 'release',
    due_at: null,
    started_at: db.raw('now()'),
  })
  // Campaigns that are over, of this and of other workspaces.
  await db.raw(
    `insert into campaigns (workspace_id, id, project_id, environment, name, status, template_id)
     select case when n % 2 = 0 then ?::uuid else gen_random_uuid() end, gen_random_uuid(), gen_random_uuid(),
       'live', 'Over', 'sent', gen_random_uuid()
     from generate_series(1, 5000) n`,
    [workspaceId],
  )
  await db.raw(`update campaigns set due_at = now() + interval '1 hour' where name = 'Over' and id < ?`, [
    '40000000-0000-0000-0000-000000000000',
  ])
  await db('campaigns')
    .whereIn('id', [campaign.id, toList.id])
    .update({ due_at: db.raw('now()') })
  await db.raw(
    `insert into subscriptions (workspace_id, id, list_id, project_id, environment, contact_id, email, address, status,
       round_started_at, requested_at)
     select workspace_id, id, ?, project_id, environment, id, email, address,
       case when id::text < ? then 'confirmed' else 'unsubscribed' end, now(), now()
     from contacts where workspace_id = ?`,
    [listId, 'ffffffff', workspaceId],
  )
  for (const { id } of [campaign, others]) await addMail(id, id === campaign.id ? queued : contacts / 2)
  await db.raw(
    `insert into campaign_hours (workspace_id, campaign_id, hour, counted_by, delivered)
     select workspace_id, id, now() - n * interval '1 hour', gen_random_uuid(), 1
     from campaigns cross join generate_series(1, 5) n where name = 'Over'`,
  )
  await db.raw(
    `insert into campaign_hours (workspace_id, campaign_id, hour, counted_by, delivered, bounced)
     values (?, ?, date_trunc('hour', now(), 'UTC'), gen_random_uuid(), 10, 5)`,
    [workspaceId, campaign.id],
  )
})
afterAll(() => database.drop())

/** Contacts of a new workspace, and the planner is not told. */
async function addContactsUnseen(count: number): Promise<Owner> {
  const made = await addOwner(db, 0)
  await db.raw(
    `insert into contacts (workspace_id, id, project_id, environment, email, address, properties)
     select ?, (substr(at, 1, 8) || '-' || substr(at, 9, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ?,
       'live', address, address, '{"plan": "pro"}'
     from generate_series(1, ?::integer) n
     cross join lateral (select 'reader-' || n || '@d' || n % 50 || '.example' as address) named
     cross join (select lpad(to_hex(floor(extract(epoch from now()) * 1000 - 5000)::bigint), 12, '0') as at) time`,
    [made.workspaceId, made.projectId, count],
  )
  return made
}

/** All contacts as recipients of a campaign, the first of them with mail that is queued or was delivered. */
async function addMail(id: Uuid, inQueue: number): Promise<void> {
  await db.raw(
    `insert into campaign_recipients (workspace_id, campaign_id, contact_id, status, log_id)
     select workspace_id, ?, id, case when place <= 8000 then 'released' else 'pending' end,
       case when place <= 8000 then gen_random_uuid() end
     from (select *, row_number() over (order by id) as place from contacts where workspace_id = ?) contact`,
    [id, workspaceId],
  )
  await db.raw(
    `insert into message_logs (workspace_id, id, message_id, project_id, environment, recipient, address, status,
       updated_at, campaign_id, destination, list_id)
     select workspace_id, log_id, log_id, log_id, 'live', 'a', address, 'delivered', now(), campaign_id, 'd.example', ?
     from campaign_recipients recipient join contacts using (workspace_id)
     where campaign_id = ? and log_id is not null and contacts.id = contact_id`,
    [listId, id],
  )
  await db.raw(
    `insert into delivery_queue (workspace_id, log_id, message_id, destination, due_at, bulk, campaign_id)
     select workspace_id, id, id, 'd.example', now(), true, campaign_id from message_logs where campaign_id = ?
     order by id limit ?`,
    [id, inQueue],
  )
}

const bounded = (work: (trx: Knex.Transaction) => Promise<unknown>, maxRows: number) =>
  expectBounded(db, work, maxRows)
const asTransaction = (sql: Knex.Transaction) =>
  ({ sql, afterCommit: () => undefined }) as unknown as Transaction
const claimed = (): Claimed => ({ ...campaign, lease })

/** Each once as the planner knows nothing, and once as it knows the tables. */
describe.each(['no', 'fresh'])('with %s statistics', (statistics) => {
  beforeAll(async () => {
    if (statistics === 'fresh') await db.raw('analyze')
  })

  test('the campaigns that are due are claimed, kept and given back by their keys', async () => {
    await bounded((trx) => campaignWork.claimDue(trx, { lease, leaseSeconds: 30, max: 4 }), 8)
    await bounded((trx) => campaignWork.lock(trx, claimed()), 1)
    await bounded((trx) => campaignWork.giveBack(trx, claimed(), 0), 1)
  })

  const walk = (of: CampaignKey, changes: Partial<CampaignRow>) => async (trx: Knex.Transaction) => {
    const row = { ...(await findCampaign(trx, workspaceId, of.id)), ...changes }
    await walkPage(asTransaction(trx), row, { retainedSince: new Date(0), max: page, leaseSeconds: 30 })
  }
  const rules = {
    include: { property: { name: 'plan', op: 'eq', value: 'pro' } } as ResolvedRule,
    exclude: { property: { name: 'plan', op: 'eq', value: 'free' } } as ResolvedRule,
  }
  test.each([
    ['all contacts', {}],
    ['a segment', { rules }],
  ])('a page of the walk of %s reads that page', async (_, changes) => {
    const other = newUuid()
    await bounded(walk(campaign, { id: other, ...changes }), page)
    const { rows } = await db.raw<{ rows: { id: Uuid }[] }>(
      'select id from contacts where workspace_id = ? order by id offset 10000 limit 1',
      [workspaceId],
    )
    await bounded(walk(campaign, { id: other, walk_position: rows[0]?.id ?? nilUuid, ...changes }), page)
  })

  test.each([
    ['a list', {}],
    ['a segment of a list', { rules }],
  ])('a page of the walk of %s reads that page', async (_, changes) => {
    await bounded(walk(toList, changes), page)
  })

  test('the next recipients are found by their keys, with contact and subscription', async () => {
    const { rows } = await db.raw<{ rows: { id: Uuid }[] }>(
      'select id from contacts where workspace_id = ? order by id offset 7999 limit 1',
      [workspaceId],
    )
    const after = rows[0]?.id ?? nilUuid
    for (const list of [null, listId]) {
      await bounded(async (trx) => {
        const found = await selectRecipients(
          trx,
          workspaceId,
          {
            list_id: list,
            topic: 'news',
          },
          { campaignId: campaign.id, after, max: page },
        )
        expect(found).toHaveLength(page)
      }, page)
    }
  })

  test('a batch is stored by the keys of its recipients', async () => {
    const row = await findCampaign(db, workspaceId, campaign.id)
    const { rows } = await db.raw<{ rows: { id: Uuid }[] }>(
      'select id from contacts where workspace_id = ? order by id offset 8000 limit ?',
      [workspaceId, page],
    )
    const released = rows.slice(0, page / 2).map(({ id }): ReleasedRow => ({
      contact_id: id,
      message_id: newUuid(),
      log_id: newUuid(),
      recipient: 'a@d.example',
      recipient_name: null,
      address: 'a@d.example',
      destination: 'd.example',
      domain: 'd.example',
      subject: 'News',
      template_locale: null,
      render_input: { values: {}, contact: null },
      list_unsubscribe: { url: 'https://mail.shop.example' },
    }))
    const unsent = rows
      .slice(page / 2)
      .map(({ id }) => ({ contact_id: id, status: 'skipped' as const, reason: 'opted_out' as const }))
    const sender = { fromEmail: 'news@shop.example', fromName: null, replyTo: [] }
    const batch = { released, unsent, last: rows.at(-1)?.id ?? nilUuid, tokens: 0 }
    await bounded(
      (trx) => storeReleased(trx, row, { sender, templateVersion: 1, ...batch, leaseSeconds: 30 }),
      page,
    )
  })

  test('what a campaign has in the queue is counted, held, released and cancelled along its index', async () => {
    await bounded((trx) => countUntried(trx, workspaceId, campaign.id, 20_000), queued)
    await bounded((trx) => holdDeliveries(trx, workspaceId, campaign.id), queued)
    await bounded(async (trx) => {
      await holdDeliveries(trx, workspaceId, campaign.id)
      await releaseHeld(trx, workspaceId, campaign.id)
    }, queued)
    await bounded((trx) => cancelDeliveries(trx, workspaceId, campaign.id), queued)
  })

  test('what a worker has claimed of stopped campaigns is put back or ended along an index', async () => {
    const { rows } = await db.raw<{ rows: { log_id: Uuid }[] }>(
      'select log_id from delivery_queue where campaign_id = ? limit 20',
      [campaign.id],
    )
    const deliveries = rows.map(({ log_id: logId }) => ({ logId, campaignId: campaign.id, lease }))
    // Those of its campaign that are in the queue are read at most.
    await bounded((trx) => holdLeased(trx, workspaceId, deliveries), queued)
    await bounded((trx) => cancelLeased(trx, workspaceId, deliveries), 20)
  })

  test('the brake and the rates of a workspace read the hours of those campaigns', async () => {
    const log = { warn: (fields: { err?: Error }) => expect(fields.err).toBeUndefined() }
    const brake = (trx: Knex.Transaction) =>
      campaignBrake(trx, { webhooks: () => undefined }, log as never)(workspaceId, [campaign.id])
    await bounded(brake, 10)
    await db('campaigns').where({ id: campaign.id }).update({ status: 'paused', pause_reason: 'bounce_rate' })
    await bounded((trx) => haltWhereRatesAreHigh(trx, workspaceId), 10)
    await db('campaigns').where({ id: campaign.id }).update({ status: 'sending', pause_reason: null })
  })
})

test('the claim of mail to a list finds each subscription by its key', async () => {
  const claim = claimOf(workspaceId, 50, { bulk: true })
  await bounded((trx) => claimLongestDue(trx, claim, 50), longestDueWindow)
})

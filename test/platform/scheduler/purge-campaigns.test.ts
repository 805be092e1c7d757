import type { Knex } from 'knex'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minUuidAt, newUuid, newWorkspaceId, type Uuid } from '../../../server/platform/db/ids.js'
import { insertCampaign, insertCampaignMail } from '../../support/campaigns/campaign-rows.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'
import { purgeOnce } from '../../support/database/purge.js'

/** Tests which rows of campaigns retention leaves, on a PostgreSQL without a service. */

const day = 24 * 3600 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * day)
const retentionDays = 30

let database: ConnectedDatabase
let db: Knex
let sql: pg.Pool
const [workspaceId, projectId] = [newWorkspaceId(), newUuid()]

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  sql = new pg.Pool({ connectionString: database.url })
  await sql.query(`insert into workspaces (id, name, retention_days) values ($1, 'A', $2)`, [
    workspaceId,
    retentionDays,
  ])
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

const purge = () => purgeOnce(db, 2)

/** An id of that time: the first of a millisecond, and its successors. */
let next = 0
const idOf = (time: Date) => minUuidAt(time).slice(0, -4) + (next++).toString(16).padStart(4, '0')

/** A campaign made 60 days ago, with mail of as many days ago as is told by status. */
async function campaignOf(
  completedAt: Date | undefined,
  mail: readonly (readonly [days: number, status: 'queued' | 'delivered' | 'bounced', email: string])[],
): Promise<Uuid> {
  const made = await insertCampaign(sql, workspaceId, projectId, {
    status: completedAt ? 'sent' : 'sending',
    ...(completedAt && { completedAt }),
  })
  const id = idOf(daysAgo(60))
  await sql.query('update campaigns set id = $2 where id = $1', [made, id])
  for (const [days, status, email] of mail)
    await insertCampaignMail(sql, {
      workspaceId,
      projectId,
      campaignId: id,
      contactId: newUuid(),
      email,
      status,
      messageId: idOf(daysAgo(days)),
    })
  return id
}

const recipientsOf = async (campaign: Uuid) =>
  (await sql.query('select from campaign_recipients where campaign_id = $1', [campaign])).rowCount

async function logsOf(campaign: Uuid) {
  const kept = await sql.query(
    `select status, destination, count(*)::integer as count from message_logs where campaign_id = $1
     group by status, destination order by 1, 2`,
    [campaign],
  )
  const gone = await sql.query(
    'select status, destination, count from campaign_purged_logs where campaign_id = $1 order by 1, 2',
    [campaign],
  )
  return { kept: kept.rows, gone: gone.rows }
}

test('logs leave their figures, and recipients go once their campaign has ended for so long', async () => {
  const old = daysAgo(40)
  const ended = await campaignOf(old, [
    [45, 'delivered', 'a@example.com'],
    [45, 'delivered', 'b@example.com'],
    [44, 'delivered', 'c@example.com'],
    [43, 'bounced', 'd@example.net'],
    [42, 'queued', 'e@example.net'],
  ])
  const lately = await campaignOf(daysAgo(20), [
    [45, 'delivered', 'a@example.com'],
    [20, 'delivered', 'b@example.com'],
  ])
  const sending = await campaignOf(undefined, [[45, 'delivered', 'a@example.com']])
  const deleted = await campaignOf(old, [[45, 'delivered', 'a@example.com']])
  const recent = await insertCampaign(sql, workspaceId, projectId, {
    status: 'sent',
    completedAt: new Date(),
  })
  await sql.query(
    `insert into campaign_recipients (workspace_id, campaign_id, contact_id)
     select $1, $2, gen_random_uuid() from generate_series(1, 5)`,
    [workspaceId, recent],
  )
  await sql.query('delete from campaigns where id = any($1)', [[deleted, recent]])
  await sql.query(
    `insert into campaign_hours (workspace_id, campaign_id, hour, counted_by, delivered)
     values ($1, $2, $3, $4, 3)`,
    [workspaceId, ended, old, newUuid()],
  )

  const purged = await purge()
  const one = { count: 1 }
  expect(await logsOf(ended)).toEqual({
    kept: [{ status: 'queued', destination: 'example.net', ...one }],
    gone: [
      { status: 'bounced', destination: 'example.net', ...one },
      { status: 'delivered', destination: 'example.com', count: 3 },
    ],
  })
  expect(await logsOf(lately)).toEqual({
    kept: [{ status: 'delivered', destination: 'example.com', ...one }],
    gone: [{ status: 'delivered', destination: 'example.com', ...one }],
  })
  expect((await logsOf(sending)).gone).toHaveLength(1)
  expect(await logsOf(deleted)).toEqual({ kept: [], gone: [] })
  expect(await Promise.all([ended, lately, sending, deleted, recent].map(recipientsOf))).toEqual([
    0, 2, 1, 0, 0,
  ])
  expect(purged).toMatchObject({ messages: 7, message_logs: 7, campaign_recipients: 11 })
  const hours = await sql.query('select delivered from campaign_hours where campaign_id = $1', [ended])
  expect(hours.rows).toEqual([{ delivered: 3 }])

  // What goes later is added.
  await sql.query('delete from delivery_queue')
  await sql.query(`update message_logs set status = 'bounced' where campaign_id = $1`, [ended])
  await purge()
  expect((await logsOf(ended)).gone).toContainEqual({
    status: 'bounced',
    destination: 'example.net',
    count: 2,
  })
})

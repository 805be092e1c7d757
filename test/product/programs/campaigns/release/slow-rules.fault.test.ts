import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../../../server/platform/db/connection/database.js'
import { inTransaction } from '../../../../../server/platform/db/transaction/transaction.js'
import {
  advanceCount,
  beginCount,
  countWork,
} from '../../../../../server/product/audience/segments/search/count.js'
import { PageSize } from '../../../../../server/product/audience/segments/search/page-size.js'
import { previewRule } from '../../../../../server/product/audience/segments/search/preview.js'
import { insertSegment } from '../../../../../server/product/audience/segments/save.js'
import { findCampaign } from '../../../../../server/product/programs/campaigns/campaign-rows.js'
import { newUuid } from '../../../../../server/platform/db/ids.js'
import {
  addCampaign,
  addOwner,
  type CampaignKey,
  type Owner,
} from '../../../../support/campaigns/campaign-owner.js'
import { campaignTurns } from '../../../../support/campaigns/campaign-turns.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../../support/database/database.js'
import { projectOf } from '../../../../support/workspace/projects.js'
import { slowRules, type SlowRules } from '../../../../support/audience/slow-rules.js'
import { until } from '../../../../support/time/until.js'
import { wholeWorkspace } from '../../../../support/workspace/whole-workspace.js'

/**
 * A rule that takes too long, and a moment in which everything does. It needs a PostgreSQL: its rules are slow by a
 * function of the test's, and the database ends their statements.
 */

let made: ConnectedDatabase
let database: Database
let db: Knex
let rules: SlowRules
let turns: ReturnType<typeof campaignTurns>
beforeAll(async () => {
  made = await openMigratedDatabase()
  rules = await slowRules(made.db)
  database = await openDatabase({
    databaseUrl: made.url,
    databaseConnections: 3,
    databaseInMemory: false,
    embeddedFlush: false,
    dataDir: '',
    statementSeconds: 30,
  })
  db = database.db
  turns = campaignTurns(db)
})
afterAll(async () => {
  await database.close()
  await made.drop()
})
/** The work of a test is not claimed by the next one. */
const rest = () => made.db('campaigns').update({ due_at: null })
beforeEach(async () => {
  await rules.slowDown({ ms: 0 })
  await rest()
})

/** Selects all contacts, and compares each of them with a number. */
const hasSeats = { property: { name: 'seats', op: 'gt', value: 5 } } as const
const rule = { any: [hasSeats, { not: hasSeats }] }
/** A page of 50 takes longer than a statement may. */
const tooSlow = 60

/** A campaign whose walk has begun. */
async function walking(owner: Owner, hasRule = true): Promise<CampaignKey> {
  const campaign = await addCampaign(made.db, owner)
  await made
    .db('campaigns')
    .where({ workspace_id: campaign.workspaceId, id: campaign.id })
    .update({
      status: 'sending',
      phase: 'walk',
      started_at: db.raw("now() + interval '1 minute'"),
      rules: hasRule ? JSON.stringify({ include: rule, exclude: null }) : null,
    })
  return campaign
}
const find = ({ workspaceId, id }: CampaignKey) => findCampaign(db, workspaceId, id)

test('a rule that is too slow turn after turn pauses the campaign', async () => {
  const campaign = await walking(await addOwner(made.db, 300))
  await rules.slowDown({ ms: tooSlow })
  for (const _ of [1, 2]) {
    await turns.turnOf(campaign)
    expect(await find(campaign)).toMatchObject({ status: 'sending', phase: 'walk', walked: 0 })
    // It is left alone for a while.
    expect(await turns.claim()).toEqual([])
  }
  await turns.turnOf(campaign)
  expect(await find(campaign)).toMatchObject({ status: 'paused', pause_reason: 'segment_too_costly' })
})

test('a rule that is slow for a moment pauses nothing', async () => {
  const campaign = await walking(await addOwner(made.db, 300))
  await rules.slowDown({ ms: tooSlow, statements: 2 })
  while ((await find(campaign)).phase === 'walk') await turns.turnOf(campaign)
  expect(await find(campaign)).toMatchObject({ status: 'sending', pause_reason: null, walked: 300 })
})

test('a database that is slow at everything says nothing about a rule', async () => {
  const campaign = await walking(await addOwner(made.db, 300))
  await rules.slowDown({ ms: tooSlow, everything: true })
  for (const _ of [1, 2, 3]) await turns.turnOf(campaign)
  expect(await find(campaign)).toMatchObject({ status: 'sending', walked: 0 })
  await rules.slowDown({ ms: 0 })
  while ((await find(campaign)).phase === 'walk') await turns.turnOf(campaign)
  expect(await find(campaign)).toMatchObject({ status: 'sending', walked: 300 })
})

test('a wait for a lock is not the time of a rule', async () => {
  for (const hasRule of [true, false]) {
    const owner = await addOwner(made.db, 300)
    const campaign = await walking(owner, hasRule)
    // The page waits for this row.
    const trx = await db.transaction()
    await trx.raw(
      `insert into campaign_recipients (workspace_id, campaign_id, contact_id)
       select workspace_id, ?, id from contacts where workspace_id = ? order by id limit 1`,
      [campaign.id, owner.workspaceId],
    )
    const turn = turns.turnOf(campaign)
    await until(async () => {
      const { rows } = await made.db.raw(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query_start < clock_timestamp() - interval '2200 milliseconds'`,
      )
      return rows.length > 0
    }, 'the walk to wait for longer than a rule may take')
    await trx.rollback()
    await turn
    while ((await find(campaign)).phase === 'walk') await turns.turnOf(campaign)
    expect(await find(campaign)).toMatchObject({ status: 'sending', walked: 300 })
    await rest()
  }
})

test('a preview and a count are tried again, and end where the rule is slow each time', async () => {
  const { workspaceId, projectId } = await addOwner(made.db, 120)
  const context = { workspaceId, projectId, asOf: new Date(), retainedSince: new Date(0) }
  const begin = async () => {
    await inTransaction(db, async ({ sql }) => {
      const project = projectOf(projectId)
      const { id } = await insertSegment(sql, workspaceId, { project, name: newUuid(), rule })
      return beginCount(sql, wholeWorkspace(workspaceId), id)
    })
    const [claimed] = await countWork.claimDue(db, { lease: newUuid(), leaseSeconds: 60, max: 1 })
    if (claimed === undefined) throw new Error('no count is due')
    const size = new PageSize()
    while ((await advanceCount(db, claimed, 60, size)) === 'more');
    return db('segments').where({ workspace_id: workspaceId, id: claimed.id }).first()
  }
  await rules.slowDown({ ms: tooSlow, statements: 1 })
  expect(await previewRule(db, rule, context)).toMatchObject({ estimate: { value: 120, exact: true } })
  await rules.slowDown({ ms: tooSlow, statements: 2 })
  expect(await begin()).toMatchObject({ counting_error: null, count_value: '120' })
  await rules.slowDown({ ms: tooSlow })
  await expect(previewRule(db, rule, context)).rejects.toMatchObject({ code: 'segment_too_costly' })
  expect(await begin()).toMatchObject({ counting_error: 'segment_too_costly', due_at: null })
  await rules.slowDown({ ms: tooSlow, everything: true })
  await expect(previewRule(db, rule, context)).rejects.toMatchObject({ code: 'unavailable' })
})

import type { Knex } from 'knex'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../../../server/platform/db/connection/database.js'
import { newUuid } from '../../../../../server/platform/db/ids.js'
import { inTransaction } from '../../../../../server/platform/db/transaction/transaction.js'
import { findCampaign } from '../../../../../server/product/programs/campaigns/campaign-rows.js'
import { resumeCampaign } from '../../../../../server/product/programs/campaigns/course/transitions.js'
import type { Wakes } from '../../../../../server/platform/queue/wakes/wakes.js'
import { addCampaign, addOwner, type CampaignKey } from '../../../../support/campaigns/campaign-owner.js'
import { campaignTurns } from '../../../../support/campaigns/campaign-turns.js'
import { createMigratedDatabase } from '../../../../support/database/database.js'

/** Turns of the worker, one by one. It needs a PostgreSQL and no service: what is released stays in the queue. */

type Turns = ReturnType<typeof campaignTurns>
let db: Knex
let wakes: Wakes
let claim: Turns['claim']
let turn: Turns['turn']
let turnOf: Turns['turnOf']
let close: () => Promise<unknown>
beforeAll(async () => {
  const created = await createMigratedDatabase()
  const database = await openDatabase({
    databaseUrl: created.url,
    databaseConnections: 3,
    databaseInMemory: false,
    embeddedFlush: false,
    dataDir: '',
    statementSeconds: 30,
  })
  db = database.db
  ;({ wakes, claim, turn, turnOf } = campaignTurns(db))
  close = async () => {
    await database.close()
    await created.drop()
  }
})
afterAll(() => close())

/** Claims what is due, which has to be this campaign, and works on it for a turn. */
const find = ({ workspaceId, id }: CampaignKey) => findCampaign(db, workspaceId, id)
const set = ({ workspaceId: workspace_id, id }: CampaignKey, columns: object) =>
  db('campaigns').where({ workspace_id, id }).update(columns)
/** The work of a test is not claimed by the next. */
afterEach(() => db('campaigns').update({ due_at: null }))
const events = async ({ workspaceId }: CampaignKey) =>
  (await db('events').where({ workspace_id: workspaceId }).orderBy('id').select('type', 'data')) as {
    type: string
    data: Record<string, unknown>
  }[]
const ago = (seconds: number) => db.raw('now() - make_interval(secs => ?)', [seconds])

test('campaigns of a workspace take turns', async () => {
  const owner = await addOwner(db, 400)
  const campaigns = [await addCampaign(db, owner), await addCampaign(db, owner), await addCampaign(db, owner)]
  const turns: string[] = []
  while (turns.length < 15) {
    const [claimed] = await claim()
    if (claimed === undefined) continue
    turns.push(claimed.id)
    await turn(claimed, { turnMs: 1, releaseBatch: 2, leaseSeconds: 60 })
  }
  expect(new Set(turns.slice(0, 3))).toEqual(new Set(campaigns.map(({ id }) => id)))
  expect(turns).toEqual(turns.map((_, index) => turns[index % 3]))
  for (const campaign of campaigns) expect((await find(campaign)).released).toBeGreaterThan(0)
})

test('twenty campaigns of a workspace send at once, and the next one waits for an end', async () => {
  const owner = await addOwner(db, 1)
  const sending = await Promise.all(Array.from({ length: 20 }, () => addCampaign(db, owner)))
  await db('campaigns').where({ workspace_id: owner.workspaceId }).update({ status: 'sending', due_at: null })
  const next = await addCampaign(db, owner)
  await turnOf(next)
  expect(await find(next)).toMatchObject({ status: 'scheduled', started_at: null })
  const [row] = await db('campaigns').where({ id: next.id }).select(db.raw('due_at > now() as waits, lease'))
  expect(row).toEqual({ waits: true, lease: null })
  const other = await addOwner(db, 1)
  const others = await addCampaign(db, other)
  await turnOf(others)
  expect((await find(others)).status).toBe('sending')

  await set(sending[0] as CampaignKey, { status: 'sent' })
  await turnOf(next)
  expect((await find(next)).status).toBe('sending')
})

test('a schedule that was missed by more than its delay pauses, sends nothing, and goes on when resumed', async () => {
  const owner = await addOwner(db, 3)
  const [late, inTime] = [await addCampaign(db, owner), await addCampaign(db, owner)]
  await set(late, { scheduled_at: ago(3601), due_at: ago(3601) })
  await set(inTime, { scheduled_at: ago(3599), due_at: null })
  await turnOf(late)
  expect(await find(late)).toMatchObject({
    status: 'paused',
    pause_reason: 'missed_schedule',
    started_at: null,
    walked: 0,
  })
  const [paused, ...more] = await events(late)
  expect(more).toEqual([])
  expect(paused).toMatchObject({ type: 'campaign.paused', data: { pause_reason: 'missed_schedule' } })
  expect(await claim()).toEqual([])
  await turnOf(inTime)
  expect((await find(inTime)).status).toBe('sending')

  await inTransaction(db, (tx) => resumeCampaign(tx, late, wakes))
  await turnOf(late)
  expect(await find(late)).toMatchObject({ status: 'sending', pause_reason: null, released: 3 })
})

test('a rate is kept, is not made up for beyond a minute, and can be changed on the way', async () => {
  const owner = await addOwner(db, 400)
  const campaign = await addCampaign(db, owner)
  await set(campaign, { rate_per_hour: 3600 })
  const released = async () => (await find(campaign)).released
  const began = performance.now()
  /** Returns how many mails have become due since the test began, which takes as long as it takes. */
  const meanwhile = () => Math.ceil((performance.now() - began) / 1000)
  await turnOf(campaign, { turnMs: 200 })
  const first = await released()
  expect(first).toBeGreaterThanOrEqual(1)
  expect(first).toBeLessThanOrEqual(2 + meanwhile())
  // Nothing worked on it for an hour.
  await set(campaign, { tokens: 0, tokens_at: ago(3600) })
  const before = await released()
  await turnOf(campaign, { turnMs: 200 })
  const second = (await released()) - before
  expect(second).toBeGreaterThanOrEqual(60)
  expect(second).toBeLessThanOrEqual(62 + meanwhile())
  await set(campaign, { rate_per_hour: null })
  await turnOf(campaign)
  expect(await released()).toBe(400)
})

test('a segment that is gone pauses the campaign', async () => {
  const owner = await addOwner(db, 1)
  const campaign = await addCampaign(db, owner)
  await set(campaign, { segment_id: newUuid() })
  await turnOf(campaign)
  expect(await find(campaign)).toMatchObject({ status: 'paused', pause_reason: 'segment_invalid' })
})

test('who has lost its lease changes nothing', async () => {
  const owner = await addOwner(db, 3)
  const campaign = await addCampaign(db, owner)
  const [claimed] = await claim()
  const others = newUuid()
  await set(campaign, { lease: others, due_at: ago(-60) })
  const before = await find(campaign)
  if (claimed !== undefined) await turn(claimed)
  expect(claimed?.id).toBe(campaign.id)
  expect(await find(campaign)).toEqual(before)
  expect(await events(campaign)).toEqual([])
})

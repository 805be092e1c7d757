import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newUuid, newWorkspaceId, nilUuid, type Uuid } from '../../../../server/platform/db/ids.js'
import { claimRoundRobin } from '../../../../server/product/mail/claim/claim-round-robin.js'
import { claimLongestDue, longestDueWindow } from '../../../../server/product/mail/claim/claim-longest-due.js'
import { DueWorkspaces } from '../../../../server/product/mail/claim/due-workspaces.js'
import { FairClaimer } from '../../../../server/product/mail/claim/fair-claimer.js'
import { selectContents } from '../../../../server/product/delivery/compose/select-contents.js'
import { recordDeliveries, type DeliveryOutcome } from '../../../../server/product/mail/record/record.js'
import { releaseLeases, releaseStrays } from '../../../../server/platform/queue/leases/release.js'
import { deliveryLeases } from '../../../../server/product/mail/claim/leases.js'
import { addressTokens } from '../../../../server/platform/auth/address-tokens.js'
import { suppressionFinder } from '../../../../server/product/audience/suppressions/find.js'
import { claimOf } from '../../../support/messages/claims.js'
import type { Capacity } from '../../../../server/platform/queue/limiter/capacity.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'
import { noteAllOwners } from '../../../support/messages/queue-owners.js'

/**
 * Tests that rows due for a destination without room cost nothing, however many they are: every statement of a claim
 * is held against PostgreSQL's plan for it.
 */

const blocked = 30_000
const max = 20
const dead = new Map([['dead.example', 0]])

let database: ConnectedDatabase
let db: Knex
const workspaceId = newWorkspaceId()
const listId: Uuid = newUuid()

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  await db('workspaces').insert({ id: workspaceId, name: 'A' })
  // The longest due are all for one destination; behind them come forty others, and what is not due yet.
  await enqueue('dead.example', blocked, '1 day')
  for (let index = 0; index < 40; index += 1) await enqueue(`alive-${index}.example`, 3, '1 hour')
  for (let index = 0; index < 60; index += 1) await enqueue(`later-${index}.example`, 3, '-1 hour')
  await db.raw(`insert into suppressions (workspace_id, id, address, reason)
    select id, gen_random_uuid(), n || '@elsewhere.example', 'manual' from workspaces cross join generate_series(1, 20000) n`)
  await db.raw(`insert into soft_bounces
    select workspace_id, address, 1, now(), now() from suppressions`)
  // A third of those that may go are to a list, whose subscribers are many.
  await db.raw(
    `insert into subscriptions (workspace_id, id, list_id, project_id, environment, contact_id, email, address, status,
       round_started_at, requested_at)
     select workspace_id, gen_random_uuid(), :listId, :listId, 'live', gen_random_uuid(), address, address,
       'confirmed', now(), now() from suppressions`,
    { listId },
  )
  await db.raw(`update message_logs set list_id = ? where recipient like 'a@alive-1%'`, [listId])
  // Workspaces without mail in the queue are many more than those with some.
  await db.raw(
    `insert into workspaces (id, name) select gen_random_uuid(), n::text from generate_series(1, 5000) n`,
  )
  await noteAllOwners(db)
  await db.raw('analyze')
})
afterAll(() => database.drop())

async function enqueue(destination: string, count: number, dueSince: string): Promise<void> {
  await db.raw(
    `with log as (
       insert into message_logs
         (workspace_id, id, message_id, project_id, environment, recipient, address, status, updated_at)
       select id, gen_random_uuid(), id, id, 'live', 'a@' || :destination, 'a@' || :destination, 'queued', now()
       from workspaces cross join generate_series(1, :count)
       returning workspace_id, id, message_id
     )
     insert into delivery_queue (workspace_id, log_id, message_id, destination, due_at)
     select workspace_id, id, message_id, :destination, now() - cast(:dueSince as interval) from log`,
    { destination, count, dueSince },
  )
}

const claim = () => claimOf(workspaceId, max, { capacity: { byDefault: 5, proven: dead } })

test('the workspaces with something due are found without a look at the others', async () => {
  await expectBounded(db, (trx) => new DueWorkspaces(trx, { rows: 5, owners: 5 }).find(nilUuid), 15)
})

test('the longest due are all there is to see, and none of them may go', async () => {
  await expectBounded(db, (trx) => claimLongestDue(trx, claim(), max), longestDueWindow)
  const trx = await db.transaction()
  expect(await claimLongestDue(trx, claim(), max)).toEqual({ claimed: [], backlog: true })
  await trx.rollback()
})

test('of a halted workspace nothing is claimed', async () => {
  const trx = await db.transaction()
  await trx('workspaces').where({ id: workspaceId }).update({ halted_at: new Date() })
  const all = claimOf(workspaceId, max)
  expect(await claimLongestDue(trx, all, max)).toEqual({ claimed: [], backlog: false })
  await trx('workspaces').where({ id: workspaceId }).update({ halted_at: null })
  expect((await claimLongestDue(trx, all, max)).claimed).not.toEqual([])
  await trx.rollback()
})

test('the others are claimed in turns, from wherever that begins', async () => {
  for (const after of [undefined, 'alive-39.example', 'dead.example', 'zzz.example']) {
    await expectBounded(db, (trx) => claimRoundRobin(trx, claim(), after), 250)
  }
})

test('more destinations without room than there are hands do not use them up', async () => {
  const without = Array.from({ length: 30 }, (_, index): [string, number] => [`alive-${index}.example`, 0])
  const trx = await db.transaction()
  const capacity = { byDefault: 1, proven: new Map([...dead, ...without]) }
  const { claimed, last } = await claimRoundRobin(trx, { ...claim(), capacity }, undefined)
  await trx.rollback()
  expect(claimed.map(({ destination }) => destination).sort()).toEqual(
    Array.from({ length: 10 }, (_, index) => `alive-${30 + index}.example`),
  )
  expect(last).toBeUndefined()
})

test('round after round everybody has a turn, and the dead destination none', async () => {
  const claimer = new FairClaimer()
  const trx = await db.transaction()
  const turns: string[][] = []
  for (let more = true; more;) {
    const round = await claimer.claim(trx, claim())
    turns.push(round.claimed.map(({ destination }) => destination))
    more = round.more
  }
  await trx.rollback()
  const all = turns.flat()
  expect(all).toHaveLength(40 * 3)
  expect(new Set(all).size).toBe(40)
  expect(all).not.toContain('dead.example')
  // Nobody's second before everybody's first.
  expect(new Set(all.slice(0, 40)).size).toBe(40)
})

test('with room for all, half of what is claimed goes to the longest waiting and half to the others', async () => {
  const claimer = new FairClaimer()
  const trx = await db.transaction()
  const { claimed } = await claimer.claim(trx, claimOf(workspaceId, max))
  await trx.rollback()
  expect(claimed.filter(({ destination }) => destination === 'dead.example')).toHaveLength(max / 2)
  expect(new Set(claimed.map(({ destination }) => destination)).size).toBe(1 + max / 2)
})

/** Counts how often each destination is among the claimed rows. */
function timesOf(claimed: readonly { readonly destination: string }[]): Record<string, number> {
  const times: Record<string, number> = {}
  for (const { destination } of claimed) times[destination] = (times[destination] ?? 0) + 1
  return times
}

describe('destinations on probation', () => {
  const proven = new Map([
    ['alive-5.example', 2],
    ['alive-30.example', 5],
  ])
  /** Room of the destinations on probation, one of which has room for more than one mail. */
  const onProbation = new Map([...dead, ['alive-0.example', 3]])
  const capacity = { byDefault: 1, proven, onProbation }
  const fromProven = { 'alive-5.example': 2, 'alive-30.example': 3 }

  /** Claims rows as bulk, which has no backlog then. */
  async function longestDue(maxOnProbation: number, told: Capacity = capacity) {
    const trx = await db.transaction()
    await trx.raw(`update delivery_queue set bulk = true where destination like 'alive%'`)
    const { claimed } = await claimLongestDue(
      trx,
      { ...claim(), bulk: true, capacity: told, maxOnProbation },
      max,
    )
    await trx.rollback()
    return timesOf(claimed)
  }

  async function inTurns(maxOnProbation: number, told: Capacity = capacity) {
    const trx = await db.transaction()
    const { claimed } = await claimRoundRobin(trx, { ...claim(), capacity: told, maxOnProbation }, undefined)
    await trx.rollback()
    return timesOf(claimed)
  }

  test.each([
    ['the longest due', longestDue],
    ['those in turns', inTurns],
  ])('of %s they get no more than they are allowed, whatever room each has', async (_, claimed) => {
    expect(await claimed(0)).toEqual(fromProven)
    const some = await claimed(4)
    expect(some).toMatchObject(fromProven)
    expect(Object.values(some).reduce((sum, each) => sum + each, 0)).toBe(5 + 4)
    const all = await claimed(100)
    expect(all['alive-0.example']).toBeLessThanOrEqual(3)
    expect(Object.values(all).reduce((sum, each) => sum + each, 0)).toBe(max)
  })

  test('do not hold up a known destination, however many are known', async () => {
    const many = Array.from({ length: 3000 }, (_, index): [string, number] => [`known-${index}.example`, 5])
    const told = { ...capacity, proven: new Map([...proven, ...many]) }
    expect(await longestDue(0, told)).toEqual(fromProven)
    expect(await inTurns(0, told)).toEqual(fromProven)
    // Where something may go to those on probation, one that is not told about passes for one of them.
    const { 'alive-5.example': once } = await longestDue(40, told)
    expect(once).toBe(1)
    await expectBounded(
      db,
      (trx) => claimRoundRobin(trx, { ...claim(), capacity: told, maxOnProbation: 0 }, undefined),
      250,
    )
  })
})

test('to release the leases of a dead process', async () => {
  const owner = newWorkspaceId()
  await db('lease_owners').insert({ id: owner, lease_seconds: 60, expired: true })
  const leased = `update delivery_queue set lease = ?, due_at = now() + cast(? as interval)
    where destination in ('later-0.example', 'later-1.example')`
  await db.raw(leased, [owner, '50 seconds'])
  try {
    await expectBounded(
      db,
      async (trx) =>
        expect(
          await releaseLeases(trx, [deliveryLeases], { owner, leaseSeconds: 60, isStopping: () => false }),
        ).toBe(6),
      20,
    )
    // One that has taken its row back keeps them.
    await db('lease_owners').update({ expired: false })
    expect(
      await releaseLeases(db, [deliveryLeases], { owner, leaseSeconds: 60, isStopping: () => false }),
    ).toBe(0)
  } finally {
    await db.raw(leased, [null, '1 hour'])
  }
})

test('to release the leases of this process but for those that it works on', async () => {
  const owner = newWorkspaceId()
  const leased = `update delivery_queue set lease = ?, due_at = now() + cast(? as interval)
    where destination in ('later-0.example', 'later-1.example') returning log_id`
  const { rows } = await db.raw<{ rows: { log_id: Uuid }[] }>(leased, [owner, '50 seconds'])
  const [working] = rows.map(({ log_id }) => log_id)
  try {
    await expectBounded(
      db,
      async (trx) =>
        expect(
          await releaseStrays(trx, deliveryLeases, {
            owner,
            leaseSeconds: 60,
            inFlight: () => (working ? [working] : []),
          }),
        ).toBe(5),
      20,
    )
  } finally {
    await db.raw(leased, [null, '1 hour'])
  }
})

test('to record outcomes, and to look up who is suppressed', async () => {
  await expectBounded(
    db,
    async (trx) => {
      const { lease, ...rest } = claim()
      const { claimed } = await claimRoundRobin(trx, { ...rest, lease }, undefined)
      const outcomes = claimed.map(({ logId }, index) =>
        index % 2 === 0
          ? outcomeOf(logId, 'delivered', null)
          : outcomeOf(logId, 'bounced', index % 4 === 1 ? 'hard' : 'soft'),
      )
      expect((await recordDeliveries(trx, workspaceId, lease, outcomes)).outcomes).toBe(max)
    },
    250,
  )
  const addresses = Array.from({ length: 50 }, (_, index) => `${index}@elsewhere.example`)
  await expectBounded(
    db,
    (trx) => suppressionFinder(trx, addressTokens(new Uint8Array(32)))(workspaceId, newUuid(), addresses),
    50,
  )
})

test('what is claimed, loaded and recorded is not planned anew each time', async () => {
  const trx = await db.transaction()
  const find = suppressionFinder(trx, addressTokens(Buffer.alloc(32)))
  // PostgreSQL plans a statement for its values five times, before it compares that with a plan for any.
  for (let times = 0; times < 8; times += 1) {
    await selectContents(trx, workspaceId, [newUuid()])
    await find(workspaceId, newUuid(), [`${times}@elsewhere.example`])
    await claimLongestDue(trx, claim(), max)
    const { lease, ...rest } = claim()
    const { claimed } = await claimRoundRobin(trx, { ...rest, lease, max: 1 }, undefined)
    const outcomes = claimed.map(({ logId }) => outcomeOf(logId, 'delivered', null))
    expect((await recordDeliveries(trx, workspaceId, lease, outcomes)).outcomes).toBe(1)
  }
  const { rows } = await trx.raw<{ rows: { name: string; planned: boolean }[] }>(
    `select name, generic_plans > 0 as planned from pg_prepared_statements
     where name in
       ('select_contents', 'select_suppressions', 'claim_longest_due', 'claim_round_robin', 'record_outcomes')
     order by name`,
  )
  await trx.rollback()
  expect(rows).toEqual(
    [
      'claim_longest_due',
      'claim_round_robin',
      'record_outcomes',
      'select_contents',
      'select_suppressions',
    ].map((name) => ({ name, planned: true })),
  )
})

function outcomeOf(
  logId: Uuid,
  status: DeliveryOutcome['status'],
  addressFault: DeliveryOutcome['addressFault'],
): DeliveryOutcome {
  return {
    workspaceId,
    logId,
    campaignId: null,
    status,
    afterSeconds: null,
    attempt: {},
    conversation: 'S: 250 OK',
    addressFault,
    suppressionReason: null,
    eventId: newUuid(),
    eventType: 'message.delivered',
    eventData: {},
  }
}

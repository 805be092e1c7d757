import type { Knex } from 'knex'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { continueEventOrder, keepEventOrder } from '../../../server/platform/db/event-order.js'
import {
  minUuidAt,
  newUuid,
  newWorkspaceId,
  type Uuid,
  type WorkspaceId,
} from '../../../server/platform/db/ids.js'
import type { EventType } from '../../../server/platform/events/event-types.js'
import {
  cursorOfPosition,
  positionOfCursor,
  type FollowPosition,
} from '../../../server/platform/events/follow/position.js'
import { firstPosition, readFollowing, type Followed } from '../../../server/platform/events/follow/read.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'
import { seededRandom } from '../../support/arbitrary/random.js'
import { until } from '../../support/time/until.js'

/** The order in which events are followed, on a database of its own. */

let database: ConnectedDatabase
let db: Knex

beforeAll(async () => {
  database = await openMigratedDatabase(16)
  db = database.db
})
afterAll(() => database.drop())

interface Recorded {
  readonly id?: Uuid
  readonly type?: EventType
  readonly projectId?: Uuid | null
}

async function newWorkspace(): Promise<WorkspaceId> {
  const id = newWorkspaceId()
  await db('workspaces').insert({ id, name: 'A' })
  return id
}

async function record(trx: Knex, workspaceId: WorkspaceId, event: Recorded = {}): Promise<Uuid> {
  const { id = newUuid(), type = 'message.delivered', projectId = null } = event
  await trx('events').insert({ workspace_id: workspaceId, id, project_id: projectId, type, data: {} })
  return id
}

const all = (workspaceId: WorkspaceId): Followed => ({
  visibility: { workspaceId, projectId: null, environment: null },
  types: undefined,
  named: undefined,
  recipient: undefined,
  retainedSince: new Date(0),
})

/** Reads pages until there is nothing more, each from the cursor of the one before, as a client does. */
async function readAll(
  followed: Followed,
  from: FollowPosition,
  limit = 100,
  budget?: number,
): Promise<{ ids: Uuid[]; position: FollowPosition; pages: number }> {
  const ids: Uuid[] = []
  for (let position = from, pages = 1; ; pages += 1) {
    const page = await readFollowing(db, followed, position, { max: limit, budget })
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    ids.push(...page.rows.map(({ id }) => id))
    position = positionOfCursor(cursorOfPosition(page.position))
    expect(position).toEqual(page.position)
    if (!page.hasMore) return { ids, position, pages }
  }
}

/** Reads until so many events have come, since transactions of other databases of the server hold them up. */
async function readUntil(followed: Followed, from: FollowPosition, count: number): Promise<Uuid[]> {
  const ids: Uuid[] = []
  let position = from
  await until(async () => {
    const read = await readAll(followed, position)
    ids.push(...read.ids)
    position = read.position
    return ids.length >= count
  }, `${count} events`)
  return ids
}

test('while many write and commit in any order, two followers miss nothing and get nothing twice', async () => {
  const workspaceId = await newWorkspace()
  const random = seededRandom(25)
  const start = await firstPosition(db, undefined)
  const committed = new Set<Uuid>()
  let writing = true

  const write = async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      // The ids are older than the transaction, by as much as chance has it.
      const ids = Array.from({ length: 1 + Math.floor(random() * 3) }, newUuid)
      await sleep(random() * 30)
      const trx = await db.transaction()
      for (const id of ids) {
        await record(trx, workspaceId, { id })
        await sleep(random() * 40)
      }
      if (random() < 0.2) await trx.rollback()
      else {
        await trx.commit()
        for (const id of ids) committed.add(id)
      }
    }
  }
  const follow = async (limit: number, budget: number) => {
    const ids: Uuid[] = []
    let position = start
    for (let quiet = 0; quiet < 50;) {
      const read = await readAll(all(workspaceId), position, limit, budget)
      position = read.position
      ids.push(...read.ids)
      await sleep(random() * 15)
      if (!writing && ids.length >= committed.size) quiet += 10
      else if (!writing) quiet += 0.05
    }
    return ids
  }
  const followers = [follow(100, 10_000), follow(2, 3)]
  await Promise.all(Array.from({ length: 10 }, write))
  writing = false
  for (const ids of await Promise.all(followers)) {
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(ids)).toEqual(committed)
  }
  expect(committed.size).toBeGreaterThan(100)
})

test('what commits last comes last, however old its id is, and holds up what began after it', async () => {
  const workspaceId = await newWorkspace()
  const early = newUuid()
  const start = await firstPosition(db, undefined)
  const slow = await db.transaction()
  await record(slow, workspaceId, { id: early })
  const late = await record(db, workspaceId)
  const before = await readAll(all(workspaceId), start)
  expect(before.ids).toEqual([])
  await slow.commit()
  expect(await readUntil(all(workspaceId), before.position, 2)).toEqual([early, late])
})

describe('since a time', () => {
  test('come the events so far in the order of their ids, then what is recorded meanwhile', async () => {
    const workspaceId = await newWorkspace()
    const at = (minutes: number) => minUuidAt(new Date(Date.now() - minutes * 60_000))
    const old = [await record(db, workspaceId, { id: at(50) }), await record(db, workspaceId, { id: at(40) })]
    const start = await firstPosition(db, undefined)
    const later = await record(db, workspaceId, { id: at(20) })
    const earlier = await record(db, workspaceId, { id: at(30) })
    const since = async (minutes: number) => firstPosition(db, new Date(Date.now() - minutes * 60_000))
    // Until no transaction of another test holds them up.
    await readUntil(all(workspaceId), start, 2)

    expect(await readUntil(all(workspaceId), await since(60), 4)).toEqual([...old, earlier, later])
    expect(await readUntil(all(workspaceId), await since(35), 2)).toEqual([earlier, later])

    // A page ends in the middle of it. Then one is recorded whose id is older than where the page ended.
    const page = await readFollowing(db, all(workspaceId), await since(60), { max: 3 })
    expect(page.rows).toHaveLength(3)
    const meanwhile = await record(db, workspaceId, { id: at(45) })
    const rest = await readUntil(all(workspaceId), page.position, 2)
    expect([...page.rows.map(({ id }) => id), ...rest]).toEqual([...old, earlier, later, meanwhile])
  })

  test('each size of page and of a walk gives the same', async () => {
    const workspaceId = await newWorkspace()
    const start = await firstPosition(db, new Date(Date.now() - 1000))
    const ids: Uuid[] = []
    for (let n = 0; n < 20; n += 1) ids.push(await record(db, workspaceId))
    expect(await readUntil(all(workspaceId), start, 20)).toEqual(ids)
    const again = await firstPosition(db, new Date(Date.now() - 60_000))
    for (const [limit, budget] of [
      [1, 1],
      [3, 2],
      [20, 20],
      [19, 100],
      [20, 7],
    ] as const) {
      expect((await readAll(all(workspaceId), again, limit, budget)).ids).toEqual(ids)
      expect((await readAll(all(workspaceId), start, limit, budget)).ids).toEqual(ids)
    }
  })
})

test('filters narrow it, and the cursor passes what they leave out', async () => {
  const workspaceId = await newWorkspace()
  const projectId = newUuid()
  const start = await firstPosition(db, undefined)
  await record(db, workspaceId, { type: 'message.bounced' })
  const own = await record(db, workspaceId, { type: 'message.bounced', projectId })
  await record(db, workspaceId, { projectId })
  expect(await readUntil(all(workspaceId), start, 3)).toHaveLength(3)
  const visibility = { workspaceId, projectId, environment: null }
  const read = await readAll({ ...all(workspaceId), visibility, types: ['message.bounced'] }, start, 10, 1)
  expect(read.ids).toEqual([own])
  expect((await readAll(all(workspaceId), read.position)).ids).toEqual([])
  const retainedSince = new Date(Date.now() + 60_000)
  expect((await readAll({ ...all(workspaceId), retainedSince }, start)).ids).toEqual([])
})

describe('a restored database', () => {
  test('goes on with greater numbers, so that a follower that was further gets everything new', async () => {
    const workspaceId = await newWorkspace()
    const start = await firstPosition(db, undefined)
    await record(db, workspaceId)
    await readUntil(all(workspaceId), start, 1)
    // It has read events of after the backup.
    const ahead: FollowPosition = { ...start, order: start.order + 1_000_000n }
    await db.transaction((trx) => continueEventOrder(trx))
    const fresh = await record(db, workspaceId)
    expect(await readUntil(all(workspaceId), ahead, 1)).toEqual([fresh])
  })

  test('whose transactions begin again goes ahead of them at its start', async () => {
    const workspaceId = await newWorkspace()
    const start = await firstPosition(db, undefined)
    const restored = await record(db, workspaceId)
    const order = start.order + 2n ** 50n
    await db('events')
      .where({ id: restored })
      .update({ recorded_in: String(order) })
    await keepEventOrder(db)
    await keepEventOrder(db)
    const fresh = await record(db, workspaceId)
    expect(await readUntil(all(workspaceId), start, 2)).toEqual([restored, fresh])
    const follower = { ...start, order, id: restored }
    expect(await readUntil(all(workspaceId), follower, 1)).toEqual([fresh])
    const [{ ahead } = { ahead: '0' }] = await db('event_order').select<{ ahead: string }[]>('ahead')
    await keepEventOrder(db)
    expect(await db('event_order').select('ahead')).toEqual([{ ahead }])
  })

  test('lets a position that it has never been at begin again from its time', async () => {
    const workspaceId = await newWorkspace()
    const start = await firstPosition(db, undefined)
    const past = await record(db, workspaceId, { id: minUuidAt(new Date(Date.now() - 600_000)) })
    const recent = await record(db, workspaceId)
    await readUntil(all(workspaceId), start, 2)
    const unknown: FollowPosition = { ...start, order: start.order + 2n ** 45n, at: new Date() }
    expect(await readUntil(all(workspaceId), unknown, 1)).toEqual([recent])
    expect(past).toBeDefined()
  })
})

test.each(['', 'AAAA', 'x'.repeat(42), Buffer.alloc(31, 0xff).toString('base64url'), `${'A'.repeat(42)}=`])(
  'the cursor %j is refused',
  (cursor) => {
    expect(() => positionOfCursor(cursor)).toThrow('cursor')
  },
)

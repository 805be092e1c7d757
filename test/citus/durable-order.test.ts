import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, newWorkspaceId, nilUuid } from '../../server/platform/db/ids.js'
import { firstPosition, readFollowing } from '../../server/platform/events/follow/read.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../support/database/database.js'

/**
 * The order of events is that of the coordinator's transactions, while the events are on other machines. What a follower
 * has read must have its number for good, though nothing of it is written on the coordinator.
 */

let database: ConnectedDatabase
const workspaceId = newWorkspaceId()

beforeAll(async () => {
  database = await openMigratedDatabase(4)
  await database.db('workspaces').insert({ id: workspaceId, name: 'A' })
})
afterAll(() => database.drop())

async function lsn(which: 'insert' | 'flush'): Promise<bigint> {
  const { rows } = await database.db.raw<{ rows: { bytes: string }[] }>(
    `select pg_current_wal_${which}_lsn() - '0/0' as bytes`,
  )
  return BigInt(rows[0]?.bytes ?? 0)
}

const followed = {
  visibility: { workspaceId, projectId: null, environment: null },
  types: undefined,
  named: undefined,
  recipient: undefined,
  retainedSince: new Date(0),
}

test('a position that a follower has reached is on disk', async () => {
  const start = { phase: 'live', order: 0n, id: nilUuid, at: new Date() } as const
  const reads = [
    () => readFollowing(database.db, followed, start, { max: 100 }),
    () => firstPosition(database.db, undefined),
  ]
  // The server writes its log several times a second by itself, so one time proves nothing.
  for (let turn = 0; turn < 20; turn += 1) {
    await database
      .db('events')
      .insert({ workspace_id: workspaceId, id: newUuid(), type: 'message.delivered', data: {} })
    const recorded = await lsn('insert')
    await reads[turn % 2]?.()
    expect(await lsn('flush')).toBeGreaterThanOrEqual(recorded)
  }
})

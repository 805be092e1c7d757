import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { firstPosition } from '../../../server/platform/events/follow/read.js'
import { EventWaiters, type Waiting } from '../../../server/platform/events/follow/waiters.js'
import { ApiError } from '../../../server/platform/http/errors/api-error.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'

/** Requests that would wait for events for an hour: each ends for what it is ended by. */

const anHour = 3_600_000

let database: ConnectedDatabase
beforeAll(async () => {
  database = await openMigratedDatabase()
})
afterAll(() => database.drop())

async function waiting(isPermitted: Waiting['isPermitted']): Promise<Waiting> {
  const position = await firstPosition(database.db, undefined)
  return {
    workspaceId: newUuid() as WorkspaceId,
    credentialId: newUuid(),
    isPermitted,
    position: () => position,
    look: () => Promise.resolve(false),
  }
}

test('one ends whose credential is revoked, or sees something else, while it waits', async () => {
  const waiters = new EventWaiters(database.db)
  const revoked = new ApiError('invalid_credentials', 'This API key does not exist.')
  let asked = 0
  const permitted = await waiting(() => {
    asked += 1
    return asked < 3 ? Promise.resolve(true) : Promise.reject(revoked)
  })
  await expect(waiters.wait(permitted, anHour, () => undefined)).rejects.toBe(revoked)
  expect(asked).toBe(3)
  await waiters.wait(await waiting(() => Promise.resolve(false)), anHour, () => undefined)
  expect(waiters.size).toBe(0)
})

test('one ends whose client leaves, and the others wait on until the process stops', async () => {
  const waiters = new EventWaiters(database.db)
  const permitted = await waiting(() => Promise.resolve(true))
  let leave = () => {}
  const left = waiters.wait(permitted, anHour, (listener) => (leave = listener))
  const other = waiters.wait(permitted, anHour, () => undefined)
  expect(waiters.size).toBe(2)
  leave()
  await left
  expect(waiters.size).toBe(1)
  waiters.end()
  await other
  expect(waiters.size).toBe(0)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorkspaceId, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { OneByOne } from '../../../server/platform/queue/one-by-one.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'

/** Workspaces are asked one by one while one of the machines of the database is away. */

let database: ConnectedDatabase
const workspaces = Array.from({ length: 5 }, () => newWorkspaceId()).sort()
beforeAll(async () => {
  database = await openMigratedDatabase(4)
  await database.db('workspaces').insert(workspaces.map((id) => ({ id, name: 'A' })))
  const projects = workspaces.map((id) => ({ id, workspace_id: id, name: 'A', environment: 'live' }))
  await database.db('projects').insert(projects)
})
afterAll(() => database.drop())

const isAway = () =>
  Promise.reject<WorkspaceId[]>(
    Object.assign(new Error('connection to the remote node db1:5432 failed'), { code: '08006' }),
  )

test('every workspace has its turn, a part of them at each time', async () => {
  const oneByOne = new OneByOne({ workspaces: 2, concurrency: 2 })
  const ask = () => oneByOne.ask(database.db, isAway, async (id) => [id])
  const asked = [await ask(), await ask(), await ask(), await ask()]
  expect(asked).toEqual([
    workspaces.slice(0, 2),
    workspaces.slice(2, 4),
    workspaces.slice(4),
    workspaces.slice(0, 2),
  ])
})

test('nobody is asked alone where all are there, or where something else is wrong', async () => {
  const oneByOne = new OneByOne()
  const never = () => Promise.reject<WorkspaceId[]>(new Error('one was asked'))
  expect(await oneByOne.ask(database.db, async () => workspaces, never)).toEqual(workspaces)
  const wrong = new Error('permission denied for table deletions')
  await expect(oneByOne.ask(database.db, () => Promise.reject(wrong), never)).rejects.toBe(wrong)
  await expect(oneByOne.ask(database.db, isAway, () => Promise.reject(wrong))).rejects.toBe(wrong)
})

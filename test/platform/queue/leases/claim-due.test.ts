import type { Knex } from 'knex'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newUuid, newWorkspaceId, type Uuid } from '../../../../server/platform/db/ids.js'
import { dueClaims } from '../../../../server/platform/queue/leases/claim-due.js'
import {
  leasedTable,
  releaseLeases,
  releaseStrays,
} from '../../../../server/platform/queue/leases/release.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { refusing } from '../../../support/postgres/spread-workspaces.js'

/** Rows of many workspaces are found together, then claimed and released workspace by workspace. */

const claim = dueClaims('deletions')
const leases = leasedTable({ table: 'deletions', id: 'id' })
const owner = newUuid()
let database: ConnectedDatabase
let db: Knex
beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
})
afterEach(() => db('deletions').delete())
afterAll(() => database.drop())

/** Adds rows, each of a workspace of its own unless told otherwise, the first of which has been due for longest. */
async function addDue(count: number, workspaces: readonly Uuid[] = []): Promise<Uuid[]> {
  const ids = Array.from({ length: count }, () => newUuid())
  await db('deletions').insert(
    ids.map((id, index) => ({
      workspace_id: workspaces[index % workspaces.length] ?? newWorkspaceId(),
      id,
      token: id,
      due_at: db.raw('now() - make_interval(secs => ?)', [count - index]),
    })),
  )
  return ids
}

const idsOf = (rows: readonly { readonly id: Uuid }[]) => rows.map(({ id }) => id)
const leasedBy = async (lease: Uuid) =>
  new Set(idsOf(await db('deletions').where({ lease }).select<{ id: Uuid }[]>('id')))

/** Locks rows as whoever is claiming or recording them. */
async function locking<T>(ids: readonly Uuid[], work: () => Promise<T>): Promise<T> {
  const other = await db.transaction()
  try {
    await other('deletions').whereIn('id', ids).forUpdate()
    return await work()
  } finally {
    await other.rollback()
  }
}

describe('a claim', () => {
  test('takes what has been due for longest, of whichever workspace, and leaves some alone', async () => {
    const two = [newWorkspaceId(), newWorkspaceId()]
    const due = await addDue(6, two)
    expect(
      idsOf(await claim(db, { lease: owner, leaseSeconds: 60, max: 3, except: [due[1] ?? newUuid()] })),
    ).toEqual([due[0], due[2], due[3]])
    expect(idsOf(await claim(db, { lease: newUuid(), leaseSeconds: 60, max: 10 }))).toEqual([
      due[1],
      due[4],
      due[5],
    ])
    expect(await claim(db, { lease: newUuid(), leaseSeconds: 60, max: 10 })).toEqual([])
    expect(await leasedBy(owner)).toEqual(new Set([due[0], due[2], due[3]]))
  })

  test('takes what has been due for longest where the workspaces are asked one by one', async () => {
    const workspaces = [newWorkspaceId(), newWorkspaceId(), newWorkspaceId()].sort()
    await db('workspaces').insert(workspaces.map((id) => ({ id, name: 'A' })))
    await db('projects').insert(
      workspaces.map((id) => ({ id, workspace_id: id, name: 'A', environment: 'live' })),
    )
    const due = await addDue(6, workspaces.toReversed())
    expect(
      idsOf(
        await refusing(db, newWorkspaceId(), () => claim(db, { lease: owner, leaseSeconds: 60, max: 4 })),
      ),
    ).toEqual(due.slice(0, 4))
  })

  test('with a share takes no more of one workspace, which hides no other one behind all that it has', async () => {
    const [busy, other] = [newWorkspaceId(), newWorkspaceId()]
    await addDue(30, [busy])
    const [theirs] = await addDue(1, [other])
    const ofBusy = async (taken: number, max: number) => {
      const share = { max: 2, taken: new Map([[busy, taken]]) }
      const found = await claim(db, { lease: newUuid(), leaseSeconds: 60, max, share })
      await db('deletions')
        .where({ workspace_id: busy })
        .update({ lease: null, due_at: db.raw('now()') })
      return found.map(({ workspaceId }) => (workspaceId === busy ? 'busy' : 'other'))
    }
    expect(await ofBusy(2, 4)).toEqual(['other'])
    expect(await ofBusy(0, 4)).toEqual(['busy', 'busy'])
    await db('deletions')
      .where({ id: theirs })
      .update({ lease: null, due_at: db.raw('now()') })
    expect((await ofBusy(0, 2)).sort()).toEqual(['busy', 'other'])
  })

  test('passes over what another process is claiming, and waits for nobody', async () => {
    const due = await addDue(23)
    const found = await locking(due.slice(0, 20), () => claim(db, { lease: owner, leaseSeconds: 60, max: 2 }))
    expect(idsOf(found)).toEqual(due.slice(20, 22))
  })

  test('of several at once takes each row once', async () => {
    const due = await addDue(40)
    const claims = await Promise.all(
      Array.from({ length: 4 }, () => claim(db, { lease: newUuid(), leaseSeconds: 60, max: 10 })),
    )
    const taken = claims.flatMap(idsOf)
    expect(new Set(taken).size).toBe(taken.length)
    const rest = await claim(db, { lease: newUuid(), leaseSeconds: 60, max: 40 })
    expect(new Set([...taken, ...idsOf(rest)])).toEqual(new Set(due))
  })
})

describe('a release', () => {
  test('of a dead process leaves what is locked, and ends where the process lives again', async () => {
    const due = await addDue(5, [newWorkspaceId(), newWorkspaceId()])
    await claim(db, { lease: owner, leaseSeconds: 60, max: 5 })
    const release = () => releaseLeases(db, [leases], { owner, leaseSeconds: 60, isStopping: () => false })
    await db('lease_owners').insert({ id: owner, lease_seconds: 60, expired: false })
    expect(await release()).toBe(0)
    await db('lease_owners').update({ expired: true })
    expect(await locking(due.slice(0, 1), release)).toBe(4)
    expect(await leasedBy(owner)).toEqual(new Set(due.slice(0, 1)))
    expect(await release()).toBe(1)
  })

  test('goes on behind a thousand that are locked', async () => {
    const due = await addDue(1010, [newWorkspaceId(), newWorkspaceId()])
    await claim(db, { lease: owner, leaseSeconds: 60, max: 1000 })
    await claim(db, { lease: owner, leaseSeconds: 61, max: 10 })
    const release = () => releaseStrays(db, leases, { owner, leaseSeconds: 62, inFlight: () => [] })
    expect(await locking(due.slice(0, 1000), release)).toBe(10)
    expect(await leasedBy(owner)).toEqual(new Set(due.slice(0, 1000)))
  })
})

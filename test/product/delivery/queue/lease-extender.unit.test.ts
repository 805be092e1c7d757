import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newUuid, newWorkspaceId, type WorkspaceId } from '../../../../server/platform/db/ids.js'
import { LeaseExtender } from '../../../../server/product/mail/claim/lease-extender.js'
import { answeringDatabase } from '../../../support/database/answering-database.js'

/** Tests which leases are extended if the statement of one workspace fails or hangs. */

const machineAway = Object.assign(new Error('connection to the remote node postgres@b:5432 failed'), {
  code: '08006',
})
const databaseAway = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

const workspaces = Array.from({ length: 8 }, newWorkspaceId)
const [first, second, ...others] = workspaces as [WorkspaceId, WorkspaceId, ...WorkspaceId[]]
const lease = newUuid()

/** Answers of the statements of some workspaces; those of the others end at once. */
let answers: Map<WorkspaceId, () => Promise<unknown[]>>
let asked: WorkspaceId[]
let failures: [WorkspaceId, unknown][]
let leases: LeaseExtender

beforeEach(() => {
  // Not the clock: ids that are made meanwhile would put those of other tests ahead of it.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answers = new Map()
  asked = []
  failures = []
  leases = new LeaseExtender({
    db: answeringDatabase(([workspaceId]) => {
      asked.push(workspaceId as WorkspaceId)
      return answers.get(workspaceId as WorkspaceId)?.() ?? []
    }),
    lease,
    leaseSeconds: 60,
    onFailure: (workspaceId, error) => void failures.push([workspaceId, error]),
  })
})
afterEach(() => void vi.useRealTimers())

const extend = (of = workspaces) =>
  leases.extend(of.map((workspaceId) => ({ workspaceId, logId: newUuid() })))

/** Has the statements of a workspace wait until the test says that they fail. */
function hang(workspaceId: WorkspaceId): () => void {
  let fail: (error: Error) => void = () => undefined
  const answer = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  answers.set(workspaceId, () => answer)
  return () => fail(machineAway)
}

test('where the machine of one is away, the leases of the others are extended, and it comes last then', async () => {
  answers.set(first, () => Promise.reject(machineAway))
  await extend()
  expect(asked).toEqual(workspaces)
  expect(failures).toEqual([[first, machineAway]])

  asked = []
  await extend()
  expect(asked).toEqual([second, ...others, first])

  answers.clear()
  await extend()
  asked = []
  await extend()
  expect(asked).toEqual(workspaces)
})

test('where statements do not end, the others are waited for, and a round later they are not asked again', async () => {
  const fail = [hang(first), hang(second)]
  const round = extend()
  await vi.advanceTimersByTimeAsync(2000)
  await round
  expect([asked, failures]).toEqual([workspaces, []])

  asked = []
  await extend()
  expect(asked).toEqual(others)

  for (const end of fail) end()
  await vi.advanceTimersByTimeAsync(0)
  expect(failures).toEqual([
    [first, machineAway],
    [second, machineAway],
  ])
})

test('of five that do not end the others wait for the last, until the next round begins with them', async () => {
  const hanging = workspaces.slice(0, 5)
  const fail = hanging.map(hang)
  const round = extend()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toEqual(hanging)

  asked = []
  await extend()
  expect(asked).toEqual(workspaces.slice(5))

  for (const end of fail) end()
  await round
  expect(asked).toEqual(workspaces.slice(5))
})

test('where the whole database is away, nobody else is asked', async () => {
  answers.set(first, () => Promise.reject(databaseAway))
  await expect(extend()).rejects.toBe(databaseAway)
  expect([asked, failures]).toEqual([[first], []])
})

test('what is not in flight any more is forgotten', async () => {
  answers.set(first, () => Promise.reject(machineAway))
  await extend()
  asked = []
  await extend([second])
  expect(asked).toEqual([second])
})

/** A delivery of `first`, claimed at 0 for 60 seconds, and what the database says of its lease. */
function claimed() {
  const delivery = { workspaceId: first, logId: newUuid() }
  let now = 0
  const own = new LeaseExtender({
    db: answeringDatabase(([workspaceId]) => {
      asked.push(workspaceId as WorkspaceId)
      return answers.get(first)?.() ?? [{ id: delivery.logId }]
    }),
    lease,
    leaseSeconds: 60,
    onFailure: (workspaceId, error) => void failures.push([workspaceId, error]),
    now: () => now,
  })
  own.claimed(delivery, 0)
  return { delivery, own, at: (seconds: number) => (now = seconds * 1000) }
}

test('while a lease lasts it is not asked for, and near its end it is extended first', async () => {
  const { delivery, own, at } = claimed()
  at(45)
  expect([await own.isOwn(delivery), asked.length]).toEqual([true, 0])
  at(46)
  expect([await own.isOwn(delivery), asked.length]).toEqual([true, 1])
  at(90)
  expect([await own.isOwn(delivery), asked.length]).toEqual([true, 1])
  await own.extend([delivery])
  at(130)
  expect([await own.isOwn(delivery), asked.length]).toEqual([true, 2])
})

test('where another process has claimed it meanwhile, or the database does not tell, it is not its own', async () => {
  const { delivery, own, at } = claimed()
  answers.set(first, () => Promise.resolve([]))
  at(61)
  expect(await own.isOwn(delivery)).toBe(false)
  await own.extend([delivery])
  answers.set(first, () => Promise.reject(databaseAway))
  expect(await own.isOwn(delivery)).toBe(false)
  expect(failures).toEqual([[first, databaseAway]])
})

test('those that are looked at together are extended together', async () => {
  const { own, at } = claimed()
  const several = Array.from({ length: 9 }, () => ({ workspaceId: first, logId: newUuid() }))
  at(61)
  await Promise.all(several.map((each) => own.isOwn(each)))
  expect(asked.length).toBe(1)
})

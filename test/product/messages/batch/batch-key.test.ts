import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { newWorkspaceId, nilUuid } from '../../../../server/platform/db/ids.js'
import type { IdempotencyClaim } from '../../../../server/platform/http/idempotency/claim.js'
import { BatchKeys } from '../../../../server/product/messages/batch/batch-key.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'

/** Requests with the key of one batch at once, in several processes, on a database. */

type Result = components['schemas']['BatchResult']
type Item = Result['data'][number]

let database: ConnectedDatabase
beforeAll(async () => {
  database = await openMigratedDatabase(4)
})
afterAll(() => database.drop())

const claimOf = (key: string, body = 'body'): IdempotencyClaim => ({
  workspaceId: newWorkspaceId(),
  projectId: nilUuid,
  operation: 'sendMessageBatch',
  key,
  fingerprint: Buffer.from(body),
  authority: { kind: 'workspaceSession', role: 'admin' },
})
/** Each process has a turn of its own. */
const processes = () => [new BatchKeys(database.db), new BatchKeys(database.db)] as const

const item = (index: number, status: Item['status']): Item => ({ index, idempotency_key: `${index}`, status })
const resultOf = (...statuses: Item['status'][]): Result => {
  const accepted = statuses.filter((status) => status === 'accepted').length
  return {
    data: statuses.map((status, index) => item(index, status)),
    accepted,
    rejected: statuses.length - accepted,
  }
}

/** A run that has begun, and ends as it is told to. */
async function begun(keys: BatchKeys, claim: IdempotencyClaim) {
  const end = {} as { resolve: (result: Result) => void; reject: (error: Error) => void }
  const ended = new Promise<Result>((resolve, reject) => Object.assign(end, { resolve, reject }))
  let run: ReturnType<BatchKeys['run']> | undefined
  await new Promise<void>((started) => {
    run = keys.run(claim, () => {
      started()
      return ended
    })
  })
  return { run: run as NonNullable<typeof run>, end }
}
const never = () => Promise.reject(new Error('it was sent'))

test('two processes with one batch give one reply, which calls nothing rejected that either has sent', async () => {
  const [one, other] = processes()
  const claim = claimOf(randomUUID())
  const a = await begun(one, claim)
  const b = await begun(other, claim)
  a.end.resolve(resultOf('rejected', 'accepted', 'rejected'))
  expect(await a.run).toEqual({ result: resultOf('rejected', 'accepted', 'rejected'), replayed: false })
  b.end.resolve(resultOf('accepted', 'rejected', 'rejected'))
  const whole = { result: resultOf('accepted', 'accepted', 'rejected'), replayed: true }
  expect(await b.run).toEqual(whole)
  expect(await one.run(claim, never)).toEqual(whole)
})

test('another batch under the key is refused while one is sent, and after one of two has failed', async () => {
  const [one, other] = processes()
  const claim = claimOf(randomUUID())
  const another = { ...claim, fingerprint: Buffer.from('another') }
  const a = await begun(one, claim)
  const b = await begun(other, claim)
  const conflict = { code: 'idempotency_conflict' }
  await expect(new BatchKeys(database.db).run(another, never)).rejects.toMatchObject(conflict)
  b.end.reject(new Error('It failed.'))
  await expect(b.run).rejects.toThrow('It failed.')
  await expect(other.run(another, never)).rejects.toMatchObject(conflict)
  a.end.reject(new Error('It failed, too.'))
  await expect(a.run).rejects.toThrow('It failed, too.')
  const result = resultOf('accepted')
  expect(await other.run(another, () => Promise.resolve(result))).toEqual({ result, replayed: false })
})

test('a credential that may do less joins no batch in progress, and gets nothing of one that may do more', async () => {
  const [one, other] = processes()
  const claim = claimOf(randomUUID())
  const owner = { ...claim, authority: { kind: 'workspaceSession', role: 'owner' } as const }
  const a = await begun(one, claim)
  const b = await begun(other, owner)
  await expect(new BatchKeys(database.db).run(claim, never)).rejects.toMatchObject({
    code: 'idempotency_conflict',
  })
  b.end.resolve(resultOf('accepted', 'accepted'))
  await b.run
  a.end.resolve(resultOf('rejected', 'accepted'))
  expect(await a.run).toEqual({ result: resultOf('rejected', 'accepted'), replayed: false })
  expect((await other.run(owner, never)).result).toEqual(resultOf('accepted', 'accepted'))
})

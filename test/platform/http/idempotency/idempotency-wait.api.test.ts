import { randomUUID } from 'node:crypto'
import knex, { type Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorkspaceId, nilUuid } from '../../../../server/platform/db/ids.js'
import type { IdempotencyClaim } from '../../../../server/platform/http/idempotency/claim.js'
import type { KeptReply } from '../../../../server/platform/http/idempotency/kept-reply.js'
import { sealer } from '../../../../server/platform/auth/sealed.js'
import { Idempotency, prepareOnce } from '../../../../server/platform/http/idempotency/run-once.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'

let service: TestService
let db: Knex
beforeAll(async () => {
  service = await sharedApi()
  db = knex({ client: 'pg', connection: service.config.databaseUrl ?? '', pool: { min: 0, max: 5 } })
})
afterAll(async () => {
  await db.destroy()
})

const claim = (): IdempotencyClaim => ({
  workspaceId: newWorkspaceId(),
  projectId: nilUuid,
  operation: 'sendMessage',
  key: randomUUID(),
  fingerprint: Buffer.from('same'),
  authority: { kind: 'workspaceSession', role: 'owner' },
})
const reply: KeptReply = { status: 202, body: { id: 'x' } }
const inProgress = { code: 'idempotency_in_progress', status: 409, headers: { 'Retry-After': '1' } }

/** An effect that has begun when `begun` resolves, and ends when `end` is called. */
function effect(): { run: () => Promise<KeptReply>; begun: Promise<void>; end(): void } {
  let begin!: () => void
  let end!: () => void
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const ended = new Promise<void>((resolve) => (end = resolve))
  const run = async () => {
    begin()
    await ended
    return reply
  }
  return { run, begun, end: () => end() }
}

const secrets = sealer(new Uint8Array(32))

const never = () => Promise.reject(new Error('the effect must not happen twice'))

test.each([
  ['this process', (mine: Idempotency) => mine],
  ['another process', () => new Idempotency(db, secrets, 50)],
])('a request waits with a limit for one with its key in %s', async (_name, otherOf) => {
  const mine = new Idempotency(db, secrets, 50)
  const other = otherOf(mine)
  const first = effect()
  const address = claim()
  const running = mine.run(address, first.run)
  await first.begun
  await expect(other.run(address, never)).rejects.toMatchObject(inProgress)
  // Those who gave up have not let the next one past the first.
  await expect(other.run(address, never)).rejects.toMatchObject(inProgress)
  first.end()
  expect(await running).toEqual({ reply, replayed: false })
  expect(await other.run(address, never)).toEqual({ reply, replayed: true })
})

test('a request that is answered while another waits is replayed to it', async () => {
  const idempotency = new Idempotency(db, secrets)
  const first = effect()
  const address = claim()
  const running = idempotency.run(address, first.run)
  await first.begun
  const waiting = idempotency.run(address, never)
  first.end()
  expect((await running).replayed).toBe(false)
  expect(await waiting).toEqual({ reply, replayed: true })
})

test('what the first request has made impossible meanwhile is its reply again', async () => {
  const address = claim()
  const taken = new Error('the name is taken')
  const prepare = async () => {
    await new Idempotency(db, secrets).run(address, () => Promise.resolve(reply))
    throw taken
  }
  expect(await prepareOnce(db, address, prepare)).toEqual({ kept: reply })
  // Once it is kept nothing is prepared at all.
  expect(await prepareOnce(db, address, never)).toEqual({ kept: reply })
  const other = { ...address, fingerprint: Buffer.from('other') }
  await expect(prepareOnce(db, other, never)).rejects.toMatchObject({ code: 'idempotency_conflict' })
  // A failure of its own stays one.
  await expect(prepareOnce(db, claim(), () => Promise.reject(taken))).rejects.toBe(taken)
})

import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { WritesEndedError } from '../../../../server/platform/db/batching/retried-writes.js'
import { newUuid, newWorkspaceId, type Uuid, type WorkspaceId } from '../../../../server/platform/db/ids.js'
import { InFlight } from '../../../../server/platform/queue/limiter/in-flight.js'
import { soleOwner } from '../../../../server/platform/queue/leases/owner.js'

/** The jobs that a worker has in flight, whatever its queue. */

interface Job {
  readonly id: Uuid
  readonly workspaceId: WorkspaceId
  readonly attempts: number
}

const term = soleOwner().term()
const job: Job = { id: newUuid(), workspaceId: newWorkspaceId(), attempts: 0 }

let attempts: { readonly job: Job; end(): void; fail(error: Error): void }[]
let logged: string[]
let freed: number
let failures: unknown[]
let inFlight: InFlight<Job>

beforeEach(() => {
  attempts = []
  logged = []
  freed = 0
  failures = []
  inFlight = new InFlight<Job>({
    idOf: ({ id }) => id,
    attempt: (one) =>
      new Promise((resolve, reject) => {
        attempts.push({ job: one, end: () => resolve(), fail: (error) => reject(error) })
      }),
    onFree: () => (freed += 1),
    onFailure: (error) => void failures.push(error),
    log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
    describe: ({ id }) => ({ fields: { job_id: id }, message: 'a job failed' }),
  })
})
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a next attempt that is claimed before the last one is known to be recorded is made after it', async () => {
  inFlight.begin(job, term)
  inFlight.begin({ ...job, attempts: 1 }, term)
  await settled()
  expect(attempts).toHaveLength(1)
  attempts[0]?.end()
  await settled()
  expect(attempts.map((one) => one.job.attempts)).toEqual([0, 1])
  const drained = inFlight.drained()
  attempts[1]?.end()
  await drained
  expect(inFlight.size).toBe(0)
})

test('an attempt that is claimed again, because its lease expired, is made once', async () => {
  inFlight.begin(job, term)
  inFlight.begin(job, term)
  attempts[0]?.end()
  await inFlight.drained()
  expect(attempts).toHaveLength(1)
  expect(freed).toBe(1)
})

test('jobs are counted by workspace from their begin to their end', async () => {
  const other = { ...job, id: newUuid(), workspaceId: newWorkspaceId() }
  inFlight.begin(job, term)
  inFlight.begin({ ...job, id: newUuid() }, term)
  inFlight.begin(other, term)
  expect([inFlight.countOf(job.workspaceId), inFlight.countOf(other.workspaceId)]).toEqual([2, 1])
  for (const attempt of attempts) attempt.end()
  await inFlight.drained()
  expect([inFlight.countOf(job.workspaceId), inFlight.countOf(other.workspaceId)]).toEqual([0, 0])
})

test('an attempt that fails is logged by its id, and leaves its place', async () => {
  inFlight.begin(job, term)
  const error = new Error('the database says no')
  attempts[0]?.fail(error)
  await inFlight.drained()
  expect(failures).toEqual([error])
  expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 50, job_id: job.id, msg: 'a job failed' },
  ])
})

test('an outcome that could not be recorded by the end of the process is not logged: the stop counts it', async () => {
  inFlight.begin(job, term)
  attempts[0]?.fail(new WritesEndedError())
  await inFlight.drained()
  expect(logged).toEqual([])
  expect(failures).toEqual([])
})

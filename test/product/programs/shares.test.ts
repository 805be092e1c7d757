import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { defaultPrograms } from '../../../server/platform/config/programs.js'
import { newUuid, newWorkspaceId, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { ProgressMonitor } from '../../../base/concurrency/progress-monitor.js'
import type { LeaseOwner } from '../../../server/platform/queue/leases/owner.js'
import type { QueueWorker } from '../../../server/platform/queue/worker-loop.js'
import { deletionWork } from '../../../server/product/audience/erasure/advance.js'
import { startProgramsWorker, type WorkKind } from '../../../server/product/programs/worker.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'
import { until } from '../../support/time/until.js'

/** Who gets the places of the worker of programs. What is done in them is of no account here. */

let database: ConnectedDatabase
let worker: QueueWorker | undefined
/** Ends the turns that are under way. */
let endTurns: (() => void)[] = []
beforeAll(async () => {
  database = await openMigratedDatabase()
})
afterEach(async () => {
  for (const end of endTurns) end()
  await worker?.stop()
  await database.db('deletions').delete()
})
afterAll(() => database.drop())

async function addDue(workspaceId: WorkspaceId, count: number, seconds: number): Promise<void> {
  const { db } = database
  const ids = Array.from({ length: count }, () => newUuid())
  const due_at = db.raw('now() - make_interval(secs => ?)', [seconds])
  await db('deletions').insert(ids.map((id) => ({ workspace_id: workspaceId, id, token: id, due_at })))
}

/** Starts a worker of kinds whose turns do not end by themselves. */
function start(
  kinds: readonly Pick<WorkKind, 'claim'>[],
  begun: (kind: number, workspaceId: WorkspaceId) => void,
) {
  endTurns = []
  const owner: Pick<LeaseOwner, 'id' | 'isInTime' | 'term'> = {
    id: newUuid(),
    isInTime: true,
    term: () => ({ mayBegin: () => Promise.resolve(true) }),
  }
  worker = startProgramsWorker({
    db: database.db,
    owner: owner as LeaseOwner,
    kinds: kinds.map(({ claim }, kind) => ({
      prefix: 'del',
      leases: deletionWork.leases,
      claim,
      takeTurn: ({ workspaceId }) => {
        begun(kind, workspaceId)
        return new Promise((resolve) => endTurns.push(resolve))
      },
    })),
    config: { ...defaultPrograms, pollMs: 20 },
    log: pino({ level: 'silent' }),
    progress: new ProgressMonitor(),
  })
}

test('one workspace has half of the places at most, whatever it has due, and the others the rest', async () => {
  const [busy, other, third] = [newWorkspaceId(), newWorkspaceId(), newWorkspaceId()]
  await addDue(busy, 30, 60)
  const begun: WorkspaceId[] = []
  start([{ claim: deletionWork.claimDue }], (_kind, workspaceId) => begun.push(workspaceId))
  await until(() => begun.length === 2, 'the turns of the busy one')
  await addDue(other, 1, 0)
  await until(() => begun.includes(other), 'the turn of another')
  await addDue(third, 1, 0)
  await until(() => begun.includes(third), 'the turn of a third')
  expect(begun).toEqual([busy, busy, other, third])
})

test('a kind that is always due leaves places to the others', async () => {
  let rows = 0
  const always: WorkKind['claim'] = (_db, { lease, max }) => {
    rows += max
    return Promise.resolve(
      Array.from({ length: max }, () => ({ workspaceId: newWorkspaceId(), id: newUuid(), lease })),
    )
  }
  const begun: number[] = []
  start([{ claim: always }, { claim: deletionWork.claimDue }], (kind) => {
    begun.push(kind)
    // A place is free again at once.
    if (kind === 0) setImmediate(() => endTurns.shift()?.())
  })
  await until(() => rows > 8, 'turns of the first kind')
  await addDue(newWorkspaceId(), 1, 0)
  await until(() => begun.includes(1), 'a turn of the second kind')
})

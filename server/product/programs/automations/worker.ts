import type { ProgressMonitor } from '../../../../base/concurrency/progress-monitor.js'
import { RetriedWrites } from '../../../platform/db/batching/retried-writes.js'
import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { InFlight } from '../../../platform/queue/limiter/in-flight.js'
import type { LeaseOwner } from '../../../platform/queue/leases/owner.js'
import { StrayLeases } from '../../../platform/queue/leases/stray-leases.js'
import { Turns } from '../../../platform/queue/turns.js'
import { WorkerLoop, type QueueWorker } from '../../../platform/queue/worker-loop.js'
import { workOnRuns, type EngineDependencies } from './engine/batch.js'
import { claimDueRuns } from './engine/claim.js'
import { releaseBlocked } from './engine/unblock.js'
import { automationRunLeases } from './engine/claim.js'
import type { RunRow } from './automation-rows.js'

export interface AutomationsWorkerOptions<Sent, Asked> {
  readonly engine: EngineDependencies<Sent, Asked>
  readonly owner: LeaseOwner
  /**
   * Acts on about a batch of signals of contacts.
   *
   * @returns the number of signals. If it is less than a batch, there are no more
   */
  readonly workInbox: (isStopping: () => boolean) => Promise<number>
  readonly progress: ProgressMonitor
}

/** Claimed runs of a workspace. */
interface Batch {
  readonly id: Uuid
  readonly workspaceId: WorkspaceId
  readonly attempts: number
  readonly rows: readonly RunRow[]
}

/**
 * Starts the worker of automations. It starts and wakes runs when signals of contacts arrive, and moves runs that are
 * due, batch by batch. {@link WorkerLoop} has its states. A workspace whose runs fail or do not end keeps nobody else
 * waiting (platform/queue/turns.ts).
 */
export function startAutomationsWorker<Sent, Asked>(
  options: AutomationsWorkerOptions<Sent, Asked>,
): QueueWorker {
  const { engine, owner, workInbox, progress } = options
  const { clock, config, db, log } = engine
  let releasedAt = -Infinity

  const turns = new Turns({ worker: 'automations worker', progress })
  const batches = new InFlight<Batch>({
    idOf: ({ id }) => id,
    attempt: async ({ workspaceId, rows }, term) => {
      if (await term.mayBegin()) await turns.run(workspaceId, () => workOnRuns(engine, workspaceId, rows))
      else strays.suspect()
    },
    onFree: () => loop.free(),
    onFailure: (error) => strays.failed(error),
    log,
    describe: ({ rows }) => ({
      fields: { run_ids: rows.map(({ id }) => toTypeId('run', id)) },
      message: 'runs of automations could not continue',
    }),
  })

  const strays = new StrayLeases({
    db,
    lease: owner.id,
    leaseSeconds: config.leaseSeconds,
    table: automationRunLeases,
    inFlight: () => [...batches.all()].flatMap(({ rows }) => rows.map(({ id }) => id)),
    log,
  })

  const isFree = () => batches.size - turns.slow < config.concurrency

  /**
   * Claims due runs.
   *
   * @returns whether any run was claimed
   */
  const claimBatches = async (isStopping: () => boolean): Promise<boolean> => {
    if (!isFree() || isStopping()) return false
    return strays.claim(async () => {
      const term = owner.term()
      const { leaseSeconds, batch } = config
      const claimed = await claimDueRuns(db, {
        lease: owner.id,
        now: clock(),
        leaseSeconds,
        max: batch,
        except: turns.setAside(),
      })
      for (const [workspaceId, rows] of claimed) {
        batches.begin({ id: newUuid(), workspaceId, attempts: 0, rows }, term)
      }
      return claimed.size > 0
    })
  }
  /**
   * Releases blocked runs.
   *
   * @returns the number of runs that nothing blocks any more
   */
  const release = async (isStopping: () => boolean, woken: boolean): Promise<number> => {
    if (!woken && performance.now() - releasedAt < config.blockedMs) return 0
    releasedAt = performance.now()
    return releaseBlocked(db, clock(), isStopping)
  }

  const loop = new WorkerLoop({
    name: 'automations worker',
    items: 'batches of runs',
    poll: async (isStopping, woken) => {
      if (!owner.isInTime) return { more: false, waiting: true }
      const handled = await workInbox(isStopping)
      const claimed = await claimBatches(isStopping)
      // Blocked runs come last, since there are seldom any.
      const released = await release(isStopping, woken)
      const hasMore = handled >= config.batch || released > 0
      return { more: hasMore || (claimed && isFree()), waiting: batches.size > 0 }
    },
    pollMs: config.pollMs,
    freeMs: 0,
    drainSeconds: config.drainSeconds,
    inFlight: () => batches.size,
    drain: () => batches.drained(),
    close: () => strays.close(),
    retried: new RetriedWrites<WorkspaceId>(),
    log,
    progress,
  })
  loop.start()
  return loop
}

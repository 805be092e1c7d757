import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { ProgramsConfig } from '../../platform/config/programs.js'
import { RetriedWrites } from '../../platform/db/batching/retried-writes.js'
import { toTypeId, type Prefix, type WorkspaceId } from '../../platform/db/ids.js'
import type { ProgressMonitor } from '../../../base/concurrency/progress-monitor.js'
import { InFlight } from '../../platform/queue/limiter/in-flight.js'
import type { LeaseOwner } from '../../platform/queue/leases/owner.js'
import type { LeasedTable } from '../../platform/queue/leases/release.js'
import { StrayLeases } from '../../platform/queue/leases/stray-leases.js'
import { Turns } from '../../platform/queue/turns.js'
import type { Claimed, ClaimDue } from '../../platform/queue/leases/claim-due.js'
import { WorkerLoop, type QueueWorker } from '../../platform/queue/worker-loop.js'

/** A kind of long work, whose rows are due and are claimed under a lease. */
export interface WorkKind {
  /** Prefix of its ids in the API's form, for the log. */
  readonly prefix: Prefix
  readonly leases: LeasedTable
  /** Claims work that is due, except the ids in `except`. */
  readonly claim: ClaimDue
  /** Works on a claimed piece for a turn, then gives the piece back. */
  readonly takeTurn: (claimed: Claimed, isStopping: () => boolean) => Promise<void>
}

export interface ProgramsWorkerOptions {
  readonly db: Knex
  readonly owner: LeaseOwner
  readonly kinds: readonly WorkKind[]
  readonly config: ProgramsConfig
  readonly log: Logger
  readonly progress: ProgressMonitor
}

/**
 * The share of the worker's concurrency that one workspace can fill, since slow rules and large files fill it for
 * hours while others wait.
 */
export const maxOfWorkspace = 1 / 2

interface Turn {
  readonly workspaceId: WorkspaceId
  readonly attempts: number
  readonly kind: WorkKind
  readonly strays: StrayLeases
  readonly claimed: Claimed
}

/**
 * Starts the worker for long work. The worker claims due work under a lease, works on each piece for a turn, and
 * gives the piece back; {@link WorkerLoop} has the states. When a process dies, its work becomes due again for the
 * others. Work that fails or does not end does not delay other work (platform/queue/turns.ts), and one workspace has
 * a part of the places at most.
 */
export function startProgramsWorker(options: ProgramsWorkerOptions): QueueWorker {
  const { db, owner, kinds, config, log, progress } = options
  let stopping = false

  const turns = new Turns({ worker: 'programs worker', progress })
  const inFlight = new InFlight<Turn>({
    idOf: ({ claimed }) => claimed.id,
    attempt: async ({ kind, strays, claimed }, term) => {
      if (await term.mayBegin()) await turns.run(claimed.id, () => kind.takeTurn(claimed, () => stopping))
      else strays.suspect()
    },
    onFree: () => loop.free(),
    onFailure: (error, { strays }) => strays.failed(error),
    log,
    describe: ({ kind, claimed }) => ({
      fields: { id: toTypeId(kind.prefix, claimed.id) },
      message: 'a program could not continue',
    }),
  })

  const all = kinds.map((kind) => ({
    kind,
    strays: new StrayLeases({
      db,
      lease: owner.id,
      leaseSeconds: config.leaseSeconds,
      table: kind.leases,
      inFlight: () => inFlight.ids(),
      log,
    }),
  }))

  const loop = new WorkerLoop({
    name: 'programs worker',
    items: 'programs',
    poll: async (isStopping) => {
      if (!owner.isInTime) return { more: false, waiting: true }
      // Each poll begins with another kind, so that one that is always due leaves places to the others.
      all.push(...all.splice(0, 1))
      const max = Math.max(1, Math.floor(config.concurrency * maxOfWorkspace))
      for (const { kind, strays } of all) {
        const free = config.concurrency - (inFlight.size - turns.slow)
        if (free <= 0 || isStopping()) return { more: false, waiting: true }
        await strays.claim(async () => {
          const term = owner.term()
          const due = await kind.claim(db, {
            lease: owner.id,
            leaseSeconds: config.leaseSeconds,
            max: free,
            except: turns.setAside(),
            share: { max, taken: inFlight.byWorkspace() },
          })
          for (const claimed of due)
            inFlight.begin({ workspaceId: claimed.workspaceId, attempts: 0, kind, strays, claimed }, term)
        })
      }
      return { more: false, waiting: inFlight.size > 0 }
    },
    pollMs: config.pollMs,
    freeMs: 0,
    drainSeconds: config.drainSeconds,
    inFlight: () => inFlight.size,
    drain: () => {
      stopping = true
      return inFlight.drained()
    },
    close: async () => void (await Promise.all(all.map(({ strays }) => strays.close()))),
    retried: new RetriedWrites<WorkspaceId>(),
    log,
    progress,
  })
  loop.start()
  return loop
}

import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { DeliveryConfig } from '../../../platform/config/defaults.js'
import { RetriedWrites } from '../../../platform/db/batching/retried-writes.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { serviceStatement } from '../../../platform/db/statements/statement.js'
import type { Transport } from '../../delivery/transport.js'
import type { ProgressMonitor } from '../../../../base/concurrency/progress-monitor.js'
import { InFlight } from '../../../platform/queue/limiter/in-flight.js'
import type { LeaseOwner, LeaseTerm } from '../../../platform/queue/leases/owner.js'
import { StrayLeases } from '../../../platform/queue/leases/stray-leases.js'
import { WorkerLoop, type QueueWorker } from '../../../platform/queue/worker-loop.js'
import { SignInClaimer } from './claim.js'
import { deleteOldChallenges } from '../passkeys/challenges.js'
import { deleteOldLimits, signInMailLeases, type ClaimedMail } from './queue.js'
import { maxInFlight, roomBeside } from './room.js'

/** Number of old rows of a table that one sweep deletes, and the milliseconds between two sweeps. */
const sweepBatch = 1000
const sweepMs = 60_000

export interface SignInWorkerOptions {
  readonly db: Knex
  readonly owner: LeaseOwner
  /** Makes one attempt at a mail, and records its outcome. */
  readonly attempt: (mail: ClaimedMail, term: LeaseTerm) => Promise<void>
  /** Transport by which the mails leave. */
  readonly transport: Pick<Transport, 'capacity' | 'close'>
  /** Returns the token of a domain, by which mails are claimed. */
  readonly tokenOf: (domain: string) => string
  readonly config: DeliveryConfig
  readonly log: Logger
  readonly progress: ProgressMonitor
}

const extendLeases = serviceStatement<[lease: Uuid, leaseSeconds: number]>(
  'extend_leases_of_sign_in_mails',
  `update sign_in_mails set due_at = now() + make_interval(secs => $2)
   where ctid = any(array(
     select ctid from sign_in_mails where lease = $1 and due_at > now() for no key update skip locked
   ))`,
)

/**
 * Starts the worker for sign-in mails: {@link WorkerLoop} has the states. The worker has its own connections,
 * so that no other mail is ahead of sign-in mails. If its process dies, the mails are due again for other processes.
 */
export function startSignInWorker(options: SignInWorkerOptions): QueueWorker {
  const { db, owner, transport, config, log, progress } = options
  const mails = new InFlight<ClaimedMail>({
    idOf: ({ id }) => id,
    attempt: async (mail, term) => {
      if (await term.mayBegin()) await options.attempt(mail, term)
      else strays.suspect()
    },
    onFree: () => loop.free(),
    onFailure: (error) => strays.failed(error),
    log,
    describe: ({ id }) => ({ fields: { mail: id }, message: 'a sign-in mail could not be sent or recorded' }),
  })
  const strays = new StrayLeases({
    db,
    lease: owner.id,
    leaseSeconds: config.leaseSeconds,
    table: signInMailLeases,
    inFlight: () => mails.ids(),
    log,
  })
  const heartbeat = setInterval(() => {
    if (mails.size === 0) return
    extendLeases(db, owner.id, config.leaseSeconds).catch((error: unknown) => {
      log.warn({ err: error }, 'leases of sign-in mails could not be extended')
    })
  }, config.leaseSeconds * 500)
  let sweptAt = -Infinity
  const claimer = new SignInClaimer()
  const free = () => {
    const { total, byDefault } = transport.capacity()
    return Math.min(maxInFlight - mails.size, total === undefined ? maxInFlight : byDefault)
  }

  const loop = new WorkerLoop({
    name: 'sign-in worker',
    items: 'sign-in mails',
    poll: async () => {
      if (performance.now() - sweptAt >= sweepMs) {
        sweptAt = performance.now()
        await deleteOldLimits(db, sweepBatch).catch((error: unknown) => {
          log.warn({ err: error }, 'old limits of sign-in mails could not be deleted: the mails go on')
        })
        await deleteOldChallenges(db, sweepBatch).catch((error: unknown) => {
          log.warn({ err: error }, 'old challenges of passkeys could not be deleted: the mails go on')
        })
      }
      if (free() <= 0 || !owner.isInTime) return { more: false, waiting: true }
      return strays.claim(async () => {
        const term = owner.term()
        const more = await claimer.claim(db, {
          lease: owner.id,
          leaseSeconds: config.leaseSeconds,
          free,
          room: () => roomBeside(mails.all(), transport.capacity(), options.tokenOf),
          begin: (mail) => mails.begin(mail, term),
        })
        return { more, waiting: mails.size > 0 }
      })
    },
    pollMs: config.pollMs,
    freeMs: 0,
    drainSeconds: config.drainSeconds,
    inFlight: () => mails.size,
    drain: () => mails.drained(),
    close: async () => {
      clearInterval(heartbeat)
      await strays.close()
      await transport.close()
    },
    retried: new RetriedWrites<WorkspaceId>(),
    log,
    progress,
  })
  loop.start()
  return loop
}

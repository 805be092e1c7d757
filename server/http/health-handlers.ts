import type { ServiceRole } from '../config/config.js'
import type { StorageMonitor } from '../db/storage-monitor.js'
import { refusalSentences } from '../db/storage-refusal.js'
import { timeLimits } from '../db/time-limits.js'
import { ApiError } from './errors.js'
import type { Handlers } from './handler.js'
import type { ProgressMonitor } from '../progress-monitor.js'

/** The max time in milliseconds for the database to answer a health check. */
const maxAnswerMs = 2_000

/** For how many seconds a task may be stuck before the process counts as not ready. */
const notReadySeconds = 30

/**
 * Returns for how many seconds a task may be stuck before the process counts as beyond help: longer than
 * every time-out of the database that it may wait for.
 */
export function unhealthySeconds(statementSeconds: number): number {
  return Math.max(4 * notReadySeconds, timeLimits(statementSeconds).unresponsiveMs / 1000)
}

/** What the health checks look at. */
export interface Health {
  /** Whether the process is stopping, and should get no more traffic. */
  readonly isStopping: () => boolean
  readonly progress: ProgressMonitor
  readonly storage: StorageMonitor
  /** As {@link unhealthySeconds} returns it. */
  readonly unhealthySeconds: number
}

/**
 * The health checks. Liveness fails only if a restart is the one thing that can help. Readiness fails while
 * the process cannot do its work.
 */
export function healthHandlers(
  roles: readonly ServiceRole[],
  { isStopping, progress, storage, unhealthySeconds }: Health,
): Pick<Handlers, 'retrieveHealth' | 'retrieveReadiness'> {
  function refuseIfStuck(minSeconds: number): void {
    const stuck = progress.longestStuck(minSeconds)
    if (stuck !== undefined)
      throw unavailable(`The ${stuck.name} of this process has been stuck for ${stuck.seconds} seconds.`)
  }

  return {
    retrieveHealth: () => {
      refuseIfStuck(unhealthySeconds)
      return Promise.resolve({ status: 200, body: { status: 'ok' } })
    },

    retrieveReadiness: async ({ db }) => {
      if (isStopping()) throw unavailable('The service is stopping.')
      refuseIfStuck(notReadySeconds)
      try {
        await db.raw('select 1').timeout(maxAnswerMs)
      } catch (error) {
        throw unavailable('The service cannot reach its database.', error)
      }
      const refusal = await storage.refusal(db, maxAnswerMs)
      if (refusal !== undefined) throw unavailable(refusalSentences[refusal])
      return { status: 200, body: { status: 'ready', roles: [...roles] } }
    },
  }
}

function unavailable(message: string, cause?: unknown): ApiError {
  return new ApiError('unavailable', message, { headers: { 'Retry-After': '1' }, cause })
}

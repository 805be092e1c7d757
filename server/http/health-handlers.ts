import type { Knex } from 'knex'
import type { ServiceRole } from '../config/config.js'
import type { SilenceWatch } from '../db/silence.js'
import type { StorageMonitor } from '../db/storage-monitor.js'
import { refusalSentences } from '../db/storage-refusal.js'
import { DatabaseTimeoutError, timeLimits } from '../db/time-limits.js'
import { withTimeout } from '../with-timeout.js'
import { ApiError } from './errors.js'
import type { Handlers } from './handler.js'
import type { ProgressMonitor, SetAside } from '../progress-monitor.js'

/**
 * The max times in milliseconds for the database to answer a readiness check and, after it refused to store
 * something, to store something again. Together less than a second, after which many load balancers give up.
 */
const maxAnswerMs = 500
const maxProbeMs = 200

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
  readonly silence: Pick<SilenceWatch, 'answers'>
  /** As {@link unhealthySeconds} returns it. */
  readonly unhealthySeconds: number
}

/**
 * The health checks. Liveness fails only if a restart is the one thing that can help. Readiness fails while
 * the process cannot do its work.
 */
export function healthHandlers(
  roles: readonly ServiceRole[],
  { isStopping, progress, storage, silence, unhealthySeconds }: Health,
): Pick<Handlers, 'retrieveHealth' | 'retrieveReadiness'> {
  function refuseIfStuck(minSeconds: number): void {
    const stuck = progress.longestStuck(minSeconds)
    if (stuck !== undefined)
      throw unavailable(`The ${stuck.name} of this process has been stuck for ${stuck.seconds} seconds.`)
  }

  let asked: Promise<void> | undefined

  /**
   * Asks the database whether it answers. Checks share one question, which may wait for a connection of the pool
   * for longer than a check does.
   *
   * @throws DatabaseTimeoutError, or the failure to reach the database
   */
  async function expectAnswer(db: Knex): Promise<void> {
    const before = silence.answers
    asked ??= Promise.resolve(db.raw('select 1'))
      .then(() => undefined)
      .finally(() => (asked = undefined))
    const late = () => new DatabaseTimeoutError('The database did not answer a readiness check in time.')
    try {
      await withTimeout(asked, maxAnswerMs, late)
    } catch (error) {
      // All connections are in use, and the database answers on them.
      if (error instanceof DatabaseTimeoutError && silence.answers > before) return
      throw error
    }
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
        await expectAnswer(db)
      } catch (error) {
        throw unavailable('The service cannot reach its database.', error)
      }
      const refusal = await storage.refusal(db, maxProbeMs)
      if (refusal !== undefined) throw unavailable(refusalSentences[refusal])
      const warnings = progress.setAside().flatMap(warningOf)
      return { status: 200, body: { status: 'ready', roles: [...roles], warnings } }
    },
  }
}

/** No reason not to be given traffic: everybody else's work goes on. */
function warningOf({ worker, count }: SetAside): string[] {
  if (count === 0) return []
  const what = count === 1 ? 'some work that fails' : `${count} pieces of work that fail`
  return [`The ${worker} of this process has set aside ${what} or does not end: its log says which.`]
}

function unavailable(message: string, cause?: unknown): ApiError {
  return new ApiError('unavailable', message, { headers: { 'Retry-After': '1' }, cause })
}

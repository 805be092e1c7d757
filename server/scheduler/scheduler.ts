import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { SchedulerMetrics } from './metrics.js'

/** Work that comes back. Several processes may have it at once; whose turn it is, is its own business. */
export interface Job {
  readonly name: string
  /** From the end of one run to the beginning of the next, so that a job never overlaps itself. */
  readonly everySeconds: number
  /** Ends early, at the next place where it can, once the signal is given. */
  run(stopping: AbortSignal): Promise<void>
}

export interface Scheduler {
  /** Begins nothing more and waits for what is running. */
  stop(): Promise<void>
}

/**
 * Runs each job at once and then at its interval, as long as the process lives. A run that fails is logged, and the
 * next one comes in its time.
 */
export function startScheduler(jobs: readonly Job[], log: Logger, metrics: SchedulerMetrics): Scheduler {
  const stopping = new AbortController()
  const running = jobs.map((job) => repeat(job, stopping.signal, log, metrics))
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function repeat(
  job: Job,
  stopping: AbortSignal,
  log: Logger,
  metrics: SchedulerMetrics,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      await job.run(stopping)
      metrics.ran(job.name)
    } catch (error) {
      log.error({ err: error, job: job.name }, 'a scheduled job failed')
    }
    await sleep(job.everySeconds * 1000, undefined, { signal: stopping }).catch(() => undefined)
  }
}

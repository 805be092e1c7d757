import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { SchedulerMetrics } from './metrics.js'

/** Work that runs again and again. Several processes may run it at once; the job itself decides whose turn it is. */
export interface Job {
  readonly name: string
  /** Seconds from the end of one run to the beginning of the next, so that a job never overlaps itself. */
  readonly everySeconds: number
  /** Runs the job once. It ends early, at the next place where it can, once the signal is given. */
  run(stopping: AbortSignal): Promise<void>
}

export interface Scheduler {
  /** Begins nothing more, and waits a limited time for the jobs that are running. */
  stop(): Promise<void>
}

/**
 * The max time in milliseconds for running jobs to end. Each of them can be cut off: the next run goes on from there.
 */
const maxStopMs = 15_000

/**
 * Runs each job at once and then at its interval, as long as the process lives. A run that fails is logged, and the
 * next one comes in its time.
 */
export function startScheduler(jobs: readonly Job[], log: Logger, metrics: SchedulerMetrics): Scheduler {
  const stopping = new AbortController()
  // Each job adds a listener.
  setMaxListeners(jobs.length + 10, stopping.signal)
  const running = new Set<string>()
  const ends = jobs.map(async (job) => {
    running.add(job.name)
    await repeat(job, stopping.signal, log, metrics)
    running.delete(job.name)
  })
  return {
    stop: async () => {
      stopping.abort()
      const limit = new AbortController()
      const late = sleep(maxStopMs, undefined, { signal: limit.signal }).catch(() => undefined)
      await Promise.race([Promise.all(ends), late])
      limit.abort()
      if (running.size > 0) log.warn({ jobs: [...running] }, 'scheduled jobs did not end in time')
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

import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { RetriedWrites } from '../db/batching/retried-writes.js'
import type { WorkspaceId } from '../db/ids.js'
import type { ProgressMonitor } from '../../../base/concurrency/progress-monitor.js'
import { InterruptiblePause } from '../../../base/concurrency/interruptible-pause.js'

/** The result of one poll of a queue. */
export interface PollResult {
  /** True to poll again at once: more is due that may go now. */
  readonly more: boolean
  /** True if rows are due that were not claimed, or may not have been. */
  readonly waiting: boolean
}

/** A queue's worker in this process. */
export interface QueueWorker {
  /** Polls now, because something is due. */
  wake(): void
  /**
   * Claims nothing more, gives back unbegun jobs, and gives jobs in flight some time to be finished and
   * recorded.
   *
   * @returns the number of known outcomes that could not be recorded: those attempts will be made again
   */
  stop(): Promise<number>
}

export interface WorkerLoopOptions {
  /** The worker's name in the messages of the health checks, such as `delivery worker`. */
  readonly name: string
  /** The name of the jobs in the log, such as `deliveries`. */
  readonly items: string
  /**
   * Claims due jobs and begins them.
   *
   * @param isStopping asked before each step, so that a long poll neither holds up the stop nor looks stuck
   * @param woken whether the worker was woken since the last poll
   */
  readonly poll: (isStopping: () => boolean, woken: boolean) => Promise<PollResult>
  /** The max time between two polls, in milliseconds. */
  readonly pollMs: number
  /** Milliseconds for which freed capacity is gathered before the next poll. */
  readonly freeMs: number
  /** The max time that a stopping worker waits for jobs in flight, in seconds. */
  readonly drainSeconds: number
  /** The number of jobs in flight. */
  readonly inFlight: () => number
  /**
   * Gives back unbegun jobs and resolves when none is in flight. Called at the stop, and after the last poll.
   */
  readonly drain: () => Promise<void>
  /** Called when the loop waits for nothing any more: broken attempts are not recorded from now on. */
  readonly close: () => Promise<void>
  /** The outcomes that are retried until the database can store them. */
  readonly retried: RetriedWrites<WorkspaceId>
  readonly log: Logger
  readonly progress: ProgressMonitor
}

/** The wait of a worker after a poll that failed, in milliseconds. */
const failedPollMs = 1000

/**
 * The loop of a queue's worker:
 *
 *   polling --more may go now--> polling
 *   polling --nothing is due, or nothing that may go now--> idle
 *   idle --woken, or pollMs later--> polling
 *   idle --something waits, and capacity has come free for freeMs--> polling
 *   any --stop()--> draining --the last outcome is recorded, or drainSeconds later--> stopped
 *
 * A job belongs to the worker while its lease lasts. The jobs in flight of a worker that dies become due
 * again for the others.
 */
export class WorkerLoop implements QueueWorker {
  readonly #options: WorkerLoopOptions
  readonly #rest = new InterruptiblePause()
  #stopping = false
  #woken = false
  /** True if something was due at the last poll that could not go. */
  #waiting = false
  /** True if capacity has come free since the last poll began. */
  #freed = false
  #soon: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(options: WorkerLoopOptions) {
    this.#options = options
  }

  start(): void {
    this.#running = this.#run()
  }

  wake(): void {
    this.#woken = true
    this.#rest.interrupt()
  }

  /** Notes that capacity has come free: a job has ended. */
  free(): void {
    this.#freed = true
    if (!this.#waiting) return
    if (this.#options.freeMs === 0) this.#rest.interrupt()
    else
      this.#soon ??= setTimeout(() => {
        this.#soon = undefined
        this.#rest.interrupt()
      }, this.#options.freeMs)
  }

  async stop(): Promise<number> {
    const { drain, drainSeconds, inFlight, items, retried, log, close } = this.#options
    this.#stopping = true
    this.#rest.interrupt()
    const drained = Promise.all([drain(), this.#running.then(drain)])
    const limit = new AbortController()
    await Promise.race([drained, sleep(drainSeconds * 1000, undefined, { signal: limit.signal })])
    limit.abort()
    if (inFlight() > 0) log.warn({ left: inFlight() }, `${items} are left to be made again, by their lease`)
    const unrecorded = retried.size
    retried.end()
    await close()
    return unrecorded
  }

  async #run(): Promise<void> {
    const { name, progress } = this.#options
    const task = progress.watch(name)
    const isStopping = () => {
      task.cameRound()
      return this.#stopping
    }
    while (!isStopping()) {
      const ms = await this.#poll(isStopping)
      if (ms > 0 && !this.#woken && !this.#stopping) await this.#rest.pause(ms)
    }
    task.end()
  }

  /** Polls once and returns the rest after it, in milliseconds. */
  async #poll(isStopping: () => boolean): Promise<number> {
    const { poll, pollMs, freeMs, items, log } = this.#options
    const woken = this.#woken
    this.#woken = false
    this.#freed = false
    try {
      const { more, waiting } = await poll(isStopping, woken)
      this.#waiting = waiting
      if (more) return 0
      return waiting && this.#freed ? freeMs : pollMs
    } catch (error) {
      // The database is away, or there is a mistake of ours: either way the rows wait, and so does the
      // worker.
      log.error({ err: error }, `due ${items} could not be claimed`)
      this.#waiting = false
      return failedPollMs
    }
  }
}

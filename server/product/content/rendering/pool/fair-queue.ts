import type { Job } from './jobs.js'
import type { Outcome } from './render-process.js'

/** Longest time that a job waits for its turn, in milliseconds. */
const maxWaitMs = 10_000
/** Longest time that a job of a workspace on probation waits for its turn, in milliseconds. */
const maxProbationWaitMs = 700
/** Time for which a workspace is on probation after one of its jobs was ended, in milliseconds. */
const probationMs = 60_000

/** A job for any process. */
export interface Task {
  readonly workspaceId: string
  /** The version and language that the job renders, if they are saved. */
  readonly key: string | undefined
  /** Makes the message; `has` is true if the process probably has the content of the key. */
  readonly job: (has: boolean) => Job
  /** Longest computing time, in milliseconds. */
  readonly maxMs: number
  /** Returns the outcome with which the same job has ended before, if any. Called before the job runs. */
  readonly cachedOutcome?: () => Outcome | undefined
  /** Called with the outcome of the job, before the next one runs. */
  readonly onOutcome?: (outcome: Outcome) => void
}

/** A task that waits or runs. */
export interface Waiting extends Task {
  readonly since: number
  /**
   * True if the job has failed before, in a batch or through no fault of its own, and runs once more without others.
   */
  readonly isRetry?: boolean
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: Error) => void
}

/**
 * Holds jobs that wait for a process. Workspaces take turns, and one whose job had to be ended is on probation: it
 * has one process at a time for a minute, so that the templates of a workspace do not hold up those of another.
 */
export class FairQueue {
  /** Waiting jobs by workspace, in the order of the workspaces' turns. */
  readonly #queues = new Map<string, Waiting[]>()
  /** Number of running batches of each workspace. */
  readonly #running = new Map<string, number>()
  /** Time at which each workspace's probation ends. */
  readonly #probation = new Map<string, number>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Returns the number of a workspace's waiting jobs. */
  sizeOf(workspaceId: string): number {
    return this.#queues.get(workspaceId)?.length ?? 0
  }

  add(waiting: Waiting): void {
    const queue = this.#queues.get(waiting.workspaceId)
    if (queue === undefined) this.#queues.set(waiting.workspaceId, [waiting])
    else queue.push(waiting)
    this.#size += 1
  }

  /** Puts jobs of one workspace back before its others. */
  putFirst(jobs: readonly Waiting[]): void {
    const [first] = jobs
    if (first === undefined) return
    this.#queues.set(first.workspaceId, [...jobs, ...(this.#queues.get(first.workspaceId) ?? [])])
    this.#size += jobs.length
  }

  /**
   * Takes the next jobs, of a workspace whose turn it is.
   *
   * @param max returns how many jobs may go together with the first
   */
  take(max: (first: Waiting) => number, fits: (next: Waiting) => boolean): Waiting[] {
    for (const [workspaceId, queue] of [...this.#queues]) {
      if (this.#isHeldUp(workspaceId)) continue
      this.resolveCached(workspaceId)
      const [first] = this.#queues.get(workspaceId) ?? []
      if (first === undefined) continue
      let count = 1
      const most = Math.min(max(first), queue.length)
      while (count < most && fits(queue[count] ?? first)) count += 1
      const taken = queue.splice(0, count)
      this.#size -= taken.length
      // The workspace goes behind the others.
      this.#queues.delete(workspaceId)
      if (queue.length > 0) this.#queues.set(workspaceId, queue)
      return taken
    }
    return []
  }

  begin(workspaceId: string): void {
    this.#running.set(workspaceId, (this.#running.get(workspaceId) ?? 0) + 1)
  }

  end(workspaceId: string): void {
    const left = (this.#running.get(workspaceId) ?? 1) - 1
    if (left > 0) this.#running.set(workspaceId, left)
    else this.#running.delete(workspaceId)
  }

  putOnProbation(workspaceId: string): void {
    this.#probation.set(workspaceId, performance.now() + probationMs)
    this.resolveCached(workspaceId)
  }

  /** Ends the jobs at the head of a queue whose outcome is cached. */
  resolveCached(workspaceId: string): void {
    const queue = this.#queues.get(workspaceId) ?? []
    for (
      let outcome = queue[0]?.cachedOutcome?.();
      outcome !== undefined;
      outcome = queue[0]?.cachedOutcome?.()
    ) {
      queue.shift()?.resolve(outcome)
      this.#size -= 1
    }
    if (queue.length === 0) this.#queues.delete(workspaceId)
  }

  /** Takes the jobs that have waited for too long. */
  takeLate(): Waiting[] {
    const now = performance.now()
    const late: Waiting[] = []
    for (const [workspaceId, queue] of [...this.#queues]) {
      this.resolveCached(workspaceId)
      const maxMs = this.#isOnProbation(workspaceId) ? maxProbationWaitMs : maxWaitMs
      const count = queue.findIndex(({ since }) => since >= now - maxMs)
      late.push(...queue.splice(0, count < 0 ? queue.length : count))
      if (queue.length === 0) this.#queues.delete(workspaceId)
    }
    this.#size -= late.length
    return late
  }

  /** Takes all jobs. */
  clear(): Waiting[] {
    const all = [...this.#queues.values()].flat()
    this.#queues.clear()
    this.#size = 0
    return all
  }

  #isOnProbation(workspaceId: string): boolean {
    const until = this.#probation.get(workspaceId)
    if (until !== undefined && until < performance.now()) this.#probation.delete(workspaceId)
    return this.#probation.has(workspaceId)
  }

  #isHeldUp(workspaceId: string): boolean {
    return this.#isOnProbation(workspaceId) && (this.#running.get(workspaceId) ?? 0) > 0
  }
}

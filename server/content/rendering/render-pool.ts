import type { Job } from './jobs.js'
import { RenderProcess, type Outcome } from './render-process.js'
import { RendererBusyError } from './source.js'

/** The max number of processes. */
const maxProcesses = 2
/** The time without work after which a process ends, in milliseconds. */
const idleMs = 60_000
/** The max time that a job waits for its turn, in milliseconds. */
const maxWaitMs = 10_000
/** The same for a workspace on probation. */
const maxProbationWaitMs = 700
/** A job that ends its process within this time, in milliseconds, has hardly filled the memory itself. */
const soonMs = 200
/** The max number of jobs that wait. */
const maxWaiting = 5_000
/** How long a workspace whose job was ended has one process at a time, in milliseconds. */
const probationMs = 60_000

/** A job for any process. */
export interface Task {
  readonly workspaceId: string
  /** Makes the message, given whether the process probably has the content of a key. */
  readonly job: (has: (key: string) => boolean) => Job
  readonly maxMs: number
  /** Asked before the job runs: how the same job has ended before. */
  readonly known?: () => Outcome | undefined
  /** Told how the job has ended, before the next one runs. */
  readonly learn?: (outcome: Outcome) => void
}

interface Waiting extends Task {
  readonly since: number
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: Error) => void
}

/**
 * The processes for templates, and the jobs that wait for them. Workspaces take turns, and one whose job had to be ended
 * has one process at a time for a minute, so that the templates of a workspace do not hold up those of another.
 */
export class RenderPool {
  readonly #processes = new Set<RenderProcess>()
  /** Waiting jobs by workspace, in the order of their turns. */
  readonly #queues = new Map<string, Waiting[]>()
  #waiting = 0
  readonly #running = new Map<string, number>()
  /** Until when workspaces are on probation. */
  readonly #probation = new Map<string, number>()
  #sweeper: NodeJS.Timeout | undefined
  #reaper: NodeJS.Timeout | undefined
  #closed = false

  /**
   * Runs a job as soon as a process is free.
   *
   * @throws RendererBusyError if it would wait too long
   */
  run(task: Task): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new RendererBusyError('the service is stopping'))
      if (this.#waiting >= maxWaiting)
        return reject(new RendererBusyError('too many templates wait to be rendered'))
      const waiting = { ...task, since: performance.now(), resolve, reject }
      const queue = this.#queues.get(task.workspaceId)
      if (queue === undefined) this.#queues.set(task.workspaceId, [waiting])
      else queue.push(waiting)
      this.#waiting += 1
      this.#dispatch()
    })
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#sweeper)
    clearTimeout(this.#reaper)
    const left = [...this.#queues.values()].flat()
    this.#queues.clear()
    this.#waiting = 0
    for (const { reject } of left) reject(new RendererBusyError('the service is stopping'))
    for (const process of [...this.#processes]) process.stop()
  }

  #dispatch(): void {
    while (this.#waiting > 0 && !this.#closed) {
      const process = this.#freeProcess()
      if (process === undefined) break
      const next = this.#take()
      if (next === undefined) break
      void this.#runOn(process, next)
    }
    if (this.#waiting > 0) this.#sweeper ??= setTimeout(() => this.#sweep(), 50)
  }

  #freeProcess(): RenderProcess | undefined {
    for (const process of this.#processes) if (process.isIdle) return process
    if (this.#processes.size >= maxProcesses) return undefined
    const started: RenderProcess = new RenderProcess(() => {
      this.#processes.delete(started)
      this.#dispatch()
    })
    this.#processes.add(started)
    return started
  }

  /** The next job, of a workspace whose turn it is. */
  #take(): Waiting | undefined {
    for (const [workspaceId, queue] of this.#queues) {
      if (this.#isHeldUp(workspaceId)) continue
      const next = queue.shift()
      this.#queues.delete(workspaceId)
      // Behind the others.
      if (queue.length > 0) this.#queues.set(workspaceId, queue)
      if (next === undefined) continue
      this.#waiting -= 1
      const known = next.known?.()
      if (known === undefined) return next
      next.resolve(known)
      return this.#take()
    }
    return undefined
  }

  #isOnProbation(workspaceId: string): boolean {
    const until = this.#probation.get(workspaceId)
    if (until !== undefined && until < performance.now()) this.#probation.delete(workspaceId)
    return this.#probation.has(workspaceId)
  }

  #isHeldUp(workspaceId: string): boolean {
    return this.#isOnProbation(workspaceId) && (this.#running.get(workspaceId) ?? 0) > 0
  }

  async #runOn(process: RenderProcess, next: Waiting): Promise<void> {
    const { workspaceId } = next
    this.#running.set(workspaceId, (this.#running.get(workspaceId) ?? 0) + 1)
    const began = performance.now()
    const outcome = await process.run(
      next.job((key) => process.has(key)),
      next.maxMs,
    )
    const endedSoon = performance.now() - began < soonMs
    const left = (this.#running.get(workspaceId) ?? 1) - 1
    if (left > 0) this.#running.set(workspaceId, left)
    else this.#running.delete(workspaceId)
    if (isOutOfMemory(outcome) && endedSoon && !process.isFirst && !this.#closed) {
      // It was probably the memory of the jobs before it that was missing.
      this.#putFirst(next)
    } else {
      this.#finish(next, outcome)
      // What a job that had to be ended has left behind is not for the next one.
      if (isEnded(outcome)) process.stop()
    }
    this.#restLater()
    this.#dispatch()
  }

  #putFirst(next: Waiting): void {
    const { workspaceId } = next
    this.#queues.set(workspaceId, [next, ...(this.#queues.get(workspaceId) ?? [])])
    this.#waiting += 1
  }

  #finish(next: Waiting, outcome: Outcome): void {
    next.learn?.(outcome)
    next.resolve(outcome)
    if (!isEnded(outcome)) return
    this.#probation.set(next.workspaceId, performance.now() + probationMs)
    this.#resolveKnown(next.workspaceId)
  }

  /** Ends what waits, where it is known how it would end. */
  #resolveKnown(workspaceId: string): void {
    const queue = this.#queues.get(workspaceId) ?? []
    const left = queue.filter(({ known, resolve }) => {
      const outcome = known?.()
      if (outcome !== undefined) resolve(outcome)
      return outcome === undefined
    })
    this.#waiting -= queue.length - left.length
    if (left.length > 0) this.#queues.set(workspaceId, left)
    else this.#queues.delete(workspaceId)
  }

  /** Refuses what waits for too long. */
  #sweep(): void {
    this.#sweeper = undefined
    const now = performance.now()
    for (const [workspaceId, queue] of this.#queues) {
      const maxMs = this.#isOnProbation(workspaceId) ? maxProbationWaitMs : maxWaitMs
      while (queue[0] !== undefined && queue[0].since < now - maxMs) {
        const late = queue.shift()
        this.#waiting -= 1
        const known = late?.known?.()
        if (known !== undefined) late?.resolve(known)
        else late?.reject(new RendererBusyError('too many templates wait to be rendered'))
      }
      if (queue.length === 0) this.#queues.delete(workspaceId)
    }
    if (this.#waiting > 0) this.#sweeper = setTimeout(() => this.#sweep(), 50)
  }

  #restLater(): void {
    clearTimeout(this.#reaper)
    this.#reaper = setTimeout(() => {
      for (const process of [...this.#processes]) if (process.isIdle) process.stop()
    }, idleMs).unref()
  }
}

/** Whether a job was ended by a limit. */
export function isEnded(outcome: Outcome): boolean {
  if ('failure' in outcome) return outcome.failure !== 'unstarted'
  return 'mistakes' in outcome.answer && outcome.answer.mistakes.some(({ code }) => code === 'limit_exceeded')
}

function isOutOfMemory(outcome: Outcome): boolean {
  return 'failure' in outcome && outcome.failure === 'ended'
}

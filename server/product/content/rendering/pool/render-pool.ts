import { LRUCache } from 'lru-cache'
import { idleTimer } from '../../../../platform/sandbox/sandbox-process.js'
import { FairQueue, type Task, type Waiting } from './fair-queue.js'
import { RenderProcess, type Failed, type Outcome } from './render-process.js'
import { RendererBusyError } from '../compiling/source.js'
import { atMostEntries } from '../../../../../base/caches/at-most-entries.js'

/** Most processes of the pool. */
const maxProcesses = 2
/** Most jobs that wait. */
export const maxWaiting = 5_000
/** Most jobs of one workspace that wait. */
export const maxWaitingOfWorkspace = maxWaiting / 2
/** Time between two searches for jobs that have waited for too long, in milliseconds. */
const sweepMs = 50
/** Milliseconds within which a job that ends its process has hardly filled the memory itself. */
const soonMs = 200
/** Most jobs in a batch, each of which was quick before: messages between processes cost much. */
const maxBatch = 8
/** Milliseconds within which a render is quick. */
const quickMs = 10
/** Longest computing time of a batch, in milliseconds. Beyond it each job runs alone. */
const batchMs = 300

/** Runs the processes for templates. */
export class RenderPool {
  readonly #queue = new FairQueue()
  readonly #processes = new Set<RenderProcess>()
  /** Keys of contents that were rendered quickly. */
  readonly #quick = new LRUCache<string, true>(atMostEntries(10_000))
  #sweeper: NodeJS.Timeout | undefined
  readonly #reaper = idleTimer(() => {
    for (const process of [...this.#processes]) if (process.isIdle) process.stop()
  })
  #closed = false

  /**
   * Runs a job as soon as a process is free.
   *
   * @throws RendererBusyError if it would wait too long
   */
  run(task: Task): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new RendererBusyError('the service is stopping'))
      const own = this.#queue.sizeOf(task.workspaceId)
      if (own >= maxWaitingOfWorkspace || this.#queue.size >= maxWaiting) return reject(tooMany())
      this.#queue.add({ ...task, since: performance.now(), resolve, reject })
      this.#dispatch()
    })
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#sweeper)
    for (const { reject } of this.#queue.clear()) reject(new RendererBusyError('the service is stopping'))
    for (const process of [...this.#processes]) process.stop()
  }

  #dispatch(): void {
    while (this.#queue.size > 0 && !this.#closed) {
      const process = this.#freeProcess()
      if (process === undefined) break
      const batch = this.#queue.take(
        (first) => (this.#isQuick(first) ? maxBatch : 1),
        (next) => this.#isQuick(next),
      )
      if (batch.length === 0) break
      void this.#runOn(process, batch)
    }
    if (this.#queue.size > 0) this.#sweeper ??= setTimeout(() => this.#sweep(), sweepMs)
  }

  #isQuick({ key, isRetry }: Waiting): boolean {
    return key !== undefined && isRetry !== true && this.#quick.has(key)
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

  async #runOn(process: RenderProcess, batch: readonly Waiting[]): Promise<void> {
    const [first] = batch
    if (first === undefined) return
    const { workspaceId } = first
    this.#queue.begin(workspaceId)
    const began = performance.now()
    const outcomes = await process.run(
      batch.map(({ key, job }) => job(key !== undefined && process.has(key))),
      batch.length > 1 ? batchMs : first.maxMs,
    )
    const ms = performance.now() - began
    this.#queue.end(workspaceId)
    if ('failure' in outcomes) this.#failed(batch, outcomes, process, ms)
    else {
      batch.forEach((waiting, index) => {
        const outcome = outcomes.answers[index]
        if (outcome === undefined) throw new Error('a process has answered another batch')
        this.#finish(waiting, { answer: outcome }, process, ms)
      })
    }
    this.#reaper.refresh()
    this.#dispatch()
  }

  /**
   * Runs jobs once more that failed in a batch, because of the memory of the jobs before them, or through no job's
   * fault.
   */
  #failed(batch: readonly Waiting[], outcome: Failed, process: RenderProcess, ms: number): void {
    const { failure } = outcome
    const isOthers = failure === 'late' || (failure === 'ended' && ms < soonMs && !process.isFresh)
    const mayRetry = batch.length > 1 || (isOthers && batch[0]?.isRetry !== true)
    if (mayRetry && !this.#closed) {
      for (const { key } of batch) if (key !== undefined) this.#quick.delete(key)
      this.#queue.putFirst(batch.map((waiting) => ({ ...waiting, isRetry: true })))
    } else {
      for (const waiting of batch) this.#finish(waiting, outcome, process, ms)
    }
  }

  #finish(waiting: Waiting, outcome: Outcome, process: RenderProcess, ms: number): void {
    const { key, workspaceId, onOutcome, resolve } = waiting
    onOutcome?.(outcome)
    resolve(outcome)
    if (key !== undefined && ms < quickMs && 'answer' in outcome) this.#quick.set(key, true)
    if (!isEnded(outcome)) return
    if (key !== undefined) this.#quick.delete(key)
    this.#queue.putOnProbation(workspaceId)
    // A job that had to be ended may have left something behind, so the next job gets another process.
    process.stop()
  }

  /** Refuses jobs that have waited for too long. */
  #sweep(): void {
    for (const { reject } of this.#queue.takeLate()) reject(tooMany())
    this.#sweeper = this.#queue.size > 0 ? setTimeout(() => this.#sweep(), sweepMs) : undefined
  }
}

function tooMany(): RendererBusyError {
  return new RendererBusyError('too many templates wait to be rendered')
}

/** Returns whether a job was ended by a limit of its own. */
export function isEnded(outcome: Outcome): boolean {
  if ('failure' in outcome) return outcome.failure === 'slow' || outcome.failure === 'ended'
  return 'mistakes' in outcome.answer && outcome.answer.mistakes.some(({ code }) => code === 'limit_exceeded')
}

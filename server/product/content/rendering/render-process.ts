import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Answer, Job, Said } from './jobs.js'
import { isFromOutside, limitComputing } from '../../../platform/sandbox/compute-limit.js'
import { heapMb } from './limits.js'

/** The max time for a process to start on a busy machine, in milliseconds. */
const startMs = 30_000

/** How a job ended without an answer. */
export type Failure =
  /** The job computed for longer than it may. */
  | 'slow'
  /** The machine was paused or too busy, or something outside ended the process: the job is not to blame. */
  | 'late'
  /** The job ended the process: it needs more memory than the process has. */
  | 'ended'
  /** No process could be started. */
  | 'unstarted'

export type Outcome = { readonly answer: Answer } | { readonly failure: Failure }

/** The answers to a batch, in the order of its jobs. */
export type BatchOutcome = { readonly answers: readonly Answer[] } | { readonly failure: Failure }

/**
 * A process for templates, which runs one batch of jobs at a time. It is killed where a batch takes too long,
 * and dies alone where one needs too much memory: the limits of a worker thread do not prevent that a large
 * allocation ends the whole process (Node 20).
 */
export class RenderProcess {
  readonly #child: ChildProcess
  /** Told that the process has ended. */
  readonly #onEnd: () => void
  #ready = false
  #ended = false
  #batches = 0
  #batch:
    | { readonly jobs: readonly Job[]; readonly maxMs: number; readonly end: (outcome: BatchOutcome) => void }
    | undefined
  /** Ends the limit on the start, or on the batch. */
  #unlimit: () => void
  /** The keys of contents that the process had. It may have dropped some since. */
  readonly #keys = new Set<string>()

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
    this.#child = fork(fileURLToPath(new URL('./process.js', import.meta.url)), {
      // Inherits nothing from this process: no secrets in the environment, no debugger port. Dates are in
      // UTC.
      env: { TZ: 'UTC' },
      execArgv: [`--max-old-space-size=${heapMb}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    this.#child.on('message', (said: Said) => this.#receive(said))
    this.#child.on('error', () => this.#end('ended'))
    this.#child.once('exit', (_code, signal) => this.#end(isFromOutside(signal) ? 'late' : 'ended'))
    const timer = setTimeout(() => this.#kill('unstarted'), startMs)
    this.#unlimit = () => clearTimeout(timer)
  }

  get isIdle(): boolean {
    return this.#batch === undefined && !this.#ended
  }

  /** Whether it has had one batch at most. */
  get isFresh(): boolean {
    return this.#batches <= 1
  }

  /** Whether the process has probably the content of a key. */
  has(key: string): boolean {
    return this.#keys.has(key)
  }

  /**
   * Runs a batch. The process must be idle.
   *
   * @param maxMs how long it may compute, in milliseconds
   */
  run(jobs: readonly Job[], maxMs: number): Promise<BatchOutcome> {
    return new Promise((resolve) => {
      this.#batches += 1
      this.#batch = { jobs, maxMs, end: resolve }
      this.#child.ref()
      this.#child.channel?.ref()
      if (this.#ready) this.#send()
    })
  }

  /** Ends the process at once. Its batch is not to blame. */
  stop(): void {
    this.#kill('late')
  }

  #send(): void {
    if (this.#batch === undefined) return
    const { jobs, maxMs } = this.#batch
    this.#unlimit = limitComputing(this.#child.pid, maxMs, (overrun) => this.#kill(overrun))
    // Sending fails only if the process has ended, and its `exit` event reports that.
    this.#child.send(jobs, () => undefined)
  }

  #receive(said: Said): void {
    this.#unlimit()
    if ('ready' in said) {
      this.#ready = true
      this.#rest()
      this.#send()
      return
    }
    const batch = this.#batch
    this.#batch = undefined
    this.#rest()
    batch?.jobs.forEach((job, index) => {
      const answer = said.answers[index]
      if (job.type === 'render' && answer !== undefined) this.#note(job.key, answer)
    })
    batch?.end(said)
  }

  #note(key: string | undefined, answer: Answer): void {
    if (key === undefined) return
    if ('missing' in answer) this.#keys.delete(key)
    else this.#keys.add(key)
    // The process keeps far fewer. A key too many costs one more message.
    const [oldest] = this.#keys
    if (this.#keys.size > 10_000 && oldest !== undefined) this.#keys.delete(oldest)
  }

  /** An idle process must not keep this one running. It ends when this one does. */
  #rest(): void {
    if (this.#batch !== undefined) return
    this.#child.unref()
    this.#child.channel?.unref()
  }

  #kill(failure: Failure): void {
    this.#child.kill('SIGKILL')
    this.#end(failure)
  }

  #end(failure: Failure): void {
    if (this.#ended) return
    this.#ended = true
    this.#unlimit()
    const batch = this.#batch
    this.#batch = undefined
    batch?.end({ failure: this.#ready ? failure : 'unstarted' })
    // After the outcome has been heard, which decides about the next job.
    setImmediate(this.#onEnd)
  }
}

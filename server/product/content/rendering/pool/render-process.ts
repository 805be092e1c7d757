import { fileURLToPath } from 'node:url'
import { SandboxProcess, type Ending } from '../../../../platform/sandbox/sandbox-process.js'
import type { Answer, Job, Said } from './jobs.js'
import { heapMb } from '../limits.js'

/** A job or a batch that ended without an answer. */
export interface Failed {
  readonly failure: Ending
}

export type Outcome = { readonly answer: Answer } | Failed

/** Runs a process for templates, one batch of jobs at a time. */
export class RenderProcess {
  readonly #process: SandboxProcess<readonly Job[], Said>
  #batches = 0
  #batch: { readonly jobs: readonly Job[]; readonly end: (outcome: Said | Failed) => void } | undefined
  /** Keys of contents that the process got. It may have dropped some since. */
  readonly #keys = new Set<string>()

  /**
   * @param onEnd called when the process has ended
   */
  constructor(onEnd: () => void) {
    this.#process = new SandboxProcess<readonly Job[], Said>({
      program: fileURLToPath(new URL('./process.js', import.meta.url)),
      heapMb,
      onSaid: (said) => this.#receive(said),
      onEnd: (failure) => {
        this.#takeBatch()?.end({ failure })
        // Runs after the outcome was handled, which decides about the next job.
        setImmediate(onEnd)
      },
    })
  }

  get isIdle(): boolean {
    return this.#batch === undefined && !this.#process.hasEnded
  }

  /** True if the process has had one batch at most. */
  get isFresh(): boolean {
    return this.#batches <= 1
  }

  /** Returns whether the process probably has the content of a key. */
  has(key: string): boolean {
    return this.#keys.has(key)
  }

  /**
   * Runs a batch. The process must be idle.
   *
   * @param maxMs longest computing time, in milliseconds
   */
  run(jobs: readonly Job[], maxMs: number): Promise<Said | Failed> {
    return new Promise((end) => {
      this.#batches += 1
      this.#batch = { jobs, end }
      this.#process.ask(jobs, maxMs)
    })
  }

  /** Ends the process at once. Its batch is not blamed. */
  stop(): void {
    this.#process.kill()
  }

  #receive(said: Said): void {
    this.#process.rest()
    const batch = this.#takeBatch()
    batch?.jobs.forEach((job, index) => {
      const answer = said.answers[index]
      if (job.type === 'render' && answer !== undefined) this.#note(job.key, answer)
    })
    batch?.end(said)
  }

  #takeBatch() {
    const batch = this.#batch
    this.#batch = undefined
    return batch
  }

  #note(key: string | undefined, answer: Answer): void {
    if (key === undefined) return
    if ('missing' in answer) this.#keys.delete(key)
    else this.#keys.add(key)
    // The process keeps far fewer. A wrong key costs one more message.
    const [oldest] = this.#keys
    if (this.#keys.size > 10_000 && oldest !== undefined) this.#keys.delete(oldest)
  }
}

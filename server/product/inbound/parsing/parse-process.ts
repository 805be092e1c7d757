import { SandboxProcess, type Ending } from '../../../platform/sandbox/sandbox-process.js'
import type { CheckedAuth } from '../../../mail/mime/parsed-mail.js'
import type { ParseJob, Parsed, ReadAs, Readings } from './jobs.js'
import type { Asked, AuthAnswer, ParseAnswer, Told } from './messages.js'

/**
 * Memory limits of a process: the header and the texts of a message, a few times. Bytes read from a file are outside
 * of its heap, and so are messages that wait for the DNS.
 */
export const memory = {
  heapMb: 64,
  flags: ['--max-semi-space-size=2', '--expose-gc'],
} as const

/** Options of a process. The times are in milliseconds. */
export interface ProcessOptions {
  /** Path of the program. */
  readonly program: string
  /** CPU time that a message may take. */
  readonly computeMs: number
  /** Time that the whole authentication of a message may take; it mostly waits for the DNS. */
  readonly authenticateMs: number
}

/** A job that waits or runs. */
export interface Task {
  readonly job: ParseJob
  /** Milliseconds of `performance.now()` at which the job came. */
  readonly since: number
  /** Number of processes that had this job and have ended. After the first one the job gets a process to itself. */
  readonly ends: number
  resolve(parsed: Parsed<ReadAs>): void
  /** Settles the job with an error that says that it could not be tried. */
  refuse(): void
}

export interface ProcessEvents {
  /** Called when the process can take more jobs than before. */
  readonly onFree: () => void
  /** Called when the process has ended, with the jobs that it had not answered in full. */
  readonly onEnd: (ending: Ending, unanswered: readonly Running[]) => void
}

/** A task in a process, with its answers so far. */
export interface Running {
  readonly task: Task
  /** The reading; undefined until the message is parsed. */
  read: Readings[ReadAs] | undefined
  /** The authentication; undefined while it waits for the DNS. */
  auth: CheckedAuth | undefined
  timer: NodeJS.Timeout | undefined
}

/**
 * Runs a process that takes messages apart. It parses one message after the other, and waits for the DNS about many
 * at once.
 */
export class ParseProcess {
  readonly #process: SandboxProcess<Asked, Told>
  readonly #options: ProcessOptions
  readonly #onFree: () => void
  readonly #running = new Map<number, Running>()
  #lastId = 0

  constructor(options: ProcessOptions, { onFree, onEnd }: ProcessEvents) {
    this.#options = options
    this.#onFree = onFree
    this.#process = new SandboxProcess<Asked, Told>({
      program: options.program,
      ...memory,
      onSaid: (said) => this.#receive(said),
      onEnd: (ending) => {
        for (const { timer } of this.#running.values()) clearTimeout(timer)
        onEnd(ending, [...this.#running.values()])
      },
    })
  }

  /** True if the process has parsed all the messages that it was given. */
  get isFree(): boolean {
    return ![...this.#running.values()].some(({ read }) => read === undefined)
  }

  /** Number of jobs that the process has not answered in full. */
  get running(): number {
    return this.#running.size
  }

  /** Gives jobs to the process, which must be free. */
  run(tasks: readonly Task[]): void {
    const asked = tasks.map((task) => {
      this.#lastId += 1
      this.#running.set(this.#lastId, { task, read: undefined, auth: undefined, timer: undefined })
      return { id: this.#lastId, job: task.job }
    })
    this.#process.ask(asked, this.#options.computeMs)
  }

  /** Ends the process at once. */
  stop(): void {
    this.#process.kill()
  }

  #receive({ parsed, authenticated }: Told): void {
    for (const answer of parsed) this.#parsed(answer)
    for (const answer of authenticated) this.#authenticated(answer)
    // The computing of each message is limited.
    if (this.isFree) this.#process.unlimit()
    else if (parsed.length > 0) this.#process.limit(this.#options.computeMs)
    this.#onFree()
    if (this.#running.size === 0) this.#process.rest()
  }

  #parsed(answer: ParseAnswer): void {
    const running = this.#running.get(answer.id)
    if (running === undefined) return
    if ('failed' in answer) {
      this.#running.delete(answer.id)
      if (answer.failed === 'unreadable') running.task.resolve({ unreadable: true })
      else running.task.refuse()
      return
    }
    running.read = answer.read
    // The process keeps this time itself, unless it is stuck.
    const { authenticateMs, computeMs } = this.#options
    const usedBefore = this.#process.cpuMs
    running.timer = setTimeout(() => {
      this.#process.kill(this.#process.cpuMs - usedBefore < computeMs ? 'late' : 'slow')
    }, authenticateMs + computeMs)
    this.#finish(answer.id, running)
  }

  #authenticated({ id, auth }: AuthAnswer): void {
    const running = this.#running.get(id)
    if (running === undefined) return
    running.auth = auth
    this.#finish(id, running)
  }

  /** Settles a job once both of its answers have come, in any order. */
  #finish(id: number, { task, read, auth, timer }: Running): void {
    if (read === undefined || auth === undefined) return
    this.#running.delete(id)
    clearTimeout(timer)
    task.resolve({ ...read, auth })
  }
}

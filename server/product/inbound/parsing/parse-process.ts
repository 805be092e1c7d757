import { SandboxProcess, type Ending } from '../../../platform/sandbox/sandbox-process.js'
import type { CheckedAuth } from '../../../mail/mime/parsed-mail.js'
import type { ParseJob, Parsed, ReadAs, Readings } from './jobs.js'
import type { Asked, AuthAnswer, ParseAnswer, Told } from './messages.js'

/**
 * The memory of a process: the header and the texts of a message, a few times. What is read of a file is outside of its
 * heap, and so is what waits for the DNS.
 */
export const memory = {
  heapMb: 64,
  flags: ['--max-semi-space-size=2', '--expose-gc'],
} as const

/** The times are in milliseconds. */
export interface ProcessOptions {
  /** The path of the program. */
  readonly program: string
  /** The computing that a message may take. */
  readonly computeMs: number
  /** The whole authentication of a message, which mostly waits for the DNS. */
  readonly authenticateMs: number
}

/** A job that waits or runs. */
export interface Task {
  readonly job: ParseJob
  /** In milliseconds of `performance.now()`. */
  readonly since: number
  /** How many processes have ended that had this job. After the first one the job gets a process to itself. */
  readonly ends: number
  resolve(parsed: Parsed<ReadAs>): void
  /** Tells that the job could not be tried. */
  refuse(): void
}

export interface ProcessEvents {
  /** The process can take more jobs than before. */
  readonly onFree: () => void
  /** With the jobs that it had no full answer to. */
  readonly onEnd: (ending: Ending, unanswered: readonly Running[]) => void
}

/** A task in a process, with what is answered of it. */
export interface Running {
  readonly task: Task
  /** Undefined until it is parsed. */
  read: Readings[ReadAs] | undefined
  /** Undefined while its authentication waits for the DNS. */
  auth: CheckedAuth | undefined
  timer: NodeJS.Timeout | undefined
}

/**
 * A process that takes messages apart. It parses one message after the other, and waits for the DNS about many at
 * once.
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
      onSaid: (told) => this.#receive(told),
      onEnd: (ending) => {
        for (const { timer } of this.#running.values()) clearTimeout(timer)
        onEnd(ending, [...this.#running.values()])
      },
    })
  }

  /** Whether it has parsed all that it was given. */
  get isFree(): boolean {
    return ![...this.#running.values()].some(({ read }) => read === undefined)
  }

  /** The number of jobs that it has not answered in full. */
  get running(): number {
    return this.#running.size
  }

  /** Gives it jobs. It must be free. */
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

  /** The two answers come in any order. */
  #finish(id: number, { task, read, auth, timer }: Running): void {
    if (read === undefined || auth === undefined) return
    this.#running.delete(id)
    clearTimeout(timer)
    task.resolve({ ...read, auth })
  }
}

import { fork, type ChildProcess } from 'node:child_process'
import { cpuMsOf, isFromOutside, limitComputing } from '../../../platform/sandbox/compute-limit.js'
import type { CheckedAuth } from '../../../mail/mime/parsed-mail.js'
import type { ParseJob, Parsed, ReadAs, Readings } from './jobs.js'
import type { Asked, AuthAnswer, ParseAnswer, Told } from './messages.js'

/** The max time for a process to start on a busy machine, in milliseconds. */
const startMs = 30_000
/**
 * The heap of a process, in MB: the header and the texts of a message, a few times. What is read of a file is outside
 * of it, and so is what waits for the DNS.
 */
const heapMb = 64

/** What Node runs a process with. */
export const execArgv: readonly string[] = [
  `--max-old-space-size=${heapMb}`,
  '--max-semi-space-size=2',
  '--expose-gc',
]

/** Time limits of a process, in milliseconds. */
export interface ProcessLimits {
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

/** Why a process ended. */
export type Ending =
  /** A message took too much computing. */
  | 'slow'
  /** The machine was paused or too busy, or something outside ended the process: no message is to blame. */
  | 'late'
  /** By itself: a message needed more memory than there is. */
  | 'ended'
  /** The process never was ready. */
  | 'unstarted'

export interface ProcessEvents {
  /** The process can take more jobs than before. */
  readonly onFree: () => void
  /** With the jobs that it had no full answer to. */
  readonly onEnd: (ending: Ending, jobs: readonly Unanswered[]) => void
}

/** A job of a process that ended. */
export interface Unanswered {
  readonly task: Task
  /** Whether it was parsed, and its authentication waited for the DNS. */
  readonly isParsed: boolean
}

/** A task in a process, with what is answered of it. */
interface Running {
  readonly task: Task
  read: Readings[ReadAs] | undefined
  auth: CheckedAuth | undefined
  timer: NodeJS.Timeout | undefined
}

/**
 * A process that takes messages apart. It parses one message after the other, and waits for the DNS about
 * many at once. It is killed where a message takes too long, and dies alone where one needs too much memory.
 */
export class ParseProcess {
  readonly #child: ChildProcess
  readonly #limits: ProcessLimits
  readonly #events: ProcessEvents
  readonly #running = new Map<number, Running>()
  /** Those to be parsed, in the order in which the process does it. */
  #unparsed: Asked = []
  #ready = false
  #ended = false
  #lastId = 0
  /** Ends the limit on the start, then on the computing of the first of `#unparsed`. */
  #unlimit: () => void

  constructor(program: string, limits: ProcessLimits, events: ProcessEvents) {
    this.#limits = limits
    this.#events = events
    this.#child = fork(program, {
      // Inherits nothing from this process: no secrets in the environment, no debugger port. Dates are in
      // UTC.
      env: { TZ: 'UTC' },
      execArgv: [...execArgv],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    this.#child.on('message', (told: Told) => this.#receive(told))
    this.#child.on('error', () => this.#kill('ended'))
    this.#child.once('exit', (_code, signal) => this.#end(isFromOutside(signal) ? 'late' : 'ended'))
    const timer = setTimeout(() => this.#kill('unstarted'), startMs)
    this.#unlimit = () => clearTimeout(timer)
  }

  /** Whether it has parsed all that it was given. */
  get isFree(): boolean {
    return this.#unparsed.length === 0 && !this.#ended
  }

  /** The number of jobs that it has not answered in full. */
  get running(): number {
    return this.#running.size
  }

  /** Gives it jobs. It must be free. */
  run(tasks: readonly Task[]): void {
    if (this.#running.size === 0) {
      this.#child.ref()
      this.#child.channel?.ref()
    }
    this.#unparsed = tasks.map((task) => {
      this.#lastId += 1
      this.#running.set(this.#lastId, { task, read: undefined, auth: undefined, timer: undefined })
      return { id: this.#lastId, job: task.job }
    })
    if (this.#ready) this.#send()
  }

  /** Ends the process at once. */
  stop(): void {
    this.#kill('ended')
  }

  #send(): void {
    if (this.#unparsed.length === 0) return
    this.#watch()
    // Sending fails only if the process has ended, and its `exit` event reports that.
    this.#child.send(this.#unparsed, () => undefined)
  }

  /** From now on the process may compute for so long until it says that a message is parsed. */
  #watch(): void {
    this.#unlimit()
    if (this.#unparsed.length === 0) return
    this.#unlimit = limitComputing(this.#child.pid, this.#limits.computeMs, (overrun) => this.#kill(overrun))
  }

  #receive(told: Told): void {
    if (this.#ended) return
    if ('ready' in told) {
      this.#unlimit()
      this.#ready = true
      this.#send()
    } else {
      for (const answer of told.parsed) this.#parsed(answer)
      for (const answer of told.authenticated) this.#authenticated(answer)
      if (told.parsed.length > 0) this.#watch()
      this.#events.onFree()
    }
    this.#rest()
  }

  #parsed(answer: ParseAnswer): void {
    this.#unparsed = this.#unparsed.filter(({ id }) => id !== answer.id)
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
    const { authenticateMs, computeMs } = this.#limits
    const usedBefore = cpuMsOf(this.#child.pid)
    running.timer = setTimeout(() => {
      this.#kill(cpuMsOf(this.#child.pid) - usedBefore < computeMs ? 'late' : 'slow')
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

  /** A process without work must not keep this one running. It ends when this one does. */
  #rest(): void {
    if (this.#running.size > 0) return
    this.#child.unref()
    this.#child.channel?.unref()
  }

  #kill(ending: Ending): void {
    this.#child.kill('SIGKILL')
    this.#end(ending)
  }

  #end(ending: Ending): void {
    if (this.#ended) return
    this.#ended = true
    this.#unlimit()
    const unanswered = [...this.#running.values()].map(({ task, read, timer }) => {
      clearTimeout(timer)
      return { task, isParsed: read !== undefined }
    })
    this.#running.clear()
    this.#events.onEnd(this.#ready ? ending : 'unstarted', unanswered)
  }
}

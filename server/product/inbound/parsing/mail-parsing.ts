import { fileURLToPath } from 'node:url'
import { idleTimer, type Ending } from '../../../platform/sandbox/sandbox-process.js'
import { ParsingUnavailableError, type MailParsing, type ParseJob, type Parsed, type ReadAs } from './jobs.js'
import { ParseProcess, type ProcessOptions, type Running, type Task } from './parse-process.js'

/** Most processes of the pool. */
const maxProcesses = 2
/** Most jobs that wait for a process. */
const maxWaiting = 1_000
/** Most bytes in memory of the jobs that wait for a process. */
const maxWaitingBytes = 64 * 1024 * 1024
/** Longest time that a job waits for a process, in milliseconds. */
const maxWaitMs = 60_000
/** Time between two searches for jobs that have waited for too long, in milliseconds. */
const sweepMs = 1_000
/** Most small messages that a process gets at once: messages between processes cost much. */
const maxBatch = 20
/** Most bytes of a batch beyond its first message: they are copied while everything else waits. */
const maxBatchBytes = 1024 * 1024
/** Most processes that may end with a message that was parsed in them: then the message is refused for now. */
const maxEnds = 3
/** Most messages of a process whose authentication waits for the DNS. */
const maxRunning = 40

/** Options of the pool. Tests shorten the times. */
export type MailParsingOptions = Partial<ProcessOptions>

/** Opens the pool of processes that take messages apart. A process starts when the first message comes. */
export function openMailParsing(options: MailParsingOptions = {}): MailParsing {
  const program = fileURLToPath(new URL('./process.js', import.meta.url))
  return new ParsingPool({ program, computeMs: 10_000, authenticateMs: 20_000, ...options })
}

class ParsingPool implements MailParsing {
  readonly #options: ProcessOptions
  readonly #processes = new Set<ParseProcess>()
  /** Messages that are parsed one at a time, ahead of the others, since a process ended over them. */
  #suspects: Task[] = []
  #waiting: Task[] = []
  #waitingBytes = 0
  #sweeper: NodeJS.Timeout | undefined
  readonly #reaper = idleTimer(() => {
    for (const process of [...this.#processes]) if (process.running === 0) process.stop()
  })
  #closed = false

  constructor(options: ProcessOptions) {
    this.#options = options
  }

  parse<As extends ReadAs>(job: ParseJob<As>): Promise<Parsed<As>> {
    return new Promise((done, reject) => {
      if (this.#closed) return reject(new ParsingUnavailableError('the service is stopping'))
      if (this.#waiting.length >= maxWaiting || this.#waitingBytes + bytesOf(job) > maxWaitingBytes) {
        return reject(new ParsingUnavailableError('too many messages wait to be parsed'))
      }
      const refuse = () => reject(new ParsingUnavailableError('no process could parse the message in time'))
      // The answer has the type that the job asked for.
      const resolve = (parsed: Parsed<ReadAs>) => done(parsed as Parsed<As>)
      this.#waiting.push({ job, since: performance.now(), ends: 0, resolve, refuse })
      this.#waitingBytes += bytesOf(job)
      this.#dispatch()
    })
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#sweeper)
    for (const task of [...this.#suspects.splice(0), ...this.#takeWaiting(this.#waiting.length)])
      task.refuse()
    for (const process of [...this.#processes]) process.stop()
  }

  /** Gives waiting jobs to free processes until either run out. */
  #dispatch(): void {
    while (!this.#closed) {
      const process = this.#freeProcess()
      const tasks = process === undefined ? [] : this.#nextFor(process)
      if (tasks.length === 0) break
      process?.run(tasks)
    }
    if (this.#waiting.length > 0) this.#sweeper ??= setTimeout(() => this.#sweep(), sweepMs)
    this.#reaper.refresh()
  }

  #nextFor(process: ParseProcess): readonly Task[] {
    const suspect = this.#suspects.shift()
    if (suspect !== undefined) return [suspect]
    const [first] = this.#waiting
    if (first === undefined) return []
    if (!isSmall(first)) return this.#takeWaiting(1)
    const max = Math.min(maxBatch, maxRunning - process.running)
    let bytes = 0
    const end = this.#waiting.slice(0, max).findIndex((task, index) => {
      bytes += bytesOf(task.job)
      return !isSmall(task) || (index > 0 && bytes > maxBatchBytes)
    })
    return this.#takeWaiting(end === -1 ? max : end)
  }

  #takeWaiting(count: number): readonly Task[] {
    const taken = this.#waiting.splice(0, count)
    this.#waitingBytes -= taken.reduce((sum, { job }) => sum + bytesOf(job), 0)
    return taken
  }

  /** Returns a process for the next job; starts one only if all others have something to parse. */
  #freeProcess(): ParseProcess | undefined {
    if (this.#suspects.length + this.#waiting.length === 0) return undefined
    const free = [...this.#processes].filter((process) => process.isFree && process.running < maxRunning)
    const empty = free.find((process) => process.running === 0)
    const mayStart = this.#processes.size < maxProcesses
    return empty ?? free[0] ?? (mayStart ? this.#start() : undefined)
  }

  #start(): ParseProcess {
    const started: ParseProcess = new ParseProcess(this.#options, {
      onFree: () => this.#dispatch(),
      onEnd: (ending, jobs) => {
        this.#processes.delete(started)
        this.#ended(ending, jobs)
      },
    })
    this.#processes.add(started)
    return started
  }

  /**
   * Runs the jobs of an ended process once more, each by itself, to find the one that ends processes. A job is to
   * blame if a process ends again while it is being parsed by itself, or has no other job.
   */
  #ended(ending: Ending, jobs: readonly Running[]): void {
    for (const { task, read } of jobs) {
      const isSuspect = task.ends > 0
      const isAlone = jobs.length === 1
      if (this.#closed || ending === 'unstarted') task.refuse()
      else if (
        ending !== 'late' &&
        ((isSuspect && read === undefined) || (isAlone && (isSuspect || ending === 'slow')))
      )
        task.resolve({ unreadable: true })
      else if (task.ends === maxEnds) task.refuse()
      else this.#suspects.push({ ...task, ends: task.ends + 1 })
    }
    this.#dispatch()
  }

  /** Refuses jobs that have waited for too long. */
  #sweep(): void {
    const before = performance.now() - maxWaitMs
    const late = this.#waiting.findIndex(({ since }) => since > before)
    for (const task of this.#takeWaiting(late === -1 ? this.#waiting.length : late)) task.refuse()
    this.#sweeper = this.#waiting.length > 0 ? setTimeout(() => this.#sweep(), sweepMs) : undefined
  }
}

function isSmall({ job }: Task): boolean {
  return typeof job.source !== 'string'
}

function bytesOf({ source }: ParseJob): number {
  return typeof source === 'string' ? 0 : source.length
}

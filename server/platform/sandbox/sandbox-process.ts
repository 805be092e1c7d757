import { fork, type ChildProcess, type Serializable } from 'node:child_process'
import { cpuMsOf, limitComputing } from './compute-limit.js'

/** The max time for a process to start on a busy machine, in milliseconds. */
const startMs = 30_000
/** The time without work after which processes end, in milliseconds. */
const idleMs = 60_000

/**
 * The signals by which something outside ends a process. V8 and the kernel use other signals when the process itself
 * goes wrong.
 */
const outside: ReadonlySet<unknown> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGKILL'])

/**
 * The reason why a process has ended, and its job has no answer.
 *
 * - `slow`: it computed for longer than it may, and would do so again with the same job.
 * - `late`: the machine was paused or too busy, or something outside ended the process: no job is to blame.
 * - `ended`: it ended by itself, as when it needs more memory than it has.
 * - `unstarted`: it never was ready.
 */
export type Ending = 'slow' | 'late' | 'ended' | 'unstarted'

/** The first message of a process, as soon as it can be asked something. */
export interface Ready {
  readonly ready: true
}

/** The settings and callbacks of a process. */
export interface Sandbox<Said> {
  /** The path of its program. */
  readonly program: string
  /** The max size of its heap, in MB. Buffers are outside of it. */
  readonly heapMb: number
  /** Further flags for Node. */
  readonly flags?: readonly string[]
  readonly onSaid: (said: Said) => void
  /**
   * Called once when the process has ended, or is about to: no message comes afterwards.
   *
   * @param reason the exit code, signal or error, for people
   */
  readonly onEnd: (ending: Ending, reason: string) => void
}

/**
 * A child process that parses input from strangers. It knows no secret. It is killed if it computes for too long, and
 * dies alone if it needs too much memory: the limits of a worker thread do not prevent that a large allocation ends
 * the whole process (Node 20).
 */
export class SandboxProcess<Asked extends Serializable, Said extends object> {
  readonly #child: ChildProcess
  readonly #onEnd: Sandbox<Said>['onEnd']
  #isReady = false
  #hasEnded = false
  /** Sends the question that came before the process was ready. */
  #sendFirst: (() => void) | undefined
  /** Ends the limit on its start, then on its computing. */
  #unlimit: () => void

  constructor({ program, heapMb, flags = [], onSaid, onEnd }: Sandbox<Said>) {
    this.#onEnd = onEnd
    this.#child = fork(program, {
      // Inherits nothing from this process: no secrets in the environment, no debugger port. Dates are in UTC.
      env: { TZ: 'UTC' },
      execArgv: [`--max-old-space-size=${heapMb}`, ...flags],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    this.#child.on('message', (said: Said | Ready) => {
      if (this.#hasEnded) return
      if (!('ready' in said)) return onSaid(said)
      this.#isReady = true
      this.rest()
      this.#sendFirst?.()
      this.#sendFirst = undefined
    })
    this.#child.on('error', ({ message }) => this.kill('ended', message))
    this.#child.once('exit', (code, signal) =>
      this.#end(outside.has(signal) ? 'late' : 'ended', signal ?? `code ${code}`),
    )
    const timer = setTimeout(() => this.kill('unstarted'), startMs)
    this.#unlimit = () => clearTimeout(timer)
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** The CPU time of the process, in milliseconds; NaN if the system does not tell. */
  get cpuMs(): number {
    return cpuMsOf(this.#child.pid)
  }

  /**
   * Sends a question to the process, as soon as it is ready. Until it rests, the process keeps this one running.
   *
   * @param maxMs the limit from then on, as of {@link limit}
   */
  ask(asked: Asked, maxMs: number): void {
    const send = () => {
      this.#child.ref()
      this.#child.channel?.ref()
      this.limit(maxMs)
      // Sending fails only if the process has ended, and its `exit` event reports that.
      this.#child.send(asked, () => undefined)
    }
    if (this.#isReady) send()
    else this.#sendFirst = send
  }

  /** Limits the CPU time of the process from now on, in milliseconds, until the limit is renewed or ended. */
  limit(maxMs: number): void {
    this.#unlimit()
    this.#unlimit = limitComputing(this.#child.pid, maxMs, (ending) => this.kill(ending))
  }

  /** Ends the limit, as while the process waits for others. */
  unlimit(): void {
    this.#unlimit()
  }

  /** Notes that the process has no work, so that it does not keep this one running. It ends when this one does. */
  rest(): void {
    this.#unlimit()
    this.#child.unref()
    this.#child.channel?.unref()
  }

  /** Ends the process at once. */
  kill(ending: Ending = 'late', reason = 'SIGKILL'): void {
    this.#child.kill('SIGKILL')
    this.#end(ending, reason)
  }

  #end(ending: Ending, reason: string): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#unlimit()
    this.#onEnd(this.#isReady ? ending : 'unstarted', reason)
  }
}

/**
 * Makes a timer that ends processes without work, a minute after the last `refresh()`. The timer keeps nothing
 * running.
 */
export function idleTimer(endIdle: () => void): NodeJS.Timeout {
  return setTimeout(endIdle, idleMs).unref()
}

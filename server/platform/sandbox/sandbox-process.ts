import { fork, type ChildProcess, type Serializable } from 'node:child_process'
import { cpuMsOf, limitComputing } from './compute-limit.js'

/** The max time for a process to start on a busy machine, in milliseconds. */
const startMs = 30_000
/** The time without work after which processes end, in milliseconds. */
const idleMs = 60_000

/** What something outside ends a process by. V8 and the kernel use other signals where it goes wrong itself. */
const outside: ReadonlySet<unknown> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGKILL'])

/**
 * Why a process has ended, and a job of it has no answer.
 *
 * - `slow`: it computed for longer than it may, and would do so again with the same job.
 * - `late`: the machine was paused or too busy, or something outside ended the process: no job is to blame.
 * - `ended`: by itself, as where it needs more memory than it has.
 * - `unstarted`: it never was ready.
 */
export type Ending = 'slow' | 'late' | 'ended' | 'unstarted'

/** What a process says first, as soon as it can be asked something. */
export interface Ready {
  readonly ready: true
}

/** A process as its user wants it. */
export interface Sandbox<Said> {
  /** The path of its program. */
  readonly program: string
  /** The max size of its heap, in MB. Buffers are outside of it. */
  readonly heapMb: number
  /** More of what Node runs it with. */
  readonly flags?: readonly string[]
  readonly onSaid: (said: Said) => void
  /**
   * Told once that the process has ended, or is about to: nothing is heard of it afterwards.
   *
   * @param reason the exit code, signal or error, for people
   */
  readonly onEnd: (ending: Ending, reason: string) => void
}

/**
 * A child process that takes apart what strangers send. It knows no secret. It is killed where it computes for too
 * long, and dies alone where it needs too much memory: the limits of a worker thread do not prevent that a large
 * allocation ends the whole process (Node 20).
 */
export class SandboxProcess<Asked extends Serializable, Said extends object> {
  readonly #child: ChildProcess
  readonly #onEnd: Sandbox<Said>['onEnd']
  #isReady = false
  #hasEnded = false
  /** Sends what was asked before it was ready. */
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

  /** How long it has computed, in milliseconds; NaN where the system does not tell. */
  get cpuMs(): number {
    return cpuMsOf(this.#child.pid)
  }

  /**
   * Asks the process something, as soon as it is ready. Until it rests, the process keeps this one running.
   *
   * @param maxMs as of {@link limit}, from then on
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

  /** From now on the process may compute for so long, in milliseconds, until the limit is renewed or ended. */
  limit(maxMs: number): void {
    this.#unlimit()
    this.#unlimit = limitComputing(this.#child.pid, maxMs, (ending) => this.kill(ending))
  }

  /** From now on the process may compute for as long as it wants, as while it waits for others. */
  unlimit(): void {
    this.#unlimit()
  }

  /** The process has no work, and must not keep this one running. It ends when this one does. */
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

/** A timer that ends processes without work, a minute after the last `refresh()`. The timer keeps nothing running. */
export function idleTimer(endIdle: () => void): NodeJS.Timeout {
  return setTimeout(endIdle, idleMs).unref()
}

import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isFromOutside, limitComputing, type Overrun } from '../../../platform/sandbox/compute-limit.js'
import type { Kind, Questions, Results } from './jobs.js'

/**
 * How long one message may compute, in milliseconds. Ordinary mail takes a few, and 25 MB take about a second.
 */
const TIMEOUT_MS = 10_000
/** The max time for a process to start on a busy machine, in milliseconds. */
const START_TIMEOUT_MS = 30_000
/** The idle time after which a process ends, in milliseconds: most inboxes are never opened. */
const IDLE_MS = 60_000
/**
 * The max heap size of a process, in MB. Attachments are outside the heap, and never larger than their
 * message.
 */
const HEAP_MB = 384

/** A message that the parser refuses, or that needs too much time or memory. */
export class UnreadableMail extends Error {
  override name = 'UnreadableMail'

  /** @param fatal whether the message ended the parsing process, and would do so again */
  constructor(
    message: string,
    readonly fatal = false,
  ) {
    super(message)
  }
}

/** A message whose file is gone, because the message was deleted in the meantime. */
export class MissingMail extends Error {
  override name = 'MissingMail'
}

/** A message from the parsing process. */
type Answer = { ready: true } | { result: unknown } | { error: string; missing: boolean }

interface Task {
  readonly job: object
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  /** Whether its process ended before, for which it was not to blame. */
  readonly isRetry?: boolean
}

/** A parsing process and its current task. */
interface Child {
  readonly process: ChildProcess
  ready: boolean
  task: Task | undefined
  /** Why it was ended, if it was. */
  overrun: Overrun | undefined
}

/**
 * Parses messages in a separate process, one at a time. The libraries that parse mail are not made for
 * hostile input: some input makes them throw outside of any try block, run for minutes, or allocate until V8
 * ends the process. The limits of a worker thread do not prevent that. Such a message ends the parsing
 * process and counts as unreadable; the next message gets a new process.
 */
export class MailParser {
  readonly #timeoutMs: number
  readonly #queue: Task[] = []
  #child: Child | undefined
  /** Ends the limit on the start, on the task or on the rest of the process. */
  #unlimit: () => void = () => undefined

  constructor(timeoutMs = TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs
  }

  /**
   * @param path the file of the message
   * @throws UnreadableMail, MissingMail, or Error if no process could be started, or the machine is too busy
   */
  parse<K extends Kind>(path: string, kind: K, question: Questions[K]): Promise<Results[K]> {
    return new Promise<unknown>((resolve, reject) => {
      this.#queue.push({ job: { ...question, kind, path }, resolve, reject })
      this.#next()
    }) as Promise<Results[K]>
  }

  #next(): void {
    if (this.#queue.length === 0) return
    const child = (this.#child ??= this.#start())
    if (!child.ready || child.task !== undefined) return
    child.task = this.#queue.shift()
    child.process.ref()
    child.process.channel?.ref()
    this.#unlimit()
    this.#unlimit = limitComputing(child.process.pid, this.#timeoutMs, (overrun) => {
      child.overrun = overrun
      child.process.kill('SIGKILL')
    })
    // Sending fails only if the process has ended, and its `exit` event reports that.
    child.process.send(child.task?.job ?? {}, () => undefined)
  }

  #start(): Child {
    const process = fork(fileURLToPath(new URL('./process.js', import.meta.url)), {
      // Inherits nothing from this process: no secrets in the environment, no debugger port.
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    const child: Child = { process, ready: false, task: undefined, overrun: undefined }
    process.on('message', (answer: Answer) => this.#receive(child, answer))
    process.once('error', (error) => this.#ended(child, error.message))
    process.once('exit', (code, signal) => {
      if (isFromOutside(signal)) child.overrun ??= 'late'
      this.#ended(child, signal ?? `code ${code}`)
    })
    this.#setTimer(START_TIMEOUT_MS, () => process.kill('SIGKILL'))
    return child
  }

  #receive(child: Child, answer: Answer): void {
    const { task } = child
    child.task = undefined
    if ('ready' in answer) child.ready = true
    else if ('result' in answer) task?.resolve(answer.result)
    else task?.reject(answer.missing ? new MissingMail('its file is gone') : new UnreadableMail(answer.error))
    this.#setTimer(IDLE_MS, () => {
      this.#child = undefined
      child.process.kill()
    }).unref()
    // An idle child must not keep this process running. The child ends when this process does.
    child.process.unref()
    child.process.channel?.unref()
    this.#next()
  }

  #ended(child: Child, reason: string): void {
    const { task } = child
    child.task = undefined
    if (child.overrun !== 'late') {
      task?.reject(new UnreadableMail('the parser fails at it, or needs too much time or memory', true))
    } else if (task?.isRetry === true) {
      task.reject(new Error('the machine is too busy to parse mail'))
    } else if (task !== undefined) {
      this.#queue.unshift({ ...task, isRetry: true })
    }
    if (this.#child !== child) return
    this.#unlimit()
    this.#child = undefined
    if (!child.ready) {
      // Another process would hardly start if tried immediately.
      const error = new Error(`the process that parses mail could not be started: ${reason}`)
      for (const { reject } of this.#queue.splice(0)) reject(error)
    }
    this.#next()
  }

  #setTimer(milliseconds: number, done: () => void): NodeJS.Timeout {
    this.#unlimit()
    const timer = setTimeout(done, milliseconds)
    this.#unlimit = () => clearTimeout(timer)
    return timer
  }
}

/**
 * The parser that all sinks of this process share. It starts its child process when a message is first
 * opened.
 */
export const sharedParser = new MailParser()

import { fileURLToPath } from 'node:url'
import { idleTimer, SandboxProcess, type Ending } from '../../../platform/sandbox/sandbox-process.js'
import type { RawPlace } from '../kept/store.js'
import type { Kind, Questions, Results } from './jobs.js'

/** Milliseconds that parsing one message may take. Ordinary mail takes a few, and 25 MB take about a second. */
const maxComputeMs = 10_000
/** Heap of a process, in MB. Attachments are outside of it, and never larger than their message. */
const heapMb = 384

/** Thrown for a message that the parser refuses, or that needs too much time or memory. */
export class UnreadableMail extends Error {
  override name = 'UnreadableMail'

  /**
   * @param fatal true if the message ended the parsing process, and would do so again
   */
  constructor(
    message: string,
    readonly fatal = false,
  ) {
    super(message)
  }
}

/**
 * Thrown for a message whose file is gone, because the message or another one in the file was deleted in the
 * meantime.
 */
export class MissingMail extends Error {
  override name = 'MissingMail'
}

/** Answer of the process about a message. */
type Answer = { result: unknown } | { error: string; missing: boolean }

interface Task {
  readonly job: object
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  /** True if the task's process ended before through no fault of the task. */
  readonly isRetry?: boolean
}

/**
 * Parses messages in a separate process, one at a time. The libraries that parse mail are not made for
 * hostile input: some input makes them throw outside of any try block, run for minutes, or allocate until V8
 * ends the process. Such a message ends the parsing process and counts as unreadable; the next message gets a
 * new process.
 */
export class MailParser {
  readonly #computeMs: number
  readonly #queue: Task[] = []
  #process: SandboxProcess<object, Answer> | undefined
  /** Present task of the process. */
  #task: Task | undefined
  /** Ends an idle process, since most inboxes are never opened. */
  readonly #reaper = idleTimer(() => {
    if (this.#task === undefined) this.#process?.kill()
  })

  constructor(computeMs = maxComputeMs) {
    this.#computeMs = computeMs
  }

  /**
   * Parses a message for one kind of result.
   *
   * @param place the bytes of the message
   * @throws UnreadableMail, MissingMail, or Error if no process could be started, or the machine is too busy
   */
  parse<K extends Kind>(place: RawPlace, kind: K, question: Questions[K]): Promise<Results[K]> {
    return new Promise<unknown>((resolve, reject) => {
      this.#queue.push({ job: { ...question, kind, place }, resolve, reject })
      this.#next()
    }) as Promise<Results[K]>
  }

  #next(): void {
    if (this.#task !== undefined || this.#queue.length === 0) return
    this.#process ??= new SandboxProcess<object, Answer>({
      program: fileURLToPath(new URL('./process.js', import.meta.url)),
      heapMb,
      onSaid: (answer) => this.#receive(answer),
      onEnd: (ending, reason) => this.#ended(ending, reason),
    })
    this.#task = this.#queue.shift()
    this.#process.ask(this.#task?.job ?? {}, this.#computeMs)
  }

  #receive(answer: Answer): void {
    const task = this.#task
    this.#task = undefined
    if ('result' in answer) task?.resolve(answer.result)
    else task?.reject(answer.missing ? new MissingMail('its file is gone') : new UnreadableMail(answer.error))
    this.#process?.rest()
    this.#reaper.refresh()
    this.#next()
  }

  #ended(ending: Ending, reason: string): void {
    const task = this.#task
    this.#task = undefined
    this.#process = undefined
    if (ending === 'unstarted') {
      // Another process would hardly start if tried immediately.
      const error = new Error(`the process that parses mail could not be started: ${reason}`)
      task?.reject(error)
      for (const { reject } of this.#queue.splice(0)) reject(error)
    } else if (ending !== 'late') {
      task?.reject(new UnreadableMail('the parser fails on it, or needs too much time or memory', true))
    } else if (task?.isRetry === true) {
      task.reject(new Error('the machine is too busy to parse mail'))
    } else if (task !== undefined) {
      this.#queue.unshift({ ...task, isRetry: true })
    }
    this.#next()
  }
}

/**
 * The parser that all sinks of this process share. It starts its child process when a message is first
 * opened.
 */
export const sharedParser = new MailParser()

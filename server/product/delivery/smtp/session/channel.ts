import type { Socket } from 'node:net'
import type { SmtpFailure, SmtpStep } from '../result.js'
import type { Transcript } from '../transcript.js'
import { Deadline } from './deadline.js'
import { GarbageError, ReplyReader, type ServerReply } from './reply-reader.js'
import { broken } from './step-failed.js'

interface Waiter {
  readonly step: SmtpStep
  readonly resolve: (reply: ServerReply) => void
  readonly reject: (error: Error) => void
}

interface Ended {
  readonly failure: SmtpFailure
  readonly error: string
}

/**
 * Sends commands and receives replies over one connection. Each command is owed one reply; a reply that is not owed
 * ends the connection, because it could pass for the one to a later command.
 *
 *   open --the server ends it, time passes, garbage, cut()--> ended
 *
 * Replies that came before the end are still handed out.
 */
export class Channel {
  /**
   * Transcript of the current attempt, which keeps commands and the replies that are handed out; undefined if none is
   * kept.
   */
  transcript: Transcript | undefined
  /** Texts that are kept out of the transcript. */
  #secrets: readonly string[] = []
  readonly #reader = new ReplyReader()
  readonly #deadline = new Deadline(() => this.#timePassed())
  readonly #arrived: ServerReply[] = []
  #socket: Socket
  /** Number of replies that are still to come; the greeting is the first. */
  #owed = 1
  #waiter: Waiter | undefined
  #ended: Ended | undefined
  /** Number of writes that the network has not taken yet. */
  #unsent = 0
  #onSent: (() => void) | undefined
  #onRested: (() => void) | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    this.attach(socket)
  }

  get isOpen(): boolean {
    return this.#ended === undefined
  }

  /** True if the network has taken everything that was written. */
  get isSent(): boolean {
    return this.#unsent === 0
  }

  get hasReply(): boolean {
    return this.#arrived.length > 0
  }

  /**
   * Writes data to the server.
   *
   * @param replies number of replies that the server owes for the data
   */
  write(data: string | Buffer, replies: number): void {
    this.#owed += replies
    if (this.#ended !== undefined) return
    if (this.transcript !== undefined && typeof data === 'string') this.#keepCommands(data)
    this.#unsent += 1
    this.#socket.write(data, this.#sent)
  }

  /** Keeps these texts out of the transcript from now on, whoever says them. */
  hide(secrets: readonly string[]): void {
    this.#secrets = secrets
  }

  /** Returns a line without the hidden texts. */
  withoutSecrets(line: string): string {
    return this.#secrets.reduce(
      (clean, secret) => (secret === '' ? clean : clean.replaceAll(secret, '***')),
      line,
    )
  }

  /** Writes several parts in one go. */
  writeAll(parts: readonly (string | Buffer)[], replies: number): void {
    this.#socket.cork()
    for (const part of parts) this.write(part, 0)
    this.#socket.uncork()
    this.#owed += replies
  }

  /** Waits until the network has taken everything that was written, or a reply comes before that. */
  sent(step: SmtpStep, ms: number): Promise<void> {
    if (this.#unsent === 0 || this.hasReply) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const done = () => {
        this.#onSent = undefined
        this.#waiter = undefined
        this.#deadline.clear()
        resolve()
      }
      this.#onSent = done
      this.#await({ step, resolve: (reply) => (this.#arrived.unshift(reply), done()), reject }, ms)
    })
  }

  /**
   * Waits for the next reply.
   *
   * @throws StepFailed of the step
   */
  reply(step: SmtpStep, ms: number): Promise<ServerReply> {
    const arrived = this.#arrived.shift()
    if (arrived !== undefined) return Promise.resolve(this.#keepReply(arrived))
    return new Promise((resolve, reject) =>
      this.#await({ step, resolve: (reply) => resolve(this.#keepReply(reply)), reject }, ms),
    )
  }

  /**
   * Leaves the connection idle. Calls back after this time or when the server ends the connection, unless it is used
   * before.
   */
  rest(ms: number, onRested: () => void): void {
    this.#onRested = onRested
    this.#deadline.set(ms)
  }

  /**
   * Hands the socket over for TLS. Anything that the server said before that, unasked and unencrypted, must not pass
   * for a reply afterwards (CVE-2011-0411).
   *
   * @throws StepFailed if the server said anything of that kind
   */
  detach(): Socket {
    if (this.#ended !== undefined) throw broken('starttls', this.#ended.failure, this.#ended.error)
    if (!this.#reader.isEmpty) {
      this.#end('garbage', unasked)
      throw broken('starttls', 'garbage', unasked)
    }
    const socket = this.#socket
    socket.off('data', this.#read).off('end', this.#over).off('close', this.#over).off('error', this.#failed)
    // The TLS socket on top reports the errors of this one.
    socket.on('error', () => undefined)
    return socket
  }

  attach(socket: Socket): void {
    this.#socket = socket
    socket.on('data', this.#read).on('end', this.#over).on('close', this.#over).on('error', this.#failed)
  }

  /** Says goodbye, waits a moment for the answer, and ends the connection. Never throws. */
  async quit(ms: number): Promise<void> {
    if (this.#ended !== undefined) return
    this.write('QUIT\r\n', 1)
    await this.reply('end', ms).catch(() => undefined)
    this.cut()
  }

  cut(): void {
    this.#end('cut', 'The connection was closed by the service.')
  }

  #await(waiter: Waiter, ms: number): void {
    this.#onRested = undefined
    if (this.#ended !== undefined) {
      this.#keepEnd(this.#ended)
      waiter.reject(broken(waiter.step, this.#ended.failure, this.#ended.error))
      return
    }
    this.#waiter = waiter
    this.#deadline.set(ms)
  }

  readonly #sent = (error?: Error | null): void => {
    if (error) return
    this.#unsent -= 1
    if (this.#unsent === 0 && this.#ended === undefined) this.#onSent?.()
  }

  readonly #read = (chunk: Buffer): void => {
    this.#reader.push(chunk)
    try {
      for (let reply = this.#reader.take(); reply !== undefined; reply = this.#reader.take()) {
        if (this.#ended !== undefined) return
        this.#take(reply)
      }
    } catch (error) {
      if (!(error instanceof GarbageError)) throw error
      this.#end('garbage', error.message)
    }
  }

  #take(reply: ServerReply): void {
    if (this.#owed === 0) {
      // Servers end connections with 421 when they are idle or shut down (RFC 5321, section 3.8).
      if (reply.code === 421) this.#end('cut', 'The server ended the connection.')
      else this.#end('garbage', unasked)
      return
    }
    this.#owed -= 1
    const waiter = this.#waiter
    if (waiter === undefined) {
      this.#arrived.push(reply)
      return
    }
    this.#waiter = undefined
    this.#deadline.clear()
    waiter.resolve(reply)
  }

  #timePassed(): void {
    if (this.#onRested !== undefined) this.#endRest()
    else this.#end('timeout', 'The server did not answer in time.')
  }

  readonly #over = (): void => this.#end('cut', 'The server ended the connection.')

  readonly #failed = (error: Error): void => this.#end('cut', `The connection broke: ${error.message}`)

  #end(failure: SmtpFailure, error: string): void {
    if (this.#ended !== undefined) return
    this.#ended = { failure, error }
    this.#deadline.dispose()
    this.#socket.destroy()
    const waiter = this.#waiter
    this.#waiter = undefined
    if (waiter !== undefined) {
      this.#keepEnd(this.#ended)
      waiter.reject(broken(waiter.step, failure, error))
    }
    this.#endRest()
  }

  #keepCommands(lines: string): void {
    for (const line of lines.split('\r\n'))
      if (line !== '') this.transcript?.client(this.withoutSecrets(line))
  }

  #keepReply(reply: ServerReply): ServerReply {
    const { code, texts } = reply
    if (this.transcript === undefined) return reply
    for (const [index, text] of texts.entries()) {
      const separator = index < texts.length - 1 ? '-' : ' '
      this.transcript.server(`${code}${separator}${this.withoutSecrets(text)}`)
    }
    return reply
  }

  /**
   * Records the end in the transcript. Bytes that are no reply are not repeated: they may be a secret that was cut in
   * two.
   */
  #keepEnd({ failure, error }: Ended): void {
    this.transcript?.note(failure === 'garbage' ? 'The server sent something that is not a reply.' : error)
  }

  #endRest(): void {
    const rested = this.#onRested
    this.#onRested = undefined
    rested?.()
  }
}

const unasked = 'The server sent a reply without a command.'

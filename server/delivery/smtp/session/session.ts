import type { OutgoingMail } from '../../transport.js'
import { replyOf } from '../reply.js'
import type { SmtpResult } from '../result.js'
import type { Channel } from './channel.js'
import { withDots } from './dots.js'
import type { Extensions } from './extensions.js'
import { mailCommand, needsOf, rcptCommand, whyNotSent } from './envelope.js'
import type { ServerReply } from './reply-reader.js'
import { broken, refused, StepFailed } from './step-failed.js'
import type { TimeOuts } from './time-outs.js'

/** A message that is larger is written by pieces of this many bytes, to see that the server still takes them. */
const piece = 256 * 1024

/** A conversation with a server that takes messages, one after the other. */
export class Session {
  readonly openedAt = performance.now()
  readonly #channel: Channel
  readonly #extensions: Extensions
  readonly #timeOuts: TimeOuts
  /** An envelope was begun that no message ended. */
  #begun = false

  constructor(
    channel: Channel,
    extensions: Extensions,
    readonly host: string,
    timeOuts: TimeOuts,
  ) {
    this.#channel = channel
    this.#extensions = extensions
    this.#timeOuts = timeOuts
  }

  /** Whether it can take another message. */
  get isOpen(): boolean {
    return this.#channel.isOpen
  }

  /** Sends a message. Never throws; a session that broke, or that the server is about to end, is not open any more. */
  async deliver(mail: OutgoingMail): Promise<SmtpResult> {
    const needs = needsOf(mail)
    const objection = whyNotSent(mail, needs, this.#extensions)
    if (objection !== undefined) return objection
    try {
      await this.#begin(mailCommand(mail, needs, this.#extensions), rcptCommand(mail))
      const result = await this.#transfer(mail.message)
      this.#begun = result.reply !== undefined && result.reply.code >= 400
      this.#endAt(result)
      return result
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error
      this.#endAt(error.result)
      return error.result
    }
  }

  /** Waits for work. Calls back when there was none for so many milliseconds, or the server has ended the session. */
  rest(ms: number, onRested: () => void): void {
    this.#channel.rest(ms, onRested)
  }

  /** Ends it by QUIT. Never throws. */
  quit(): Promise<void> {
    return this.#channel.quit(this.#timeOuts.quit)
  }

  cut(): void {
    this.#channel.cut()
  }

  /** The envelope, up to the server's 354. In one write where the server can read it so (RFC 2920). */
  async #begin(mail: string, rcpt: string): Promise<void> {
    const { pipelining } = this.#extensions
    const commands = [
      ...(this.#begun ? ([['reset', 'RSET\r\n']] as const) : []),
      ['mail', mail] as const,
      ['rcpt', rcpt] as const,
      ['data', 'DATA\r\n'] as const,
    ]
    if (pipelining) this.#channel.write(commands.map(([, line]) => line).join(''), commands.length)
    this.#begun = true
    let refusal: StepFailed | undefined
    for (const [command, line] of commands) {
      if (!pipelining) this.#channel.write(line, 1)
      // What RSET is answered shows by what MAIL is.
      const step = command === 'reset' ? 'mail' : command
      const reply = await this.#replyUnless(refusal, step)
      if (refusal !== undefined) {
        if (command === 'data' && reply.code === 354) await this.#sendNothing(refusal)
        continue
      }
      const wanted = command === 'data' ? reply.code === 354 : reply.code < 300
      if (!wanted && (command !== 'reset' || reply.code === 421)) refusal = refused(step, reply, this.host)
      if (refusal !== undefined && !pipelining) throw refusal
    }
    if (refusal !== undefined) throw refusal
  }

  /** The next reply; where there was a refusal before, that is what counts, however the connection ends. */
  async #replyUnless(refusal: StepFailed | undefined, step: 'mail' | 'rcpt' | 'data'): Promise<ServerReply> {
    try {
      return await this.#channel.reply(step, this.#timeOuts[step])
    } catch (error) {
      throw refusal ?? error
    }
  }

  /** The server waits for a message to nobody, and is given an empty one (RFC 2920, section 3.1). */
  async #sendNothing(refusal: StepFailed): Promise<void> {
    this.#channel.write('.\r\n', 1)
    try {
      await this.#channel.reply('end', this.#timeOuts.end)
    } catch {
      throw refusal
    }
  }

  async #transfer(message: Buffer): Promise<SmtpResult> {
    const channel = this.#channel
    const parts = withDots(message)
    if (message.length <= piece) channel.writeAll(parts, 1)
    else await this.#transferInPieces(parts)
    let reply: ServerReply
    try {
      reply = await channel.reply('end', this.#timeOuts.end)
    } catch (error) {
      // Nobody has taken a message whose end has not left this host.
      if (!(error instanceof StepFailed) || error.result.reply !== undefined || channel.isSent) throw error
      throw broken('data', error.result.failure, error.result.error)
    }
    if (reply.code >= 300) throw refused('end', reply, this.host)
    return { step: 'end', reply: replyOf(reply.code, reply.texts, this.host) }
  }

  /** @throws StepFailed where the server refuses it before its end: the rest cannot be left out but by closing */
  async #transferInPieces(parts: readonly Buffer[]): Promise<void> {
    let owed = 1
    for (const part of parts) {
      for (let at = 0; at < part.length; at += piece) {
        this.#channel.write(part.subarray(at, at + piece), owed)
        owed = 0
        await this.#channel.sent('data', this.#timeOuts.transfer)
        if (!this.#channel.hasReply) continue
        const reply = await this.#channel.reply('data', this.#timeOuts.data)
        this.#channel.cut()
        throw refused('data', reply, this.host)
      }
    }
  }

  /** 421 says that the server ends the session (RFC 5321, section 3.8); what broke has left it in an unknown state. */
  #endAt(result: SmtpResult): void {
    if (result.reply === undefined || result.reply.code === 421) this.cut()
  }
}

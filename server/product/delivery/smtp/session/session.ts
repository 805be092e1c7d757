import type { OutgoingMail } from '../../transport.js'
import type { Peer } from '../peer.js'
import { replyOf } from '../reply.js'
import type { SmtpResult } from '../result.js'
import type { Channel } from './channel.js'
import { inPieces, piece } from './data.js'
import type { Extensions } from './extensions.js'
import { mailCommand, needsOf, rcptCommand, whyNotSent } from './envelope.js'
import type { ServerReply } from './reply-reader.js'
import { TimeSlice } from '../../../../../base/time/time-slice.js'
import { broken, notBegun, refused, StepFailed } from './step-failed.js'
import type { TimeOuts } from './time-outs.js'

/**
 * Holds a conversation with a server that takes messages, one after the other.
 *
 * nodemailer's client is not used: it does not say at which step a connection broke, has one time-out of silence for
 * all steps after the greeting, and sends an address that is not ASCII to a server without SMTPUTF8. A message of 8
 * KiB takes 27 µs of CPU here and 185 µs in the pool of nodemailer 10.6 (8 connections to a server that discards it).
 */
export class Session {
  readonly openedAt = performance.now()
  readonly peer: Peer
  readonly host: string
  /** Number of messages that the session was given. */
  taken = 0
  readonly #channel: Channel
  readonly #extensions: Extensions
  readonly #timeOuts: TimeOuts
  /** True if an envelope was begun that no message ended. */
  #begun = false
  /** Pending while the server still owes replies to commands that followed a refused one. */
  #tidying: Promise<void> | undefined
  /** Callback of {@link rest}, if the rest begins only after the tidying. */
  #onRested: (() => void) | undefined

  constructor(
    channel: Channel,
    extensions: Extensions,
    { peer, host, timeOuts }: { readonly peer: Peer; readonly host: string; readonly timeOuts: TimeOuts },
  ) {
    this.#channel = channel
    this.#extensions = extensions
    this.peer = peer
    this.host = host
    this.#timeOuts = timeOuts
  }

  /** True if the session can take another message. */
  get isOpen(): boolean {
    return this.#channel.isOpen
  }

  /**
   * Sends a message. Never throws; a session that broke, or that the server is about to end, is not open any more.
   */
  async deliver(mail: OutgoingMail): Promise<SmtpResult> {
    if (mail.trace) mail.trace.peer = this.peer
    this.taken += 1
    const needs = needsOf(mail)
    const objection = whyNotSent(mail, needs, this.#extensions)
    if (objection !== undefined) return objection
    this.#onRested = undefined
    if (this.#tidying !== undefined) {
      await this.#tidying
      if (!this.isOpen) return broken('mail', 'cut', 'The server did not answer in time.').result
    }
    if (!(await mayBegin(mail))) return notBegun('mail').result
    this.#channel.transcript = mail.trace?.transcript
    try {
      await this.#begin(mailCommand(mail, needs, this.#extensions), rcptCommand(mail))
      // Once the server waits for the data, closing is the only way to send none.
      if (!(await mayBegin(mail))) throw notBegun('data')
      const result = await this.#transfer(mail.message)
      this.#begun = result.reply !== undefined && result.reply.code >= 400
      this.#endAt(result)
      return result
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error
      this.#endAt(error.result)
      return error.result
    } finally {
      this.#channel.transcript = undefined
    }
  }

  /** Waits for work. Calls back after so many milliseconds without work, or when the server has ended the session. */
  rest(ms: number, onRested: () => void): void {
    if (this.#tidying === undefined) return this.#channel.rest(ms, onRested)
    this.#onRested = onRested
    void this.#tidying.then(() => {
      if (this.#onRested !== onRested) return
      if (this.isOpen) this.#channel.rest(ms, onRested)
      else onRested()
    })
  }

  /** Ends the session: by QUIT, or by a cut if the server owes replies. Never throws. */
  async quit(): Promise<void> {
    this.#onRested = undefined
    if (this.#tidying === undefined) await this.#channel.quit(this.#timeOuts.quit)
    else this.cut()
  }

  cut(): void {
    this.#channel.cut()
  }

  /** Sends the envelope, up to the server's 354, in one write if the server supports PIPELINING (RFC 2920). */
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
    for (const [index, [command, line]] of commands.entries()) {
      if (!pipelining) this.#channel.write(line, 1)
      // A failed RSET shows in the reply to MAIL.
      const step = command === 'reset' ? 'mail' : command
      const reply = await this.#channel.reply(step, this.#timeOuts[step])
      const wanted = command === 'data' ? reply.code === 354 : reply.code < 300
      if (wanted || (command === 'reset' && reply.code !== 421)) continue
      // The outcome is known now, so nobody waits for the server's other replies.
      const left = pipelining ? commands.slice(index + 1).map(([each]) => each) : []
      // The replies that are left belong to no attempt, so no transcript keeps them.
      this.#channel.transcript = undefined
      if (left.length > 0) this.#tidying = this.#tidy(left)
      throw refused(step, reply, this.host)
    }
  }

  /** Takes the replies to these commands. If the server does not send them soon, its connection is closed. */
  async #tidy(commands: readonly ('reset' | 'mail' | 'rcpt' | 'data')[]): Promise<void> {
    const end = performance.now() + this.#timeOuts.tidy
    const next = () => this.#channel.reply('end', Math.max(0, end - performance.now()))
    try {
      for (const command of commands) {
        const { code } = await next()
        if (command !== 'data' || code !== 354) continue
        // The server waits for a message to nobody, and is given an empty one (RFC 2920, section 3.1).
        this.#channel.write('.\r\n', 1)
        await next()
      }
    } catch {
      // The connection has ended, which its next use shows.
    } finally {
      this.#tidying = undefined
    }
  }

  async #transfer(message: Buffer): Promise<SmtpResult> {
    const channel = this.#channel
    channel.transcript?.client(`[message of ${message.length} bytes]`)
    if (message.length <= piece) channel.writeAll([...inPieces(message)], 1)
    else await this.#transferInPieces(message)
    let reply: ServerReply
    try {
      reply = await channel.reply('end', this.#timeOuts.end)
    } catch (error) {
      // No server has accepted a message whose end has not left this host.
      if (!(error instanceof StepFailed) || error.result.reply !== undefined || channel.isSent) throw error
      throw broken('data', error.result.failure, error.result.error)
    }
    if (reply.code >= 300) throw refused('end', reply, this.host)
    return { step: 'end', reply: replyOf(reply.code, reply.texts, this.host) }
  }

  /**
   * Writes a large message in pieces.
   *
   * @throws StepFailed if the server refuses the message before its end: only closing the connection can leave out
   *   the rest
   */
  async #transferInPieces(message: Buffer): Promise<void> {
    const slice = new TimeSlice()
    let owed = 1
    for (const part of inPieces(message)) {
      // The network may accept each piece at once, so that nothing else would run meanwhile.
      await slice.pause()
      if (this.#channel.isOpen) {
        this.#channel.write(part, owed)
        owed = 0
        await this.#channel.sent('data', this.#timeOuts.transfer)
        if (!this.#channel.hasReply) continue
      }
      // If the connection has ended in the pause, without a reply, this throws.
      const reply = await this.#channel.reply('data', this.#timeOuts.data)
      this.#channel.cut()
      throw refused('data', reply, this.host)
    }
  }

  /**
   * Ends the session after a 421, by which the server ends it too (RFC 5321, section 3.8), or after a failure, which
   * leaves the session in an unknown state.
   */
  #endAt(result: SmtpResult): void {
    if (result.reply === undefined || result.reply.code === 421) this.cut()
  }
}

async function mayBegin({ mayBegin: ask }: OutgoingMail): Promise<boolean> {
  return ask === undefined || (await ask())
}

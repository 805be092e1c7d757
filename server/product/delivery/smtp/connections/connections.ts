import type { ConnectionLimits, OutgoingMail, SmtpConnectionCount } from '../../transport.js'
import type { Connector } from '../connector.js'
import type { SmtpResult } from '../result.js'
import { Cuttables, type Cuttable } from '../session/cuttables.js'
import type { SmtpSessionOptions } from '../session/open.js'
import type { Session } from '../session/session.js'
import { sendOnNewConnection, type Attempt } from './fail-over.js'

/**
 * Longest time that a connection is kept, in milliseconds. Only a provider's own limits say how many messages it
 * takes.
 */
export interface Lifetimes {
  /** Longest time without work. Servers mind connections that do nothing. */
  readonly idle: number
  /** Longest time in total, so that a change of the destination's hosts is followed. */
  readonly age: number
}

const defaultLifetimes: Lifetimes = { idle: 5_000, age: 300_000 }

/**
 * Keeps the connections to each destination. A connection that has done its work waits a while for more.
 *
 * A server may end a waiting connection just when it is used again; the message has not been begun then, so it is
 * sent over a new connection at once, and the failure is not reported.
 *
 * nodemailer's pool is not used for the reasons in `session/session.ts`.
 */
export class SmtpConnections {
  readonly #connector: Connector
  readonly #options: SmtpSessionOptions
  readonly #lifetimes: Lifetimes
  /** Waiting connections, by source and destination. */
  readonly #idle = new Map<string, Session[]>()
  /** Number of mails on their way, by the key of their limits. */
  readonly #sending = new Map<string, number>()
  /** Keys of the limits of waiting connections. */
  readonly #limits = new WeakMap<Session, string>()
  readonly #busy = new Cuttables()
  readonly #ending = new Set<Promise<void>>()
  #idleCount = 0

  constructor(connector: Connector, options: SmtpSessionOptions, lifetimes: Lifetimes = defaultLifetimes) {
    this.#connector = connector
    this.#options = options
    this.#lifetimes = lifetimes
  }

  /** Sends a message over a waiting connection, or a new one. It throws only for a mistake of ours. */
  async send(mail: OutgoingMail): Promise<SmtpResult> {
    const { key } = mail.limits ?? {}
    if (key === undefined) return this.#send(mail)
    this.#sending.set(key, (this.#sending.get(key) ?? 0) + 1)
    try {
      return await this.#send(mail)
    } finally {
      const left = (this.#sending.get(key) ?? 1) - 1
      if (left === 0) this.#sending.delete(key)
      else this.#sending.set(key, left)
    }
  }

  async #send(mail: OutgoingMail): Promise<SmtpResult> {
    const { signal } = mail
    const waiting = this.#takeIdle(keyOf(mail))
    if (waiting !== undefined) {
      const result = await this.#cuttable(waiting, signal, () => waiting.deliver(mail))
      if (!endedBefore(result) || signal?.aborted) {
        this.#keep(mail, waiting)
        return result
      }
      waiting.cut()
    }
    if (mail.limits?.connections !== undefined) await this.#makeRoom(mail.limits, mail.limits.connections)
    if (this.#busy.isClosed) return stopping
    const { result, session } = await this.#onNewConnection(mail)
    if (session !== undefined) this.#keep(mail, session)
    return result
  }

  #onNewConnection(mail: OutgoingMail): Promise<Attempt> {
    const { signal } = mail
    if (signal === undefined) return sendOnNewConnection(this.#connector, this.#options, mail, this.#busy)
    // The connections of this mail alone: one that opens after the mail was given up is cut at once.
    const own = new Cuttables()
    const all = { cut: () => own.cutAll() }
    return this.#cuttable(all, signal, () => sendOnNewConnection(this.#connector, this.#options, mail, own))
  }

  /** Does work on a connection that is cut if the mail is given up or all connections are closed. */
  async #cuttable<T>(item: Cuttable, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const cut = () => item.cut()
    this.#busy.add(item)
    if (signal?.aborted) cut()
    signal?.addEventListener('abort', cut)
    try {
      return await work()
    } finally {
      signal?.removeEventListener('abort', cut)
      this.#busy.delete(item)
    }
  }

  count(): SmtpConnectionCount {
    return { open: this.#busy.size + this.#idleCount, idle: this.#idleCount }
  }

  /** Says goodbye on waiting connections, and cuts the others. Resolves when the goodbyes are answered. */
  async close(): Promise<void> {
    this.#busy.cutAll()
    for (const session of [...this.#idle.values()].flat()) void this.#quit(session)
    this.#idle.clear()
    this.#idleCount = 0
    await Promise.all(this.#ending)
  }

  /** Takes the waiting connection that was used last, so that the others may time out for want of work. */
  #takeIdle(key: string): Session | undefined {
    const idle = this.#idle.get(key)
    const session = idle?.pop()
    if (session === undefined) return undefined
    this.#idleCount -= 1
    if (idle?.length === 0) this.#idle.delete(key)
    return session
  }

  /** Ends waiting connections until the provider's limit leaves room for a new one. */
  async #makeRoom(limits: ConnectionLimits, most: number): Promise<void> {
    const own = [...this.#idle].flatMap(([key, sessions]) =>
      sessions
        .filter((session) => this.#limits.get(session) === limits.key)
        .map((session) => ({ key, session })),
    )
    const tooMany = (this.#sending.get(limits.key) ?? 0) + own.length - most
    const ended = own.slice(0, Math.max(0, tooMany)).map(({ key, session }) => {
      this.#forget(key, session)
      return this.#quit(session)
    })
    await Promise.all(ended)
  }

  #keep(mail: OutgoingMail, session: Session): void {
    if (!session.isOpen) return
    const old = performance.now() - session.openedAt >= this.#lifetimes.age
    if (this.#busy.isClosed || old || session.taken >= (mail.limits?.mailsPerConnection ?? Infinity)) {
      void this.#quit(session)
      return
    }
    const key = keyOf(mail)
    if (mail.limits) this.#limits.set(session, mail.limits.key)
    const idle = this.#idle.get(key)
    if (idle === undefined) this.#idle.set(key, [session])
    else idle.push(session)
    this.#idleCount += 1
    session.rest(this.#lifetimes.idle, () => {
      this.#forget(key, session)
      void this.#quit(session)
    })
  }

  #forget(key: string, session: Session): void {
    const idle = this.#idle.get(key)
    const at = idle?.indexOf(session) ?? -1
    if (idle === undefined || at === -1) return
    idle.splice(at, 1)
    this.#idleCount -= 1
    if (idle.length === 0) this.#idle.delete(key)
  }

  #quit(session: Session): Promise<void> {
    const ending = session.quit().finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
    return ending
  }
}

/** Returns the key of the connections from a source to a destination. */
function keyOf({ destination, source }: OutgoingMail): string {
  return `${source?.bind ?? ''} ${destination}`
}

/**
 * Returns whether the server ended the connection before it was given any of the message, or answered 421 to MAIL.
 */
function endedBefore(result: SmtpResult): boolean {
  if (result.step !== 'mail') return false
  return result.reply === undefined ? result.failure === 'cut' : result.reply.code === 421
}

const stopping: SmtpResult = {
  step: 'connect',
  reply: undefined,
  failure: 'cut',
  error: 'The service is stopping.',
}

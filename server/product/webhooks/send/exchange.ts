import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { Connection } from './connection.js'
import { SendFailure } from './failure.js'
import { ReplyText } from './reply-text.js'

/**
 * Bytes of a reply's body that are read so that its connection can serve the next request, and milliseconds that the
 * body may take after the head. Beyond either the connection is cut: a new one costs less.
 */
const maxBodyBytes = 64 * 1024
const bodyMs = 1000
/** Number of interim replies (1xx) that may precede the reply: an endpoint that is still working sends a few. */
const maxInterim = 100

/** A reply; its body may be cut. */
export interface EndpointReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Time of `performance.now()` at which the head had come. */
  readonly headAt: number
  readonly text: string | null
  /** True if the reply was read to its end, so that the connection can go on. */
  readonly whole: boolean
}

/** Thrown if no head came in time. */
export class DeadlinePassed extends Error {
  override name = 'DeadlinePassed'
  /** True if the connection was made by then. */
  readonly connected: boolean

  constructor(connected: boolean) {
    super('no reply in time')
    this.connected = connected
  }
}

/**
 * Sends one request over a connection and takes the reply. Afterwards the caller has to keep or drop the connection.
 *
 * @param headMs milliseconds from now that the reply's head may take
 * @throws DeadlinePassed, or the error that kept the head from coming; an error after the head is no failure
 */
export function exchange(
  connection: Connection,
  request: Dispatcher.DispatchOptions,
  headMs: number,
): Promise<EndpointReply> {
  return new Promise((resolve, reject) => {
    connection.dispatch(request, new ReplyReader(headMs, resolve, reject))
  })
}

class ReplyReader implements Dispatcher.DispatchHandler {
  readonly #resolve: (reply: EndpointReply) => void
  readonly #reject: (error: Error) => void
  readonly #text = new ReplyText()
  #timer: NodeJS.Timeout
  #connected = false
  #head: Pick<EndpointReply, 'status' | 'headers' | 'headAt'> | undefined
  #over = false
  #interim = 0

  constructor(headMs: number, resolve: (reply: EndpointReply) => void, reject: (error: Error) => void) {
    this.#resolve = resolve
    this.#reject = reject
    this.#timer = setTimeout(() => this.#fail(new DeadlinePassed(this.#connected)), headMs)
  }

  onRequestStart(): void {
    this.#connected = true
  }

  onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return this.#takeInterim(status)
    this.#head = { status, headers, headAt: performance.now() }
    // Most replies end with the bytes that their head came with, which are read at once: they need no timer.
    queueMicrotask(() => this.#limitBody())
  }

  /**
   * Takes a 1xx, which precedes the reply (RFC 9110, section 15.2); only 101 is for clients that ask for another
   * protocol.
   */
  #takeInterim(status: number): void {
    this.#interim += 1
    if (status === 101)
      this.#fail(new SendFailure('invalid_response', 'The endpoint answered 101: another protocol.'))
    else if (this.#interim > maxInterim)
      this.#fail(
        new SendFailure('invalid_response', `The endpoint sent more than ${maxInterim} replies of 1xx.`),
      )
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#text.add(chunk)
    if (this.#text.length > maxBodyBytes) this.#end(false)
  }

  onResponseEnd(): void {
    this.#end(true)
  }

  onResponseError(_: unknown, error: Error): void {
    if (this.#head === undefined) this.#fail(error)
    else this.#end(false)
  }

  #limitBody(): void {
    if (this.#over) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(false), bodyMs)
  }

  #end(whole: boolean): void {
    this.#over = true
    clearTimeout(this.#timer)
    if (this.#head === undefined) return
    const { status, headers, headAt } = this.#head
    this.#resolve({ status, headers, headAt, text: this.#text.toText(whole), whole })
  }

  #fail(error: Error): void {
    this.#over = true
    clearTimeout(this.#timer)
    this.#reject(error)
  }
}

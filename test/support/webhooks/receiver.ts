import { once } from 'node:events'
import {
  createServer as createHttp,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { until } from '../time/until.js'
import { verifyWebhook, type Verdict, type VerifyOptions } from './verify-webhook.js'

/** A request as it came to a receiver. */
export interface Received {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Each field as it was written, in their order. */
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  readonly body: Buffer
  /** The event. */
  readonly json: any
  /** By `Service-Delivery`. */
  readonly deliveryId: string
  /** Which of the receiver's connections it came over, the first is 1. */
  readonly connection: number
  /** Holds its signature against these secrets. */
  verify(secrets: readonly string[], options?: VerifyOptions): Verdict
}

/** A receiver's answer to a request. */
export type Answer =
  /** A status, with nothing else. */
  | number
  | {
      readonly status?: number
      readonly headers?: Record<string, string | string[]>
      readonly body?: string | Uint8Array
      /** The reply waits for it. */
      readonly after?: Promise<unknown>
    }
  /** Sends these bytes and no others; the connection stays open. */
  | { readonly raw: string | Uint8Array }
  /** Sends nothing; the connection stays open. */
  | 'silence'
  /** Sends nothing; the connection is reset, or closed. */
  | 'reset'
  | 'close'
  /** Anything else. */
  | { readonly respond: (response: ServerResponse, socket: Socket) => void }

/** An endpoint for webhooks, which answers as a test tells it. */
export interface Receiver {
  readonly url: string
  readonly port: number
  /** In the order in which their bodies had come. */
  readonly received: Received[]
  /** Connections that it has taken in all, and those that are open. */
  readonly connections: number
  readonly open: number
  /** The answer to everyone, or a function that answers each request. 200 at first. */
  answer: Answer | ((received: Received) => Answer | Promise<Answer>)
  /** Waits for so many requests in all. */
  count(atLeast: number): Promise<Received[]>
  /** Cuts every connection. */
  cut(): void
  close(): Promise<void>
}

export interface ReceiverOptions {
  /** Shows this certificate, as test/support/certificates has it. */
  readonly tls?: { readonly key: string; readonly cert: string }
  readonly host?: string
  readonly port?: number
  /** Milliseconds that the receiver keeps an idle connection; 5000 by default, as in Node. */
  readonly keepAliveMs?: number
}

export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { tls, host = '127.0.0.1', port = 0, keepAliveMs } = options
  const received: Received[] = []
  const numbers = new Map<Socket, number>()
  let connections = 0
  const state: Pick<Receiver, 'answer'> = { answer: 200 }

  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const one = receivedFrom(request, await bodyOf(request), numbers.get(socket) ?? 0)
    received.push(one)
    const { answer } = state
    await reply(typeof answer === 'function' ? await answer(one) : answer, response, socket)
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    // The connection was cut before the request had come.
    take(request, response).catch(() => response.destroy())
  }
  const server = tls === undefined ? createHttp(listener) : createHttps(tls, listener)
  if (keepAliveMs !== undefined) server.keepAliveTimeout = keepAliveMs
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    numbers.set(socket, ++connections)
    socket.on('error', () => undefined)
    socket.on('close', () => numbers.delete(socket))
  })
  server.on('tlsClientError', () => undefined)
  server.listen(port, host)
  await once(server, 'listening')
  const bound = (server.address() as AddressInfo).port

  const cut = () => {
    for (const socket of numbers.keys()) socket.destroy()
  }
  return Object.defineProperties(
    Object.assign(state, {
      url: `${tls === undefined ? 'http' : 'https'}://${host}:${bound}/hook`,
      port: bound,
      received,
      connections: 0,
      open: 0,
      count: (atLeast: number) =>
        until(() => received.length >= atLeast && received, `${atLeast} webhooks, not ${received.length}`),
      cut,
      close: async () => {
        const closed = new Promise((resolve) => server.close(resolve))
        cut()
        server.closeAllConnections()
        await closed
      },
    }),
    { connections: { get: () => connections }, open: { get: () => numbers.size } },
  )
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function receivedFrom(request: IncomingMessage, body: Buffer, connection: number): Received {
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    fields: fieldsOf(request.rawHeaders),
    body,
    get json() {
      return JSON.parse(body.toString('utf8'))
    },
    deliveryId: String(request.headers['service-delivery']),
    connection,
    verify: (secrets, options) =>
      verifyWebhook(body, request.headers['service-signature'] as string | undefined, secrets, options),
  }
}

function fieldsOf(raw: readonly string[]): Received['fields'] {
  return Array.from({ length: raw.length / 2 }, (_, place) => ({
    name: raw[2 * place] ?? '',
    value: raw[2 * place + 1] ?? '',
  }))
}

async function reply(answer: Answer, response: ServerResponse, socket: Socket): Promise<void> {
  if (answer === 'silence') return
  if (answer === 'reset') return void socket.resetAndDestroy()
  if (answer === 'close') return void socket.destroy()
  if (typeof answer === 'number') return void response.writeHead(answer).end()
  if ('respond' in answer) return answer.respond(response, socket)
  if ('raw' in answer) return void socket.write(answer.raw)
  await answer.after
  response.writeHead(answer.status ?? 200, answer.headers).end(answer.body)
}

import type { Dispatcher } from 'undici'
import { toTypeId } from '../../db/ids.js'
import { signatureHeader } from '../sign/signature.js'
import { Connections } from './connections.js'
import { webhookConnector, type ConnectorOptions } from './connector.js'
import { DeadlinePassed, exchange, type Reply } from './exchange.js'
import { exchangeFailure, SendFailure, statusFailure } from './failure.js'
import { retryAfterSeconds } from './retry-after.js'
import { userAgent } from './user-agent.js'
import type { OutgoingWebhook, SendResult, WebhookSender } from './webhook.js'

export interface WebhookSenderOptions extends ConnectorOptions {
  /** How long an attempt may take from the look-up to the reply's head. */
  readonly timeoutSeconds: number
  /** Connections at once, beyond which no idle one is kept. Nothing waits for one. */
  readonly connections: number
}

/** Sends webhooks over HTTP/1.1, to addresses that the guard lets through. Redirects are not followed. */
export function webhookSender(options: WebhookSenderOptions): WebhookSender {
  const connections = new Connections(webhookConnector(options), options.connections)
  const limitMs = options.timeoutSeconds * 1000
  let closed = false

  /** @throws SendFailure */
  async function reply(url: URL, request: Dispatcher.DispatchOptions, began: number): Promise<Reply> {
    const where = `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`
    let connection = connections.take(url.origin)
    for (;;) {
      try {
        const reply = await exchange(connection, request, began + limitMs - performance.now())
        if (reply.whole) connection.markAnswered()
        if (reply.whole) connections.keep(connection)
        else connections.drop(connection)
        return reply
      } catch (error) {
        const wasAnswered = connection.answered
        connections.drop(connection)
        if (error instanceof DeadlinePassed) throw timedOut(error, where, options.timeoutSeconds)
        const failure = exchangeFailure(error as Error, where)
        // An endpoint may close an idle connection just when the next request is on its way.
        if (failure.reason !== 'connection_lost' || !wasAnswered || closed) throw failure
        connection = connections.takeNew(url.origin)
      }
    }
  }

  return {
    send: async (webhook) => {
      const at = new Date()
      const began = performance.now()
      try {
        if (closed) throw new SendFailure('connection_lost', 'The service is stopping.')
        const url = urlOf(webhook.url)
        return resultOf(await reply(url, requestOf(url, webhook, at), began), at, began)
      } catch (error) {
        const failure =
          error instanceof SendFailure
            ? error
            : new SendFailure('connection_failed', 'The request could not be made.')
        return {
          at,
          status: null,
          durationMs: Math.round(performance.now() - began),
          error: failure.present(),
          responseBody: null,
          retryAfterSeconds: null,
        }
      }
    },
    connections: () => connections.open,
    close: async () => {
      closed = true
      connections.close()
    },
  }
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new SendFailure('connection_failed', 'The url is not an address of the web.')
}

function requestOf(url: URL, webhook: OutgoingWebhook, at: Date): Dispatcher.DispatchOptions {
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method: 'POST',
    headers: [
      ...['Content-Type', 'application/json', 'User-Agent', userAgent],
      ...['Service-Signature', signatureHeader(webhook.secrets, webhook.body, at)],
      ...['Service-Delivery', toTypeId('whd', webhook.deliveryId)],
    ],
    body: webhook.body,
  }
}

function timedOut({ connected }: DeadlinePassed, where: string, seconds: number): SendFailure {
  const missing = connected ? `No reply from ${where}` : `No connection with ${where}`
  return new SendFailure('timed_out', `${missing} within ${seconds} seconds.`)
}

function resultOf(reply: Reply, at: Date, began: number): SendResult {
  // One that is repeated comes as a list.
  const [retryAfter] = [reply.headers['retry-after']].flat()
  return {
    at,
    status: reply.status,
    durationMs: Math.round(reply.headAt - began),
    error: statusFailure(reply.status)?.present() ?? null,
    responseBody: reply.text,
    retryAfterSeconds: retryAfter === undefined ? null : retryAfterSeconds(retryAfter, Date.now()),
  }
}

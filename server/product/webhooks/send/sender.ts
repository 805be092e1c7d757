import type { Dispatcher } from 'undici'
import { EndpointConnections } from './connections.js'
import { webhookConnector, type ConnectorOptions } from './connector.js'
import { addressOf } from './endpoint.js'
import { DeadlinePassed, exchange, type EndpointReply } from './exchange.js'
import { exchangeFailure, SendFailure, statusFailure } from './failure.js'
import { retryAfterSeconds } from './retry-after.js'
import { headerOf, requestOf } from './request.js'
import { targetOf, type Target } from './target.js'
import type { SendResult, SentHeader, WebhookSender } from './webhook.js'

export interface WebhookSenderOptions extends ConnectorOptions {
  /** Seconds that an attempt may take from the look-up to the reply's head. */
  readonly timeoutSeconds: number
  /** Number of open connections above which no idle connection is kept. No request waits for a connection. */
  readonly connections: number
  /** Returns whether a URL is the address of a receiver of this service, to which the guard does not apply. */
  readonly isOwnReceiver: (url: string) => boolean
}

/**
 * Makes a sender that sends webhooks over HTTP/1.1 to addresses that the guard lets through, and to receivers of this
 * service at any address. Redirects are not followed.
 */
export function webhookSender(options: WebhookSenderOptions): WebhookSender {
  const guarded = new EndpointConnections(webhookConnector(options), options.connections)
  // Connections are kept by their origin alone. A connection to a receiver must not be used for another path of this
  // service, to which the guard lets nobody connect.
  const own = new EndpointConnections(
    webhookConnector({ ...options, guard: () => true }),
    options.connections,
  )
  const limitMs = options.timeoutSeconds * 1000
  let closed = false

  /** @throws SendFailure */
  async function replyOf(
    connections: EndpointConnections,
    target: Target,
    request: Dispatcher.DispatchOptions,
    began: number,
  ): Promise<EndpointReply> {
    const { origin } = target
    let connection = connections.take(origin)
    for (;;) {
      try {
        const reply = await exchange(connection, request, began + limitMs - performance.now())
        if (reply.whole) connections.keep(connection)
        else connections.drop(connection)
        return reply
      } catch (error) {
        connections.drop(connection)
        const failure = failureOf(error as Error, target)
        // An endpoint may close an idle connection just when the next request is on its way. If the endpoint has read
        // that request, it recognizes the event's id in the second one. A new connection has answered no request yet,
        // so its failure is not tried again.
        if (failure.reason !== 'connection_lost' || !connection.answered || closed) throw failure
        connection = connections.takeNew(origin)
      }
    }
  }

  function failureOf(error: Error, target: Target): SendFailure {
    if (closed) return stopping()
    if (error instanceof DeadlinePassed) return timedOut(error, target, options.timeoutSeconds)
    return exchangeFailure(error, addressOf(target))
  }

  return {
    send: async (webhook) => {
      const at = new Date()
      const began = performance.now()
      let header: SentHeader | null = null
      try {
        if (closed) throw stopping()
        const target = targetOf(webhook.url, options.isOwnReceiver(webhook.url))
        header = headerOf(target, webhook, at)
        const connections = target.isOwn ? own : guarded
        const reply = await replyOf(connections, target, requestOf(target, webhook, header), began)
        return resultOf(reply, header, at, began)
      } catch (error) {
        const failure =
          error instanceof SendFailure
            ? error
            : new SendFailure('connection_failed', 'The request could not be made.')
        return {
          at,
          header,
          status: null,
          durationMs: Math.round(performance.now() - began),
          error: failure.present(),
          responseBody: null,
          retryAfterSeconds: null,
        }
      }
    },
    connections: () => guarded.open + own.open,
    close: async () => {
      closed = true
      guarded.close()
      own.close()
    },
  }
}

const stopping = () => new SendFailure('connection_lost', 'The service is stopping.')

function timedOut({ connected }: DeadlinePassed, target: Target, seconds: number): SendFailure {
  const missing = connected ? 'reply from' : 'connection with'
  return new SendFailure('timed_out', `No ${missing} ${addressOf(target)} within ${seconds} seconds.`)
}

function resultOf(reply: EndpointReply, header: SentHeader, at: Date, began: number): SendResult {
  const retryAfter = firstOf(reply.headers['retry-after'])
  return {
    at,
    header,
    status: reply.status,
    durationMs: Math.round(reply.headAt - began),
    error: statusFailure(reply.status)?.present() ?? null,
    responseBody: reply.text,
    retryAfterSeconds: retryAfter === undefined ? null : retryAfterSeconds(retryAfter, Date.now()),
  }
}

/** Returns the first value of a field; a repeated field comes as a list. */
function firstOf(field: string | string[] | undefined): string | undefined {
  return typeof field === 'object' ? field[0] : field
}

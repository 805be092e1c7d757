import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that came. */
export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ScriptedHttp {
  readonly url: string
  readonly asked: readonly Asked[]
  close(): Promise<void>
}

/** Answers a request. A server uses its answers in order, and the last one again and again. */
export type Answer = (reply: ServerResponse, asked: Asked) => void

/** A reply of JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (reply) => {
    reply.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

/** Starts an HTTP server that answers by a script, as no service of ours would. */
export async function startScriptedHttp(...answers: readonly Answer[]): Promise<ScriptedHttp> {
  const asked: Asked[] = []
  const server = createServer((request, reply) => {
    void (async () => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const one = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      }
      asked.push(one)
      answers[Math.min(asked.length, answers.length) - 1]?.(reply, one)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

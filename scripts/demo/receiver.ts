import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Receives the demo's webhooks on this machine. */
export interface Receiver {
  /** Takes everything. */
  readonly healthyUrl: string
  /** Answers 503. */
  readonly failingUrl: string
  close(): void
}

/** The reply of the endpoint that fails. */
export const unavailable = { status: 503, body: '{"error":"database is down for maintenance"}' } as const

export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, reply) => {
    request.on('error', () => undefined).resume()
    const isFailing = request.url === '/crm'
    reply.writeHead(isFailing ? unavailable.status : 200, { 'Content-Type': 'application/json' })
    reply.end(isFailing ? unavailable.body : '{"ok":true}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { healthyUrl: `${base}/orders`, failingUrl: `${base}/crm`, close }
}

import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of a service, which can do something in the middle of a request. */
export interface HttpCuttingProxy {
  readonly url: string
  /** Number of requests since the last `at`. */
  readonly requests: number
  /**
   * Does something once, with the request of this number from now on, the first being 1: before the service has it, or
   * when it has answered and the client does not know. The client gets no reply to it, and nothing gets through after it.
   */
  at(number: number, when: 'before' | 'after', cut: () => void): void
  /** Lets all requests through again. */
  mend(): void
  close(): Promise<void>
}

/** Starts a proxy on a free port. */
export async function startHttpCuttingProxy(target: string): Promise<HttpCuttingProxy> {
  let count = 0
  let planned: { number: number; when: 'before' | 'after'; cut: () => void } | undefined
  let isCut = false
  const server: Server = createServer((req, res) => {
    count += 1
    if (isCut) return void req.socket.destroy()
    const plan = planned?.number === count ? planned : undefined
    const cut = () => {
      isCut = true
      plan?.cut()
      req.socket.destroy()
    }
    if (plan?.when === 'before') return cut()
    const { method, headers } = req
    const onward = request(new URL(req.url ?? '/', target), { method, headers }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.once('end', () => {
        if (plan !== undefined) return cut()
        res.writeHead(reply.statusCode ?? 500, reply.headers).end(Buffer.concat(parts))
      })
    })
    onward.once('error', () => req.socket.destroy())
    req.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return count
    },
    at: (number, when, cut) => {
      ;[count, isCut] = [0, false]
      planned = { number, when, cut }
    },
    mend: () => {
      ;[count, isCut, planned] = [0, false, undefined]
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../time/until.js'

/** A reverse proxy that sends requests only to services that are ready. */
export interface ReadinessProxy {
  readonly url: string
  /** Faults between the proxy and a service. The proxy tries nothing twice. */
  readonly faults: readonly string[]
  isReady(index: number): boolean
  close(): void
}

/** Between two checks, in milliseconds. */
const checkMs = 50

/** Starts a proxy that keeps its connections to the services, checks their readiness, and takes them in turns. */
export async function startReadinessProxy(urls: readonly string[]): Promise<ReadinessProxy> {
  const ready = urls.map(() => false)
  const agents = urls.map(() => new Agent({ keepAlive: true }))
  const faults: string[] = []
  let turn = 0

  let closed = false
  // One check after the other, so that no earlier reply comes after a later one.
  const check = async (url: string, index: number) => {
    while (!closed) {
      ready[index] = await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
      await sleep(checkMs)
    }
  }
  urls.forEach((url, index) => void check(url, index))

  const server = createServer((req, res) => {
    const alive = urls.map((_, index) => index).filter((index) => ready[index])
    const index = alive[(turn += 1) % Math.max(1, alive.length)] ?? 0
    const { method, headers } = req
    const passed = request(`${urls[index]}${req.url}`, {
      agent: agents[index],
      method,
      headers: { ...headers, connection: 'keep-alive' },
    })
    passed.once('response', (reply) => {
      const { 'content-type': type = '', 'content-encoding': encoding } = reply.headers
      res.writeHead(reply.statusCode ?? 502, {
        'Content-Type': type,
        ...(encoding !== undefined && { 'Content-Encoding': encoding }),
      })
      reply.pipe(res)
    })
    passed.once('error', (error: NodeJS.ErrnoException) => {
      faults.push(error.code ?? error.message)
      res.writeHead(502).end()
    })
    req.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await until(() => ready.every(Boolean), 'the services to be ready')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    isReady: (index) => ready[index] === true,
    close: () => {
      closed = true
      for (const agent of agents) agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}

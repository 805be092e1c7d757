import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { Worker } from 'node:worker_threads'
import pino from 'pino'
import { addressGuard } from '../../../server/mail/network/address-guard.js'
import { mxConnector } from '../../../server/product/delivery/mx/connector.js'
import type { StsPolicy } from '../../../server/product/delivery/mx/mta-sts/policies.js'
import { ConnectionFailed, type Connector } from '../../../server/product/delivery/smtp/connector.js'
import { openResolver } from '../../../server/mail/dns/open-resolver.js'
import type { TestDns } from '../domains/dns.js'
import { heldPort } from '../network/ports.js'

/** Hosts of the internet, played by this machine: Linux has all of 127.0.0.0/8 on its loopback. */

export interface Hosts {
  readonly port: number
  /** The addresses that were connected to. */
  readonly connected: string[]
  close(): Promise<void>
}

/** Hosts that take connections on the same port of several addresses, a port of their own where none is given. */
export async function startHosts(addresses: readonly string[], wanted?: number): Promise<Hosts> {
  const connected: string[] = []
  const servers: Server[] = []
  const port = wanted ?? (await heldPort())
  for (const address of addresses) {
    const server = createServer((socket) => {
      connected.push(address)
      socket.on('error', () => undefined)
      socket.end()
    })
    server.listen(port, address)
    await once(server, 'listening')
    servers.push(server)
  }
  return {
    port,
    connected,
    close: async () => {
      await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
    },
  }
}

export interface TestConnector extends Connector {
  /** Lines that the connector logged. */
  readonly logs: string[]
}

/** A connector with a test's DNS, for which the loopback is the internet. */
export function connectorFor(
  dns: TestDns,
  port: number,
  more: {
    readonly allowed?: readonly string[]
    readonly policies?: Record<string, StsPolicy>
    readonly connectMs?: number
  } = {},
): TestConnector {
  const logs: string[] = []
  const connector = mxConnector({
    resolver: openResolver([dns.server], { tryMs: 1_000 }),
    policies: { of: (domain) => Promise.resolve(more.policies?.[domain]) },
    guard: addressGuard(more.allowed ?? ['127.0.0.0/8', '::1']),
    port,
    ...(more.connectMs !== undefined && { connectMs: more.connectMs }),
    log: pino({ base: null }, { write: (line: string) => void logs.push(line) }),
  })
  return { ...connector, logs }
}

/** Connects, and says where; the connection is closed at once. */
export async function reached(connector: Connector, domain: string, avoid: readonly string[] = []) {
  const { socket, ...connected } = await connector.connect(domain, new Set(avoid))
  socket.on('error', () => undefined)
  socket.destroy()
  return connected
}

/** Why there is no connection. */
export async function whyNot(connector: Connector, domain: string, avoid: readonly string[] = []) {
  const error = await reached(connector, domain, avoid).then(
    ({ address }) => new Error(`connected to ${address}`),
    (error: unknown) => error,
  )
  if (!(error instanceof ConnectionFailed)) throw error
  const { step, failure, message } = error
  return { step, failure, message }
}

/** A host that never takes a connection and never refuses one. */
export async function startDeafHost(
  address: string,
): Promise<{ readonly port: number; close(): Promise<unknown> }> {
  // A thread that stops the moment it listens: the system queues two connections and leaves the others unanswered.
  const thread = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
     const server = require('node:net').createServer().listen(0, workerData, 1, () => {
       parentPort.postMessage(server.address().port)
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
     })`,
    { eval: true, workerData: address },
  )
  const [port] = (await once(thread, 'message')) as [number]
  const queued = [1, 2, 3].map(() => connect(port, address).on('error', () => undefined))
  await Promise.all(queued.slice(0, 2).map((socket) => once(socket, 'connect')))
  return {
    port,
    close: () => {
      for (const socket of queued) socket.destroy()
      return thread.terminate()
    },
  }
}

/** Variables of a service that delivers by MX to hosts of this machine, as this DNS server tells them. */
export function mxEnv(dns: Pick<TestDns, 'server'>, allowedMxCidrs: string) {
  return {
    POSTSEAL_ALLOW_HTTP: 'true',
    POSTSEAL_TRANSPORT: 'mx',
    POSTSEAL_HOSTNAME: 'mail.sender.example',
    POSTSEAL_RETURN_PATH_DOMAIN: 'bounces.sender.example',
    POSTSEAL_INBOUND_HOST: '127.0.0.1',
    POSTSEAL_REQUIRE_VERIFIED_DOMAINS: 'false',
    POSTSEAL_DNS_SERVERS: dns.server,
    POSTSEAL_ALLOWED_MX_CIDRS: allowedMxCidrs,
  }
}

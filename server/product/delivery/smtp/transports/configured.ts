import { connect, isIP, type Socket } from 'node:net'
import { sinkDestination } from '../../../mail/destination.js'
import type { Transport } from '../../transport.js'
import { ConnectionFailed, type Connector, type Connected, type TlsDemand } from '../connector.js'
import type { LimiterRules } from '../../../../platform/queue/limiter/adaptive-limiter.js'
import type { SmtpSessionOptions } from '../session/open.js'
import { oneDestination, eachDestination } from './pooled.js'
import type { RelayConfig } from '../../../../platform/config/transport.js'
import { StepFailed } from '../session/step-failed.js'
import { encrypt, whyNotTrusted } from '../session/tls.js'
import type { Config } from '../../../../platform/config/config.js'
import type { DeliveryConfig } from '../../../../platform/config/defaults.js'
import { defaultTimeOuts } from '../session/time-outs.js'

/**
 * Limits for the sink. It is next door and bears any load. It refuses on purpose and may be restarted at any time,
 * and a failed connection costs nothing, so sending to it is never paused.
 */
const sinkRules: LimiterRules = {
  start: 20,
  min: 20,
  max: 20,
  failuresToOpen: Infinity,
  openMs: () => 0,
  throttleMs: () => 0,
}

/** Delivers to the bundled sink, in clear, because it is on this machine or this network. */
function sinkTransport(host: string, port: number, options: SmtpSessionOptions): Transport {
  const connector: Connector = {
    connect: async () => ({
      socket: await connectTcp(host, port, options.timeOuts.connect),
      host: hostAndPort(host, port),
      address: hostAndPort(host, port),
      tls: { mode: 'none' },
    }),
  }
  return oneDestination(connector, sinkRules, options)
}

const minute = 60_000

const mxRules: Omit<LimiterRules, 'throttleMs'> = {
  start: 5,
  min: 1,
  max: 20,
  failuresToOpen: 5,
  openMs: () => 5 * minute,
  // Anybody can point any number of domains at a server that takes connections and says nothing.
  probation: { start: 1, patienceMs: 5_000 },
}

/** Delivers to the hosts of each recipient's domain. */
export function mxTransport(
  connector: Connector,
  options: SmtpSessionOptions,
  { throttleMs, maxThrottleMs }: Pick<DeliveryConfig, 'throttleMs' | 'maxThrottleMs'>,
): Transport {
  const rules = {
    ...mxRules,
    throttleMs: (times: number) => Math.min(maxThrottleMs, throttleMs * 2 ** times),
  }
  return eachDestination(connector, rules, options)
}

/**
 * Limits for the relay. All live mail goes by it, so it is soon tried again: from a second on, and after a minute at
 * the latest.
 */
const relayRules: LimiterRules = {
  start: 5,
  min: 1,
  max: 20,
  failuresToOpen: 5,
  openMs: (timesOpened) => Math.min(60_000, 1_000 * 2 ** timesOpened),
  throttleMs: (times) => Math.min(60_000, 5_000 * 2 ** times),
}

/** Delivers to the operator's relay, which takes all mail and passes it on. */
export function relayTransport(relay: RelayConfig, options: SmtpSessionOptions): Transport {
  return oneDestination(relayConnector(relay, options), relayRules, {
    ...options,
    credentials: relay.credentials,
  })
}

/** Delivers to the relay of a pool. */
export function poolRelayTransport({ hostname }: Pick<Config, 'hostname'>, relay: RelayConfig): Transport {
  return relayTransport(relay, { hostname, timeOuts: defaultTimeOuts })
}

/** Connects to a relay, encrypted from the first byte if its address says so. */
export function relayConnector(relay: RelayConfig, { timeOuts, ca }: SmtpSessionOptions): Connector {
  const { host, port } = relay
  const address = hostAndPort(host, port)

  async function connectEncrypted(): Promise<Connected['socket']> {
    const socket = await connectTcp(host, port, timeOuts.connect)
    if (relay.tls !== 'implicit') return socket
    try {
      const encrypted = await encrypt(socket, host, { ms: timeOuts.tls, failure: 'tls', ca })
      const objection = whyNotTrusted(encrypted)
      if (objection === undefined) return encrypted
      encrypted.destroy()
      throw new ConnectionFailed('tls', 'tls', objection, address)
    } catch (error) {
      if (!(error instanceof StepFailed) || error.result.reply !== undefined) throw error
      const { step, failure, error: text } = error.result
      throw new ConnectionFailed(step, failure, text, address)
    }
  }

  return {
    connect: async () => ({ socket: await connectEncrypted(), host: address, address, tls: demandOf(relay) }),
  }
}

function demandOf({ tls, host }: RelayConfig): TlsDemand {
  if (tls === 'opportunistic') return { mode: 'opportunistic', servername: host }
  if (tls === 'required') return { mode: 'required', servername: host, verify: whyNotTrusted, failure: 'tls' }
  return { mode: 'none' }
}

/** Sends mail of test projects to the sink, and all other mail by the live transport. */
function routingTransport(sink: Transport, live: Transport): Transport {
  return {
    capacity: () => {
      const { proven, total, ...others } = live.capacity()
      const inSink = sink.capacity().byDefault
      return {
        ...others,
        proven: new Map([...proven, [sinkDestination, inSink]]),
        ...(total !== undefined && { total: total + inSink }),
      }
    },
    isOnProbation: (destination) =>
      destination !== sinkDestination && (live.isOnProbation?.(destination) ?? false),
    send: (mail) => (mail.destination === sinkDestination ? sink : live).send(mail),
    connections: () => {
      const [one, other] = [sink.connections(), live.connections()]
      return { open: one.open + other.open, idle: one.idle + other.idle }
    },
    stopped: () => sink.stopped() + live.stopped(),
    close: async () => {
      await Promise.all([sink.close(), live.close()])
    },
  }
}

/**
 * Makes the transport that POSTSEAL_TRANSPORT names.
 *
 * @param sinkPort port of the running sink
 * @param mxConnector opens connections to a domain's hosts; called only if mail goes there
 */
export function configuredTransport(
  { transport, hostname, sinkHost, delivery }: Config,
  sinkPort: number,
  mxConnector: () => Connector,
): Transport {
  const options: SmtpSessionOptions = { hostname, timeOuts: defaultTimeOuts }
  const sink = sinkTransport(sinkHost, sinkPort, options)
  if (transport.kind === 'sink') return sink
  if (transport.kind === 'relay') return routingTransport(sink, relayTransport(transport, options))
  return routingTransport(sink, mxTransport(mxConnector(), options, delivery))
}

/**
 * Opens a TCP connection.
 *
 * @param ms longest time to wait, in milliseconds
 * @throws ConnectionFailed
 */
export function connectTcp(host: string, port: number, ms: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true })
    const fail = (error: string) => {
      clearTimeout(timer)
      socket.destroy()
      reject(new ConnectionFailed('connect', 'connect', error, hostAndPort(host, port)))
    }
    const timer = setTimeout(() => fail('The connection to the server timed out.'), ms)
    // This listener stays, so that an error before the session has begun is not uncaught.
    socket.on('error', (error) => fail(`The server could not be reached: ${reasonOf(error)}`))
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(socket)
    })
  })
}

/**
 * Returns the reason of a failed connection. If a name has many addresses, the reason of one is enough
 * (`AggregateError` has no message of its own).
 */
function reasonOf(error: Error): string {
  if (!(error instanceof AggregateError)) return error.message
  const [first] = error.errors as unknown[]
  return first instanceof Error ? first.message : error.name
}

/** Returns host and port in the form in which replies name a server. */
function hostAndPort(host: string, port: number): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`
}

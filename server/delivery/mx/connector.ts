import type { Logger } from 'pino'
import type { AddressGuard } from '../../network/address-guard.js'
import { DnsFailure, type Resolver } from '../../dns/resolver.js'
import { ConnectionFailed, type Connected, type Connector } from '../smtp/connector.js'
import { exchangesOf } from './exchanges.js'
import type { StsPolicies, StsPolicy } from './mta-sts/policies.js'
import { reachExchange } from './reach.js'
import { tlsDemand } from './tls-demand.js'

export interface MxConnectorOptions {
  readonly resolver: Resolver
  readonly policies: StsPolicies
  /** Asked about every address right before it is connected to. */
  readonly guard: AddressGuard
  /** 25 but in tests (RFC 5321, section 4.5.4.2). */
  readonly port: number
  /** How long an address may take to answer, in milliseconds. Tests shorten it. */
  readonly connectMs?: number
  readonly log: Logger
}

const usualConnectMs = 30_000
/** After this long no further host is tried for one connection, in milliseconds: others wait for the hand. */
const enoughMs = 120_000

/**
 * Connects to the mail exchanges of a domain, best first, and says what MTA-STS (RFC 8461) and DANE (RFC 7672) demand of
 * the connection.
 */
export function mxConnector(options: MxConnectorOptions): Connector {
  const { resolver, policies, guard, port, connectMs = usualConnectMs, log } = options

  /** @throws ConnectionFailed where this host will not do */
  async function connectTo(
    domain: string,
    host: string,
    policy: StsPolicy | undefined,
    avoid: ReadonlySet<string>,
  ): Promise<Connected | undefined> {
    const { records } = await resolver.addresses(host)
    if (records.length === 0)
      throw new ConnectionFailed('resolve', 'dns', `${host}, a host of ${domain}, has no address.`)
    const addresses = records.filter(guard)
    if (addresses.length === 0) {
      const message = `${host}, a host of ${domain}, is not on the public internet.`
      throw new ConnectionFailed('resolve', 'forbidden_address', message)
    }
    if (addresses.every((address) => avoid.has(address))) return undefined
    const tls = await tlsDemand({ resolver, domain, host, port, policy, log })
    const { socket, host: address } = await reachExchange({ domain, host, port, addresses, avoid, connectMs })
    // Commands are small and each waits for the reply to the one before.
    socket.setNoDelay(true)
    return { socket, host: `${host}:${port}`, address, tls }
  }

  async function connect(domain: string, avoid: ReadonlySet<string>): Promise<Connected> {
    const end = Date.now() + enoughMs
    const [hosts, policy] = await Promise.all([exchangesOf(resolver, domain), policies.of(domain)])
    const failures: ConnectionFailed[] = []
    for (const host of hosts) {
      if (Date.now() > end) break
      try {
        const connected = await connectTo(domain, host, policy, avoid)
        if (connected !== undefined) return connected
      } catch (error) {
        failures.push(asConnectionFailed(error))
      }
    }
    throw worthTelling(failures) ?? new ConnectionFailed('connect', 'connect', `${domain} has no other host.`)
  }

  return {
    connect: (domain, avoid) =>
      connect(domain, avoid).catch((error: unknown) => {
        throw asConnectionFailed(error)
      }),
  }
}

/** @throws what is neither, a mistake of ours */
function asConnectionFailed(error: unknown): ConnectionFailed {
  if (error instanceof ConnectionFailed) return error
  if (error instanceof DnsFailure) return new ConnectionFailed('resolve', 'dns', error.message)
  throw error
}

/**
 * The one failure to report of several hosts: of the host that came furthest, and of those the last. So a domain counts as
 * forbidden only where all its hosts are.
 */
function worthTelling(failures: readonly ConnectionFailed[]): ConnectionFailed | undefined {
  const rank = ({ step, failure }: ConnectionFailed) =>
    step === 'connect' ? 3 : failure === 'tls_policy' ? 2 : failure === 'dns' ? 1 : 0
  return failures.toSorted((a, b) => rank(a) - rank(b)).at(-1)
}

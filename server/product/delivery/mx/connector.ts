import { isIP } from 'node:net'
import { type MxRecord, type Resolver, DnsFailure } from '../../../mail/dns/resolver.js'
import { shuffled } from './shuffle.js'
import { ConnectionFailed, type Connected, type Connector } from '../smtp/connector.js'
import type { Logger } from 'pino'
import type { AddressGuard } from '../../../mail/network/address-guard.js'
import type { StsPolicies, StsPolicy } from './mta-sts/policies.js'
import { reachExchange } from './reach.js'
import { tlsDemand } from './tls-demand.js'

/**
 * Most hosts that are looked up for one connection. Domains with hundreds exist, some of them made to keep senders
 * busy; a domain with ten hosts that do not answer is better tried again later.
 */
const maxHosts = 10

/**
 * Returns the hosts that take a domain's mail, best first (RFC 5321, section 5.1). mx-connect finds them too, but
 * does not know a domain that takes no mail (RFC 7505), always begins with the same of equal hosts, and looks up all
 * of them however many there are.
 *
 * @throws ConnectionFailed with `no_such_domain` or `null_mx`
 * @throws DnsFailure
 */
async function exchangesOf(resolver: Resolver, domain: string): Promise<string[]> {
  const mx = await resolver.mx(domain)
  const hosts = mx.records.filter(({ exchange }) => exchange !== '')
  if (hosts.length > 0) return inOrder(hosts)
  if (mx.records.length > 0) throw failed('null_mx', `${domain} does not accept mail (null MX, RFC 7505).`)
  if (!mx.exists) throw failed('no_such_domain', `${domain} does not exist.`)
  // Without MX records the domain is its own host.
  const { records } = await resolver.addresses(domain)
  if (records.length === 0) throw failed('no_such_domain', `${domain} has neither MX nor address records.`)
  return [domain]
}

function inOrder(records: readonly MxRecord[]): string[] {
  const sorted = shuffled(records).sort((a, b) => a.preference - b.preference)
  return [...new Set(sorted.map(({ exchange }) => exchange.toLowerCase()))].slice(0, maxHosts)
}

function failed(failure: 'null_mx' | 'no_such_domain', message: string): ConnectionFailed {
  return new ConnectionFailed('resolve', failure, message)
}

export interface MxConnectorOptions {
  readonly resolver: Resolver
  readonly policies: StsPolicies
  /** Asked about every address right before a connection to it. */
  readonly guard: AddressGuard
  /** Port of the mail exchanges: 25 except in tests (RFC 5321, section 4.5.4.2). */
  readonly port: number
  /** Longest time that an address may take to answer, in milliseconds. */
  readonly connectMs?: number | undefined
  readonly log: Logger
}

const usualConnectMs = 30_000
/**
 * Time after which no further host is tried for one connection, in milliseconds: other deliveries wait for the slot.
 */
const enoughMs = 120_000

/**
 * Connects to the mail exchanges of a domain, best first, and says what MTA-STS (RFC 8461) and DANE (RFC
 * 7672) demand of the connection.
 */
export function mxConnector(options: MxConnectorOptions): Connector {
  const { resolver, policies, guard, port, connectMs = usualConnectMs, log } = options

  /**
   * Connects to one host and finds out how to encrypt.
   *
   * @throws ConnectionFailed if this host cannot be used
   */
  async function connectTo(
    domain: string,
    host: string,
    {
      policy,
      avoid,
      from,
    }: {
      readonly policy: StsPolicy | undefined
      readonly avoid: ReadonlySet<string>
      readonly from: string | undefined
    },
  ): Promise<Connected | undefined> {
    const { records } = await resolver.addresses(host)
    if (records.length === 0)
      throw new ConnectionFailed('resolve', 'dns', `${host}, a host of ${domain}, has no address.`)
    const allowed = records.filter(guard)
    if (allowed.length === 0) {
      const message = `${host}, a host of ${domain}, is not on the public internet.`
      throw new ConnectionFailed('resolve', 'forbidden_address', message)
    }
    const addresses = allowed.filter((address) => from === undefined || isIP(address) === isIP(from))
    if (addresses.length === 0) {
      const message = `${host}, a host of ${domain}, has no address of the family of ${from}, which mail leaves from.`
      throw new ConnectionFailed('connect', 'connect', message)
    }
    if (addresses.every((address) => avoid.has(address))) return undefined
    const tls = await tlsDemand({ resolver, domain, host, port, policy, log })
    const { socket, host: address } = await reachExchange({
      domain,
      host,
      port,
      addresses,
      avoid,
      from,
      connectMs,
    })
    // Commands are small and each waits for the reply to the one before.
    socket.setNoDelay(true)
    return { socket, host: `${host}:${port}`, address, tls }
  }

  async function connect(domain: string, avoid: ReadonlySet<string>, from?: string): Promise<Connected> {
    const end = Date.now() + enoughMs
    const [hosts, policy] = await Promise.all([exchangesOf(resolver, domain), policies.of(domain)])
    const failures: ConnectionFailed[] = []
    for (const host of hosts) {
      if (Date.now() > end) break
      try {
        const connected = await connectTo(domain, host, { policy, avoid, from })
        if (connected !== undefined) return connected
      } catch (error) {
        failures.push(asConnectionFailed(error))
      }
    }
    throw worthTelling(failures) ?? new ConnectionFailed('connect', 'connect', `${domain} has no other host.`)
  }

  return {
    connect: (domain, avoid, from) =>
      connect(domain, avoid, from).catch((error: unknown) => {
        throw asConnectionFailed(error)
      }),
  }
}

/**
 * Returns a failure to connect, or of the DNS, as a failed connection.
 *
 * @throws any other error, which is a mistake of ours
 */
function asConnectionFailed(error: unknown): ConnectionFailed {
  if (error instanceof ConnectionFailed) return error
  if (error instanceof DnsFailure) return new ConnectionFailed('resolve', 'dns', error.message)
  throw error
}

/**
 * Chooses the one failure to report of several hosts: that of the host that came furthest, and among those the last.
 * So a domain counts as forbidden only if all its hosts are.
 */
function worthTelling(failures: readonly ConnectionFailed[]): ConnectionFailed | undefined {
  const rank = ({ step, failure }: ConnectionFailed) =>
    step === 'connect' ? 3 : failure === 'tls_policy' ? 2 : failure === 'dns' ? 1 : 0
  return failures.toSorted((a, b) => rank(a) - rank(b)).at(-1)
}

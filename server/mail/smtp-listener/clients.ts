import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { atMostEntries } from '../../../base/caches/at-most-entries.js'

/** A network that contains an address, and the network's limit as a multiple of the limit of one address. */
interface Network {
  readonly name: string
  readonly shares: number
}

/** Number of addresses that are remembered, more than the servers that send reports to one service. */
const maxKnown = 10_000

/**
 * Counts the connections of each client and of the networks around it, so that one owner cannot take all
 * connections: a provider gives each customer an IPv6 network of 48 to 64 bits. Also remembers the clients
 * that have delivered a report about something we sent.
 */
export class Clients {
  readonly #counts = new Map<string, number>()
  readonly #networks = new Map<string, readonly Network[]>()
  readonly #known = new LRUCache<string, true>(atMostEntries(maxKnown))

  /**
   * Adds a connection.
   *
   * @param max largest number of connections of one IPv4 address, or one IPv6 network of 64 bits
   * @returns whether there was a place for another connection from this address
   */
  add(sessionId: string, address: string, max: number): boolean {
    const networks = networksOf(address)
    if (networks.some(({ name, shares }) => this.#countOf(name) >= max * shares)) return false
    for (const { name } of networks) this.#counts.set(name, this.#countOf(name) + 1)
    this.#networks.set(sessionId, networks)
    return true
  }

  remove(sessionId: string): void {
    for (const { name } of this.#networks.get(sessionId) ?? []) {
      const count = this.#countOf(name) - 1
      if (count > 0) this.#counts.set(name, count)
      else this.#counts.delete(name)
    }
    this.#networks.delete(sessionId)
  }

  /** Remembers that this address has delivered a report about a delivery or a domain of ours. */
  remember(address: string): void {
    this.#known.set(smallestOf(address), true)
  }

  isKnown(address: string): boolean {
    return this.#known.get(smallestOf(address)) === true
  }

  #countOf(network: string): number {
    return this.#counts.get(network) ?? 0
  }
}

function smallestOf(address: string): string {
  return networksOf(address)[0]?.name ?? address
}

function networksOf(address: string): readonly Network[] {
  if (!ipaddr.isValid(address)) return [{ name: address, shares: 1 }]
  const bytes = ipaddr.process(address).toByteArray()
  const within = (bits: number, shares: number): Network => ({
    name: `${bytes.slice(0, bits / 8).join('.')}/${bits}`,
    shares,
  })
  return bytes.length === 4 ? [within(32, 1), within(24, 4)] : [within(64, 1), within(56, 2), within(48, 4)]
}

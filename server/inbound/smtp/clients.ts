import ipaddr from 'ipaddr.js'

/** Counts the connections of each client, so that one does not take them all. */
export class Clients {
  readonly #counts = new Map<string, number>()
  readonly #networks = new Map<string, string>()

  /** @returns whether there was room for another one of this address */
  add(sessionId: string, address: string, most: number): boolean {
    const network = networkOf(address)
    const count = this.#counts.get(network) ?? 0
    if (count >= most) return false
    this.#counts.set(network, count + 1)
    this.#networks.set(sessionId, network)
    return true
  }

  remove(sessionId: string): void {
    const network = this.#networks.get(sessionId)
    if (network === undefined) return
    this.#networks.delete(sessionId)
    const count = (this.#counts.get(network) ?? 0) - 1
    if (count > 0) this.#counts.set(network, count)
    else this.#counts.delete(network)
  }
}

/** The address, or of IPv6 the network: a single customer is given 64 bits or more. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}

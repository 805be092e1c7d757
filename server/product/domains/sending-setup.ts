import type { Config } from '../../platform/config/config.js'
import type { Resolver } from '../../mail/dns/resolver.js'
import { isRange } from '../../mail/network/address-ranges.js'

/** Settings of this service for sending and receiving mail, which the records of every domain have to agree with. */
export interface SendingSetup {
  /** True if live mail goes to the sink, so that nobody outside looks at an SPF record or returns a bounce. */
  readonly staysHere: boolean
  /** True if mail goes from this host to each domain's MX, rather than through a relay. */
  readonly direct: boolean
  /** Addresses and networks that the operator has named as those that mail leaves from. */
  readonly namedAddresses: readonly string[]
  /** Name that this host uses for itself, and where bounces are to arrive. */
  readonly hostname: string
  readonly returnPathDomain: string
}

export function sendingSetupOf(
  config: Pick<Config, 'transport' | 'hostname' | 'returnPathDomain' | 'sendingAddresses'>,
): SendingSetup {
  return {
    staysHere: config.transport.kind === 'sink',
    direct: config.transport.kind === 'mx',
    namedAddresses: config.sendingAddresses,
    hostname: config.hostname,
    returnPathDomain: config.returnPathDomain,
  }
}

/**
 * Returns the addresses and networks that live mail leaves from, as CIDR or single addresses; none if nobody can
 * tell.
 */
export type SendingAddresses = () => Promise<readonly string[]>

/**
 * Finds the addresses that the operator has named, else, if mail goes straight to each MX, those of this host's name.
 * A relay sends from addresses of its own, which only the operator knows.
 */
export function sendingAddresses(
  config: Pick<Config, 'transport' | 'hostname' | 'sendingAddresses'>,
  resolver: Resolver,
): SendingAddresses {
  return async () => {
    if (config.sendingAddresses.length > 0) return config.sendingAddresses
    if (config.transport.kind !== 'mx') return []
    try {
      return (await resolver.addresses(config.hostname)).records.filter((address) => isRange(address))
    } catch {
      // Without an answer the addresses are unknown, too; the next caller may get one.
      return []
    }
  }
}

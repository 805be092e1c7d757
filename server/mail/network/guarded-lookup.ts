import { isLocalhost } from '../../../base/addresses/localhost.js'
import { isIP, type LookupFunction } from 'node:net'
import type { AddressGuard } from './address-guard.js'
import type { Resolver } from '../dns/resolver.js'

/** Thrown if a host leads to addresses, and a connection may go to none of them. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
  constructor(host: string) {
    super(`${host} is not on the public internet`)
  }
}

/**
 * Makes a look-up that resolves the host of a connection to addresses that may be connected to. As it is the
 * connection's own look-up, no other answer can come between the check and the connection. Node does not call it for
 * a host that is an address already.
 *
 * A host without addresses fails with ENOTFOUND, one with none that is allowed with AddressRefused.
 */
export function guardedLookup(resolver: Pick<Resolver, 'addresses'>, guard: AddressGuard): LookupFunction {
  return (host, options, done) => {
    resolver.addresses(host).then(
      ({ records }) => {
        const found = records.filter(guard).map((address) => ({ address, family: isIP(address) }))
        const [first] = found
        if (first === undefined) done(records.length > 0 ? new AddressRefused(host) : noAddress(host), '')
        else if (options.all === true) done(null, found)
        else done(null, first.address, first.family)
      },
      (error: Error) => done(error, ''),
    )
  }
}

function noAddress(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' })
}

/**
 * Wraps a resolver, so that `localhost` and the names below it get the loopback addresses without a query: a server
 * of the DNS may say anything about them (RFC 6761, section 6.3). A last dot makes no difference to a name.
 */
export function withLoopbackNames(resolver: Pick<Resolver, 'addresses'>): Pick<Resolver, 'addresses'> {
  return {
    addresses: async (host) => {
      const name = host.replace(/\.+$/, '').toLowerCase()
      if (isLocalhost(name)) return { records: ['127.0.0.1', '::1'], exists: true }
      return resolver.addresses(name)
    },
  }
}

import { isIP, type LookupFunction } from 'node:net'
import type { AddressGuard } from './address-guard.js'
import type { Resolver } from '../dns/resolver.js'

/**
 * Resolves the host of a connection to addresses that may be connected to. As it is the connection's own look-up, no other
 * answer can come between the check and the connection. Node does not ask it about a host that is an address already.
 */
export function guardedLookup(resolver: Pick<Resolver, 'addresses'>, guard: AddressGuard): LookupFunction {
  return (host, options, done) => {
    resolver.addresses(host).then(
      ({ records }) => {
        const found = records.filter(guard).map((address) => ({ address, family: isIP(address) }))
        const [first] = found
        if (first === undefined) done(notThere(host, records.length > 0), '')
        else if (options.all === true) done(null, found)
        else done(null, first.address, first.family)
      },
      (error: Error) => done(error, ''),
    )
  }
}

function notThere(host: string, forbidden: boolean): NodeJS.ErrnoException {
  return Object.assign(
    new Error(forbidden ? `${host} is not on the public internet` : `${host} has no address`),
    { code: forbidden ? 'EACCES' : 'ENOTFOUND' },
  )
}

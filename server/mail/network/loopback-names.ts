import type { Resolver } from '../dns/resolver.js'

/**
 * Answers for `localhost` and the names below it with the loopback addresses, without asking the DNS: a
 * server of the DNS may say anything of them (RFC 6761, section 6.3). A last dot makes no difference to a
 * name.
 */
export function withLoopbackNames(resolver: Pick<Resolver, 'addresses'>): Pick<Resolver, 'addresses'> {
  return {
    addresses: async (host) => {
      const name = host.replace(/\.+$/, '').toLowerCase()
      if (name === 'localhost' || name.endsWith('.localhost'))
        return { records: ['127.0.0.1', '::1'], exists: true }
      return resolver.addresses(name)
    },
  }
}

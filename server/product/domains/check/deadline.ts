import { DnsFailure, type Resolver } from '../../../mail/dns/resolver.js'

/**
 * A resolver that answers until a time and fails from then on, what was asked before included. However many
 * questions follow from each other, and however slowly they are answered, who asks them is done by then.
 *
 * @param ms how long, in milliseconds
 */
export function answeringFor(resolver: Resolver, ms: number): { resolver: Resolver; end: () => void } {
  let over: () => void = () => undefined
  let isOver = false
  const end = new Promise<void>((resolve) => {
    over = resolve
  })
  const timer = setTimeout(() => {
    isOver = true
    over()
  }, ms)

  async function limited<T>(what: string, ask: () => Promise<T>): Promise<T> {
    const late = () => new DnsFailure(what, 'ETIMEOUT')
    if (isOver) throw late()
    const limit = end.then(() => {
      throw late()
    })
    return Promise.race([ask(), limit])
  }

  return {
    resolver: {
      mx: (domain) => limited(`MX ${domain}`, () => resolver.mx(domain)),
      addresses: (host) => limited(`A ${host}`, () => resolver.addresses(host)),
      txt: (name) => limited(`TXT ${name}`, () => resolver.txt(name)),
      cname: (name) => limited(`CNAME ${name}`, () => resolver.cname(name)),
      names: (address) => limited(`PTR ${address}`, () => resolver.names(address)),
      tlsa: (host, port) => limited(`TLSA ${host}`, () => resolver.tlsa(host, port)),
    },
    end: () => clearTimeout(timer),
  }
}

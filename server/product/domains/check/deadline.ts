import { DnsFailure, type Resolver } from '../../../mail/dns/resolver.js'

/**
 * Makes a resolver that answers until a deadline and fails from then on, even for questions asked before it. However
 * many questions follow from each other, and however slowly they are answered, the caller is done by then.
 *
 * @param ms milliseconds until the deadline
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

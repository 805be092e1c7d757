import { isIPv4, isIPv6 } from 'node:net'
import { DnsFailure, type Answer, type Resolver } from './resolver.js'

/** A look-up as node:dns offers it, which is what libraries that check mail ask for. */
export type NodeStyleLookUp = (name: string, type: string) => Promise<string[] | string[][]>

/**
 * Puts a resolver behind the form of `dns.promises.resolve`: TXT as lists of strings, MX with `priority`, and an
 * error whose code says why there is nothing. `ENOTFOUND` and `ENODATA` are answers; `ETIMEOUT` is every failure,
 * which libraries take for one that passes. Types that the resolver does not know are answered as absent: PTR is the
 * only one that SPF has beyond them, and no sender is helped by it (RFC 7208, section 5.5).
 */
export function nodeStyle(resolver: Resolver): NodeStyleLookUp {
  return async (name, type) => {
    const { records, exists } = await ask(resolver, name, type)
    // The libraries' types leave the records of MX out.
    if (records.length > 0) return [...records] as string[]
    throw failure(exists ? 'ENODATA' : 'ENOTFOUND', type, name)
  }
}

async function ask(resolver: Resolver, name: string, type: string): Promise<Answer<unknown>> {
  try {
    switch (type) {
      case 'TXT':
        return mapped(await resolver.txt(name), (text) => [text])
      case 'MX':
        return mapped(await resolver.mx(name), ({ exchange, preference }) => ({
          exchange,
          priority: preference,
        }))
      case 'A':
        return only(await resolver.addresses(name), isIPv4)
      case 'AAAA':
        return only(await resolver.addresses(name), isIPv6)
      default:
        return { records: [], exists: true }
    }
  } catch (error) {
    throw error instanceof DnsFailure ? failure('ETIMEOUT', type, name) : error
  }
}

function mapped<T, U>({ records, exists }: Answer<T>, map: (record: T) => U): Answer<U> {
  return { records: records.map(map), exists }
}

function only({ records, exists }: Answer<string>, wanted: (address: string) => boolean): Answer<string> {
  return { records: records.filter(wanted), exists }
}

function failure(code: string, type: string, name: string): Error {
  return Object.assign(new Error(`${code}: ${type} ${name}`), { code })
}

import { isIPv4, isIPv6 } from 'node:net'
import { DnsFailure, type Answer, type Resolver } from './resolver.js'

/** A look-up in the form of node:dns, which libraries that check mail use. */
export type NodeStyleLookUp = (name: string, type: string) => Promise<string[] | string[][]>

/** Options of the look-up: the client, and whether the caller has to know of failures. */
export interface NodeStyleOptions {
  /** Address whose names a PTR look-up is for: SPF looks up no others (RFC 7208, section 5.5). */
  readonly client?: string
  /** Called for each query that had no answer. */
  readonly onFailure?: (failure: DnsFailure) => void
}

/**
 * Wraps a resolver in the form of `dns.promises.resolve`: TXT as lists of strings, MX with `priority`, and an error
 * whose code says why there is nothing. `ENOTFOUND` and `ENODATA` are answers; `ETIMEOUT` is every failure, which
 * libraries take for one that passes, while they would take other codes for an answer. A client whose names are not
 * known has none.
 *
 * @throws Error of the look-up, for a type that checking mail does not need
 */
export function nodeStyle(resolver: Resolver, options: NodeStyleOptions = {}): NodeStyleLookUp {
  const { client, onFailure } = options
  return async (name, type) => {
    if (type === 'PTR') return client === undefined ? [] : namesOf(resolver, client)
    const { records, exists } = await ask(resolver, name, type).catch((error: unknown) => {
      if (!(error instanceof DnsFailure)) throw error
      onFailure?.(error)
      throw failure('ETIMEOUT', type, name)
    })
    // The libraries' types leave the records of MX out.
    if (records.length > 0) return [...records] as string[]
    throw failure(exists ? 'ENODATA' : 'ENOTFOUND', type, name)
  }
}

async function namesOf(resolver: Resolver, address: string): Promise<string[]> {
  return resolver.names(address).then(
    ({ records }) => [...records],
    () => [],
  )
}

async function ask(resolver: Resolver, name: string, type: string): Promise<Answer<unknown>> {
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
      throw new Error(`mail is not checked by ${type} records`)
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

import { DnsFailure, type Resolver } from '../../../mail/dns/resolver.js'

/** A group of mail exchanges with one operator, which judges a sender's address by all that it sends to any of them. */
export interface Provider {
  /** As it stands in the database and in commands: `google`. */
  readonly id: string
  readonly name: string
  /** Ends of the host names of its mail exchanges, in lower case. */
  readonly exchanges: readonly string[]
  /** Connections at once from one source address. */
  readonly connections?: number
  /** Mails over one connection. */
  readonly mailsPerConnection?: number
  /** Mails a minute from one source address. */
  readonly mailsPerMinute?: number
  /** Replies that are about the source address, and not about the recipient or the message. */
  readonly aboutSource?: readonly SourceReply[]
  /** Where the provider has published this. */
  readonly see: readonly string[]
}

/** A reply by which a provider says that it takes nothing from a source address for now. */
export interface SourceReply {
  /** Of the code, the enhanced code and the text, with a blank between them. */
  readonly pattern: RegExp
  /** For how long nothing more is sent to the provider from this address. */
  readonly minutes: number
}

/** All who are not in the list. Together they are no one operator: no limits, and a wider warm-up. */
export const others: Provider = { id: 'other', name: 'All others', exchanges: [], see: [] }

/** The provider of the first of a domain's mail exchanges that belongs to one; {@link others} where none does. */
export function providerOf(exchanges: readonly string[], known: readonly Provider[]): Provider {
  for (const exchange of exchanges) {
    const host = exchange.toLowerCase()
    const found = known.find((provider) =>
      provider.exchanges.some((end) => host === end || host.endsWith(`.${end}`)),
    )
    if (found !== undefined) return found
  }
  return others
}

/** The provider of a domain's mail; {@link others} where the DNS gives no answer: the connection will say so. */
export async function providerOfDomain(
  resolver: Resolver,
  known: readonly Provider[],
  domain: string,
): Promise<Provider> {
  try {
    const { records } = await resolver.mx(domain)
    const inOrder = records.toSorted((a, b) => a.preference - b.preference)
    return providerOf(
      inOrder.map(({ exchange }) => exchange),
      known,
    )
  } catch (error) {
    if (error instanceof DnsFailure) return others
    throw error
  }
}

/** The part of a provider's limits that each of some processes keeps to, so that together they keep to the limits. */
export function shareOf(provider: Provider, processes: number): Provider {
  const { connections, mailsPerMinute } = provider
  return {
    ...provider,
    ...(connections !== undefined && { connections: Math.max(1, Math.floor(connections / processes)) }),
    ...(mailsPerMinute !== undefined && { mailsPerMinute: mailsPerMinute / processes }),
  }
}

/** For how many minutes a reply ends mail from its source address; undefined where it does not say that. */
export function suspensionOf(
  { aboutSource = [] }: Provider,
  reply: { readonly code: number; readonly enhanced_code: string | null; readonly text: string },
): number | undefined {
  const words = [reply.code, reply.enhanced_code, reply.text].filter((part) => part !== null).join(' ')
  return aboutSource.find(({ pattern }) => pattern.test(words))?.minutes
}

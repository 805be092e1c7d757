import { DnsFailure, type Resolver } from '../../../mail/dns/resolver.js'

/**
 * A group of mail exchanges with one operator, which judges a sender's address by all the mail that the address sends
 * to any of them.
 */
export interface Provider {
  /** Id in the database and in commands: `google`. */
  readonly id: string
  readonly name: string
  /** Suffixes of the host names of its mail exchanges, in lower case. */
  readonly exchanges: readonly string[]
  /** Most simultaneous connections from one source address. */
  readonly connections?: number
  /** Most mails over one connection. */
  readonly mailsPerConnection?: number
  /** Most mails a minute from one source address. */
  readonly mailsPerMinute?: number
  /** Replies that are about the source address, and not about the recipient or the message. */
  readonly aboutSource?: readonly SourceReply[]
  /** Pages on which the provider has published these values. */
  readonly see: readonly string[]
}

/** A reply by which a provider says that it accepts nothing from a source address for now. */
export interface SourceReply {
  /** Matches the code, the enhanced code and the text, joined by blanks. */
  readonly pattern: RegExp
  /** Minutes for which nothing more is sent to the provider from this address. */
  readonly minutes: number
}

/**
 * Stands for all providers that are not in the list. They have no common operator, so no limits apply, and their
 * warm-up is wider.
 */
export const others: Provider = { id: 'other', name: 'All others', exchanges: [], see: [] }

/**
 * Returns the provider of the first of a domain's mail exchanges that belongs to one; {@link others} if none does.
 */
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

/**
 * Returns the provider of a domain's mail; {@link others} if the DNS gives no answer, since the connection will fail
 * then.
 */
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

/**
 * Returns the part of a provider's limits that each of several processes keeps to, so that together they keep to the
 * limits.
 */
export function shareOf(provider: Provider, processes: number): Provider {
  const { connections, mailsPerMinute } = provider
  return {
    ...provider,
    ...(connections !== undefined && { connections: Math.max(1, Math.floor(connections / processes)) }),
    ...(mailsPerMinute !== undefined && { mailsPerMinute: mailsPerMinute / processes }),
  }
}

/**
 * Returns the minutes for which a reply stops mail from its source address; undefined if the reply does not say that.
 */
export function suspensionOf(
  { aboutSource = [] }: Provider,
  reply: { readonly code: number; readonly enhanced_code: string | null; readonly text: string },
): number | undefined {
  const words = [reply.code, reply.enhanced_code, reply.text].filter((part) => part !== null).join(' ')
  return aboutSource.find(({ pattern }) => pattern.test(words))?.minutes
}

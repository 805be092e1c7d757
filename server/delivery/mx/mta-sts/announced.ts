import { DnsFailure, type Resolver } from '../../../dns/resolver.js'

/**
 * The id that a domain announces its MTA-STS policy by (RFC 8461, section 3.1). It changes with the policy.
 *
 * @returns undefined where there is none, or nobody can tell: for a sender that is the same
 */
export async function announcedId(resolver: Resolver, domain: string): Promise<string | undefined> {
  let texts: readonly string[]
  try {
    texts = (await resolver.txt(`_mta-sts.${domain}`)).records
  } catch (error) {
    if (error instanceof DnsFailure) return undefined
    throw error
  }
  const [record, ...others] = texts.filter((text) => /^v=STSv1\s*;/.test(text))
  if (record === undefined || others.length > 0) return undefined
  return /;\s*id\s*=\s*([A-Za-z0-9]{1,32})\s*(?:;|$)/.exec(record)?.[1]
}

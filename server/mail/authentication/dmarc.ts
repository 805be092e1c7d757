import type { Resolver } from '../dns/resolver.js'
import { parseDmarcRecord, type DmarcRecord } from '../dmarc/parse.js'
import { findDmarcPolicy } from '../dmarc/tree-walk.js'
import { aligned } from '../dmarc/same-organization.js'
import type { CheckedAuth } from '../mime/parsed-mail.js'

/** A domain's policy for receivers of mail by it; undefined if it has none. */
export type Policy = DmarcRecord & { readonly applies: DmarcRecord['p'] }

type Result = CheckedAuth['dmarc']['result']

/**
 * Returns the policy for mail by a domain (RFC 9989, section 4.10.1).
 *
 * @param domain domain as A-labels in lower case
 * @throws DnsFailure
 */
export async function policyFor(
  domain: string,
  resolver: Pick<Resolver, 'txt'>,
): Promise<Policy | undefined> {
  const found = await findDmarcPolicy(domain, resolver)
  if (found.state === 'unknown') throw found.failure
  if (found.state !== 'found') return undefined
  const record = parseDmarcRecord(found.record)
  if (!record.ok) return undefined
  if (found.domain === domain) return { ...record, applies: record.p }
  const below = record.sp ?? record.p
  if (record.np === undefined) return { ...record, applies: below }
  const { exists } = await resolver.txt(domain)
  return { ...record, applies: exists ? below : record.np }
}

/**
 * Returns whether the policy is met (RFC 9989, section 5.3.4): by SPF or by a signature, of a domain that is aligned.
 */
export function judge(
  domain: string,
  policy: Policy,
  { spf, dkim }: Pick<CheckedAuth, 'spf' | 'dkim'>,
): Result {
  const counted = [
    ...(aligned(spf.domain ?? '', domain, policy.aspf === 's') ? [spf.result] : []),
    ...dkim
      .filter((signature) => aligned(signature.domain ?? '', domain, policy.adkim === 's'))
      .map(({ result }) => result),
  ]
  if (counted.includes('pass')) return 'pass'
  return counted.includes('temperror') ? 'temperror' : 'fail'
}

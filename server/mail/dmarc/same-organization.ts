import { getDomain } from 'tldts'

/**
 * Returns the registered domain above a domain, which alignment compares, or the domain itself if it has none.
 * Receivers that follow RFC 7489 (section 3.2) find it by this list; the tree walk of RFC 9989 (section 4.10) finds
 * the same unless a domain says otherwise.
 */
export function organizationOf(domain: string): string {
  return getDomain(domain, { allowPrivateDomains: true, validateHostname: false }) ?? domain
}

/** Returns whether a domain is another or below it. */
export function isWithin(domain: string, other: string): boolean {
  return domain === other || domain.endsWith(`.${other}`)
}

/**
 * Returns whether two domains are aligned (RFC 9989, section 4.4): the same, or by relaxed alignment of one
 * organization.
 */
export function aligned(one: string, other: string, strict: boolean): boolean {
  return one === other || (!strict && one !== '' && organizationOf(one) === organizationOf(other))
}

import { parse } from 'tldts'
import { normalizeDomain } from '../mail-address.js'

/**
 * A domain's name in the form to keep: A-labels in lower case, without the dot of the root.
 *
 * @returns undefined where it is none
 */
export function domainName(given: string): string | undefined {
  return normalizeDomain(given.replace(/\.$/, ''))
}

/**
 * Whether domains are registered below it by everybody, as below `co.uk`: nobody sends as all of them. What a
 * company lets others have domains below, such as `github.io`, is its own and may send.
 *
 * @param name as `domainName` writes it
 */
export function isPublicSuffix(name: string): boolean {
  const { publicSuffix, isIcann } = parse(name, { allowPrivateDomains: false })
  return isIcann === true && publicSuffix === name
}

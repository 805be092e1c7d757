import { parse } from 'tldts'
import { refusedValue } from '../../platform/http/errors/api-error.js'
import { normalizeDomain } from '../../../base/addresses/address.js'

/**
 * A domain's name in the form to keep: A-labels in lower case, without the dot of the root.
 *
 * @returns undefined where it is none
 */
export function domainName(given: string): string | undefined {
  return normalizeDomain(given.replace(/\.$/, ''))
}

/**
 * The same for a name in a request.
 *
 * @param at where the name stands in the request, as a JSON pointer
 * @throws ApiError 422 `validation_failed` where it is none
 */
export function expectDomainName(given: string, at: string): string {
  const name = domainName(given)
  if (name === undefined) throw refusedValue(at, 'domain', 'must be a domain such as shop.example')
  return name
}

/** A domain and those above it that have a dot, the longest first: `mail.shop.example` and `shop.example`. */
export function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_label, index) => labels.slice(index).join('.'))
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

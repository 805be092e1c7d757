import { parse } from 'tldts'
import { refusedValue } from '../../platform/http/errors/api-error.js'
import { normalizeDomain } from '../../../base/addresses/address.js'

/**
 * Returns a domain's name in the form to keep: A-labels in lower case, without the dot of the root.
 *
 * @returns undefined if the text is no domain name
 */
export function domainName(given: string): string | undefined {
  return normalizeDomain(given.replace(/\.$/, ''))
}

/**
 * Returns the name of a domain in a request in the form to keep.
 *
 * @param at JSON pointer to the name in the request
 * @throws ApiError 422 `validation_failed` if the text is no domain name
 */
export function expectDomainName(given: string, at: string): string {
  const name = domainName(given)
  if (name === undefined) throw refusedValue(at, 'domain', 'must be a domain such as shop.example')
  return name
}

/**
 * Returns a domain and the domains above it that have a dot, the longest first: `mail.shop.example` and
 * `shop.example`.
 */
export function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_label, index) => labels.slice(index).join('.'))
}

/**
 * Returns whether anybody can register domains below a name, as below `co.uk`: nobody sends as all of them. A
 * company's own domain below which others have domains, such as `github.io`, may send.
 *
 * @param name in the form that `domainName` returns
 */
export function isPublicSuffix(name: string): boolean {
  const { publicSuffix, isIcann } = parse(name, { allowPrivateDomains: false })
  return isIcann === true && publicSuffix === name
}

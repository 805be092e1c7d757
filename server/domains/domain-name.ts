import { domainToASCII } from 'node:url'

/** A label of a host name (RFC 1123, section 2.1). */
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * A domain in the one form that all spellings have in common: A-labels (RFC 5890) in lower case, without the dot of
 * the root. Undefined where it is no domain that mail can come from.
 */
export function canonicalDomain(text: string): string | undefined {
  // The function reads its argument as the host of an address, so it would cut off a user, a port or a path.
  if (/[\s@:/?#\\[\]%]/.test(text)) return undefined
  const name = domainToASCII(text).replace(/\.$/, '')
  const labels = name.split('.')
  // A name whose last label is a number is an IPv4 address to some.
  const isName =
    labels.length > 1 && labels.every((part) => label.test(part)) && !/^\d+$/.test(labels.at(-1) ?? '')
  return isName && name.length <= 253 ? name : undefined
}

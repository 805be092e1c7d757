import { domainToASCII, domainToUnicode } from 'node:url'

/**
 * Tells whether each label of a domain that begins with `xn--` is an A-label: punycode that is its text's only form
 * in ASCII (RFC 5890, section 2.3.2.1). The URL parser of Node 24 and later takes other such labels too if the whole
 * domain is ASCII, as the URL Standard now says.
 *
 * @param domain in lower case, as a URL parser makes it
 */
export function hasValidALabels(domain: string): boolean {
  return domain.split('.').every((label) => !label.startsWith('xn--') || isALabel(label))
}

function isALabel(label: string): boolean {
  const unicode = domainToUnicode(label)
  return unicode !== label && !unicode.startsWith('xn--') && domainToASCII(unicode) === label
}

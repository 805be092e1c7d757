import { normalized } from '../text/normalized.js'

/**
 * The max number of characters of a label of a domain: as an A-label it has 63 octets, and one for each character.
 */
const longestLabel = 63

/**
 * Tells whether a domain has a label that is longer than any can be, and not of ASCII alone. Its form in ASCII
 * (punycode, RFC 3492) takes time by the square of its length: some seconds for a text of twenty thousand characters.
 *
 * @param domain as somebody wrote it; each `%41` of a URL counts as one character
 */
export function hasLongLabel(domain: string): boolean {
  if (domain.length <= longestLabel || /^(?!.*xn--)[\x21-\x24\x26-\x7e]*$/i.test(domain)) return false
  return domain
    .replaceAll(/%[0-9a-f]{2}/gi, '%')
    .split(/[.\u3002\uff0e\uff61]/)
    .some(
      (label) =>
        // Composing brings two or three characters to one.
        label.length > 2 * longestLabel || [...normalized(label, 'NFC')].length > longestLabel,
    )
}

import { readAddress, type ReadAddress } from '../../../mail-address.js'

/** The letters whose lower case takes more octets of UTF-8, by their lower case. There are no others. */
const grown: ReadonlyMap<string, string> = new Map(
  [...'\u0130\u023a\u023e'].map((letter) => [letter.toLowerCase(), letter]),
)
const anyGrown = new RegExp([...grown.keys()].join('|'), 'g')

/**
 * Reads an address as a person gives it, or in the form to look up by, in which an export writes it. The latter can be
 * longer than any address may be, where letters grow with their lower case.
 *
 * @returns undefined where it is none
 */
export function readListedAddress(text: string): ReadAddress | undefined {
  const given = readAddress(text)
  if (given !== undefined) return given
  const shorter = text.replace(anyGrown, (letter) => grown.get(letter) ?? letter)
  return shorter === text ? undefined : readAddress(shorter)
}

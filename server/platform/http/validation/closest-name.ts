/**
 * The max length of a name to compare. No name of the contract is longer, so a longer one resembles none of
 * them.
 */
const longestName = 40

/**
 * Returns the name that the client probably meant: the same name in another notation (`replyTo`), a name that
 * begins with the given one (`project`), or a name that is one or two typing mistakes away (`textt`).
 *
 * @returns undefined if no name is near, or if several are equally near
 */
export function closestName(given: string, names: readonly string[]): string | undefined {
  if (given.length > longestName) return undefined
  const plain = plainName(given)
  const same = names.find((name) => plainName(name) === plain)
  if (same !== undefined) return same
  const continued = names.filter((name) => name.startsWith(`${given.toLowerCase()}_`))
  if (continued.length === 1) return continued[0]
  const [first, second] = names
    .map((name) => ({ name, slips: slipsBetween(plain, plainName(name)) }))
    .sort((a, b) => a.slips - b.slips)
  const max = plain.length < 3 ? 0 : plain.length < 6 ? 1 : 2
  if (first === undefined || first.slips > max || first.slips === second?.slips) return undefined
  return first.name
}

/** Returns a name without its notation: the same for `HtmlBody`, `html-body` and `html_body`. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/**
 * Counts the typing mistakes between two words: a character left out, added, replaced, or swapped with its
 * neighbour (optimal string alignment, a restricted Damerau-Levenshtein distance).
 */
function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const mistaken = a[i - 1] === b[j - 1] ? 0 : 1
      const min = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + mistaken)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(swapped ? Math.min(min, (beforeLast[j - 2] ?? 0) + 1) : min)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}

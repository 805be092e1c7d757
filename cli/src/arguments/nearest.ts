/**
 * Returns the name that the user most likely meant.
 *
 * @returns undefined if no name is close, which means that more than a third of the characters differ
 */
export function nearest(given: string, names: Iterable<string>): string | undefined {
  let best: { name: string; distance: number } | undefined
  for (const name of names) {
    const distance = distanceOf(given, name)
    if (distance <= Math.ceil(name.length / 3) && (best === undefined || distance < best.distance))
      best = { name, distance }
  }
  return best?.name
}

/** Returns ` Did you mean --subject?`, or an empty text. */
export function suggestion(given: string, names: Iterable<string>): string {
  const name = nearest(given, names)
  return name === undefined ? '' : ` Did you mean ${name}?`
}

/** Returns the number of characters to insert, delete, replace or swap with their neighbour (Damerau-Levenshtein). */
function distanceOf(one: string, other: string): number {
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, character] of [...one].entries()) {
    const line = [row + 1]
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (character === other[column - 1] ? 0 : 1)
      const isSwapped = row > 0 && character === other[column - 2] && one[row - 1] === other[column - 1]
      const swapped = isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity
      line.push(Math.min(replaced, swapped, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1))
    }
    before = above
    above = line
  }
  return above.at(-1) ?? 0
}

/** Returns the name that a misspelt name most likely means, or undefined if no name is close. */
export function similarName(given: string, names: readonly string[]): string | undefined {
  const plain = (name: string) => name.toLowerCase().replace(/[_-]/g, '')
  const near = names.map((name) => [name, distance(plain(given), plain(name))] as const)
  const [nearest] = near.toSorted(([, a], [, b]) => a - b)
  return nearest && nearest[1] <= Math.min(2, given.length / 3) ? nearest[0] : undefined
}

/** Returns the number of letters to insert, delete or replace to turn one word into another. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const above = row
    row = [index + 1]
    for (const [at, other] of [...to].entries()) {
      const change = (above[at] ?? 0) + (letter === other ? 0 : 1)
      row.push(Math.min(change, (above[at + 1] ?? 0) + 1, (row[at] ?? 0) + 1))
    }
  }
  return row.at(-1) ?? 0
}

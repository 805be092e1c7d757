/** Returns the item with the least time; undefined if there is none. */
export function earliest<Item>(items: readonly Item[], timeOf: (item: Item) => number): Item | undefined {
  return items.reduce<Item | undefined>(
    (first, item) => (first === undefined || timeOf(item) < timeOf(first) ? item : first),
    undefined,
  )
}

/**
 * Returns sorted entries in round-robin order: from the first one after the key that was served last, and
 * then those before it. An entry that one round passed over is so among the first of the next round.
 */
export function startingAfter<Entry>(
  lastKey: string,
  sorted: readonly Entry[],
  keyOf: (entry: Entry) => string,
): Entry[] {
  const next = sorted.findIndex((entry) => keyOf(entry) > lastKey)
  return next === -1 ? [...sorted] : [...sorted.slice(next), ...sorted.slice(0, next)]
}

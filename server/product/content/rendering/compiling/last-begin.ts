/**
 * Finds by halves which of the pieces of a text, that begin at these ascending offsets, has an offset.
 *
 * @returns its index; 0 where none begins so early
 */
export function lastBegin(begins: readonly number[], offset: number): number {
  let [low, high] = [0, begins.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((begins[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Finds by binary search the piece of a text that an offset is in.
 *
 * @param begins ascending offsets at which the pieces begin
 * @returns index of the piece; 0 if none begins so early
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

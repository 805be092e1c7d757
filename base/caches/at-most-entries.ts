/** How large a cache may get, as options of lru-cache. */
interface SizeLimit {
  readonly maxSize: number
  readonly sizeCalculation: () => number
}

/**
 * The options of a cache that keeps at most so many entries, and takes memory for those that are there. With `max`
 * lru-cache takes it for all of them at once: up to 0.4 MB for 10,000, which is 10 MB for the caches of an idle
 * service.
 */
export function atMostEntries(max: number): SizeLimit {
  return { maxSize: max, sizeCalculation: () => 1 }
}

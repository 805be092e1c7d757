/**
 * Milliseconds for which a count is remembered. Anybody may ask for the metrics, and counting a long queue takes the
 * database a while: at most a fiftieth of this time.
 */
const cachedMs = 5_000
const cachedTimes = 50

/**
 * Caches a count, so that not every question counts anew. It resolves to undefined while the database is away: the
 * other metrics matter most then.
 */
export function cached<T>(count: () => Promise<T>): () => Promise<T | undefined> {
  let until = -Infinity
  let last: Promise<T | undefined> = Promise.resolve(undefined)
  return () => {
    const began = performance.now()
    if (began < until) return last
    // Whoever asks meanwhile waits for the same answer.
    until = Infinity
    last = count()
      .catch(() => undefined)
      .finally(() => {
        const now = performance.now()
        until = now + Math.max(cachedMs, cachedTimes * (now - began))
      })
    return last
  }
}

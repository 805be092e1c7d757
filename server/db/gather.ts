/**
 * Lets concurrent callers share one call: while a call is in flight, what arrives gathers and goes together in
 * the next one. There is no timer, so an idle system has no delay and a busy one gets large batches.
 *
 * @param run takes what has gathered and answers in the same order; when it throws, all of them fail
 * @param most the most items that go together
 */
export function gather<Item, Result>(
  run: (items: Item[]) => Promise<readonly Result[]>,
  most = 500,
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item
    resolve(result: Result): void
    reject(reason: unknown): void
  }
  let waiting: Waiting[] = []
  let running = false

  async function drain(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        const results = await run(batch.map((entry) => entry.item))
        batch.forEach((entry, index) => entry.resolve(results[index] as Result))
      } catch (error) {
        batch.forEach((entry) => entry.reject(error))
      }
    }
    running = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!running) void drain()
    })
}

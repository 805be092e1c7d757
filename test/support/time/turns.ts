import { vi } from 'vitest'

/**
 * Counts how often other tasks have their turn while some work is done. The clock runs so fast that each pause of a
 * time slice is a turn, so that the number is the same on every machine.
 */
export async function turnsWhile(work: () => Promise<unknown>): Promise<number> {
  let [turns, now, isDone] = [0, performance.now(), false]
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
  const takeTurn = () => {
    if (isDone) return
    turns += 1
    setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  try {
    await work()
  } finally {
    isDone = true
    clock.mockRestore()
  }
  return turns
}

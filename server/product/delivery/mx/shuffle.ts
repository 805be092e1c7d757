import { randomInt } from 'node:crypto'

/** Returns a copy in random order, to spread load over equally good items. */
export function shuffled<T>(items: readonly T[]): T[] {
  const order = new Map(items.map((item) => [item, randomInt(2 ** 32)]))
  return [...items].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
}

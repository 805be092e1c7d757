import { randomInt } from 'node:crypto'

/** A copy in an order of chance, to spread load over what is equally good. */
export function shuffled<T>(items: readonly T[]): T[] {
  const order = new Map(items.map((item) => [item, randomInt(2 ** 32)]))
  return [...items].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
}

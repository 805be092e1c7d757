/** Numbers that look random and are the same at each run. */
export interface Random {
  /** From 0 up to and without 1. */
  next(): number
  /** Returns true with this probability. */
  happens(probability: number): boolean
  /** A number between two. */
  between(least: number, most: number): number
  pick<T>(from: readonly T[]): T
  /** One of some by their weights. */
  weighted<T>(from: readonly (readonly [weight: number, value: T])[]): T
}

/** The generator mulberry32: 32 bits of state are enough for a demo. */
export function randomOf(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <T>(from: readonly T[]): T => {
    const found = from[Math.floor(next() * from.length)]
    if (found === undefined) throw new Error('there is nothing to pick')
    return found
  }
  return {
    next,
    happens: (probability) => next() < probability,
    between: (least, most) => least + (most - least) * next(),
    pick,
    weighted: (from) => {
      let rest = next() * from.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, value] of from) if ((rest -= weight) < 0) return value
      return pick(from)[1]
    },
  }
}

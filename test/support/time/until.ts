import { setTimeout as sleep } from 'node:timers/promises'

/** The time between two looks, in milliseconds: a tenth of what has been waited, for each look takes from what is waited for. */
const [shortest, longest] = [20, 60]

/**
 * Milliseconds after which a look that fails is reported: more than any machine that runs all files at once needs.
 */
const defaultLimitMs = 120_000

/**
 * Most milliseconds that a look and the sleep before it count. One that takes longer was stopped together with all
 * that it waits for, or got no core, and neither says that it waits in vain.
 */
const longestTurn = 1_000

/**
 * Waits for something to become true, looking often. It has a limit and no fixed length, and the limit only ends what
 * would wait for ever: how soon something comes is no matter of this clock.
 *
 * @param look answers undefined, null or false while it is not so
 * @param limitMs of the time in which this process ran, in milliseconds
 */
export async function until<T>(
  look: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  what: string,
  limitMs = defaultLimitMs,
): Promise<T> {
  let waited = 0
  let last = performance.now()
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== null && found !== false) return found
    if (waited > limitMs) throw new Error(`waited ${limitMs} ms in vain for ${what}`)
    await sleep(Math.min(longest, Math.max(shortest, waited / 10)))
    const now = performance.now()
    waited += Math.min(longestTurn, now - last)
    last = now
  }
}

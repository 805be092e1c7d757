import { setTimeout as sleep } from 'node:timers/promises'

/** The time between two looks, in milliseconds: a tenth of what has been waited, for each look takes from what is waited for. */
const [shortest, longest] = [20, 60]

/**
 * Waits for something to become true, looking often. It has a limit and no fixed length.
 *
 * @param look answers undefined, null or false while it is not so
 */
export async function until<T>(
  look: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  what: string,
  limitMs = 20_000,
): Promise<T> {
  const begin = Date.now()
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== null && found !== false) return found
    const waited = Date.now() - begin
    if (waited > limitMs) throw new Error(`waited ${limitMs} ms in vain for ${what}`)
    await sleep(Math.min(longest, Math.max(shortest, waited / 10)))
  }
}

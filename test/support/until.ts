import { setTimeout as sleep } from 'node:timers/promises'

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
  const end = Date.now() + limitMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== null && found !== false) return found
    if (Date.now() > end) throw new Error(`waited ${limitMs} ms in vain for ${what}`)
    await sleep(20)
  }
}

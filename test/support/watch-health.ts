import { setTimeout as sleep } from 'node:timers/promises'

/** Asks a service how it is, again and again. */
export interface HealthWatch {
  /** Ends it. @returns the longest time that an answer took, in milliseconds; Infinity where one was not 200 */
  stop(): Promise<number>
}

/** @param url of the service */
export function watchHealth(url: string): HealthWatch {
  let longest = 0
  let stopped = false
  const watch = async () => {
    while (!stopped) {
      const begin = performance.now()
      const reply = await fetch(`${url}/healthz`)
      await reply.text()
      longest = Math.max(longest, reply.ok ? performance.now() - begin : Infinity)
      await sleep(5)
    }
    return longest
  }
  // Keeps an error until `stop`, because a failed test must not leave an unhandled rejection.
  const watching = watch().catch((error: unknown) => error)
  return {
    async stop(): Promise<number> {
      stopped = true
      const result = await watching
      if (typeof result !== 'number') throw result
      return result
    },
  }
}

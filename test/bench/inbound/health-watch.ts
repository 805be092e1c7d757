import { setTimeout as sleep } from 'node:timers/promises'

/** A process that asks a service how it is while another keeps it busy, so that the other's own pauses do not count. */

/** With an address it begins; without one it ends, and tells the longest time of an answer. */
export interface WatchHealth {
  readonly url?: string
}

/** In milliseconds. */
export interface LongestAnswer {
  readonly longest: number
}

interface Watch {
  /** Ends it. @returns the longest time that an answer took, in milliseconds; Infinity where one was not 200 */
  stop(): Promise<number>
}

function watchHealth(url: string): Watch {
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
  const watching = watch()
  return {
    stop() {
      stopped = true
      return watching
    },
  }
}

let watch: Watch | undefined

process.on('message', ({ url }: WatchHealth) => {
  const last = watch
  watch = url === undefined ? undefined : watchHealth(url)
  void Promise.resolve(last?.stop()).then((longest = 0) =>
    process.send?.({ longest } satisfies LongestAnswer),
  )
})
process.on('disconnect', () => process.exit())
process.send?.({ longest: 0 } satisfies LongestAnswer)

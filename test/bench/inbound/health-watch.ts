import { watchHealth, type HealthWatch } from '../../support/watch-health.js'

/** A process that asks a service how it is while another keeps it busy, so that the other's own pauses do not count. */

/** With an address it begins; without one it ends, and tells the longest time of an answer. */
export interface WatchHealth {
  readonly url?: string
}

/** In milliseconds. */
export interface LongestAnswer {
  readonly longest: number
}

let watch: HealthWatch | undefined

process.on('message', ({ url }: WatchHealth) => {
  const last = watch
  watch = url === undefined ? undefined : watchHealth(url)
  void Promise.resolve(last?.stop()).then((longest = 0) =>
    process.send?.({ longest } satisfies LongestAnswer),
  )
})
process.on('disconnect', () => process.exit())
process.send?.({ longest: 0 } satisfies LongestAnswer)

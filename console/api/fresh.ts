import type { Event } from 'postseal'
import { useEffect, useRef } from 'preact/hooks'
import { useLive, type Followed } from './live.js'
import { queries } from './queries.js'

/** Minimum time between two refreshes, in milliseconds. */
const betweenMs = 5_000

/**
 * Milliseconds after the last event until the last refresh, because the service's figures can be up to 5 seconds old.
 */
const settledMs = 6_000

/**
 * Refreshes queries once an event is recorded that concerns them: at once, then every 5 seconds at most, however many
 * events arrive, and once more when no more arrive.
 *
 * @param followed undefined follows nothing
 * @param concerns tells whether an event can change the data on the screen
 * @param keys query keys, or prefixes of query keys
 */
export function useFresh(
  followed: Followed | undefined,
  concerns: (event: Event) => boolean,
  keys: readonly (readonly unknown[])[],
): void {
  const shown = useRef(keys)
  shown.current = keys
  const next = useRef<{ timer: ReturnType<typeof setTimeout>; isLast: boolean }>()
  const last = useRef(0)
  const refreshAfter = (ms: number, isLast: boolean) => {
    clearTimeout(next.current?.timer)
    const timer = setTimeout(
      () => {
        next.current = undefined
        last.current = Date.now()
        for (const queryKey of shown.current) void queries.invalidateQueries({ queryKey: [...queryKey] })
        if (!isLast) refreshAfter(settledMs, true)
      },
      Math.max(0, last.current + ms - Date.now()),
    )
    next.current = { timer, isLast }
  }
  useLive(followed, (events) => {
    if (next.current?.isLast !== false && events.some(concerns)) refreshAfter(betweenMs, false)
  })
  useEffect(() => () => clearTimeout(next.current?.timer), [])
}

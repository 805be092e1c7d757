import type { Event } from 'postseal'
import { useEffect, useRef } from 'preact/hooks'
import { useLive, type Followed } from './live.js'
import { queries } from './queries.js'

/** Milliseconds between two refreshes at the least. */
const betweenMs = 5_000

/** After the last event it is asked once more: figures of the service are of a moment within the last 5 seconds. */
const settledMs = 6_000

/**
 * Asks again for what is shown once an event is recorded that concerns it: at once, then every 5 seconds at most,
 * however many events come, and once more when no more come.
 *
 * @param followed undefined follows nothing
 * @param concerns whether an event can change what is shown
 * @param keys of the queries, or what they begin with
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

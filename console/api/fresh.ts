import type { Event } from 'postseal'
import { useEffect, useRef } from 'preact/hooks'
import { useLive, type Followed } from './live.js'
import { queries } from './queries.js'

/** Milliseconds between two refreshes at the least. */
const betweenMs = 5_000

/**
 * Asks again for what is shown once an event is recorded that concerns it: at once, and then every 5 seconds at most,
 * however many events come.
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
  const waits = useRef<ReturnType<typeof setTimeout>>()
  const last = useRef(0)
  useLive(followed, (events) => {
    if (waits.current !== undefined || !events.some(concerns)) return
    waits.current = setTimeout(
      () => {
        waits.current = undefined
        last.current = Date.now()
        for (const queryKey of shown.current) void queries.invalidateQueries({ queryKey: [...queryKey] })
      },
      Math.max(0, last.current + betweenMs - Date.now()),
    )
  })
  useEffect(() => () => clearTimeout(waits.current), [])
}

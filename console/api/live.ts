import type { Event, EventType } from 'postseal'
import { useEffect, useRef } from 'preact/hooks'
import { client } from './client.js'
import { serviceTime } from './service-time.js'

/** Filter of the events to follow. */
export interface Followed {
  readonly project_id?: string
  readonly type?: EventType
  readonly message_id?: string
}

/**
 * Milliseconds by which following begins earlier than the page. An event has the time at which its transaction began,
 * and the page may have been loaded before that transaction ended.
 */
const earlier = 2_000

/** Milliseconds before events are followed again after a failure. */
const pause = 3_000

/**
 * Calls `onEvents` with events as they are recorded, the oldest first, and in one call if several arrive together. The
 * first events are those since the page began to load the data that they change, so that none is lost between the reply
 * that the page shows and the hook's first reply. While the page is hidden, the hook requests nothing;
 * afterwards it continues without a gap.
 *
 * @param followed undefined follows nothing
 */
export function useLive(followed: Followed | undefined, onEvents: (events: readonly Event[]) => void): void {
  const listener = useRef(onEvents)
  listener.current = onEvents
  const key = followed === undefined ? undefined : JSON.stringify(followed)
  // A screen may know its filter only once its data has loaded. Events count from the time at which that load began.
  const loading = useRef<{ key: string | undefined; since: number | undefined }>()
  if (loading.current === undefined || (loading.current.key ?? key) !== key)
    loading.current = { key, since: serviceTime() }
  else loading.current.key = key
  const { since } = loading.current
  useEffect(() => {
    if (key === undefined) return undefined
    const ended = new AbortController()
    const from = since === undefined ? {} : { since: new Date(since - earlier).toISOString() }
    const followed = { ...(JSON.parse(key) as Followed), ...from }
    void follow(followed, ended.signal, (events) => listener.current(events))
    return () => ended.abort()
  }, [key])
}

async function follow(
  followed: Followed & { readonly since?: string },
  signal: AbortSignal,
  onEvents: (events: readonly Event[]) => void,
): Promise<void> {
  const came: Event[] = []
  const hand = () => {
    if (came.length > 0 && !signal.aborted) onEvents(came.splice(0))
  }
  let after: string | undefined
  while (!signal.aborted) {
    const visit = visible(signal)
    const events = client.events.follow(
      { ...followed, ...(after !== undefined && { after }) },
      { signal: visit.signal },
    )
    try {
      await visit.begins
      for await (const event of events) {
        came.push(event)
        // Events of one reply are handed over together.
        if (came.length === 1) setTimeout(hand)
      }
    } catch {
      // Ended, hidden, or failed: the client has noted the state of the connection.
      after = events.cursor ?? after
      if (!visit.signal.aborted) await new Promise((resolve) => setTimeout(resolve, pause))
    } finally {
      visit.end()
    }
  }
}

/**
 * Returns a span of time in which the page is seen: it begins when the page is visible, and its signal aborts when
 * the page is hidden.
 */
function visible(signal: AbortSignal) {
  const over = new AbortController()
  let begin: () => void = () => {}
  const begins = new Promise<void>((resolve) => (begin = resolve))
  const look = () => {
    if (signal.aborted) {
      over.abort()
      begin()
    } else if (!document.hidden) begin()
    else over.abort()
  }
  const seen = () => (document.hidden ? over.abort() : begin())
  if (signal.aborted || !document.hidden) look()
  document.addEventListener('visibilitychange', seen)
  signal.addEventListener('abort', look)
  return {
    begins,
    signal: over.signal,
    end: () => {
      document.removeEventListener('visibilitychange', seen)
      signal.removeEventListener('abort', look)
    },
  }
}

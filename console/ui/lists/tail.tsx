import { Pause, Play } from '../../icons/icons.js'
import type { Event } from 'postseal'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLive, type Followed } from '../../api/live.js'
import { Button } from '../controls/button.js'

/** Milliseconds between two refreshes of the list while events arrive. */
const calm = 1_000

/** State of a list that shows new rows, or counts them while it is paused. */
interface Tail {
  readonly paused: boolean
  readonly missed: number
  readonly toggle: () => void
  readonly show: () => void
}

/**
 * Follows the changes of a list: shows new rows at once, or counts them while the tail is paused or a later page is
 * read.
 */
export function useTail({
  followed,
  isAbout,
  isNew = () => true,
  isFirstPage,
  refresh,
}: {
  /** Undefined follows nothing. */
  readonly followed: Followed | undefined
  /** Tells whether an event changes the list. */
  readonly isAbout: (event: Event) => boolean
  /** Tells whether an event that changes the list adds a row; by default each does. */
  readonly isNew?: (event: Event) => boolean
  readonly isFirstPage: boolean
  readonly refresh: () => void
}): Tail {
  const [paused, setPaused] = useState(false)
  const [missed, setMissed] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(timer.current), [])
  const holds = paused || !isFirstPage
  useLive(followed, (events) => {
    const about = events.filter(isAbout)
    if (about.length === 0) return
    if (holds) {
      setMissed((count) => count + about.filter(isNew).length)
      return
    }
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      refresh()
    }, calm)
  })
  return {
    paused,
    missed,
    toggle: () => {
      setPaused(!paused)
      if (paused) {
        setMissed(0)
        refresh()
      }
    },
    show: () => {
      setMissed(0)
      refresh()
    },
  }
}

/**
 * A button that pauses or resumes a tail and shows the rows missed.
 *
 * @param props.what noun for the rows, such as `messages`
 */
export function TailButton({ what, paused, missed, toggle, show }: Tail & { what: string }) {
  return (
    <span class="row">
      {missed > 0 && (
        <Button onClick={show} aria-live="polite">
          {missed} new
        </Button>
      )}
      <Button
        kind="plain"
        icon={paused ? Play : Pause}
        onClick={toggle}
        title={paused ? `Show new ${what} live` : 'Pause the list'}
      >
        {paused ? 'Resume' : 'Live'}
      </Button>
    </span>
  )
}

/** Returns the ids of the rows that were not in the list before. */
export function useFresh(rows: readonly { readonly id: string }[] | undefined): ReadonlySet<string> {
  const known = useRef<ReadonlySet<string>>()
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (rows === undefined) return
    const before = known.current
    known.current = new Set(rows.map(({ id }) => id))
    // On another page or with other filters, no row is left, and none counts as new.
    const kept = rows.some(({ id }) => before?.has(id))
    setFresh(
      new Set(before !== undefined && kept ? rows.map(({ id }) => id).filter((id) => !before.has(id)) : []),
    )
  }, [rows])
  return fresh
}

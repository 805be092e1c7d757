import { useEffect, useState } from 'preact/hooks'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const withZone = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' })

/** The reader's time zone. */
export const readersZone = zone

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** Returns the distance of a time from now, in words. */
function relativeText(at: Date, now = Date.now()): string {
  const seconds = (at.getTime() - now) / 1000
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  }
  return Math.abs(seconds) < 5 ? 'now' : relative.format(Math.trunc(seconds), 'second')
}

/** Formats a time in the reader's zone. */
export function absoluteText(at: Date): string {
  return absolute.format(at)
}

/** Listeners of the one timer that updates all times on the page. */
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function everyTenSeconds(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => listeners.forEach((each) => each()), 10_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

/**
 * A time: relative with the absolute one as its title, or the other way round.
 *
 * @param props.at a time as the API has it; null shows a dash
 */
export function Time({
  at,
  absolute: isAbsolute,
}: {
  at: string | Date | null | undefined
  absolute?: boolean
}) {
  const [, redraw] = useState(0)
  useEffect(() => everyTenSeconds(() => redraw((count) => count + 1)), [])
  if (at === null || at === undefined) return <span class="quiet">–</span>
  const date = new Date(at)
  return (
    <time
      class="num nowrap"
      dateTime={date.toISOString()}
      title={isAbsolute === true ? relativeText(date) : withZone.format(date)}
    >
      {isAbsolute === true ? absoluteText(date) : relativeText(date)}
    </time>
  )
}

/** Formats a duration in milliseconds in the unit that reads best. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

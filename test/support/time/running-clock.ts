/** The time between two ticks, in milliseconds. */
const tickMs = 50

/**
 * A clock that stands while this process does not run: a tick counts once, however late it is. So what a test measures
 * with it does not grow when all processes are stopped for a minute. It says nothing of how fast a machine is: compare
 * what it says of one thing with what it says of another.
 */
export interface RunningClock {
  /** For how long it has run, in milliseconds. */
  readonly now: () => number
  readonly stop: () => void
}

export function startRunningClock(): RunningClock {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), tickMs)
  return { now: () => ticks * tickMs, stop: () => clearInterval(timer) }
}

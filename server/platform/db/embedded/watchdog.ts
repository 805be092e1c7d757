/** The number of questions within the max silence. */
const asks = 10

/**
 * Asks for signs of life at an interval, until no answer has come for too long. The silence is measured in
 * unanswered questions rather than in time, so that a sleeping machine or a busy event loop in this thread
 * does not look like silence.
 *
 * @param ask asks once; the answer must call `answered`
 * @param maxMs returns the max silence in milliseconds; called before each question, since the limit may
 *   change
 * @param fail called once, with the length of the silence in milliseconds
 */
export function startWatchdog(
  ask: () => void,
  maxMs: () => number,
  fail: (silentMs: number) => void,
): { answered(): void; stop(): void } {
  const everyMs = maxMs() / asks
  let unanswered = 0
  const timer = setInterval(() => {
    if (unanswered * everyMs >= maxMs()) {
      clearInterval(timer)
      fail(unanswered * everyMs)
      return
    }
    // Only one question is in flight at a time: more would only pile up.
    if (unanswered === 0) ask()
    unanswered += 1
  }, everyMs)
  timer.unref()
  return {
    answered: () => {
      unanswered = 0
    },
    stop: () => clearInterval(timer),
  }
}

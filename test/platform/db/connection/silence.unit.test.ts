import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SilenceWatch } from '../../../../server/platform/db/connection/silence.js'

let watch: SilenceWatch
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  watch = new SilenceWatch()
  stop = watch.start()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** A wait, and whether it was given up. */
function wait() {
  const state = { over: (_answered: boolean) => undefined as void, givenUp: false }
  const over = watch.begin(() => {
    state.givenUp = true
    over(false)
  })
  return Object.assign(state, { over })
}

test('what waits is given up after seven seconds without an answer, and what comes then within one', () => {
  watch.beginBeat()(true)
  const first = wait()
  vi.advanceTimersByTime(6_999)
  expect(first.givenUp).toBe(false)
  vi.advanceTimersByTime(501)
  expect(first.givenUp).toBe(true)
  const late = wait()
  expect(late.givenUp).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(late.givenUp).toBe(true)
})

test('any answer ends the silence, also that of a beat', () => {
  watch.beginBeat()(true)
  const slow = wait()
  for (let beats = 0; beats < 10; beats += 1) {
    const beat = watch.beginBeat()
    vi.advanceTimersByTime(3_000)
    beat(true)
  }
  expect(slow.givenUp).toBe(false)
  expect(watch.answers).toBe(11)
  // A statement that fails without an answer ends nothing.
  vi.advanceTimersByTime(4_000)
  watch.begin()(false)
  vi.advanceTimersByTime(3_500)
  expect(slow.givenUp).toBe(true)
})

test('without a heartbeat, and while nothing waits, there is no silence', () => {
  const slow = wait()
  vi.advanceTimersByTime(60_000)
  expect(slow.givenUp).toBe(false)
  slow.over(true)
  watch.beginBeat()(true)
  vi.advanceTimersByTime(60_000)
  const next = wait()
  vi.advanceTimersByTime(6_000)
  expect(next.givenUp).toBe(false)
})

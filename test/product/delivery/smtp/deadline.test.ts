import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Deadline } from '../../../../server/product/delivery/smtp/session/deadline.js'

let passed: number
let deadline: Deadline
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  passed = 0
  deadline = new Deadline(() => (passed += 1))
})
afterEach(() => vi.useRealTimers())

test('it passes once, when it is time', () => {
  deadline.set(1000)
  vi.advanceTimersByTime(998)
  expect(passed).toBe(0)
  vi.advanceTimersByTime(2)
  expect(passed).toBe(1)
  vi.advanceTimersByTime(10_000)
  expect(passed).toBe(1)
})

test.each([
  ['later', [1000, 5000]],
  ['sooner', [9000, 5000]],
])('one that is moved to be %s passes then', (_name, times) => {
  for (const ms of times) deadline.set(ms)
  vi.advanceTimersByTime(4990)
  expect(passed).toBe(0)
  vi.advanceTimersByTime(20)
  expect(passed).toBe(1)
})

test('one that is cleared does not pass, and can be set again', () => {
  deadline.set(1000)
  deadline.clear()
  vi.advanceTimersByTime(5000)
  expect(passed).toBe(0)
  deadline.set(1000)
  vi.advanceTimersByTime(1010)
  expect(passed).toBe(1)
})

test('a busy connection costs few timers, and one that has ended none', () => {
  // Counted by hand: Vitest restores a spy after the file, and would bring the replaced timers back.
  const { setTimeout } = globalThis
  let made = 0
  globalThis.setTimeout = ((...args: Parameters<typeof setTimeout>) => {
    made += 1
    return setTimeout(...args)
  }) as typeof setTimeout
  for (let each = 0; each < 1000; each++) {
    deadline.set(5000)
    deadline.clear()
  }
  globalThis.setTimeout = setTimeout
  expect(made).toBe(1)
  deadline.dispose()
  expect(vi.getTimerCount()).toBe(0)
})

import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Outage } from '../../../../server/platform/http/rate-limit/redis-counter.js'

let logged: { level: number; msg: string; err?: { message: string } }[]
let outage: Outage

beforeEach(() => {
  vi.useFakeTimers()
  logged = []
  outage = new Outage(
    pino(
      { base: null },
      { write: (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[0]) },
    ),
  )
})
afterEach(() => {
  vi.useRealTimers()
})

test('a failure is followed by a pause', () => {
  expect(outage.mayAsk()).toBe(true)
  outage.failed(new Error('hangs'))
  expect(outage.mayAsk()).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(outage.mayAsk()).toBe(true)
})

test('an outage is said once, with its reason, however long it lasts, and so is its end', () => {
  for (let second = 0; second < 5; second += 1) {
    outage.failed(new Error('connect ECONNREFUSED'))
    vi.advanceTimersByTime(1_000)
  }
  expect(logged).toHaveLength(1)
  expect(logged[0]).toMatchObject({ level: 40, err: { message: 'connect ECONNREFUSED' } })
  outage.answered()
  outage.answered()
  expect(logged).toHaveLength(2)
  expect(logged[1]).toMatchObject({ level: 30, msg: expect.stringContaining('Redis is back') as string })
  outage.failed(new Error('again'))
  expect(logged).toHaveLength(3)
})

test('an answer to what was asked before the failure does not end the outage', () => {
  outage.failed(new Error('hangs'))
  outage.answered()
  expect(logged).toHaveLength(1)
  expect(outage.mayAsk()).toBe(false)
})

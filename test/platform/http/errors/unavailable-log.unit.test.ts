import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../../server/platform/http/errors/api-error.js'
import { unavailableLog } from '../../../../server/platform/http/errors/unavailable-log.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function logged() {
  const lines: string[] = []
  const note = unavailableLog(
    pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) }),
  )
  const parsed = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return { note, parsed }
}

test('a reason is a warning once in ten seconds, without a stack, with how many more there were', () => {
  const { note, parsed } = logged()
  const cause = new Error('connect ECONNREFUSED')
  const shed = (request: string) =>
    note(request, new ApiError('unavailable', 'Too much.', { retryAfter: 1, cause }))
  for (let index = 0; index < 1000; index += 1) shed(`req_${index}`)
  const first = {
    level: 40,
    request_id: 'req_0',
    cause: { type: 'Error', message: 'connect ECONNREFUSED' },
    msg: 'Too much.',
  }
  expect(parsed()).toEqual([first])
  vi.advanceTimersByTime(10_000)
  shed('req_later')
  expect(parsed()).toEqual([first, { ...first, request_id: 'req_later', more: 999 }])
})

test('each reason has a line of its own, whatever numbers are in it', () => {
  const { note, parsed } = logged()
  for (const seconds of [30, 31, 32]) {
    note(
      'req',
      new ApiError('unavailable', `The worker has been stuck for ${seconds} seconds.`, { retryAfter: 1 }),
    )
    note('req', new ApiError('unavailable', 'The service is stopping.', { retryAfter: 1 }))
  }
  expect(parsed().map(({ msg }) => msg)).toEqual([
    'The worker has been stuck for 30 seconds.',
    'The service is stopping.',
  ])
})

import { expect, test } from 'vitest'
import { nextAttemptAfter } from '../../../../../server/product/programs/automations/engine/next-attempt.js'

const began = new Date('2026-06-01T08:00:00Z')
const after = (seconds: number) => new Date(began.getTime() + seconds * 1000)

test.each([
  ['not failed', 0, 0, undefined],
  ['just failed', 1, 0, 10],
  ['its time not come', 1, 9, 10],
  ['its time come', 1, 10, undefined],
  ['failed again', 2, 11, 70],
  ['failed long ago', 2, 1000, undefined],
])('a step that has %s', (_, attempts, now, next) => {
  const run = { attempts, step_started_at: began }
  const expected = next === undefined ? undefined : after(next)
  expect(nextAttemptAfter(run, after(now), [10, 60])).toEqual(expected)
})

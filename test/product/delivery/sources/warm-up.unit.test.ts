import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  planOf,
  usualSchedule,
  whyNoSchedule,
  type PastDay,
} from '../../../../server/product/delivery/sources/warm-up.js'

const schedule = [50, 100, 200, 400]
const day = (fields: Partial<PastDay>): PastDay => ({
  step: 1,
  cap: 100,
  sent: 100,
  deferred: 0,
  transactional: 0,
  ...fields,
})

test.each([
  ['a first day begins with the schedule', undefined, { step: 0, cap: 50 }],
  ['a day that was used is followed by the next step', day({}), { step: 2, cap: 200 }],
  ['one with little mail is repeated', day({ sent: 49 }), { step: 1, cap: 100 }],
  ['one with deferrals above a tenth is repeated', day({ deferred: 11 }), { step: 1, cap: 100 }],
  ['one with deferrals above a fifth goes back', day({ deferred: 21 }), { step: 0, cap: 50 }],
  [
    'a few deferrals of a few mails say nothing',
    day({ step: 0, cap: 30, sent: 19, deferred: 19 }),
    { step: 1, cap: 60 },
  ],
  ['behind the last step it is warm', day({ step: 3, cap: 400, sent: 400 }), { step: 4, cap: null }],
  ['what is warm stays warm', day({ step: 4, cap: null, sent: 0 }), { step: 4, cap: null }],
])('%s', (_, before, expected) => {
  expect(planOf(before, schedule)).toMatchObject(expected)
})

test('what a provider tells of a source sets its cap back by one step at most, or keeps it', () => {
  const stepOf = (before: PastDay, demand: 'back' | 'stay') => planOf(before, schedule, { demand }).step
  expect(stepOf(day({ step: 2, cap: 200, sent: 200 }), 'back')).toBe(1)
  expect(stepOf(day({ step: 2, cap: 200, sent: 200, deferred: 100 }), 'back')).toBe(1)
  expect(stepOf(day({ step: 0, cap: 50, sent: 50 }), 'back')).toBe(0)
  expect(stepOf(day({ step: 2, cap: 200, sent: 200 }), 'stay')).toBe(2)
  expect(stepOf(day({ step: 2, cap: 200, sent: 200, deferred: 100 }), 'stay')).toBe(1)
  expect(planOf(day({ cap: null }), schedule, { demand: 'back' }).cap).toBeNull()
})

test('of a cap a part is kept from bulk: a fifth, or what transactional mail had the day before', () => {
  expect(planOf(undefined, schedule).kept).toBe(10)
  expect(planOf(day({ transactional: 80 }), schedule).kept).toBe(100)
  expect(planOf(day({ transactional: 500 }), schedule).kept).toBe(200)
  expect(planOf(undefined, schedule, { mixed: false }).kept).toBe(0)
})

test('whatever a source has sent, and however the schedule changes, no cap is more than twice the one before', () => {
  const any = fc.record({
    step: fc.nat({ max: 20 }),
    cap: fc.integer({ min: 1, max: 1_000_000 }),
    sent: fc.nat({ max: 1_000_000 }),
    deferred: fc.nat({ max: 1_000_000 }),
    transactional: fc.nat({ max: 1_000_000 }),
  })
  fc.assert(
    fc.property(any, fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1 }), (before, steps) => {
      const { cap, kept } = planOf(before, steps)
      if (cap !== null) expect(cap).toBeLessThanOrEqual(before.cap * 2)
      if (cap !== null) expect(kept).toBeLessThanOrEqual(cap)
    }),
  )
})

test('a schedule grows, and at most doubles', () => {
  expect(whyNoSchedule(usualSchedule)).toBeUndefined()
  expect(whyNoSchedule([])).toBeDefined()
  expect(whyNoSchedule([50, 101])).toContain('50, 101')
  expect(whyNoSchedule([50, 40])).toContain('50, 40')
  expect(whyNoSchedule([0])).toBeDefined()
  expect(whyNoSchedule([1.5])).toBeDefined()
})

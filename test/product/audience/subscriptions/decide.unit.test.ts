import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideRequest } from '../../../../server/product/audience/subscriptions/decide.js'
import { runs } from '../../../support/run/sampled.js'

/** Tests the outcome of a request to opt in, whatever there was before. */

const dayMs = 24 * 60 * 60 * 1000
const now = new Date('2026-01-14T09:30:00.000Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const asked = (status: 'pending' | 'confirmed' | 'unsubscribed', age: number) => ({
  status,
  requestedAt: ago(age),
  roundStartedAt: ago(age),
})
const anyAge = fc.integer({ min: 0, max: 400 * dayMs })

test('an address that never asked, or has left, begins a round, whenever that was', () => {
  expect(decideRequest(undefined, now)).toBe('new_round')
  fc.assert(
    fc.property(anyAge, (age) => {
      expect(decideRequest(asked('unsubscribed', age), now)).toBe('new_round')
    }),
    { numRuns: runs(50) },
  )
})

test('one that has confirmed is never asked again', () => {
  fc.assert(
    fc.property(anyAge, (age) => {
      expect(decideRequest(asked('confirmed', age), now)).toBe('already_confirmed')
    }),
    { numRuns: runs(50) },
  )
})

test('one that is pending gets a second mail after 24 hours and not before, in the same round', () => {
  const decided = (age: number) => decideRequest(asked('pending', age), now)
  fc.assert(
    fc.property(anyAge, (age) => {
      expect(decided(age)).toBe(age < dayMs ? 'already_requested' : 'again')
    }),
    { numRuns: runs(50) },
  )
  expect([decided(dayMs - 1), decided(dayMs)]).toEqual(['already_requested', 'again'])
  // Asked by a process whose clock is ahead.
  expect(decided(-60_000)).toBe('already_requested')
})

test('one whose contact has got another address since its mail is asked again at once', () => {
  fc.assert(
    fc.property(anyAge, (age) => {
      const moved = { ...asked('pending', age), roundStartedAt: ago(age - 1) }
      expect(decideRequest(moved, now)).toBe('again')
    }),
    { numRuns: runs(50) },
  )
})

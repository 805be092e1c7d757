import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DomainRecord } from '../../../server/product/domains/check/record-check.js'
import { nextCheckAfter, type Due } from '../../../server/product/domains/check/cadence.js'
import {
  failsAt,
  graceMs,
  lifecycleAfter,
  verdictOf,
  type DomainLifecycle,
  type DomainVerdict,
} from '../../../server/product/domains/lifecycle.js'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = new Date('2026-01-14T09:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)

type Need = DomainRecord['need']
type RecordStatus = DomainRecord['status']
const recordOf = ([need, status]: readonly [Need, RecordStatus]): DomainRecord => ({
  kind: 'spf',
  need,
  type: 'TXT',
  name: 'bounce.shop.example',
  selector: null,
  expected: null,
  found: [],
  status,
  problem: null,
  advice: null,
})

describe('records together are', () => {
  test.each<[DomainVerdict, (readonly [Need, RecordStatus])[]]>([
    ['sound', [['required', 'ok']]],
    [
      'sound',
      [
        ['required', 'ok'],
        ['required', 'not_needed'],
      ],
    ],
    [
      'sound',
      [
        ['required', 'ok'],
        ['recommended', 'missing'],
        ['optional', 'wrong'],
        ['recommended', 'unknown'],
      ],
    ],
    [
      'broken',
      [
        ['required', 'ok'],
        ['required', 'missing'],
      ],
    ],
    [
      'broken',
      [
        ['required', 'ok'],
        ['required', 'wrong'],
      ],
    ],
    // What is surely not there decides.
    [
      'broken',
      [
        ['required', 'unknown'],
        ['required', 'missing'],
      ],
    ],
    [
      'unknown',
      [
        ['required', 'ok'],
        ['required', 'unknown'],
      ],
    ],
    [
      'unknown',
      [
        ['required', 'ok'],
        ['required', 'unchecked'],
      ],
    ],
    // Nothing was seen.
    ['unknown', []],
    ['unknown', [['required', 'not_needed']]],
    ['unknown', [['recommended', 'ok']]],
  ])('%s where they are %j', (verdict, records) => {
    expect(verdictOf(records.map(recordOf))).toBe(verdict)
  })
})

const pending: DomainLifecycle = { status: 'pending', verifiedAt: null, degradedSince: null }
const verified: DomainLifecycle = { status: 'verified', verifiedAt: start, degradedSince: null }
const degraded: DomainLifecycle = { status: 'degraded', verifiedAt: start, degradedSince: after(hour) }
const failed: DomainLifecycle = { ...degraded, status: 'failed' }

describe('after a check', () => {
  test.for<[string, DomainLifecycle, DomainVerdict, number, DomainLifecycle]>([
    ['pending is verified', pending, 'sound', hour, { ...verified, verifiedAt: after(hour) }],
    ['pending waits', pending, 'broken', 100 * day, pending],
    ['verified stays, since when it was', verified, 'sound', hour, verified],
    ['verified is degraded', verified, 'broken', hour, degraded],
    ['degraded has its grace', degraded, 'broken', hour + graceMs - 1, degraded],
    ['degraded fails after it', degraded, 'broken', hour + graceMs, failed],
    ['degraded is verified', degraded, 'sound', 2 * day, { ...verified, verifiedAt: after(2 * day) }],
    ['failed stays', failed, 'broken', 9 * day, failed],
    ['failed is verified', failed, 'sound', 9 * day, { ...verified, verifiedAt: after(9 * day) }],
  ])('%s', ([_name, before, verdict, ms, expected]) => {
    expect(lifecycleAfter(before, false, verdict, after(ms))).toEqual(expected)
  })

  test.each([pending, verified, degraded, failed])('that tells nothing, $status stays as it is', (before) => {
    expect(lifecycleAfter(before, false, 'unknown', after(100 * day))).toEqual(before)
  })

  test.each([pending, verified, degraded, failed])(
    'one vouched for is verified, $status before',
    (before) => {
      for (const verdict of ['sound', 'broken', 'unknown'] as const)
        expect(lifecycleAfter(before, true, verdict, after(2 * day)).status).toBe('verified')
    },
  )

  test('one that has no time of its degradation has its whole grace', () => {
    const imported: DomainLifecycle = { status: 'degraded', verifiedAt: null, degradedSince: null }
    expect(lifecycleAfter(imported, false, 'broken', start)).toEqual({ ...imported, degradedSince: start })
  })
})

test('whatever checks see: a domain fails only when seen broken, a day after it was first and with nothing well between', () => {
  const seen = fc.record({
    verdict: fc.constantFrom<DomainVerdict>('sound', 'broken', 'unknown'),
    wait: fc.integer({ min: 1, max: 30 * hour }),
  })
  fc.assert(
    fc.property(fc.array(seen, { maxLength: 40 }), (checks) => {
      let standing = pending
      let now = start
      let brokenSince: Date | undefined
      let everSound = false
      for (const { verdict, wait } of checks) {
        now = new Date(now.getTime() + wait)
        const before = standing
        standing = lifecycleAfter(before, false, verdict, now)
        if (verdict === 'sound') brokenSince = undefined
        else if (verdict === 'broken' && everSound) brokenSince ??= now
        everSound ||= verdict === 'sound'

        if (verdict === 'unknown') expect(standing).toEqual(before)
        if (verdict === 'sound') expect(standing.status).toBe('verified')
        if (!everSound) expect(standing.status).toBe('pending')
        if (standing.status === 'verified') expect(standing.degradedSince).toBeNull()
        else expect(standing.degradedSince).toEqual(brokenSince ?? null)
        if (standing.status === 'failed' && before.status !== 'failed') {
          expect(verdict).toBe('broken')
          expect(now.getTime() - (brokenSince?.getTime() ?? NaN)).toBeGreaterThanOrEqual(graceMs)
        }
        if (verdict === 'broken' && standing.status === 'degraded')
          expect(failsAt(standing)?.getTime()).toBeGreaterThan(now.getTime())
      }
    }),
  )
})

test('the end of the grace is told of degraded domains only', () => {
  expect(failsAt(degraded)).toEqual(after(hour + day))
  for (const standing of [pending, verified, failed]) expect(failsAt(standing)).toBeNull()
})

describe('the next check', () => {
  const nothing: Due = { ...pending, createdAt: start, keyPendingSince: null, returnPathBrokenSince: null }
  const wait = (due: Partial<Due>, ms: number) => {
    const now = after(ms)
    return nextCheckAfter({ ...nothing, ...due }, now).getTime() - now.getTime()
  }
  test.each<[string, Partial<Due>, number, number]>([
    ['of a new domain', {}, minute, 5 * minute],
    ['of one that waits for a day', {}, day, hour],
    ['of one that nobody seems to want', {}, 14 * day, day],
    ['of a verified one', verified, 100 * day, 6 * hour],
    [
      'of one whose return path is lost',
      { ...verified, returnPathBrokenSince: after(day) },
      day,
      15 * minute,
    ],
    ['of a degraded one', degraded, 2 * hour, 15 * minute],
    ['at the end of its grace', degraded, hour + day - minute, minute],
    ['of a degraded one beyond its grace', degraded, 3 * day, 15 * minute],
    ['of a failed one', failed, 3 * day, hour],
    ['of one that failed long ago', failed, hour + 8 * day, day],
    ['with a pending key', { ...verified, keyPendingSince: start }, hour, 15 * minute],
    ['with a key that is pending for long', { ...verified, keyPendingSince: start }, 14 * day, hour],
  ])('%s', (_name, due, ms, expected) => {
    expect(wait(due, ms)).toBe(expected)
  })
})

import { describe, expect, test } from 'vitest'
import { checkRule } from '../../../../server/product/audience/segments/rules/check.js'
import { durationMs } from '../../../../server/product/audience/segments/rules/durations.js'
import { estimateFrom } from '../../../../server/product/audience/segments/search/estimate.js'
import { PageSize } from '../../../../server/product/audience/segments/search/page-size.js'
import { isTime } from '../../../../server/product/audience/segments/rules/times.js'

const mistakesOf = (rule: any) => checkRule(rule, '/rule').mistakes.map(({ path, code }) => [path, code])
const property = (op: string, value: unknown) => ({ property: { name: 'plan', op, value } })

describe('what an operator is compared with', () => {
  const scalars = { text: 'pro', number: 5, flag: true, time: '2026-05-31', duration: 'P1D', list: ['pro'] }
  const every = Object.keys(scalars)
  const accepted: Record<string, string[]> = {
    eq: every.filter((type) => type !== 'list'),
    ne: every.filter((type) => type !== 'list'),
    in: ['list'],
    exists: ['flag'],
    gt: ['number'],
    gte: ['number'],
    lt: ['number'],
    lte: ['number'],
    contains: ['text', 'time', 'duration'],
    starts_with: ['text', 'time', 'duration'],
    before: ['time'],
    after: ['time'],
    within: ['duration'],
  }
  test.each(Object.entries(accepted))('%s', (op, types) => {
    const fits = Object.entries(scalars).filter(([, value]) => mistakesOf(property(op, value)).length === 0)
    expect(fits.map(([type]) => type)).toEqual(types)
    for (const [type, value] of Object.entries(scalars)) {
      if (types.includes(type)) continue
      expect(mistakesOf(property(op, value))[0]).toEqual(['/rule/property/value', 'type'])
    }
  })

  const field = (name: string, op: string, value: unknown) => ({ contact: { field: name, op, value } })
  test.each([
    [property('like', 'x'), '/property/op', 'unknown_op'],
    [property('EQ', 'x'), '/property/op', 'unknown_op'],
    [field('name', 'gt', 1), '/contact/op', 'unknown_op'],
    [field('name', 'within', 'P1D'), '/contact/op', 'unknown_op'],
    [field('created_at', 'contains', '2026'), '/contact/op', 'unknown_op'],
    [field('unsubscribed', 'before', '2026-05-31'), '/contact/op', 'unknown_op'],
    [field('name', 'eq', 5), '/contact/value', 'type'],
    [field('name', 'in', ['a', 5]), '/contact/value/1', 'type'],
    [field('created_at', 'eq', 'yesterday'), '/contact/value', 'type'],
    [field('created_at', 'before', '2026-02-30'), '/contact/value', 'type'],
    [field('created_at', 'before', '2026-05-31T10:00:00'), '/contact/value', 'type'],
    [field('unsubscribed', 'eq', 'true'), '/contact/value', 'type'],
    [{ event: { name: 'a', count: { op: 'in', value: 1 } } }, '/event/count/op', 'unknown_op'],
    [{ event: { name: 'a', within: 'P1M' } }, '/event/within', 'type'],
    [{ event: { name: 'a', within: 'P3651D' } }, '/event/within', 'type'],
    [{ event: { name: 'a', where: [{ name: 'b', op: 'gt', value: 'x' }] } }, '/event/where/0/value', 'type'],
    [{ message: { status: 'bounced', within: '30 days' } }, '/message/within', 'type'],
  ])('%j is refused', (rule, path, code) => {
    expect(mistakesOf(rule)).toEqual([[`/rule${path}`, code]])
  })

  test('all mistakes are shown at once', () => {
    const rule = { all: [property('gt', 'x'), { not: property('no', 1) }, { any: [property('in', 1)] }] }
    expect(mistakesOf(rule)).toEqual([
      ['/rule/all/0/property/value', 'type'],
      ['/rule/all/1/not/property/op', 'unknown_op'],
      ['/rule/all/2/any/0/property/value', 'type'],
    ])
  })
})

describe('limits', () => {
  const nested = (levels: number): any => (levels === 1 ? property('eq', 1) : { not: nested(levels - 1) })
  const wide = (count: number, leaf: unknown) => ({ all: Array.from({ length: count }, () => leaf) })
  const history = { event: { name: 'a' } }

  test('six levels', () => {
    expect(mistakesOf(nested(6))).toEqual([])
    expect(mistakesOf(nested(7))).toEqual([[`/rule${'/not'.repeat(6)}`, 'depth']])
    expect(mistakesOf(nested(100))).toEqual([[`/rule${'/not'.repeat(6)}`, 'depth']])
  })

  test('fifty conditions, ten of them about history', () => {
    expect(mistakesOf(wide(50, property('eq', 1)))).toEqual([])
    expect(mistakesOf({ any: [wide(50, property('eq', 1)), property('eq', 1)] })).toEqual([
      ['/rule/any/1/property', 'too_many'],
    ])
    // However wide, it is not looked at any further.
    expect(mistakesOf(wide(50, wide(50, property('gt', 'x')))).at(-1)?.[1]).toBe('too_many')
    expect(mistakesOf(wide(50, wide(50, property('gt', 'x'))))).toHaveLength(51)
    expect(mistakesOf(wide(10, history))).toEqual([])
    expect(mistakesOf(wide(11, history))).toEqual([['/rule/all/10/event', 'too_many']])
  })

  test('64 kB', () => {
    const value = Array.from({ length: 100 }, () => 'x'.repeat(1000))
    expect(mistakesOf(property('in', value))).toEqual([['/rule', 'too_long']])
  })
})

test.each([
  ['P30D', 30 * 86_400_000],
  ['PT12H', 12 * 3_600_000],
  ['P1DT6H', 30 * 3_600_000],
  ['PT1H30M5S', 5_405_000],
  ['P0D', 0],
  ['P3650D', 3650 * 86_400_000],
  ['P3651D', undefined],
  ['P', undefined],
  ['PT', undefined],
  ['P1DT', undefined],
  ['P1W', undefined],
  ['P1M', undefined],
  ['P1Y', undefined],
  ['P1.5D', undefined],
  ['-P1D', undefined],
  ['30D', undefined],
  ['PT6H1D', undefined],
])('the duration %s', (text, ms) => expect(durationMs(text)).toBe(ms))

test('days that exist, and no others', () => {
  for (const year of [1000, 1900, 2000, 2023, 2024, 2100, 2400, 9999]) {
    for (let month = 0; month <= 13; month += 1) {
      for (let day = 0; day <= 32; day += 1) {
        const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
        const date = new Date(Date.UTC(year, month - 1, day))
        const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month > 0
        expect([text, isTime(text)]).toEqual([text, exists])
      }
    }
  }
})

describe('the size of a page', () => {
  const tooCostly = expect.objectContaining({ code: 'segment_too_costly' })
  const probed = (ms: number) => {
    const size = new PageSize()
    size.ran(ms)
    return size
  }

  test('begins with a few contacts, grows while it is quick and shrinks where it is slow', () => {
    const size = new PageSize()
    expect(size.contacts).toBe(50)
    const after = (ms: number) => {
      size.ran(ms)
      return size.contacts
    }
    expect([5, 10, 10, 10, 150, 201, 201, 201, 201, 201].map(after)).toEqual([
      500, 1000, 2000, 2000, 2000, 1000, 500, 250, 125, 125,
    ])
    // What the first ones took decides on the next ones.
    expect([20, 40, 80, 1600].map((ms) => probed(ms).contacts)).toEqual([500, 250, 125, 125])
  })

  test('is halved on a time-out, down to 125, and then to the few of the first page', () => {
    const size = probed(5)
    expect([size.timedOut(), size.contacts]).toEqual([false, 250])
    expect([size.timedOut(), size.contacts]).toEqual([false, 125])
    expect([size.timedOut(), size.contacts]).toEqual([true, 50])
    expect([size.timedOut(), size.contacts]).toEqual([true, 50])
    expect([size.ran(1600), size.contacts]).toEqual([false, 125])
    // The embedded database ends no statement: one that took as long counts the same.
    expect([size.ran(2001), size.contacts]).toEqual([true, 50])
    expect([size.ran(1601), size.contacts]).toEqual([true, 50])
  })

  test('blames the rule for three slow pages in a row', () => {
    const size = new PageSize()
    const slow = (ms: number) => size.ran(ms) && size.blameRule()
    slow(1700)
    slow(5000)
    // One of the few contacts in time is no proof, one of 125 is.
    slow(20)
    slow(20)
    slow(1700)
    slow(2001)
    size.ran(500)
    slow(2001)
    slow(1700)
    expect(() => slow(1700)).toThrow(tooCostly)
  })
})

describe('an estimate', () => {
  test('of the whole is the count', () => {
    expect(estimateFrom(123, 1)).toEqual({ value: 123, low: 123, high: 123, exact: false })
  })

  test('of nothing found has an upper end', () => {
    const { value, low, high } = estimateFrom(0, 1 / 256)
    expect([value, low]).toEqual([0, 0])
    expect(high).toBeGreaterThan(900)
    expect(high).toBeLessThan(1000)
  })

  test('has the right number within its ends 95 times of 100', () => {
    let random = 1
    const next = () => (random = (random * 48_271) % 2_147_483_647) / 2_147_483_647
    let right = 0
    for (let trial = 0; trial < 1000; trial += 1) {
      const found = Array.from({ length: 2000 }, next).filter((each) => each < 0.05).length
      const { low, high } = estimateFrom(found, 0.05)
      if (low <= 2000 && 2000 <= high) right += 1
    }
    expect(right).toBeGreaterThan(930)
    expect(right).toBeLessThan(975)
  })
})

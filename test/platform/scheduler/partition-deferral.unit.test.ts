import { expect, test } from 'vitest'
import { deferralBy } from '../../../server/platform/scheduler/partitions/deferral.js'
import type { Division } from '../../../server/platform/scheduler/partitions/state.js'

/** Tests which parts the purge leaves to be dropped, of `messages`, which has days from the 10th to the 12th. */

const at = (text: string) => new Date(`2026-03-${text}Z`)
const part = (from: string | null, to: string) => ({
  part: from === null ? 'first' : `202603${from}`,
  from: from === null ? null : at(`${from}T00:00`),
  to: at(`${to}T00:00`),
  rows: -1,
})
const division: Division = {
  table: 'messages',
  isDivided: true,
  partitions: [part(null, '10'), part('10', '11'), part('11', '12')],
  closing: null,
}
const { keptUntil, before } = deferralBy(new Map([['messages', division]]), 30)
const later = (text: string, hours: number) => at(text).getTime() + hours * 3600_000

test('a row of the longest retention is kept until an hour after its day is past it', () => {
  expect(keptUntil('messages', at('11T08:00'), 30)).toBe(later('12T00:00', 30 * 24 + 1))
  expect(before('messages', at('11T08:00'), 30)).toEqual(at('11T00:00'))
  expect(before('messages', at('11T00:30'), 30)).toEqual(at('10T00:00'))
  expect(before('messages', at('11T01:00'), 30)).toEqual(at('11T00:00'))
})

test('other rows go at once: of a shorter retention, of no day, of the first partition, of other tables', () => {
  for (const [table, made, days] of [
    ['messages', '11T08:00', 29],
    ['messages', '12T08:00', 30],
    ['messages', '09T08:00', 30],
    ['contacts', '11T08:00', 30],
  ] as const) {
    expect(keptUntil(table, at(made), days)).toBe(later(made, days * 24))
    expect(before(table, at(made), days)).toEqual(at(made))
  }
})

import { expect, test } from 'vitest'
import { startOf } from '../../../../../server/product/programs/campaigns/draft/schedule.js'

/** When a campaign is to start: an instant, whatever the clocks of a place show then. */

const now = new Date('2027-01-01T12:00:00.000Z')

test.each([
  ['an hour that the clocks skip', '2027-03-28T02:30:00+01:00', '2027-03-28T01:30:00.000Z'],
  ['an hour that comes twice, first', '2027-10-31T02:30:00+02:00', '2027-10-31T00:30:00.000Z'],
  ['and again', '2027-10-31T02:30:00+01:00', '2027-10-31T01:30:00.000Z'],
  ['another day elsewhere', '2027-02-01T00:00:00+05:30', '2027-01-31T18:30:00.000Z'],
  ['fractions of a second', '2027-02-01T00:00:00.123456Z', '2027-02-01T00:00:00.123Z'],
  ['a year ahead', '2028-01-01T12:00:00Z', '2028-01-01T12:00:00.000Z'],
  ['just passed', '2027-01-01T11:55:00Z', now.toISOString()],
  ['absent', undefined, now.toISOString()],
])('%s', (_, given, start) => {
  expect(startOf(given, now).toISOString()).toBe(start)
})

test.each([
  ['long passed', '2027-01-01T11:54:59Z', 'schedule_out_of_range'],
  ['more than a year ahead', '2028-01-01T12:00:01Z', 'schedule_out_of_range'],
  ['a leap second', '2027-06-30T23:59:60Z', 'validation_failed'],
])('refuses what is %s', (_, given, code) => {
  expect(() => startOf(given, now)).toThrow(expect.objectContaining({ code }))
})

import { describe, expect, it } from 'vitest'
import { waitUntil, type Wait } from '../../../../../server/product/programs/automations/steps/wait-times.js'

const now = new Date('2026-03-10T12:00:00.000Z')

function wait(given: Wait, values: { contact?: object; data?: object; now?: Date } = {}) {
  const { contact = {}, data = {} } = values
  const place = { now: values.now ?? now, contactProperties: { ...contact }, data: { ...data } }
  const time = waitUntil(given, place)
  return 'until' in time ? time.until.toISOString() : 'skip' in time ? time.skip : time.fail
}

describe('a wait for a duration', () => {
  it('ends that much later', () => {
    expect(wait({ for: 'P3DT4H' })).toBe('2026-03-13T16:00:00.000Z')
    expect(wait({ for: 'P365D' })).toBe('2027-03-10T12:00:00.000Z')
  })
})

describe('a wait until a time', () => {
  it('ends then', () => {
    expect(wait({ until: '2026-03-10T15:00:00+02:00' })).toBe('2026-03-10T13:00:00.000Z')
  })

  it('does not wait for what is in the past', () => {
    expect(wait({ until: '2025-01-01T00:00:00Z' })).toBe(now.toISOString())
  })

  it('is at most 365 days', () => {
    expect(wait({ until: '2027-03-10T12:00:00.000Z' })).toBe('2027-03-10T12:00:00.000Z')
    expect(wait({ until: '2027-03-10T12:00:00.001Z' })).toBe('wait_too_long')
  })
})

describe('a wait until the time in a property', () => {
  const untilProperty = { until_property: { name: 'ends_at' } }
  const threeDaysBefore = { until_property: { name: 'ends_at', offset: '-P3D' } }

  it('takes that of the data, else that of the contact', () => {
    const contact = { ends_at: '2026-03-20T00:00:00Z' }
    expect(wait(untilProperty, { contact, data: { ends_at: '2026-03-15' } })).toBe('2026-03-15T00:00:00.000Z')
    expect(wait(untilProperty, { contact, data: { ends_at: null } })).toBe('2026-03-20T00:00:00.000Z')
    expect(wait(untilProperty, { contact })).toBe('2026-03-20T00:00:00.000Z')
  })

  it('adds and subtracts the offset', () => {
    const data = { ends_at: '2026-03-20T10:00:00+01:00' }
    const later = { until_property: { name: 'ends_at', offset: 'PT90M' } }
    expect(wait(threeDaysBefore, { data })).toBe('2026-03-17T09:00:00.000Z')
    expect(wait(later, { data })).toBe('2026-03-20T10:30:00.000Z')
  })

  it('does not wait where the offset leads into the past', () => {
    expect(wait(threeDaysBefore, { data: { ends_at: '2026-03-13T11:59:59Z' } })).toBe(now.toISOString())
  })

  it('is skipped without the property, and with one that is no time', () => {
    expect(wait(untilProperty)).toBe('missing')
    expect(wait({ until_property: { name: 'constructor' } })).toBe('missing')
    for (const value of ['soon', '2026-02-30', '2026-03-20T10:00:00', 1_700_000_000, true, {}]) {
      expect(wait(untilProperty, { data: { ends_at: value } })).toBe('wrong_type')
    }
  })

  it('is at most 365 days, the offset included', () => {
    expect(wait(untilProperty, { data: { ends_at: '2027-03-11' } })).toBe('wait_too_long')
    expect(wait(threeDaysBefore, { data: { ends_at: '2027-03-11' } })).toBe('2027-03-08T00:00:00.000Z')
  })
})

describe('a wait until a time of day', () => {
  const clock = (time: string, timezone: string, at: string) =>
    wait({ time_of_day: { time, timezone } }, { now: new Date(at) })

  it.for<[string, string, string, string, string]>([
    ['later the same day', '09:00', 'Europe/Berlin', '2026-01-14T07:59:00Z', '2026-01-14T08:00:00.000Z'],
    ['the next day', '09:00', 'Europe/Berlin', '2026-01-14T08:00:01Z', '2026-01-15T08:00:00.000Z'],
    ['the next time, at the very time', '09:00', 'UTC', '2026-01-14T09:00:00Z', '2026-01-15T09:00:00.000Z'],
    [
      'on the day of the zone',
      '09:00',
      'Pacific/Auckland',
      '2026-07-01T22:00:00Z',
      '2026-07-02T21:00:00.000Z',
    ],
    [
      'with an offset of minutes',
      '09:00',
      'Asia/Kathmandu',
      '2026-01-14T00:00:00Z',
      '2026-01-14T03:15:00.000Z',
    ],
    [
      'whatever case its name is in',
      '09:00',
      'europe/BERLIN',
      '2026-01-14T00:00:00Z',
      '2026-01-14T08:00:00.000Z',
    ],
    [
      'before the clocks go forward',
      '09:00',
      'Europe/Berlin',
      '2026-03-28T12:00:00Z',
      '2026-03-29T07:00:00.000Z',
    ],
    ['in the gap', '02:30', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:30:00.000Z'],
    [
      'in the gap, the day after it',
      '02:30',
      'Europe/Berlin',
      '2026-03-29T01:30:00Z',
      '2026-03-30T00:30:00.000Z',
    ],
    ['in a gap at midnight', '00:10', 'America/Santiago', '2026-09-05T12:00:00Z', '2026-09-06T04:10:00.000Z'],
    ['twice: the first', '02:30', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['twice: the second', '02:30', 'Europe/Berlin', '2026-10-25T00:45:00Z', '2026-10-25T01:30:00.000Z'],
    ['twice: behind both', '02:30', 'Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-26T01:30:00.000Z'],
    [
      'the day before a midnight that is left out',
      '10:00',
      'America/Nuuk',
      '2026-03-28T01:30:00Z',
      '2026-03-28T12:00:00.000Z',
    ],
    ['in a gap before midnight', '23:30', 'America/Nuuk', '2026-03-28T12:00:00Z', '2026-03-29T01:30:00.000Z'],
    ['by half an hour', '01:45', 'Australia/Lord_Howe', '2026-04-04T14:50:00Z', '2026-04-04T15:15:00.000Z'],
    [
      'on a day that a zone leaves out',
      '10:00',
      'Pacific/Apia',
      '2011-12-29T21:00:00Z',
      '2011-12-30T20:00:00.000Z',
    ],
  ])('ends %s', ([_name, time, timezone, at, until]) => {
    expect(clock(time, timezone, at)).toBe(until)
  })

  it('fails for a zone that there is none of', () => {
    expect(() => clock('09:00', 'Europe/Atlantis', '2026-01-14T00:00:00Z')).toThrow(RangeError)
  })
})

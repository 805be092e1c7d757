import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextTimeOfDay } from '../../../../../server/product/programs/automations/steps/time-of-day.js'
import { runs } from '../../../../support/run/sampled.js'

const hourMs = 3_600_000
const zones = Intl.supportedValuesOf('timeZone')

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the time that clocks show, by Node's own knowledge of zones. */
function shown(at: Date, timeZone: string): string {
  const options = { timeZone, hour: '2-digit', minute: '2-digit' } as const
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', options)
  formats.set(timeZone, format)
  return format.format(at)
}

/** Minutes of a day until another time of day. */
function minutesBetween(from: string, to: string): number {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  return (minutes(to) - minutes(from) + 1440) % 1440
}

const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const moments = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2036-12-31T00:00:00Z'),
  noInvalidDate: true,
})

it('is the next time that the clocks of any zone show, within 25 hours', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), times, moments, (zone, time, now) => {
      const until = nextTimeOfDay(time, zone, now)
      const waitedMs = until.getTime() - now.getTime()
      expect(waitedMs).toBeGreaterThan(0)
      // The only clocks that change by two hours are those of one station.
      expect(waitedMs).toBeLessThanOrEqual((zone === 'Antarctica/Troll' ? 26 : 25) * hourMs)
      if (shown(until, zone) !== time) {
        // It was left out: the clocks show it as much later as they were put forward since.
        const gap = minutesBetween(time, shown(until, zone))
        expect(gap).toBeLessThanOrEqual(120)
        const before = new Date(until.getTime() - gap * 60_000)
        expect(minutesBetween(shown(before, zone), shown(until, zone))).toBe(2 * gap)
      }
      // They did not show it in the three hours before, in which a change of the clocks could have it come twice.
      for (
        let ms = until.getTime() - 60_000;
        ms > now.getTime() && ms > until.getTime() - 3 * hourMs;
        ms -= 60_000
      ) {
        expect(shown(new Date(ms), zone)).not.toBe(time)
      }
    }),
    { numRuns: runs(200) },
  )
})

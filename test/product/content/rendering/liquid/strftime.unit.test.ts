import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { strftime, type TimeParts } from '../../../../../server/product/content/rendering/liquid/strftime.js'
import { render } from '../../../../support/templates/rendering.js'
import { runs } from '../../../../support/run/sampled.js'

/** The filter `date` against what Ruby 3.1 writes, by which Shopify's Liquid formats: `Time.parse(time).utc.strftime`. */
const ofRuby = JSON.parse(readFileSync(new URL('strftime-of-ruby.json', import.meta.url), 'utf8')) as {
  times: string[]
  formats: Record<string, string[]>
}

/** The text with the filter in it, between marks that keep its blanks. */
function shown(format: string, when: string, more = ''): string {
  const variables = ['when', 'format'].map((name) => ({ name, type: 'string' as const, required: true }))
  const { text } = render({ text: `<{{ when | date: format${more} }}>`, variables }, { when, format })
  return String(text).trim().slice(1, -1)
}

test.each(Object.entries(ofRuby.formats))('%j is written as Ruby writes it', (format, results) => {
  expect(ofRuby.times.map((when) => shown(format, when))).toEqual(results)
})

describe('in a zone', () => {
  const when = '2026-07-01T22:30:05Z'
  test.each([
    ['%F %T', 'Asia/Kolkata', '2026-07-02 04:00:05'],
    ['%z %:z %::z %:::z', 'Asia/Kolkata', '+0530 +05:30 +05:30:00 +05:30'],
    ['%z %:z %::z %:::z', 'America/St_Johns', '-0230 -02:30 -02:30:00 -02:30'],
    ['%:::z %_z %_:z', 'Europe/Berlin', '+02  +200  +2:00'],
    ['%s', 'Asia/Kolkata', '1782945005'],
    ['%c', 'Europe/Berlin', 'Thu Jul  2 00:30:05 2026'],
    ['%G-W%V-%u', 'Europe/Berlin', '2026-W27-4'],
  ])('%s in %s is %s', (format, zone, expected) => {
    expect(shown(format, when, `, '${zone}'`)).toBe(expected)
  })
})

test('what is no time stays as it is', () => {
  expect(shown('%F', 'soon')).toBe('soon')
})

test('the ordinal of LiquidJS is there beside it', () => {
  const days = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31]
  const ordinals = days.map((day) => shown('%-d%q', `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`))
  expect(ordinals.join(' ')).toBe('1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 31st')
})

describe('whatever the format', () => {
  const time: TimeParts = {
    year: 2026,
    month: 3,
    day: 1,
    hour: 9,
    minute: 5,
    second: 7,
    millisecond: 123,
    epoch: 1_772_355_907,
    offset: 0,
    named: () => 'UTC',
  }
  const pieces = fc.oneof(
    fc.string(),
    fc.constantFrom('%', '-', '0', '^', '_', '#', ':', '12', 'E', 'O', 'd', 'c', 'z', 'N'),
  )

  test('text without a percent sign stays as it is, and nothing throws', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const format = parts.join('')
        const written = strftime(time, format, () => undefined)
        if (!format.includes('%')) expect(written).toBe(format)
      }),
      { numRuns: runs(500) },
    )
  })

  test('the widths are counted before they are made', () => {
    const grow = (characters: number) => {
      if (characters > 1000) throw new Error('too much')
    }
    for (const letter of 'aAbBcCdDeFgGhHIjklLmMnNpPqrRsStTuUvVwWxXyYzZ%')
      expect(() => strftime(time, `%99999999999${letter}`, grow), letter).toThrow('too much')
  })
})

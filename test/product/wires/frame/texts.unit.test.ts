import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { namedAddress, shownAddress } from '../../../../server/product/wires/frame/texts/addresses.js'
import { fromNow } from '../../../../server/product/wires/frame/texts/from-now.js'

/** Texts in which other services' clients put addresses and times. */

describe('an address', () => {
  test.each([
    ['ada@example.com', { email: 'ada@example.com' }],
    [' ada@example.com ', { email: 'ada@example.com' }],
    ['<ada@example.com>', { email: 'ada@example.com' }],
    ['Ada Lovelace <ada@example.com>', { email: 'ada@example.com', name: 'Ada Lovelace' }],
    ['"Lovelace, Ada" <ada@example.com>', { email: 'ada@example.com', name: 'Lovelace, Ada' }],
    ['"Ada \\"Countess\\"" <ada@example.com>', { email: 'ada@example.com', name: 'Ada "Countess"' }],
    ['A < B <ada@example.com>', { email: 'ada@example.com', name: 'A < B' }],
    ['Ada <ada@example.com', { email: 'Ada <ada@example.com' }],
    ['', { email: '' }],
  ])('%j', (text, expected) => expect(namedAddress(text)).toEqual(expected))

  test('that was shown is read again as it was', () => {
    const name = fc
      .string({ minLength: 1, unit: 'grapheme' })
      .filter((text) => text.trim() === text && !text.startsWith('"'))
    fc.assert(
      fc.property(name, (given) => {
        const address = { email: 'ada@example.com', name: given }
        expect(namedAddress(shownAddress(address))).toEqual(address)
      }),
    )
  })
})

describe('a time', () => {
  test.each([
    ['in 1 min', 60],
    ['in 30 minutes', 1800],
    ['In an hour', 3600],
    ['in 2 days', 172_800],
    ['in a week', 604_800],
  ])('%j is %i seconds from now', (text, seconds) => {
    const before = Date.now()
    const at = new Date(fromNow(text, '/body/at')).getTime() - seconds * 1000
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now())
  })

  test('with its zone stays as it is', () => {
    expect(fromNow('2026-01-31T09:30:00Z', '/body/at')).toBe('2026-01-31T09:30:00Z')
    expect(fromNow('2026-01-31 09:30:00+02:00', '/body/at')).toBe('2026-01-31T09:30:00+02:00')
  })

  test.each(['tomorrow at 9am', 'in a while', 'in -1 hours', '1 hour', ''])('%j is refused', (text) => {
    expect(() => fromNow(text, '/body/at')).toThrow('at must be a time with its zone')
  })
})

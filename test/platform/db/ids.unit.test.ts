import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fromTypeId,
  minUuidAt,
  newUuid,
  timeOf,
  toTypeId,
  uuidBefore,
  type Prefix,
} from '../../../server/platform/db/ids.js'
import { expectOfThisTest } from '../../support/time/instants.js'

const prefixes: Prefix[] = ['ws', 'usr', 'prj', 'key', 'msg', 'log', 'evt', 'req']
const uuid = fc.uuid()
const time = fc.integer({ min: 0, max: 2 ** 48 - 1 })

test('an id comes back as it was', () => {
  fc.assert(
    fc.property(fc.constantFrom(...prefixes), uuid, (prefix, id) => {
      const outside = toTypeId(prefix, id)
      expect(outside).toMatch(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`))
      expect(fromTypeId(prefix, outside)).toBe(id)
    }),
  )
})

test('a new id is a UUIDv7, as it is written', () => {
  const made = Array.from({ length: 1000 }, newUuid)
  for (const id of made)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(made.map((id) => id.slice(-10))).size).toBe(1000)
  expectOfThisTest(timeOf(newUuid()))
})

test('every id of the contract’s form is one, whatever its bits', () => {
  const digits = fc.string({
    unit: fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyz'),
    minLength: 25,
    maxLength: 25,
  })
  fc.assert(
    fc.property(fc.constantFrom(...'01234567'), digits, (first, others) => {
      const outside = `msg_${first}${others}`
      const inside = fromTypeId('msg', outside)
      expect(inside).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      expect(toTypeId('msg', inside)).toBe(outside)
    }),
  )
})

test('an id of another kind is refused, and so is what is none', () => {
  expect(() => fromTypeId('msg', toTypeId('key', newUuid()))).toThrow()
  const digits = toTypeId('msg', newUuid()).slice('msg_0'.length)
  expect(() => fromTypeId('msg', `msg_8${digits}`)).toThrow('128 bits')
  for (const last of ['u', 'A', 'ä', '', '00']) {
    expect(() => fromTypeId('msg', `msg_0${digits.slice(1)}${last}`)).toThrow()
  }
})

test('ids sort as they were made, inside and outside', () => {
  const ids = Array.from({ length: 2000 }, newUuid)
  expect(ids).toEqual([...ids].sort())
  const outside = ids.map((id) => toTypeId('msg', id))
  expect(outside).toEqual([...outside].sort())
})

test('ids of different times sort by time, inside and outside', () => {
  fc.assert(
    fc.property(uuid, time, uuid, time, (first, early, second, late) => {
      fc.pre(early < late)
      const [a, b] = [made(first, early), made(second, late)]
      expect(a < b).toBe(true)
      expect(toTypeId('evt', a) < toTypeId('evt', b)).toBe(true)
    }),
  )
})

test('an id tells when it was made', () => {
  const before = Date.now()
  const at = timeOf(newUuid()).getTime()
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(Date.now())
  fc.assert(
    fc.property(uuid, time, (id, ms) => {
      expect(timeOf(made(id, ms)).getTime()).toBe(ms)
    }),
  )
})

test('the least id of a time parts those before from those at or after it', () => {
  fc.assert(
    fc.property(uuid, time, time, (id, ms, bound) => {
      expect(made(id, ms) >= minUuidAt(new Date(bound))).toBe(ms >= bound)
    }),
  )
  // Next to the bound, where it matters.
  fc.assert(
    fc.property(uuid, fc.integer({ min: 1, max: 2 ** 48 - 2 }), (id, ms) => {
      const min = minUuidAt(new Date(ms))
      expect([made(id, ms - 1) >= min, made(id, ms) >= min, made(id, ms + 1) >= min]).toEqual([
        false,
        true,
        true,
      ])
    }),
  )
})

test('times before 1970 and after the last UUIDv7 have bounds too', () => {
  expect(minUuidAt(new Date('0000-01-01T00:00:00Z'))).toBe('00000000-0000-7000-8000-000000000000')
  expect(minUuidAt(new Date(8.64e15))).toBe('ffffffff-ffff-7000-8000-000000000000')
})

test('the UUID before another is below it, with none in between', () => {
  const number = (id: string) => BigInt(`0x${id.replaceAll('-', '')}`)
  fc.assert(
    fc.property(uuid, (id) => {
      const before = uuidBefore(id)
      expect(before).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      expect(number(before)).toBe(number(id) - 1n)
    }),
  )
  expect(uuidBefore('00000000-0000-7000-8000-000000000000')).toBe('00000000-0000-7000-7fff-ffffffffffff')
})

/** A UUIDv7 of a time with the random bits of another. */
function made(random: string, ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${random.slice(15, 19)}8${random.slice(20)}`
}

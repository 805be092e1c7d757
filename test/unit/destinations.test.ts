import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { Destinations, type DestinationRules, type Sign } from '../../server/pacing/destinations.js'

const rules: DestinationRules = {
  start: 5,
  least: 1,
  most: 20,
  failuresToRest: 5,
  restMs: (rests) => 300_000 * 2 ** rests,
  slowMs: (times) => 30_000 * 2 ** times,
}
const here = 'example.com'

let now: number
let destinations: Destinations
beforeEach(() => {
  now = 1_000_000
  destinations = new Destinations(rules, () => now)
})

/** One send after the other. */
function send(sign: Sign, times = 1, name = here): void {
  for (let time = 0; time < times; time++) {
    destinations.begin(name)
    destinations.end(name, sign)
  }
}

test('what is unknown has room for five, and what is under way takes of it', () => {
  expect(destinations.rooms()).toEqual({ otherwise: 5, of: new Map() })
  destinations.begin(here)
  expect(destinations.rooms().of).toEqual(new Map([[here, 4]]))
  for (let time = 0; time < 4; time++) destinations.begin(here)
  expect(destinations.room(here)).toBe(0)
  expect(destinations.mayBegin(here)).toBe(false)
  expect(destinations.room('example.org')).toBe(5)
})

test('a round of successes makes room for one more, up to twenty', () => {
  send('success', 6)
  expect(destinations.room(here)).toBe(6)
  send('success', 1000)
  expect(destinations.room(here)).toBe(20)
})

test('a failed connection takes room, a refusal does not', () => {
  send('alive', 100)
  expect(destinations.room(here)).toBe(5)
  send('failure')
  expect(destinations.room(here)).toBe(4)
})

describe('after five failures in a row', () => {
  beforeEach(() => send('failure', 5))

  test('nothing is sent for five minutes, then one probes', () => {
    expect(destinations.room(here)).toBe(0)
    now += 299_999
    expect(destinations.room(here)).toBe(0)
    now += 1
    expect(destinations.room(here)).toBe(1)
    destinations.begin(here)
    expect(destinations.room(here)).toBe(0)
  })

  test('a probe that fails is the beginning of another rest', () => {
    now += 300_000
    send('failure')
    now += 599_999
    expect(destinations.room(here)).toBe(0)
    now += 1
    expect(destinations.room(here)).toBe(1)
  })

  test.each(['success', 'alive'] as const)('a probe that shows life (%s) ends it', (sign) => {
    now += 300_000
    send(sign)
    expect(destinations.room(here)).toBeGreaterThanOrEqual(1)
    send('failure', 4)
    expect(destinations.room(here)).toBeGreaterThanOrEqual(1)
    send('failure')
    now += 300_000
    expect(destinations.room(here)).toBeGreaterThanOrEqual(1)
  })

  test.each(['success', 'alive'] as const)(
    'one that begins meanwhile and shows life (%s) ends it',
    (sign) => {
      send('failure')
      expect(destinations.room(here)).toBe(0)
      send(sign)
      expect(destinations.room(here)).toBeGreaterThanOrEqual(1)
      expect(destinations.mayBegin(here)).toBe(true)
    },
  )

  test('what was claimed before goes one by one', () => {
    expect(destinations.mayBegin(here)).toBe(true)
    destinations.begin(here)
    expect(destinations.mayBegin(here)).toBe(false)
  })
})

test('four failures and a sign of life are no five', () => {
  send('failure', 4)
  send('alive')
  send('failure', 4)
  expect(destinations.room(here)).toBe(1)
})

test('failures that were under way together count as one rest', () => {
  for (let time = 0; time < 10; time++) destinations.begin(here)
  for (let time = 0; time < 10; time++) destinations.end(here, 'failure')
  now += 300_000
  expect(destinations.room(here)).toBe(1)
})

test('what was under way when it closed does not open it', () => {
  for (let time = 0; time < 6; time++) destinations.begin(here)
  for (let time = 0; time < 5; time++) destinations.end(here, 'failure')
  destinations.end(here, 'success')
  expect(destinations.room(here)).toBe(0)
})

test('a pause for a server that says it is too much is kept, whatever goes well in it', () => {
  send('overload')
  send('success')
  expect(destinations.room(here)).toBe(0)
  now += 30_000
  expect(destinations.room(here)).toBeGreaterThan(0)
})

test('a server that says it is too much gets half, after a pause that grows', () => {
  send('success', 1000)
  send('overload')
  expect(destinations.room(here)).toBe(0)
  now += 30_000
  expect(destinations.room(here)).toBe(10)
  send('overload')
  now += 59_999
  expect(destinations.room(here)).toBe(0)
  now += 1
  expect(destinations.room(here)).toBe(5)
  // Once it takes some again, the next pause is a short one.
  send('success')
  send('overload')
  now += 30_000
  expect(destinations.room(here)).toBe(2)
})

test('the least and the most are kept to, and the room never is more, whatever happens', () => {
  const step = fc.tuple(
    fc.constantFrom<Sign>('success', 'success', 'alive', 'failure', 'overload'),
    fc.nat({ max: 400_000 }),
    fc.boolean(),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      destinations = new Destinations(rules, () => now)
      let inFlight = 0
      for (const [sign, ms, begins] of steps) {
        now += ms
        if (begins && destinations.mayBegin(here)) {
          destinations.begin(here)
          inFlight += 1
        } else if (inFlight > 0) {
          destinations.end(here, sign)
          inFlight -= 1
        }
        expect(inFlight).toBeLessThanOrEqual(20)
        expect(destinations.room(here)).toBeGreaterThanOrEqual(0)
        expect(destinations.room(here) + inFlight).toBeLessThanOrEqual(Math.max(20, inFlight))
      }
      while (inFlight-- > 0) destinations.end(here, 'success')
      now += 100_000_000_000
      expect(destinations.room(here)).toBeGreaterThanOrEqual(1)
      expect(destinations.room(here)).toBeLessThanOrEqual(20)
    }),
  )
})

test('those that are not used are forgotten: after an hour, or where they are very many', () => {
  send('failure', 3)
  now += 3_600_001
  send('success', 1, 'example.org')
  expect(destinations.size).toBe(1)
  expect(destinations.room(here)).toBe(5)

  destinations.begin('busy.example')
  for (let each = 0; each < 12_000; each++) send('success', 1, `${each}.example`)
  expect(destinations.size).toBe(10_000)
  expect(destinations.room('busy.example')).toBe(4)
})

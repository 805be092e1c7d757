import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { Destinations, type DestinationRules, type Sign } from '../../server/pacing/destinations.js'

const rules: DestinationRules = {
  start: 5,
  min: 1,
  max: 20,
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

describe('where destinations have to prove themselves', () => {
  const patienceMs = 5000
  beforeEach(() => {
    destinations = new Destinations({ ...rules, probation: { start: 1, patienceMs } }, () => now)
  })

  /** One that takes so long. */
  function sendSlowly(sign: Sign, ms: number): void {
    destinations.begin(here)
    now += ms
    destinations.end(here, sign, ms)
  }

  test('an unknown one has room for one, and is on probation until it answers', () => {
    expect(destinations.rooms()).toEqual({ otherwise: 1, of: new Map(), onProbation: new Map() })
    expect(destinations.isOnProbation(here)).toBe(true)
    destinations.begin(here)
    expect(destinations.rooms().onProbation).toEqual(new Map([[here, 0]]))
    expect(destinations.mayBegin(here)).toBe(false)
    expect(destinations.isOnProbation(here)).toBe(true)
  })

  test.each(['success', 'alive'] as const)('a quick answer (%s) gives it the usual room', (sign) => {
    send(sign)
    expect(destinations.isOnProbation(here)).toBe(false)
    expect(destinations.rooms()).toEqual({ otherwise: 1, of: new Map([[here, 5]]), onProbation: new Map() })
  })

  test('a connection that fails proves nothing', () => {
    send('failure')
    expect(destinations.isOnProbation(here)).toBe(true)
    expect(destinations.room(here)).toBe(1)
  })

  test('a slow answer leaves it on probation, with the usual room', () => {
    sendSlowly('success', patienceMs + 1)
    expect(destinations.rooms()).toEqual({ otherwise: 1, of: new Map(), onProbation: new Map([[here, 5]]) })
    send('success')
    expect(destinations.isOnProbation(here)).toBe(false)
  })

  test('a proven one that answers slowly is on probation until it is quick again', () => {
    send('success')
    sendSlowly('success', patienceMs + 1)
    expect(destinations.isOnProbation(here)).toBe(true)
    expect(destinations.room(here)).toBe(5)
    sendSlowly('success', patienceMs)
    expect(destinations.isOnProbation(here)).toBe(false)
  })

  test('a proven one that falls silent is on probation until it answers', () => {
    send('success')
    destinations.begin(here)
    destinations.begin(here)
    now += patienceMs
    expect(destinations.isOnProbation(here)).toBe(false)
    now += 1
    expect(destinations.isOnProbation(here)).toBe(true)
    destinations.end(here, 'success', patienceMs)
    expect(destinations.isOnProbation(here)).toBe(false)
    expect(destinations.room(here)).toBe(4)
  })

  test('one that answers others is not silent, however long one connection hangs', () => {
    send('success')
    destinations.begin(here)
    for (let time = 0; time < 10; time++) {
      now += patienceMs - 1
      send('success')
    }
    expect(destinations.isOnProbation(here)).toBe(false)
  })

  test('a silent one gets one more send now and then, and no more than its limit', () => {
    send('success')
    destinations.begin(here)
    for (let inFlight = 1; inFlight < 5; inFlight++) {
      now += patienceMs + 1
      expect(destinations.room(here)).toBe(1)
      destinations.begin(here)
      expect(destinations.room(here)).toBe(0)
    }
    now += patienceMs + 1
    expect(destinations.room(here)).toBe(0)
  })

  test('one that has never answered rests after the first long wait, and again after each probe', () => {
    for (let time = 0; time < 2; time++) {
      sendSlowly('failure', 60_000)
      expect(destinations.room(here)).toBe(0)
      now += 300_000 * 2 ** time - 1
      expect(destinations.room(here)).toBe(0)
      now += 1
      expect(destinations.room(here)).toBe(1)
      expect(destinations.isOnProbation(here)).toBe(true)
    }
  })

  test('one that has answered rests after five long waits, and is on probation then', () => {
    send('success')
    for (let time = 0; time < 4; time++) sendSlowly('failure', 60_000)
    expect(destinations.room(here)).toBe(1)
    sendSlowly('failure', 60_000)
    expect(destinations.room(here)).toBe(0)
    now += 300_000
    expect(destinations.isOnProbation(here)).toBe(true)
    send('success')
    expect(destinations.isOnProbation(here)).toBe(false)
  })
})

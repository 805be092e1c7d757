import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  AdaptiveLimiter,
  type LimiterRules,
  type Signal,
} from '../../../../server/platform/queue/limiter/adaptive-limiter.js'

const rules: LimiterRules = {
  start: 5,
  min: 1,
  max: 20,
  failuresToOpen: 5,
  openMs: (rests) => 300_000 * 2 ** rests,
  throttleMs: (times) => 30_000 * 2 ** times,
}
const here = 'example.com'

let now: number
let limiter: AdaptiveLimiter
beforeEach(() => {
  now = 1_000_000
  limiter = new AdaptiveLimiter(rules, () => now)
})

/** One send after the other. */
function send(sign: Signal, times = 1, name = here): void {
  for (let time = 0; time < times; time++) {
    limiter.begin(name)
    limiter.end(name, sign)
  }
}

test('what is unknown has room for five, and what is under way takes of it', () => {
  expect(limiter.capacity()).toEqual({ byDefault: 5, proven: new Map() })
  limiter.begin(here)
  expect(limiter.capacity().proven).toEqual(new Map([[here, 4]]))
  for (let time = 0; time < 4; time++) limiter.begin(here)
  expect(limiter.free(here)).toBe(0)
  expect(limiter.mayBegin(here)).toBe(false)
  expect(limiter.free('example.org')).toBe(5)
})

test('a round of successes makes room for one more, up to twenty', () => {
  send('success', 6)
  expect(limiter.free(here)).toBe(6)
  send('success', 1000)
  expect(limiter.free(here)).toBe(20)
})

test('a failed connection takes room, a refusal does not', () => {
  send('alive', 100)
  expect(limiter.free(here)).toBe(5)
  send('failure')
  expect(limiter.free(here)).toBe(4)
})

describe('after five failures in a row', () => {
  beforeEach(() => send('failure', 5))

  test('nothing is sent for five minutes, then one probes', () => {
    expect(limiter.free(here)).toBe(0)
    now += 299_999
    expect(limiter.free(here)).toBe(0)
    now += 1
    expect(limiter.free(here)).toBe(1)
    limiter.begin(here)
    expect(limiter.free(here)).toBe(0)
  })

  test('a probe that fails is the beginning of another rest', () => {
    now += 300_000
    send('failure')
    now += 599_999
    expect(limiter.free(here)).toBe(0)
    now += 1
    expect(limiter.free(here)).toBe(1)
  })

  test.each(['success', 'alive'] as const)('a probe that shows life (%s) ends it', (sign) => {
    now += 300_000
    send(sign)
    expect(limiter.free(here)).toBeGreaterThanOrEqual(1)
    send('failure', 4)
    expect(limiter.free(here)).toBeGreaterThanOrEqual(1)
    send('failure')
    now += 300_000
    expect(limiter.free(here)).toBeGreaterThanOrEqual(1)
  })

  test.each(['success', 'alive'] as const)(
    'one that begins meanwhile and shows life (%s) ends it',
    (sign) => {
      send('failure')
      expect(limiter.free(here)).toBe(0)
      send(sign)
      expect(limiter.free(here)).toBeGreaterThanOrEqual(1)
      expect(limiter.mayBegin(here)).toBe(true)
    },
  )

  test('what was claimed before goes one by one', () => {
    expect(limiter.mayBegin(here)).toBe(true)
    limiter.begin(here)
    expect(limiter.mayBegin(here)).toBe(false)
  })
})

test('four failures and a sign of life are no five', () => {
  send('failure', 4)
  send('alive')
  send('failure', 4)
  expect(limiter.free(here)).toBe(1)
})

test('failures that were under way together count as one rest', () => {
  for (let time = 0; time < 10; time++) limiter.begin(here)
  for (let time = 0; time < 10; time++) limiter.end(here, 'failure')
  now += 300_000
  expect(limiter.free(here)).toBe(1)
})

test('what was under way when it closed does not open it', () => {
  for (let time = 0; time < 6; time++) limiter.begin(here)
  for (let time = 0; time < 5; time++) limiter.end(here, 'failure')
  limiter.end(here, 'success')
  expect(limiter.free(here)).toBe(0)
})

test('a pause for a server that says it is too much is kept, whatever goes well in it', () => {
  send('overload')
  send('success')
  expect(limiter.free(here)).toBe(0)
  now += 30_000
  expect(limiter.free(here)).toBeGreaterThan(0)
})

test('a server that says it is too much gets half, after a pause that grows', () => {
  send('success', 1000)
  send('overload')
  expect(limiter.free(here)).toBe(0)
  now += 30_000
  expect(limiter.free(here)).toBe(10)
  send('overload')
  now += 59_999
  expect(limiter.free(here)).toBe(0)
  now += 1
  expect(limiter.free(here)).toBe(5)
  // Once it takes some again, the next pause is a short one.
  send('success')
  send('overload')
  now += 30_000
  expect(limiter.free(here)).toBe(2)
})

test('the least and the most are kept to, and the room never is more, whatever happens', () => {
  const step = fc.tuple(
    fc.constantFrom<Signal>('success', 'success', 'alive', 'failure', 'overload'),
    fc.nat({ max: 400_000 }),
    fc.boolean(),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      limiter = new AdaptiveLimiter(rules, () => now)
      let inFlight = 0
      for (const [sign, ms, begins] of steps) {
        now += ms
        if (begins && limiter.mayBegin(here)) {
          limiter.begin(here)
          inFlight += 1
        } else if (inFlight > 0) {
          limiter.end(here, sign)
          inFlight -= 1
        }
        expect(inFlight).toBeLessThanOrEqual(20)
        expect(limiter.free(here)).toBeGreaterThanOrEqual(0)
        expect(limiter.free(here) + inFlight).toBeLessThanOrEqual(Math.max(20, inFlight))
      }
      while (inFlight-- > 0) limiter.end(here, 'success')
      now += 100_000_000_000
      expect(limiter.free(here)).toBeGreaterThanOrEqual(1)
      expect(limiter.free(here)).toBeLessThanOrEqual(20)
    }),
  )
})

test('those that are not used are forgotten: after an hour, or where they are very many', () => {
  send('failure', 3)
  now += 3_600_001
  send('success', 1, 'example.org')
  expect(limiter.size).toBe(1)
  expect(limiter.free(here)).toBe(5)

  limiter.begin('busy.example')
  for (let each = 0; each < 12_000; each++) send('success', 1, `${each}.example`)
  expect(limiter.size).toBe(10_000)
  expect(limiter.free('busy.example')).toBe(4)
})

describe('where destinations have to prove themselves', () => {
  const patienceMs = 5000
  beforeEach(() => {
    limiter = new AdaptiveLimiter({ ...rules, probation: { start: 1, patienceMs } }, () => now)
  })

  /** One that takes so long. */
  function sendSlowly(sign: Signal, ms: number): void {
    limiter.begin(here)
    now += ms
    limiter.end(here, sign, ms)
  }

  test('an unknown one has room for one, and is on probation until it answers', () => {
    expect(limiter.capacity()).toEqual({ byDefault: 1, proven: new Map(), onProbation: new Map() })
    expect(limiter.isOnProbation(here)).toBe(true)
    limiter.begin(here)
    expect(limiter.capacity().onProbation).toEqual(new Map([[here, 0]]))
    expect(limiter.mayBegin(here)).toBe(false)
    expect(limiter.isOnProbation(here)).toBe(true)
  })

  test.each(['success', 'alive'] as const)('a quick answer (%s) gives it the usual room', (sign) => {
    send(sign)
    expect(limiter.isOnProbation(here)).toBe(false)
    expect(limiter.capacity()).toEqual({
      byDefault: 1,
      proven: new Map([[here, 5]]),
      onProbation: new Map(),
    })
  })

  test('a connection that fails proves nothing', () => {
    send('failure')
    expect(limiter.isOnProbation(here)).toBe(true)
    expect(limiter.free(here)).toBe(1)
  })

  test('a slow answer leaves it on probation, with the usual room', () => {
    sendSlowly('success', patienceMs + 1)
    expect(limiter.capacity()).toEqual({
      byDefault: 1,
      proven: new Map(),
      onProbation: new Map([[here, 5]]),
    })
    send('success')
    expect(limiter.isOnProbation(here)).toBe(false)
  })

  test('a proven one that answers slowly is on probation until it is quick again', () => {
    send('success')
    sendSlowly('success', patienceMs + 1)
    expect(limiter.isOnProbation(here)).toBe(true)
    expect(limiter.free(here)).toBe(5)
    sendSlowly('success', patienceMs)
    expect(limiter.isOnProbation(here)).toBe(false)
  })

  test('a proven one that falls silent is on probation until it answers', () => {
    send('success')
    limiter.begin(here)
    limiter.begin(here)
    now += patienceMs
    expect(limiter.isOnProbation(here)).toBe(false)
    now += 1
    expect(limiter.isOnProbation(here)).toBe(true)
    limiter.end(here, 'success', patienceMs)
    expect(limiter.isOnProbation(here)).toBe(false)
    expect(limiter.free(here)).toBe(4)
  })

  test('one that answers others is not silent, however long one connection hangs', () => {
    send('success')
    limiter.begin(here)
    for (let time = 0; time < 10; time++) {
      now += patienceMs - 1
      send('success')
    }
    expect(limiter.isOnProbation(here)).toBe(false)
  })

  test('a silent one gets one more send now and then, and no more than its limit', () => {
    send('success')
    limiter.begin(here)
    for (let inFlight = 1; inFlight < 5; inFlight++) {
      now += patienceMs + 1
      expect(limiter.free(here)).toBe(1)
      limiter.begin(here)
      expect(limiter.free(here)).toBe(0)
    }
    now += patienceMs + 1
    expect(limiter.free(here)).toBe(0)
  })

  test('one that has never answered rests after the first long wait, and again after each probe', () => {
    for (let time = 0; time < 2; time++) {
      sendSlowly('failure', 60_000)
      expect(limiter.free(here)).toBe(0)
      now += 300_000 * 2 ** time - 1
      expect(limiter.free(here)).toBe(0)
      now += 1
      expect(limiter.free(here)).toBe(1)
      expect(limiter.isOnProbation(here)).toBe(true)
    }
  })

  test('one that has answered rests after five long waits, and is on probation then', () => {
    send('success')
    for (let time = 0; time < 4; time++) sendSlowly('failure', 60_000)
    expect(limiter.free(here)).toBe(1)
    sendSlowly('failure', 60_000)
    expect(limiter.free(here)).toBe(0)
    now += 300_000
    expect(limiter.isOnProbation(here)).toBe(true)
    send('success')
    expect(limiter.isOnProbation(here)).toBe(false)
  })
})

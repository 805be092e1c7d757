import { beforeEach, describe, expect, test } from 'vitest'
import { defaultWebhooks } from '../../../../server/platform/config/defaults.js'
import { EndpointGate } from '../../../../server/product/webhooks/endpoint-gate.js'

/** Tests the gate at which claimed webhooks wait for the moment until their endpoint has capacity. */

const config = { ...defaultWebhooks, endpointStart: 10, maxPerEndpoint: 10 }
const a = 'a https://shop.example/'

let gate: EndpointGate
let now: number
beforeEach(() => {
  now = 1_000_000
  gate = new EndpointGate(config, 30_000, () => now)
})

/** Has so many sends ask to enter, and answers the result of each so far. */
function enter(many: number, endpoint = a): (boolean | undefined)[] {
  const came: (boolean | undefined)[] = Array.from({ length: many }, () => undefined)
  came.forEach((_, index) => void gate.enter(endpoint).then((begun) => (came[index] = begun)))
  return came
}
const settle = () => new Promise((resolve) => setImmediate(resolve))
const count = (came: readonly (boolean | undefined)[], what: boolean | undefined) =>
  came.filter((one) => one === what).length

/** A send that begins and ends at once, in that many milliseconds. */
async function reply(ms: number, endpoint = a): Promise<void> {
  expect(await gate.enter(endpoint)).toBe(true)
  gate.end(endpoint, 'success', ms)
}

describe('capacity', () => {
  test('of an endpoint that nothing is known of, or that is slow, is what may begin at once', async () => {
    expect(gate.free(a)).toBe(10)
    await reply(100)
    expect(gate.free(a)).toBe(10)
    enter(7)
    await settle()
    expect(gate.free(a)).toBe(3)
    enter(3)
    await settle()
    expect(gate.free(a)).toBe(0)
  })

  test('of a quick one is eight times its limit, on its way and waiting', async () => {
    await reply(99)
    expect(gate.free(a)).toBe(80)
    expect(gate.free('b https://shop.example/')).toBe(10)
    enter(10)
    await settle()
    expect(gate.free(a)).toBe(70)
  })

  test('is none while enough waits, and many again when half of that has gone', async () => {
    await reply(5)
    enter(80)
    await settle()
    const free: number[] = []
    for (let ended = 0; ended < 40; ended += 1) {
      gate.end(a, 'success', 5)
      free.push(gate.free(a))
    }
    const first = free.findIndex((each) => each > 0)
    expect(free[first]).toBe(35)
    expect(first).toBe(34)
  })

  test('is that of a slow one as soon as it is slow', async () => {
    await reply(5)
    enter(10)
    await settle()
    gate.end(a, 'success', 5000)
    expect(gate.free(a)).toBe(1)
  })

  test('of one whose circuit is open is none', async () => {
    await reply(5)
    enter(5)
    await settle()
    for (let failed = 0; failed < 5; failed += 1) gate.end(a, 'failure', 1)
    expect(gate.free(a)).toBe(0)
  })
})

describe('entries', () => {
  test('come at once where there is capacity, and one by one as sends end', async () => {
    const came = enter(12)
    await settle()
    expect(count(came, true)).toBe(10)
    gate.end(a, 'success', 5)
    await settle()
    expect(came[10]).toBe(true)
    expect(came[11]).toBeUndefined()
    // One that is refused has ended as well.
    gate.end(a, 'alive', 5)
    await settle()
    expect(came[11]).toBe(true)
  })

  test('come in the order in which they were asked for, before those that come later', async () => {
    enter(10)
    const waiting = enter(2)
    await settle()
    gate.end(a, 'success', 5)
    const later = enter(1)
    await settle()
    expect([...waiting, ...later]).toEqual([true, undefined, undefined])
  })

  test('of one endpoint wait for no other', async () => {
    enter(11)
    const other = enter(1, 'b https://shop.example/')
    await settle()
    expect(other).toEqual([true])
  })

  test('are refused to all that wait when the endpoint’s circuit opens, and not before', async () => {
    const came = enter(30)
    await settle()
    for (let failed = 0; failed < 4; failed += 1) gate.end(a, 'failure', 1)
    await settle()
    expect(count(came, false)).toBe(0)
    gate.end(a, 'failure', 1)
    await settle()
    // A failure takes one off the limit, so few have begun meanwhile.
    expect(count(came, undefined)).toBe(0)
    expect(count(came, false)).toBeGreaterThanOrEqual(16)
  })

  test('are refused when an endpoint says that it is too much', async () => {
    const came = enter(12)
    await settle()
    gate.end(a, 'overload', 1)
    await settle()
    expect(count(came, false)).toBe(2)
  })

  test('come to none that waits after a failure that opens no circuit: they go when there is capacity', async () => {
    const came = enter(11)
    await settle()
    // The limit is nine now.
    gate.end(a, 'failure', 1)
    await settle()
    expect(came[10]).toBeUndefined()
    gate.end(a, 'success', 1)
    await settle()
    expect(came[10]).toBe(true)
  })

  test('are refused to what has waited for too long, and that takes nobody’s slot', async () => {
    const came = enter(13)
    await settle()
    now += 29_999
    gate.end(a, 'alive', 14_000)
    now += 1
    const later = enter(1)
    gate.end(a, 'alive', 15_000)
    await settle()
    expect(came.slice(10)).toEqual([true, false, false])
    expect(later).toEqual([true])
  })

  test('are refused to what waits for an endpoint that is gone, and to no other', async () => {
    const other = enter(11, 'b https://shop.example/')
    const came = enter(12)
    await settle()
    gate.rejectWaiting(a)
    await settle()
    expect(count(came, false)).toBe(2)
    expect(other[10]).toBeUndefined()
  })

  test('are refused to all that wait at the end', async () => {
    const both = [enter(12), enter(11, 'b https://shop.example/')]
    await settle()
    gate.rejectAll()
    await settle()
    expect(both.map((came) => count(came, false))).toEqual([2, 1])
    expect(both.map((came) => count(came, undefined))).toEqual([0, 0])
  })
})

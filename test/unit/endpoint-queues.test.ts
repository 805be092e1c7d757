import { beforeEach, describe, expect, test } from 'vitest'
import { defaultWebhooks } from '../../server/config/defaults.js'
import { endpointPaces } from '../../server/webhooks/pace.js'
import { EndpointQueues } from '../../server/webhooks/endpoint-queues.js'

/** Where claimed webhooks wait for the moment until their endpoint has room. */

const config = { ...defaultWebhooks, endpointStart: 10, endpointMost: 10 }
const a = 'a https://shop.example/'

let queues: EndpointQueues
let now: number
beforeEach(() => {
  now = 1_000_000
  queues = new EndpointQueues(endpointPaces(config), 30_000, () => now)
})

/** Takes so many turns, and answers what came of each so far. */
function take(many: number, endpoint = a): (boolean | undefined)[] {
  const came: (boolean | undefined)[] = Array.from({ length: many }, () => undefined)
  came.forEach((_, index) => void queues.take(endpoint).then((begun) => (came[index] = begun)))
  return came
}
const settle = () => new Promise((resolve) => setImmediate(resolve))
const count = (came: readonly (boolean | undefined)[], what: boolean | undefined) =>
  came.filter((one) => one === what).length

/** A send that begins and ends at once, in that many milliseconds. */
async function reply(ms: number, endpoint = a): Promise<void> {
  expect(await queues.take(endpoint)).toBe(true)
  queues.end(endpoint, 'success', ms)
}

describe('room', () => {
  test('of an endpoint that nothing is known of, or that is slow, is what may begin at once', async () => {
    expect(queues.room(a)).toBe(10)
    await reply(100)
    expect(queues.room(a)).toBe(10)
    take(7)
    await settle()
    expect(queues.room(a)).toBe(3)
    take(3)
    await settle()
    expect(queues.room(a)).toBe(0)
  })

  test('of a quick one is three times its limit, on its way and waiting', async () => {
    await reply(99)
    expect(queues.room(a)).toBe(30)
    expect(queues.room('b https://shop.example/')).toBe(10)
    take(10)
    await settle()
    expect(queues.room(a)).toBe(20)
  })

  test('is none while enough waits, and many again when most of that has gone', async () => {
    await reply(5)
    take(30)
    await settle()
    const rooms: number[] = []
    for (let ended = 0; ended < 20; ended += 1) {
      queues.end(a, 'success', 5)
      rooms.push(queues.room(a))
    }
    const first = rooms.findIndex((room) => room > 0)
    expect(rooms[first]).toBe(14)
    expect(first).toBe(13)
  })

  test('is that of a slow one as soon as it is slow', async () => {
    await reply(5)
    take(10)
    await settle()
    queues.end(a, 'success', 5000)
    expect(queues.room(a)).toBe(1)
  })

  test('of one that rests is none', async () => {
    await reply(5)
    take(5)
    await settle()
    for (let failed = 0; failed < 5; failed += 1) queues.end(a, 'failure', 1)
    expect(queues.room(a)).toBe(0)
  })
})

describe('turns', () => {
  test('come at once where there is room, and one by one as sends end', async () => {
    const came = take(12)
    await settle()
    expect(count(came, true)).toBe(10)
    queues.end(a, 'success', 5)
    await settle()
    expect(came[10]).toBe(true)
    expect(came[11]).toBeUndefined()
    // One that is refused has ended as well.
    queues.end(a, 'alive', 5)
    await settle()
    expect(came[11]).toBe(true)
  })

  test('come in the order in which they were asked for, before those that come later', async () => {
    take(10)
    const waiting = take(2)
    await settle()
    queues.end(a, 'success', 5)
    const later = take(1)
    await settle()
    expect([...waiting, ...later]).toEqual([true, undefined, undefined])
  })

  test('of one endpoint wait for no other', async () => {
    take(11)
    const other = take(1, 'b https://shop.example/')
    await settle()
    expect(other).toEqual([true])
  })

  test('are refused to all that wait when the endpoint is to rest, and not before', async () => {
    const came = take(30)
    await settle()
    for (let failed = 0; failed < 4; failed += 1) queues.end(a, 'failure', 1)
    await settle()
    expect(count(came, false)).toBe(0)
    queues.end(a, 'failure', 1)
    await settle()
    // A failure takes one off the limit, so few have begun meanwhile.
    expect(count(came, undefined)).toBe(0)
    expect(count(came, false)).toBeGreaterThanOrEqual(16)
  })

  test('are refused when an endpoint says that it is too much', async () => {
    const came = take(12)
    await settle()
    queues.end(a, 'overload', 1)
    await settle()
    expect(count(came, false)).toBe(2)
  })

  test('come to none that waits after a failure without a rest: they go when there is room', async () => {
    const came = take(11)
    await settle()
    // The limit is nine now.
    queues.end(a, 'failure', 1)
    await settle()
    expect(came[10]).toBeUndefined()
    queues.end(a, 'success', 1)
    await settle()
    expect(came[10]).toBe(true)
  })

  test('are refused to what has waited for too long, and that takes nobody’s room', async () => {
    const came = take(13)
    await settle()
    now += 29_999
    queues.end(a, 'alive', 14_000)
    now += 1
    const later = take(1)
    queues.end(a, 'alive', 15_000)
    await settle()
    expect(came.slice(10)).toEqual([true, false, false])
    expect(later).toEqual([true])
  })

  test('are refused to what waits for an endpoint that is gone, and to no other', async () => {
    const other = take(11, 'b https://shop.example/')
    const came = take(12)
    await settle()
    queues.leave(a)
    await settle()
    expect(count(came, false)).toBe(2)
    expect(other[10]).toBeUndefined()
  })

  test('are refused to all that wait at the end', async () => {
    const both = [take(12), take(11, 'b https://shop.example/')]
    await settle()
    queues.clear()
    await settle()
    expect(both.map((came) => count(came, false))).toEqual([2, 1])
    expect(both.map((came) => count(came, undefined))).toEqual([0, 0])
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import {
  BodyMemory,
  receiversOf,
  strangerAt,
  type BodyReservation,
} from '../../../../server/platform/http/body/body-memory.js'

/** The account of request bodies in a process. test/platform/http/body/json-bodies.api.test.ts has it behind HTTP. */

const open = (changes: Partial<BodyMemory['config']> = {}) =>
  new BodyMemory({
    smallBytes: 10,
    maxSmallBytes: 40,
    maxLargeBytes: 200,
    maxHandledBytes: 100,
    maxWaitMs: 5_000,
    ...changes,
  })

/** Takes the memory for a body of known size. */
function hold(memory: BodyMemory, owner: string, bytes: number): BodyReservation {
  const body = memory.open(owner, 1_000)
  body.expect(bytes)
  return body
}

const refusal = expect.objectContaining({ code: 'unavailable', status: 503, headers: { 'Retry-After': '2' } })
const refused = (take: () => unknown) => {
  let error: unknown
  try {
    take()
  } catch (caught) {
    error = caught
  }
  expect(error).toEqual(refusal)
}

describe('a workspace', () => {
  test('gets half of either share, and another one still gets the rest', () => {
    const memory = open()
    hold(memory, 'a', 60)
    refused(() => hold(memory, 'a', 41))
    hold(memory, 'a', 40)
    hold(memory, 'b', 100)
    refused(() => hold(memory, 'c', 11))
    for (const owner of ['a', 'a', 'b', 'b']) hold(memory, owner, 10)
    refused(() => hold(memory, 'a', 1))
  })

  test('may send a first body that is larger than its half', () => {
    const memory = open()
    const body = hold(memory, 'a', 150)
    refused(() => hold(memory, 'a', 20))
    body.letGo()
    hold(memory, 'a', 200)
  })
})

test('one stranger does not keep other strangers out, nor who calls a receiver its workspace', () => {
  const memory = open({ maxSmallBytes: 160 })
  const ofStranger = (network: string) => memory.open(strangerAt(network), 1_000).expect(5)
  ofStranger('192.0.2.1')
  ofStranger('192.0.2.1')
  refused(() => ofStranger('192.0.2.1'))
  for (let at = 2; at <= 8; at += 1) for (const _ of [1, 2]) ofStranger(`192.0.2.${at}`)
  // Together they have half.
  refused(() => ofStranger('192.0.2.9'))
  memory.open(receiversOf('a'), 1_000).expect(10)
  refused(() => memory.open(receiversOf('a'), 1_000).expect(1))
  for (let times = 0; times < 7; times += 1) hold(memory, 'a', 10)
})

test('a body of unknown length is reserved in full as soon as it is large', () => {
  const memory = open()
  const body = memory.open('a', 200)
  body.add(10)
  expect(body.isLarge).toBe(false)
  body.add(1)
  expect(body.isLarge).toBe(true)
  refused(() => hold(memory, 'b', 11))
  // What it does not need is free at its end.
  void body.complete()
  hold(memory, 'b', 100)
})

test('a body that is longer than was said takes memory for the rest', () => {
  const memory = open()
  const body = hold(memory, 'a', 1)
  for (let count = 0; count < 3; count += 1) hold(memory, `${count}`, 10)
  body.add(10)
  refused(() => hold(memory, 'b', 1))
})

test('memory is free again once it is let go', () => {
  const memory = open()
  const body = hold(memory, 'a', 200)
  refused(() => hold(memory, 'b', 11))
  body.letGo()
  hold(memory, 'b', 11)
})

describe('large bodies are handled', () => {
  const arrived = (memory: BodyMemory, owner: string, bytes: number) => {
    const body = hold(memory, owner, bytes)
    body.add(bytes)
    return { body, handled: body.complete() }
  }

  test('only some at once, in the order in which they arrived', async () => {
    const memory = open()
    const order: string[] = []
    const [first, second, third] = (
      [
        ['a', 85],
        ['b', 20],
        ['c', 15],
      ] as const
    ).map(([owner, bytes]) => {
      const { body, handled } = arrived(memory, owner, bytes)
      void handled.then(() => order.push(owner))
      return body
    })
    await sleep(0)
    // The third would fit, but must not pass the second.
    expect(order).toEqual(['a'])
    first?.letGo()
    await sleep(0)
    expect(order).toEqual(['a', 'b', 'c'])
    second?.letGo()
    third?.letGo()
    // A body that is larger than all that may be handled is handled alone.
    await arrived(memory, 'd', 150).handled
  })

  test('of one owner half of them at most, and the owners take turns', async () => {
    const memory = open({ maxLargeBytes: 2_000 })
    const order: string[] = []
    const bodies = new Map<string, BodyReservation>()
    const come = (name: string, bytes: number) => {
      const { body, handled } = arrived(memory, name.charAt(0), bytes)
      bodies.set(name, body)
      void handled.then(() => order.push(name))
    }
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) come(name, 25)
    await sleep(0)
    expect(order).toEqual(['a1', 'a2'])
    come('b1', 30)
    await sleep(0)
    expect(order).toEqual(['a1', 'a2', 'b1'])
    // There is no room for these two.
    come('b2', 25)
    come('c1', 25)
    for (const name of ['b1', 'a1']) bodies.get(name)?.letGo()
    await sleep(0)
    expect(order.slice(3)).toEqual(['b2', 'c1', 'a3'])
    for (const name of ['a2', 'b2', 'c1']) bodies.get(name)?.letGo()
    await sleep(0)
    expect(order.slice(6)).toEqual(['a4'])
    // One that nobody let in would be refused after this test.
    bodies.get('a3')?.letGo()
    await sleep(0)
    expect(order.slice(7)).toEqual(['a5'])
  })

  test('or refused after a while, which holds up no other', async () => {
    const memory = open({ maxWaitMs: 20 })
    await arrived(memory, 'a', 80).handled
    const late = arrived(memory, 'b', 30)
    await sleep(10)
    const next = arrived(memory, 'c', 20)
    await expect(late.handled).rejects.toEqual(refusal)
    await next.handled
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { newUuid } from '../../../../server/platform/db/ids.js'
import type { LeaseTerm } from '../../../../server/platform/queue/leases/owner.js'
import { Peers } from '../../../../server/platform/queue/leases/peers.js'
import { Terms } from '../../../../server/platform/queue/leases/terms.js'

describe('which of the other processes are dead', () => {
  const [a, b] = [newUuid(), newUuid()]
  let peers: Peers
  beforeEach(() => {
    peers = new Peers({ expireMs: 15_000, endedMs: 7_000 })
  })
  const read = (now: number, counts: Record<string, number>, ended: Record<string, number> = {}) =>
    peers
      .read(
        Object.entries(counts).map(([id, beats]) => ({
          id,
          beats: String(beats),
          ended_ms: ended[id] ?? null,
        })),
        now,
      )
      .map(({ id }) => id)

  test('one whose count stands still for the time', () => {
    expect(read(0, { [a]: 7, [b]: 1 })).toEqual([])
    expect(read(5000, { [a]: 7, [b]: 2 })).toEqual([])
    expect(peers.nextAt).toBe(15_000)
    expect(read(10_000, { [a]: 7, [b]: 3 })).toEqual([])
    expect(read(14_999, { [a]: 7, [b]: 4 })).toEqual([])
    expect(read(15_000, { [a]: 7, [b]: 5 })).toEqual([a])
    expect(peers.nextAt).toBe(15_000)
  })

  test('not one that beats once in that time, nor one that is new', () => {
    read(0, { [a]: 7 })
    read(7000, { [a]: 7 })
    read(14_000, { [a]: 8 })
    expect(read(21_000, { [a]: 8, [b]: 1 })).toEqual([])
    expect(read(28_000, { [a]: 8, [b]: 1 })).toEqual([])
    expect(read(29_000, { [a]: 8, [b]: 1 })).toEqual([a])
  })

  test('a count that begins anew is a beat', () => {
    read(0, { [a]: 7 })
    read(7000, { [a]: 7 })
    expect(read(14_000, { [a]: 0 })).toEqual([])
    expect(read(15_000, { [a]: 0 })).toEqual([])
  })

  test('nobody after an outage, which has stopped all counts, until the time has passed once more', () => {
    read(0, { [a]: 7, [b]: 1 })
    read(5000, { [a]: 7, [b]: 1 })
    expect(read(60_000, { [a]: 7, [b]: 1 })).toEqual([])
    expect(read(65_000, { [a]: 7, [b]: 2 })).toEqual([])
    expect(read(70_000, { [a]: 7, [b]: 3 })).toEqual([])
    expect(read(75_000, { [a]: 7, [b]: 4 })).toEqual([a])
  })

  test('sooner one that has had no session for the time, whoever has seen it', () => {
    expect(read(0, { [a]: 7, [b]: 1 })).toEqual([])
    expect(peers.nextAt).toBe(15_000)
    expect(read(3000, { [a]: 7, [b]: 1 }, { [a]: 0 })).toEqual([])
    // It is looked at more often, since this process may end before the time has passed.
    expect(peers.nextAt).toBe(4400)
    expect(read(4400, { [a]: 7, [b]: 1 }, { [a]: 6999 })).toEqual([])
    expect(peers.nextAt).toBe(4401)
    expect(read(4401, { [a]: 7, [b]: 1 }, { [a]: 7000 })).toEqual([a])
    expect(new Peers({ expireMs: 15_000, endedMs: 7000 }).maxStepMs).toBe(3500)
  })

  test('nobody where reads come so seldom that an outage may lie between any two', () => {
    for (let now = 0; now < 100_000; now += 7501) expect(read(now, { [a]: 7 })).toEqual([])
  })
})

describe('whether a send may begin', () => {
  let now: number
  let terms: Terms
  beforeEach(() => {
    now = 1_000_000
    terms = new Terms({ pauseMs: 10_000, maxWaitMs: 15_000 }, () => now)
    terms.beaten(now)
  })
  function ask(term: LeaseTerm): { answer: boolean | undefined } {
    const asked: { answer: boolean | undefined } = { answer: undefined }
    void term.mayBegin().then((answer) => (asked.answer = answer))
    return asked
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  test('at once while the last beat is not long ago, counted from its beginning', async () => {
    now += 9999
    expect(terms.isInTime).toBe(true)
    expect(await terms.current.mayBegin()).toBe(true)
    now += 5000
    // It has taken so long that others may hold this process for dead soon.
    terms.beaten(now - 10_000)
    expect(terms.isInTime).toBe(false)
    const late = ask(terms.current)
    await settled()
    expect(late.answer).toBeUndefined()
    terms.beaten(now)
    await settled()
    expect(late.answer).toBe(true)
  })

  test('not after a wait that is too long', async () => {
    now += 10_000
    const early = ask(terms.current)
    now += 1000
    const later = ask(terms.current)
    now += 14_000
    terms.endWaits()
    await settled()
    expect([early.answer, later.answer]).toEqual([false, undefined])
    terms.beaten(now)
    await settled()
    expect(later.answer).toBe(true)
  })

  test('not where others have held the process for dead since the claim', async () => {
    now += 10_000
    const { current } = terms
    const waiting = ask(current)
    terms.lost()
    expect(terms.isInTime).toBe(false)
    const next = ask(terms.current)
    terms.beaten(now)
    await settled()
    expect([waiting.answer, next.answer]).toEqual([false, true])
    expect(await current.mayBegin()).toBe(false)
    expect(await terms.current.mayBegin()).toBe(true)
  })

  test('not once the process ends', async () => {
    now += 10_000
    const waiting = ask(terms.current)
    terms.close()
    await settled()
    expect(waiting.answer).toBe(false)
  })
})
